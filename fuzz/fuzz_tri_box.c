// Any 15 floats are a triangle and a box.

#include <math.h>
#include <mote/papers.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds)
{
    if (!holds) abort();
}

static bool is_finite(mote_vec3 p)
{
    return isfinite(p.x) && isfinite(p.y) && isfinite(p.z);
}

static bool holds_point(const mote_box *box, mote_vec3 p)
{
    return p.x >= box->min.x && p.x <= box->max.x && p.y >= box->min.y && p.y <= box->max.y &&
           p.z >= box->min.z && p.z <= box->max.z;
}

static bool is_empty(const mote_box *box)
{
    return !(box->min.x <= box->max.x && box->min.y <= box->max.y && box->min.z <= box->max.z);
}

// A triangle meets a flat box exactly when it meets one of the two triangles that make it up.
static void check_flat(const mote_vec3 t[3], const mote_box *box, bool meet)
{
    if (box->min.z != box->max.z || !is_finite(box->min) || !is_finite(box->max)) return;
    float z = box->min.z;
    const mote_vec3 low = {box->max.x, box->min.y, z}, high = {box->min.x, box->max.y, z};
    const mote_vec3 one[3] = {box->min, low, box->max}, other[3] = {box->min, box->max, high};
    require(meet == (mote_triangles_intersect(t, one) || mote_triangles_intersect(t, other)));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct {
        mote_vec3 t[3];
        mote_box box;
    } in;
    if (size < sizeof in) return 0;
    memcpy(&in, data, sizeof in);
    const mote_vec3 turned[3] = {in.t[2], in.t[0], in.t[1]},
                    mirrored[3] = {in.t[0], in.t[2], in.t[1]};
    bool meet = mote_triangle_box(in.t, &in.box), clipped = mote_triangle_box_clip(in.t, &in.box);
    require(mote_triangle_box(turned, &in.box) == meet);
    require(mote_triangle_box(mirrored, &in.box) == meet);
    bool valid =
        is_finite(in.t[0]) && is_finite(in.t[1]) && is_finite(in.t[2]) && !is_empty(&in.box);
    if (!valid) require(!meet && !clipped);
    for (int i = 0; i < 3 && valid; i++)
        if (holds_point(&in.box, in.t[i])) require(meet && clipped);
    if (valid) check_flat(in.t, &in.box, meet);
    return 0;
}
