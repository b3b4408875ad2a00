// A C++ program of a user who has installed mote: every class of mote.hpp once.
#include <mote/mote.hpp>

#include <cmath>
#include <cstdio>
#include <string>

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
    mote_body_id a = world.add(box), b = world.add(box);
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
    mote_body_id a = world.add(box), b = world.add(box);
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
    mote_body_id b = world.add(box);
    mote_transform start = moved(5, 0, 0), end = moved(-5, 0, 0);
    mote_motion motion = mote_default_motion();
    motion.start.transform = &start;
    motion.end.transform = &end;
    world.set_motion(b, motion);
    expect(world.sweep().impact_count > 0, "impacts");
    mote::dynamics dynamics(world);
    mote_rigid_def rigid = mote_default_rigid_def();
    rigid.body = b;
    dynamics.add(rigid);
    dynamics.step(0.01);
    dynamics.get(b);
}

int main(int argc, char **argv)
{
    std::string path = argc > 1 ? argv[1] : "consumer.moterec";
    try {
        test_frames(path);
        test_recording(path);
        test_far_away();
        test_motion();
    } catch (const std::exception &e) {
        expect(false, e.what());
    }
    std::remove(path.c_str());
    return failures ? 1 : 0;
}
