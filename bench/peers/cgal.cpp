// CGAL: an AABB tree of the larger body's triangles, rebuilt every frame (CGAL cannot refit), asked for
// all triangles that each triangle of the other body meets. Exact predicates, inexact construction. Only
// triangles whose box meets the other body's box are put into the tree or asked about.

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

bool overlap(const mote_box &a, const mote_box &b)
{
    return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y &&
           a.min.z <= b.max.z && b.min.z <= a.max.z;
}

class Cgal {
public:
    peers::Found found;
    float distance = 0;

    Cgal(const mote_stage &stage, mote_question) : bodies(peers::bodies_of(stage))
    {
        boxes.resize(bodies.size());
        hits.reserve(1 << 16);
    }

    void frame()
    {
        for (size_t i = 0; i < bodies.size(); i++) boxes[i] = box_of(bodies[i]);
        for (auto [a, b] : broad_phase.find(boxes)) collide(a, b);
    }

private:
    struct Part {
        std::vector<Triangle> triangles;
        std::vector<uint32_t> faces;
    };

    std::vector<peers::Body> bodies;
    std::vector<mote_box> boxes;
    peers::BroadPhase broad_phase;
    Part part_a, part_b;
    std::vector<Iterator> hits;

    static mote_box box_of(const peers::Body &body)
    {
        mote_box box = {body.positions[0], body.positions[0]};
        for (uint32_t i = 1; i < body.model->vertex_count; i++) {
            const mote_vec3 &p = body.positions[i];
            box.min = {std::min(box.min.x, p.x), std::min(box.min.y, p.y), std::min(box.min.z, p.z)};
            box.max = {std::max(box.max.x, p.x), std::max(box.max.y, p.y), std::max(box.max.z, p.z)};
        }
        return box;
    }

    static void collect(const peers::Body &body, const mote_box &other, Part &part)
    {
        part.triangles.clear();
        part.faces.clear();
        for (uint32_t face = 0; face < body.model->triangle_count; face++) {
            if (!overlap(body.box(face), other)) continue;
            mote_vec3 c[3];
            body.corners(face, c);
            Kernel::Point_3 p[3];
            for (int i = 0; i < 3; i++) p[i] = Kernel::Point_3(c[i].x, c[i].y, c[i].z);
            part.triangles.emplace_back(p[0], p[1], p[2]);
            part.faces.push_back(face);
        }
    }

    void collide(uint32_t a, uint32_t b)
    {
        collect(bodies[a], boxes[b], part_a);
        collect(bodies[b], boxes[a], part_b);
        if (part_a.faces.empty() || part_b.faces.empty()) return;
        Tree tree(part_b.triangles.begin(), part_b.triangles.end());
        tree.build();
        for (size_t i = 0; i < part_a.faces.size(); i++) {
            hits.clear();
            tree.all_intersected_primitives(part_a.triangles[i], std::back_inserter(hits));
            for (Iterator hit : hits)
                found.pairs.push_back({a, b, part_a.faces[i],
                                       part_b.faces[(size_t)(hit - part_b.triangles.begin())]});
        }
    }
};

} // namespace

int main(int argc, char **argv)
{
    return peers::Bridge<Cgal>::main(argc, argv, "cgal", false);
}
