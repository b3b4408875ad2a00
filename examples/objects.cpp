// The C++ header: objects that release what they own, spans and exceptions, over the same C functions; frames, features, views.
#include <mote/mote.hpp>

#include <cstdio>
#include <vector>

static float solve(const mote_manifold_point &p)
{
    return p.data[0] + 1; // a solver would compute an impulse; this counts frames
}

int main()
{
    const std::vector<mote_vec3> vertices = {{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1},
                                             {-1, -1, 1},  {1, -1, 1},  {1, 1, 1},  {-1, 1, 1}};
    const std::vector<std::uint32_t> indices = {0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7,
                                                0, 1, 5, 0, 5, 4, 1, 2, 6, 1, 6, 5,
                                                2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7};
    mote_world_def def = mote_default_world_def();
    def.manifold_points = 4;

    mote::mesh box(vertices, indices);
    mote::world world(def);
    mote::body_id a = world.add(box), b = world.add(box);
    for (int frame = 0; frame < 3; frame++) {
        const float x = 0.1f * static_cast<float>(frame);
        const mote_transform place = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {x, 0, 1.95f}};
        world.set_transform(b, place);
        mote::report report = world.detect();
        mote::manifolds found = world.manifolds();
        for (const mote_manifold &m : found.contacts())
            for (mote_manifold_point &p : found.points(m)) p.data[0] = solve(p);
        std::printf("frame %d: bodies %u and %u, %zu face pairs, %g frames together\n", frame,
                    a.index, b.index, report.face_pairs().size(),
                    static_cast<double>(found.points(found.contacts()[0])[0].data[0]));
    }
    const mote::features near = world.features(0.1f);
    std::printf("%zu pairs of features at most 0.1 apart\n", near.all().size());
    {
        const std::vector<mote_vec3> points = {{0, 0, 0}, {0, 0, 9}};
        mote::view view = world.freeze();
        for (const mote_signed_distance &d : view.signed_distances(a, points))
            std::printf("%+.1f from the surface\n", static_cast<double>(d.distance));
    } // the world may change again
    try {
        world.remove(b);
        world.remove(b);
    } catch (const mote::error &e) {
        std::printf("%s\n", e.what());
    }
    return 0;
}
