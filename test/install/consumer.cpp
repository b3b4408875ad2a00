// A C++ program of a user who has installed mote: every class of mote.hpp once.
#include <mote/mote.hpp>

#include <cmath>
#include <cstdio>
#include <string>
#include <type_traits>

static int failures;

static void expect(bool held, const char *what)
{
    if (held) return;
    std::fprintf(stderr, "mote.hpp: %s\n", what);
    failures++;
}

static mote::mesh make_box()
{
    const std::vector<mote_vec3> corners = {{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1},
                                            {-1, -1, 1},  {1, -1, 1},  {1, 1, 1},  {-1, 1, 1}};
    const std::vector<std::uint32_t> faces = {0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4,
                                              1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7};
    return mote::mesh(corners, faces);
}

static mote_transform moved(float x, float y, float z)
{
    return {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {x, y, z}};
}

static void test_frames(const std::string &path)
{
    mote::mesh box = make_box();
    mote_world_def def = mote_default_world_def();
    def.manifold_points = 4;
    mote::world world(def);
    mote::body_id a = world.add(box), b = world.add(box);
    world.record(path);
    for (int frame = 0; frame < 3; frame++) {
        world.set_transform(b, moved(0.1f * static_cast<float>(frame), 0, 1.95f));
        mote::report report = world.detect();
        expect(report.pairs().size() == 1 && report.contacts().size() == 1, "a contact");
        expect(report.face_pairs(report.pairs()[0]).size() == report.face_pairs().size(), "faces");
        mote::manifolds found = world.manifolds();
        expect(found.contacts().size() == 1 && found.ended().empty(), "a manifold");
        for (mote_manifold_point &p : found.points(found.contacts()[0])) {
            expect(p.data[0] == static_cast<float>(frame), "what is stored with a point");
            p.data[0] += 1;
        }
    }
    world.set_mesh(b, box);
    world.detect();
    world.record_stop();
    expect(world.bodies().size() == 2 && box.info().closed, "bodies and meshes");
    expect(world.ray({0, 0, 9}, {0, 0, -1}).body.index == b.index, "a ray");
    expect(world.closest_point(a, {0, 0, -3}).distance == 2, "a closest point");
    expect(!world.overlap({0, 0, -1}, 0.1f).empty(), "a ball");
    expect(world.positions_of(a).size() == 8, "positions");
    world.remove(b);
    bool thrown = false;
    try {
        world.transform(b);
    } catch (const mote::error &e) {
        thrown = e.result() == MOTE_ERROR_STALE && std::string(e.what()).size() > 10;
    }
    expect(thrown, "an exception for a body that does not exist");
}

// Whether the call throws because a body is of another world.
template <class Call> static bool is_refused(Call call)
{
    try {
        call();
    } catch (const mote::error &e) {
        return e.result() == MOTE_ERROR_ARGUMENT &&
               std::string(e.what()).find("another world") != std::string::npos;
    }
    return false;
}

// Ids of two worlds have the same numbers.
static void test_bodies_of_another_world()
{
    mote::mesh box = make_box();
    mote::world world, other;
    auto a = world.add(box), b = world.add(box), foreign = other.add(box);
    other.add(box);
    mote::dynamics dynamics(world);
    const mote_transform aside = moved(1, 0, 0);
    expect(foreign.index == a.index && foreign.generation == a.generation, "ids of equal numbers");
    expect(is_refused([&] { world.set_transform(foreign, aside); }), "a foreign body");
    expect(is_refused([&] { world.remove(foreign); }), "a foreign body to remove");
    expect(is_refused([&] { world.distance(b, foreign); }), "the distance of a foreign body");
    expect(is_refused([&] { world.ignore(foreign, b); }), "a pair with a foreign body");
    expect(is_refused([&] { world.positions_of(other.bodies()[0]); }), "a foreign body of a list");
    expect(is_refused([&] { dynamics.get(foreign); }), "a foreign body of a dynamics");
    expect(is_refused([&] { dynamics.add(foreign); }), "a foreign body to add to a dynamics");
    expect(is_refused([&] { world.freeze().windings(foreign, {}); }), "a foreign body of a view");
    world.set_transform(b, aside);
    mote::world moved_world = std::move(world);
    moved_world.set_transform(b, aside);
    expect(is_refused([&] { moved_world.transform(foreign); }), "a foreign body after a move");
}

