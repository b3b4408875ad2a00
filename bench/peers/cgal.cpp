// CGAL: an AABB tree of each body's triangles, rebuilt every frame (CGAL cannot refit), asked for all triangles
// that each triangle of a larger body meets: the largest body needs no tree, unless it collides with itself. Exact predicates, inexact
// construction.

#include "peer.hpp"

#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/AABB_triangle_primitive.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>

namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Triangle = Kernel::Triangle_3;
using Iterator = std::vector<Triangle>::const_iterator;
using Primitive = CGAL::AABB_triangle_primitive<Kernel, Iterator>;
using Tree = CGAL::AABB_tree<CGAL::AABB_traits<Kernel, Primitive>>;

class Cgal {
public:
    peers::Found found;
    float distance = 0;

    Cgal(const bench_stage &stage, bench_question)
        : bodies(peers::bodies_of(stage)), triangles(bodies.size()), trees(bodies.size()),
          boxes(bodies.size())
    {
        auto smaller = [](const peers::Body &a, const peers::Body &b) {
            return a.model->triangle_count < b.model->triangle_count;
        };
        largest = std::max_element(bodies.begin(), bodies.end(), smaller) - bodies.begin();
        hits.reserve(1 << 16);
    }

    void frame()
    {
        for (size_t i = 0; i < bodies.size(); i++) {
            collect(bodies[i], triangles[i]);
            CGAL::Bbox_3 box = CGAL::bbox_3(triangles[i].begin(), triangles[i].end());
            boxes[i] = {{(float)box.xmin(), (float)box.ymin(), (float)box.zmin()},
                        {(float)box.xmax(), (float)box.ymax(), (float)box.zmax()}};
            if ((std::ptrdiff_t)i == largest && !bodies[i].self_collides) continue;
            trees[i].clear();
            trees[i].insert(triangles[i].begin(), triangles[i].end());
            trees[i].build();
        }
        for (auto [a, b] : broad_phase.find(bodies, boxes))
            if (bodies[a].model->triangle_count < bodies[b].model->triangle_count ||
                (std::ptrdiff_t)b == largest)
                ask(b, a);
            else
                ask(a, b);
    }

private:
    std::vector<peers::Body> bodies;
    std::vector<std::vector<Triangle>> triangles;
    std::vector<Tree> trees;
    std::vector<mote_box> boxes;
    peers::BroadPhase broad_phase;
    std::ptrdiff_t largest;
    std::vector<Iterator> hits;

    static void collect(const peers::Body &body, std::vector<Triangle> &to)
    {
        to.clear();
        for (uint32_t face = 0; face < body.model->triangle_count; face++) {
            mote_vec3 c[3];
            body.corners(face, c);
            Kernel::Point_3 p[3];
            for (int i = 0; i < 3; i++) p[i] = Kernel::Point_3(c[i].x, c[i].y, c[i].z);
            to.emplace_back(p[0], p[1], p[2]);
        }
    }

    // All triangles of body a against the tree of body b.
    void ask(uint32_t a, uint32_t b)
    {
        for (uint32_t face = 0; face < triangles[a].size(); face++) {
            hits.clear();
            trees[b].all_intersected_primitives(triangles[a][face], std::back_inserter(hits));
            for (Iterator hit : hits) {
                uint32_t other = (uint32_t)(hit - triangles[b].cbegin());
                if (a != b || peers::Found::is_wanted(bodies[a], face, other))
                    found.pairs.push_back({a, b, face, other});
            }
        }
    }
};

} // namespace

int main(int argc, char **argv)
{
    return peers::Bridge<Cgal>::main(argc, argv, "cgal", CGAL_VERSION_STR, false);
}
