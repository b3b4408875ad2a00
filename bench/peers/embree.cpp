// Embree: one scene a body with its triangles as user geometry, refitted every frame; rtcCollide gives the
// pairs of triangles whose boxes overlap, which mote's triangle test decides.

#include "peer.hpp"

#include <embree3/rtcore.h>

#include <stdexcept>

namespace {

void bounds_of(const RTCBoundsFunctionArguments *arguments)
{
    const peers::Body &body = *static_cast<const peers::Body *>(arguments->geometryUserPtr);
    mote_box box = body.box(arguments->primID);
    RTCBounds &to = *arguments->bounds_o;
    to.lower_x = box.min.x, to.lower_y = box.min.y, to.lower_z = box.min.z;
    to.upper_x = box.max.x, to.upper_y = box.max.y, to.upper_z = box.max.z;
}

class Embree {
public:
    peers::Found found;
    float distance = 0;

    Embree(const bench_stage &stage, bench_question) : bodies(peers::bodies_of(stage))
    {
        device = rtcNewDevice("threads=1");
        if (!device) throw std::runtime_error("no Embree device");
        for (peers::Body &body : bodies) add(body);
        boxes.resize(bodies.size());
    }

    ~Embree()
    {
        for (RTCScene scene : scenes) rtcReleaseScene(scene);
        for (RTCGeometry geometry : geometries) rtcReleaseGeometry(geometry);
        rtcReleaseDevice(device);
    }

    void frame()
    {
        for (size_t i = 0; i < scenes.size(); i++) {
            rtcCommitGeometry(geometries[i]);
            rtcCommitScene(scenes[i]);
            RTCBounds b;
            rtcGetSceneBounds(scenes[i], &b);
            boxes[i] = {{b.lower_x, b.lower_y, b.lower_z}, {b.upper_x, b.upper_y, b.upper_z}};
        }
        for (auto [a, b] : broad_phase.find(bodies, boxes)) {
            Pair pair{this, a, b};
            rtcCollide(scenes[a], scenes[b], collide, &pair);
        }
    }

private:
    struct Pair {
        Embree *self;
        uint32_t a, b;
    };

    RTCDevice device;
    std::vector<peers::Body> bodies;
    std::vector<RTCScene> scenes;
    std::vector<RTCGeometry> geometries;
    std::vector<mote_box> boxes;
    peers::BroadPhase broad_phase;

    void add(peers::Body &body)
    {
        RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_USER);
        rtcSetGeometryUserPrimitiveCount(geometry, body.model->triangle_count);
        rtcSetGeometryUserData(geometry, &body);
        rtcSetGeometryBoundsFunction(geometry, bounds_of, nullptr);
        rtcSetGeometryBuildQuality(geometry, RTC_BUILD_QUALITY_REFIT);
        rtcCommitGeometry(geometry);
        RTCScene scene = rtcNewScene(device);
        rtcSetSceneFlags(scene, RTC_SCENE_FLAG_DYNAMIC);
        rtcSetSceneBuildQuality(scene, RTC_BUILD_QUALITY_LOW); // two levels: what refitting needs
        rtcAttachGeometry(scene, geometry);
        rtcCommitScene(scene);
        geometries.push_back(geometry);
        scenes.push_back(scene);
    }

    static void collide(void *pointer, RTCCollision *collisions, unsigned count)
    {
        const Pair &pair = *static_cast<const Pair *>(pointer);
        Embree &self = *pair.self;
        for (unsigned i = 0; i < count; i++)
            self.found.test(self.bodies[pair.a], pair.a, collisions[i].primID0, self.bodies[pair.b],
                            pair.b, collisions[i].primID1);
    }
};

} // namespace

int main(int argc, char **argv)
{
    return peers::Bridge<Embree>::main(argc, argv, "embree", RTC_VERSION_STRING, false);
}
