// Bullet: an unquantized btGImpactBvh a body, refitted every frame; find_collision gives the pairs of triangles
// whose boxes overlap, which mote's triangle test decides. The quantized tree keeps the bounds it was
// built with and loses pairs once a body leaves them.

#include "peer.hpp"

#include <BulletCollision/Gimpact/btGImpactBvh.h>

#include <memory>
#include <string>

namespace {

class Triangles : public btPrimitiveManagerBase {
public:
    explicit Triangles(const peers::Body &of) : body(of) {}
    bool is_trimesh() const override { return true; }
    int get_primitive_count() const override { return (int)body.model->triangle_count; }

    void get_primitive_box(int face, btAABB &to) const override
    {
        mote_box box = body.box((uint32_t)face);
        to.m_min.setValue(box.min.x, box.min.y, box.min.z);
        to.m_max.setValue(box.max.x, box.max.y, box.max.z);
    }

    void get_primitive_triangle(int face, btPrimitiveTriangle &to) const override
    {
        mote_vec3 c[3];
        body.corners((uint32_t)face, c);
        for (int i = 0; i < 3; i++) to.m_vertices[i].setValue(c[i].x, c[i].y, c[i].z);
    }

private:
    peers::Body body;
};

class Bullet {
public:
    peers::Found found;
    float distance = 0;

    Bullet(const bench_stage &stage, bench_question) : bodies(peers::bodies_of(stage))
    {
        for (const peers::Body &body : bodies) {
            triangles.push_back(std::make_unique<Triangles>(body));
            trees.push_back(std::make_unique<btGImpactBvh>(triangles.back().get()));
            trees.back()->buildSet();
        }
        boxes.resize(bodies.size());
        candidates.reserve(1 << 20);
    }

    void frame()
    {
        for (size_t i = 0; i < trees.size(); i++) {
            trees[i]->update();
            btAABB box = trees[i]->getGlobalBox();
            boxes[i] = {{box.m_min.x(), box.m_min.y(), box.m_min.z()},
                        {box.m_max.x(), box.m_max.y(), box.m_max.z()}};
        }
        for (auto [a, b] : broad_phase.find(bodies, boxes)) collide(a, b);
    }

private:
    std::vector<peers::Body> bodies;
    std::vector<std::unique_ptr<Triangles>> triangles;
    std::vector<std::unique_ptr<btGImpactBvh>> trees;
    std::vector<mote_box> boxes;
    peers::BroadPhase broad_phase;
    btPairSet candidates;

    void collide(uint32_t a, uint32_t b)
    {
        candidates.resize(0);
        btGImpactBvh::find_collision(trees[a].get(), btTransform::getIdentity(), trees[b].get(),
                                     btTransform::getIdentity(), candidates);
        for (int i = 0; i < candidates.size(); i++)
            found.test(bodies[a], a, (uint32_t)candidates[i].m_index1, bodies[b], b,
                       (uint32_t)candidates[i].m_index2);
    }
};

} // namespace

int main(int argc, char **argv)
{
    const std::string version =
        std::to_string(btGetVersion() / 100) + "." + std::to_string(btGetVersion() % 100);
    return peers::Bridge<Bullet>::main(argc, argv, "bullet", version.c_str(), false);
}
