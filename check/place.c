#include "check/place.h"

#include <math.h>

#include "core/box.h"

check_place check_place_empty(void)
{
    return (check_place){.sides = {mote_box_empty(), mote_box_empty()}};
}

void check_place_add_faces(check_place *place, const asset_part *a, const asset_part *b,
                           mote_face_pair faces, bool swapped)
{
    const asset_part *parts[2] = {a, b};
    const uint32_t face_of[2] = {faces.face_a, faces.face_b};
    for (int i = 0; i < 2; i++) {
        mote_mesh_view mesh;
        mote_mesh_get_view(parts[i]->mesh, &mesh);
        const uint32_t *corners = &mesh.triangles[(size_t)face_of[i] * 3];
        for (int k = 0; k < 3; k++)
            mote_box_add_point(&place->sides[swapped ? 1 - i : i], mesh.positions[corners[k]]);
    }
}

static bool is_empty(const mote_box *box)
{
    return box->min.x > box->max.x;
}

// The distance of two places, with sides matched straight or crosswise.
static double distance_on(const check_place *p, const check_place *q, bool crosswise)
{
    double sum = 0;
    for (int i = 0; i < 2; i++) {
        const mote_box *a = &p->sides[i], *b = &q->sides[crosswise ? 1 - i : i];
        if (!is_empty(a) && !is_empty(b)) sum += sqrt(mote_box_distance_squared(a, b));
    }
    return sum;
}

double check_place_distance(const check_place *p, const check_place *q, bool self)
{
    double straight = distance_on(p, q, false);
    return self ? fmin(straight, distance_on(p, q, true)) : straight;
}

// The sum of the distances between the centers of the boxes. Decides which sides match if boxes
// overlap both ways.
static double centers_on(const check_place *p, const check_place *q, bool crosswise)
{
    double sum = 0;
    for (int i = 0; i < 2; i++)
        sum += mote_dvec_length(mote_dvec_sub(mote_box_center(&p->sides[i]),
                                              mote_box_center(&q->sides[crosswise ? 1 - i : i])));
    return sum;
}

void check_place_add(check_place *place, const check_place *other, bool self)
{
    bool known = !is_empty(&place->sides[0]) && !is_empty(&other->sides[0]);
    bool crosswise =
        self && known && centers_on(place, other, true) < centers_on(place, other, false);
    for (int i = 0; i < 2; i++)
        if (!is_empty(&other->sides[i]))
            mote_box_add_box(&place->sides[crosswise ? 1 - i : i], &other->sides[i]);
    place->inside |= other->inside;
}

static bool holds(const mote_box *box, float margin, const mote_box *other)
{
    mote_box grown = mote_box_widened(box, margin);
    return grown.min.x <= other->min.x && grown.min.y <= other->min.y &&
           grown.min.z <= other->min.z && grown.max.x >= other->max.x &&
           grown.max.y >= other->max.y && grown.max.z >= other->max.z;
}

bool check_place_holds(const check_place *place, const float margins[2], const check_place *other,
                       bool self)
{
    const mote_box *p = place->sides, *q = other->sides;
    if (is_empty(&p[0])) return false;
    return (holds(&p[0], margins[0], &q[0]) && holds(&p[1], margins[1], &q[1])) ||
           (self && holds(&p[0], margins[0], &q[1]) && holds(&p[1], margins[1], &q[0]));
}