template <class Id, class = void> struct is_accepted : std::false_type {
};
template <class Id>
struct is_accepted<Id,
                   std::void_t<decltype(std::declval<mote::world &>().remove(std::declval<Id>()))>>
    : std::true_type {
};
template <class Def, class = void> struct is_added : std::false_type {
};
template <class Def>
struct is_added<Def,
                std::void_t<decltype(std::declval<mote::dynamics &>().add(std::declval<Def>()))>>
    : std::true_type {
};
static_assert(is_accepted<mote::body_id>::value && is_added<mote::body_id>::value, "bodies");
static_assert(!is_accepted<mote_body_id>::value && !is_added<mote_body_id>::value, "plain ids");
static_assert(!is_added<mote_rigid_def>::value, "a def with a plain id");
static_assert(!std::is_assignable<mote::body_id &, mote_body_id>::value, "a plain id for another");

// Whatever a world finds names bodies of that world, and another world refuses them.
static void test_ids_of_results()
{
    mote::mesh box = make_box();
    mote_world_def def = mote_default_world_def();
    def.manifold_points = 1;
    mote::world world(def), other;
    const mote::body_id a = world.add(box), b = world.add(box);
    other.add(box);
    other.add(box);
    const auto knows_its_world = [&](const mote::body_id &id, const char *what) {
        expect(is_refused([&] { other.remove(id); }) && is_refused([&] { other.body(id); }), what);
        world.set_rest(world.body(id));
    };
    world.set_transform(b, moved(0, 0, 1.95f));
    mote::report report = world.detect();
    knows_its_world(report.pairs()[0].a, "a body of a report");
    for (const auto &pair : report.pairs()) knows_its_world(pair.b, "a body of a pair");
    knows_its_world(world.manifolds().contacts()[0].b, "a body of a manifold");
    knows_its_world(world.features(0.1f).pairs()[0].a, "a body of features");
    knows_its_world(world.ray({0, 0, 9}, {0, 0, -1}).body, "a body of a ray");
    knows_its_world(world.closest_point(a, {0, 0, 9}).body, "a body of a closest point");
    knows_its_world(world.overlap({0, 0, -1}, 0.1f)[0].body, "a body of a ball");
    knows_its_world(world.overlap(mote_box{{-1, -1, -1}, {1, 1, 1}})[0].body, "a body of a box");
    knows_its_world(world.sweep().pairs()[0].b, "a swept pair's body");
    knows_its_world(world.sweep().body_steps()[1].body, "a body of a sweep");
    const std::vector<mote_ray> rays = {{{0, 0, 9}, {0, 0, -1}, mote::world::far}};
    const std::vector<mote_vec3> points = {{0, 0, 9}};
    mote::body_id hit, all, near;
    {
        mote::view view = world.freeze();
        hit = view.rays(rays)[0].body;
        all = view.all_hits(rays)[0][0].body;
        near = world.body(view.closest_points(points)[0].body); // a frozen world may be asked
    }
    knows_its_world(hit, "a body of a view");
    knows_its_world(all, "a body of all hits");
    knows_its_world(near, "a body of closest points");
    world.set_transform(b, moved(std::nanf(""), 0, 0));
    report = world.detect();
    expect(report.invalid().size() == 1, "an invalid body");
    knows_its_world(report.invalid()[0], "an invalid body");
    knows_its_world(world.sweep().invalid()[0], "an invalid body of a sweep");

    const mote_body_id plain = a; // as C gives it
    knows_its_world(world.body(plain), "a body of an id");
    expect(is_refused([&] { world.remove(mote::report(report.raw()).invalid()[0]); }),
           "a body of a report whose world is not known");
    world.remove(a);
    mote_result result = MOTE_OK;
    try {
        world.body(plain);
    } catch (const mote::error &e) {
        result = e.result();
    }
    expect(result == MOTE_ERROR_STALE, "an id without a body");
}

// A view of a world that was made in C takes bodies of the number that it was given.
static void test_view_of_a_world_of_c()
{
    mote::mesh box = make_box();
    mote::world world; // stands for that world, by its handle alone
    const mote::body_id a = world.add(box);
    const std::vector<mote_vec3> points = {{0, 0, 0}};
    const mote::world_number number;
    mote::view view(world.handle(), mote::view::all, number);
    expect(view.windings(mote::body_id(a, number), points)[0] == 1, "a body of that number");
    expect(is_refused([&] { view.windings(a, points); }), "a body of another number");
}

static void count_segment(void *context, mote_vec3, mote_vec3)
{
    ++*static_cast<std::size_t *>(context);
}

