// FCL: a BVHModel of axis-aligned boxes in float a body; positions by replaceSubModel, refitted from the leaves up;
// the traversal is FCL's own, driven directly. Pairs of leaves are decided by mote's triangle test, which
// is faster than FCL's and exact. Distance: the same trees with FCL's traversal and triangle distance, no
// error allowed, starting from the pair of triangles that was closest in the frame before.

#include "peer.hpp"

#include <fcl/math/bv/utility.h>

#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/narrowphase/detail/traversal/collision/bvh_collision_traversal_node.h>
#include <fcl/narrowphase/detail/traversal/distance/mesh_distance_traversal_node.h>
#include <fcl/narrowphase/detail/traversal/traversal_recurse.h>

#include <memory>

namespace {

using Box = fcl::AABB<float>;
using Tree = fcl::BVHModel<Box>;
using Point = fcl::Vector3<float>;

class PairNode : public fcl::detail::BVHCollisionTraversalNode<Box> {
public:
    peers::Found *found;
    const peers::Body *body_a, *body_b;
    uint32_t a, b;

    void leafTesting(int leaf_a, int leaf_b) const override
    {
        found->test(*body_a, a, (uint32_t)model1->getBV(leaf_a).primitiveId(), *body_b, b,
                    (uint32_t)model2->getBV(leaf_b).primitiveId());
    }

    bool canStop() const override { return false; }
};

class Fcl {
public:
    peers::Found found;
    float distance = 0;

    Fcl(const bench_stage &stage, bench_question asked)
        : bodies(peers::bodies_of(stage)), question(asked)
    {
        for (const peers::Body &body : bodies) {
            std::vector<fcl::Triangle> triangles;
            const uint32_t *t = body.model->triangles;
            for (uint32_t i = 0; i < body.model->triangle_count; i++, t += 3)
                triangles.emplace_back(t[0], t[1], t[2]);
            trees.push_back(std::make_unique<Tree>());
            trees.back()->beginModel((int)triangles.size(), (int)body.model->vertex_count);
            trees.back()->addSubModel(points_of(body), triangles);
            trees.back()->endModel();
        }
        boxes.resize(bodies.size());
    }

    void frame()
    {
        for (size_t i = 0; i < trees.size(); i++) {
            trees[i]->beginReplaceModel();
            trees[i]->replaceSubModel(points_of(bodies[i]));
            trees[i]->endReplaceModel(true, true);
            const Box &box = trees[i]->getBV(0).bv;
            boxes[i] = {{box.min_[0], box.min_[1], box.min_[2]},
                        {box.max_[0], box.max_[1], box.max_[2]}};
        }
        if (question == BENCH_ASK_DISTANCE)
            measure_distance();
        else
            for (auto [a, b] : broad_phase.find(bodies, boxes)) collide(a, b);
    }

private:
    std::vector<peers::Body> bodies;
    bench_question question;
    std::vector<std::unique_ptr<Tree>> trees;
    std::vector<Point> points;
    std::vector<mote_box> boxes;
    peers::BroadPhase broad_phase;
    int closest_a = 0, closest_b = 0; // triangles

    const std::vector<Point> &points_of(const peers::Body &body)
    {
        points.resize(body.model->vertex_count);
        for (size_t i = 0; i < points.size(); i++)
            points[i] = Point(body.positions[i].x, body.positions[i].y, body.positions[i].z);
        return points;
    }

    void collide(uint32_t a, uint32_t b)
    {
        PairNode node;
        node.model1 = trees[a].get();
        node.model2 = trees[b].get();
        node.found = &found;
        node.body_a = &bodies[a], node.body_b = &bodies[b];
        node.a = a, node.b = b;
        fcl::detail::collisionRecurse<float>(&node, 0, 0, nullptr);
    }

    float triangle_distance(int a, int b) const
    {
        mote_vec3 p[3], q[3];
        bodies[0].corners((uint32_t)a, p);
        bodies[1].corners((uint32_t)b, q);
        return mote_triangles_distance(p, q, nullptr, nullptr);
    }

    void measure_distance()
    {
        fcl::DistanceRequest<float> request(false, false, 0.0f, 0.0f);
        fcl::DistanceResult<float> result;
        fcl::Transform3<float> identity = fcl::Transform3<float>::Identity();
        fcl::detail::MeshDistanceTraversalNode<Box> node;
        fcl::detail::initialize(node, *trees[0], identity, *trees[1], identity, request, result);
        node.rel_err = node.abs_err = 0.0f;
        result.update(triangle_distance(closest_a, closest_b), trees[0].get(), trees[1].get(),
                      closest_a, closest_b);
        fcl::detail::distanceRecurse<float>(&node, 0, 0, nullptr);
        distance = std::max(result.min_distance, 0.0f);
        closest_a = (int)result.b1, closest_b = (int)result.b2;
    }
};

} // namespace

int main(int argc, char **argv)
{
    return peers::Bridge<Fcl>::main(argc, argv, "fcl", FCL_VERSION, true);
}
