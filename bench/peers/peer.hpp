// What all peers share: the scene's bodies as they need them, the pairs they find, and the bridge from
// a C++ class to the bench's contender.

#ifndef BENCH_PEERS_PEER_HPP
#define BENCH_PEERS_PEER_HPP

#include <mote/mote.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <utility>
#include <vector>

extern "C" {
#include "bench/peer.h"
}

namespace peers {

// A body of the stage with its positions in the present frame.
struct Body {
    const io_model *model;
    const mote_vec3 *positions;
    bool self_collides;

    void corners(uint32_t face, mote_vec3 out[3]) const
    {
        const uint32_t *t = model->triangles + 3 * (size_t)face;
        for (int i = 0; i < 3; i++) out[i] = positions[t[i]];
    }

    bool share_vertex(uint32_t face_a, uint32_t face_b) const
    {
        const uint32_t *a = model->triangles + 3 * (size_t)face_a;
        const uint32_t *b = model->triangles + 3 * (size_t)face_b;
        for (int i = 0; i < 3; i++)
            if (a[i] == b[0] || a[i] == b[1] || a[i] == b[2]) return true;
        return false;
    }

    mote_box box(uint32_t face) const
    {
        mote_vec3 c[3];
        corners(face, c);
        return {{std::min({c[0].x, c[1].x, c[2].x}), std::min({c[0].y, c[1].y, c[2].y}),
                 std::min({c[0].z, c[1].z, c[2].z})},
                {std::max({c[0].x, c[1].x, c[2].x}), std::max({c[0].y, c[1].y, c[2].y}),
                 std::max({c[0].z, c[1].z, c[2].z})}};
    }
};

inline std::vector<Body> bodies_of(const bench_stage &stage)
{
    std::vector<Body> bodies;
    for (uint32_t i = 0; i < stage.body_count; i++)
        bodies.push_back({stage.bodies[i].model, stage.positions + stage.bodies[i].first,
                          stage.bodies[i].self_collides});
    return bodies;
}

// Pairs of bodies with overlapping boxes, by sort and sweep along x; and each body that collides with itself, as a pair.
class BroadPhase {
public:
    const std::vector<std::pair<uint32_t, uint32_t>> &find(const std::vector<Body> &bodies,
                                                           const std::vector<mote_box> &boxes)
    {
        order.resize(boxes.size());
        for (uint32_t i = 0; i < order.size(); i++) order[i] = i;
        std::sort(order.begin(), order.end(),
                  [&](uint32_t a, uint32_t b) { return boxes[a].min.x < boxes[b].min.x; });
        pairs.clear();
        for (uint32_t i = 0; i < bodies.size(); i++)
            if (bodies[i].self_collides) pairs.push_back({i, i});
        for (size_t i = 0; i < order.size(); i++) {
            const mote_box &a = boxes[order[i]];
            for (size_t j = i + 1; j < order.size() && boxes[order[j]].min.x <= a.max.x; j++) {
                const mote_box &b = boxes[order[j]];
                if (a.min.y <= b.max.y && b.min.y <= a.max.y && a.min.z <= b.max.z &&
                    b.min.z <= a.max.z)
                    pairs.push_back(std::minmax(order[i], order[j]));
            }
        }
        return pairs;
    }

private:
    std::vector<uint32_t> order;
    std::vector<std::pair<uint32_t, uint32_t>> pairs;
};

// Found face pairs, with room made beforehand.
struct Found {
    std::vector<bench_found_pair> pairs;
    Found() { pairs.reserve((size_t)1 << 20); }

    // Candidates of two bodies, or of one, that only mote's exact test can decide. A tree that is asked for its collisions
    // with itself gives each pair twice.
    void test(const Body &a, uint32_t body_a, uint32_t face_a, const Body &b, uint32_t body_b,
              uint32_t face_b)
    {
        if (body_a == body_b && !is_wanted(a, face_a, face_b)) return;
        mote_vec3 p[3], q[3];
        a.corners(face_a, p);
        b.corners(face_b, q);
        if (mote_triangles_intersect(p, q)) pairs.push_back({body_a, body_b, face_a, face_b});
    }

    // Of the candidates of one body: each pair once, and no faces that share a vertex.
    static bool is_wanted(const Body &body, uint32_t face_a, uint32_t face_b)
    {
        return face_a < face_b && !body.share_vertex(face_a, face_b);
    }
};

// Library: constructed from (stage, question); frame(); found; distance.
template <typename Library> struct Bridge {
    static mote_result open(const void *, const bench_stage *stage, bench_question question,
                            void **state)
    {
        return guarded([&] { *state = new Library(*stage, question); });
    }

    static mote_result frame(void *state, const bench_stage *)
    {
        return guarded([&] {
            Library &library = *static_cast<Library *>(state);
            library.found.pairs.clear();
            library.frame();
        });
    }

    static mote_result read(void *state, bench_pair_set *pairs, bench_frame_facts *facts)
    {
        const Library &library = *static_cast<const Library *>(state);
        *facts = bench_frame_facts{};
        facts->distance = library.distance;
        for (const bench_found_pair &pair : library.found.pairs)
            if (!bench_pair_set_add(pairs, pair)) return bench_peer_fail("no memory for pairs");
        return MOTE_OK;
    }

    static void close(void *state) { delete static_cast<Library *>(state); }

    static int main(int argc, char **argv, const char *name, const char *version,
                    bool answers_distance)
    {
        bench_contender contender{};
        contender.name = name;
        contender.version = version;
        contender.open = open;
        contender.frame = frame;
        contender.read = read;
        contender.close = close;
        return bench_peer_main(argc, argv, &contender, answers_distance);
    }

private:
    template <typename Action> static mote_result guarded(Action action)
    {
        try {
            action();
            return MOTE_OK;
        } catch (const std::exception &error) {
            return bench_peer_fail(error.what());
        }
    }
};

} // namespace peers

#endif