static void test_features()
{
    mote::mesh box = make_box();
    mote::world world;
    mote::body_id a = world.add(box), b = world.add(box);
    world.set_transform(b, moved(2.2f, 0.3f, 0.4f));
    mote::features near = world.features(0.25f);
    expect(near.pairs().size() == 1 && near.pairs()[0].a.index == a.index, "a pair of features");
    const mote_feature_body_pair &pair = near.pairs()[0];
    std::size_t sum =
        near.vertex_face(pair).size() + near.face_vertex(pair).size() + near.edge_edge(pair).size();
    expect(sum == near.all().size() && near.edge_edge(pair).size() > 0, "features of each kind");
    for (const mote_near_pair &f : near.edge_edge(pair))
        expect(f.distance <= 0.25f && f.weights[0] + f.weights[1] == 1, "an edge-edge pair");
    std::size_t segments = 0;
    mote_debug_draw draw{};
    draw.segment = count_segment;
    draw.context = &segments;
    near.draw(draw);
    expect(segments == sum, "drawn features");
    expect(world.features(0.1f).all().empty(), "no features that near");
}

static void test_views()
{
    mote::mesh box = make_box();
    mote::world world;
    mote::body_id a = world.add(box), b = world.add(box);
    world.set_transform(b, moved(4, 0, 0));
    const std::vector<mote_vec3> points = {{0, 0, 0}, {1, 0, 0}, {2.5f, 0, 0}};
    const std::vector<mote_ray> rays = {{{-5, 0.1f, 0.2f}, {1, 0, 0}, mote::world::far},
                                        {{-5, 5, 0}, {1, 0, 0}, mote::world::far}};
    {
        mote::view view = world.freeze();
        expect(view.windings(a, points)[0] == 1 && view.windings(a, points)[2] == 0, "windings");
        expect(view.windings(a, points)[1] == MOTE_ON_SURFACE, "a point on the surface");
        expect(view.signed_distances(a, points)[0].distance == -1, "a signed distance");
        expect(view.closest_points(points)[2].body.index == b.index, "a closest point of a view");
        expect(view.closest_points(points, 0.25f)[0].face == MOTE_NONE, "a limit");
        expect(view.rays(rays)[0].distance == 4 && view.rays(rays)[1].face == MOTE_NONE, "rays");
        bool blocked[2];
        view.are_blocked(rays, blocked);
        expect(blocked[0] && !blocked[1] && view.is_blocked(rays[0]), "blocked rays");
        mote::ray_hits hits = view.all_hits(rays);
        expect(hits.size() == 2 && hits[0].size() == 4 && hits[1].empty(), "all hits");
        mote::view moved_view = std::move(view); // frees the world once
        bool thrown = false;
        try {
            world.detect();
        } catch (const mote::error &e) {
            thrown = e.result() == MOTE_ERROR_STATE;
        }
        expect(thrown && moved_view.rays(rays).size() == 2, "a frozen world");
    }
    world.detect();
}

static void test_recording(const std::string &path)
{
    mote::recording recording(path);
    mote::player player(recording);
    for (std::uint64_t i = 0; i < recording.info().frame_count; i++) {
        mote_played_frame frame = player.step();
        expect(frame.equal && frame.hash == player.report().hash(), "a replay");
    }
}

static void test_far_away()
{
    mote::mesh box = make_box();
    mote::world world;
    mote::body_id a = world.add(box), b = world.add(box);
    world.set_origin({1e7, 0, 0});
    mote_transform_double place = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1e7, 0, 0}};
    world.set_transform(a, place);
    place.t.x += 2.1;
    world.set_transform(b, place);
    mote_distance d = world.distance(a, b);
    expect(std::fabs(static_cast<double>(d.distance) - 0.1) < 1e-6, "a gap far away");
    expect(std::fabs(world.to_global(d.on_b).x - 10000001.1) < 1e-6, "a point far away");
}

static void test_motion()
{
    mote::mesh box = make_box();
    mote::world world;
    world.add(box);
    mote::body_id b = world.add(box);
    mote_transform start = moved(5, 0, 0), end = moved(-5, 0, 0);
    mote_motion motion = mote_default_motion();
    motion.start.transform = &start;
    motion.end.transform = &end;
    world.set_motion(b, motion);
    expect(world.sweep().impact_count > 0, "impacts");
    mote::dynamics dynamics(world);
    mote_rigid_def rigid = mote_default_rigid_def();
    rigid.velocity.x = 2;
    dynamics.add(b, rigid);
    dynamics.step(0.01);
    expect(dynamics.get(b).velocity.x == 2, "a body that moves");
}

int main(int argc, char **argv)
{
    std::string path = argc > 1 ? argv[1] : "consumer.moterec";
    try {
        test_frames(path);
        test_recording(path);
        test_far_away();
        test_bodies_of_another_world();
        test_ids_of_results();
        test_view_of_a_world_of_c();
        test_features();
        test_views();
        test_motion();
    } catch (const std::exception &e) {
        expect(false, e.what());
    }
    std::remove(path.c_str());
    return failures ? 1 : 0;
}
