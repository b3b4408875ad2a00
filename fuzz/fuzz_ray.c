// Any 16 floats are a triangle, a ray and its end.

#include <math.h>
#include <mote/geometry.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds)
{
    if (!holds) abort();
}

// A ray from a point of the triangle meets it at once, and no other ray does.
static void check_start(const mote_vec3 t[3], mote_vec3 origin, mote_vec3 direction)
{
    const mote_vec3 point[3] = {origin, origin, origin};
    bool inside = mote_triangles_intersect(t, point);
    float at = -1;
    require(mote_ray_triangle(origin, (mote_vec3){0, 0, 0}, 0, t, NULL) == inside);
    if (inside && isfinite(direction.x) && isfinite(direction.y) && isfinite(direction.z))
        require(mote_ray_triangle(origin, direction, INFINITY, t, &at) && at == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct {
        mote_vec3 t[3], origin, direction;
        float t_max;
    } in;
    if (size < sizeof in) return 0;
    memcpy(&in, data, sizeof in);
    float at = -1, again = -1;
    const mote_vec3 turned[3] = {in.t[2], in.t[0], in.t[1]},
                    mirrored[3] = {in.t[0], in.t[2], in.t[1]};
    bool hit = mote_ray_triangle(in.origin, in.direction, in.t_max, in.t, &at);
    if (hit) require(at >= 0 && at <= in.t_max);
    hit = mote_ray_triangle(in.origin, in.direction, INFINITY, in.t, &at);
    require(mote_ray_triangle(in.origin, in.direction, INFINITY, turned, &again) == hit);
    require(mote_ray_triangle(in.origin, in.direction, INFINITY, mirrored, NULL) == hit);
    if (hit && isfinite(at)) require(fabsf(at - again) <= 2.4e-7f * at + 1e-44f);
    check_start(in.t, in.origin, in.direction);
    return 0;
}
