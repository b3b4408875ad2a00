// A program of a user who has installed mote.
#include <mote/mote.h>

int main(void)
{
    const mote_vec3 a[3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    const mote_vec3 b[3] = {{0.25f, 0.25f, -1}, {0.25f, 0.25f, 1}, {2, 2, 0}};
    return mote_version()[0] && mote_triangles_intersect(a, b) ? 0 : 1;
}
