// Any 18 floats are two triangles for the papers' approximate tests: Sulaiman's distances and
// Smith's face pair test must hold still, and the former stay above the true distance.

#include <math.h>
#include <mote/papers.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds)
{
    if (!holds) abort();
}

static double largest_coordinate(const mote_vec3 *p, int count)
{
    double largest = 0;
    for (int i = 0; i < count; i++) {
        largest = fmax(largest, fabs((double)p[i].x));
        largest = fmax(largest, fmax(fabs((double)p[i].y), fabs((double)p[i].z)));
    }
    return largest;
}

// Whether all edges that have length have enough of it for areas in float not to underflow.
static bool edges_are_sizable(const mote_vec3 t[3])
{
    for (int i = 0; i < 3; i++) {
        const mote_vec3 *p = &t[i], *q = &t[(i + 1) % 3];
        float length = fmaxf(fabsf(p->x - q->x), fmaxf(fabsf(p->y - q->y), fabsf(p->z - q->z)));
        if (length > 0 && length < 1e-6f) return false;
    }
    return true;
}

static void check_techniques(const mote_vec3 a[3], const mote_vec3 b[3])
{
    for (int i = 0; i <= MOTE_SULAIMAN_HERON_ANEW; i++) {
        mote_sulaiman_technique technique = (mote_sulaiman_technique)i;
        float all = mote_sulaiman_distance(a, b, technique, MOTE_SULAIMAN_ALL);
        for (int k = MOTE_SULAIMAN_DYOP; k <= MOTE_SULAIMAN_DYOP_AROUND; k++) {
            float some = mote_sulaiman_distance(a, b, technique, (mote_sulaiman_choice)k);
            require(all >= 0 && some >= all);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    mote_vec3 corners[6];
    if (size < sizeof corners) return 0;
    memcpy(corners, data, sizeof corners);
    const mote_vec3 *a = corners, *b = corners + 3;
    check_techniques(a, b);
    (void)mote_smith_face_pair(a, b);
    require(mote_heron_height(a[0].x, a[0].y, a[0].z) >= 0);
    require(mote_heron_height_stable((double)b[0].x, (double)b[0].y, (double)b[0].z) >= 0);
    float truth = mote_triangles_distance(a, b, NULL, NULL);
    double largest = largest_coordinate(corners, 6);
    if (isnan(truth) || largest > 1e9 || !edges_are_sizable(a) || !edges_are_sizable(b)) return 0;
    double found = (double)mote_sulaiman_distance(a, b, MOTE_SULAIMAN_VECTOR, MOTE_SULAIMAN_ALL);
    require(found >= (double)truth - 1e-5 * largest - 1e-15);
    return 0;
}
