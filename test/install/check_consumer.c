// A program of a user who has installed libmote_check: two tetrahedra that cross.
#include <mote/check.h>

int main(void)
{
    const uint32_t triangles[12] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3};
    const mote_vec3 a[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const mote_vec3 b[4] = {
        {0.1f, 0.1f, 0.2f}, {1.1f, 0.1f, 0.2f}, {0.1f, 1.1f, 0.2f}, {0.1f, 0.1f, 1.2f}};
    const mote_check_part parts[2] = {{"a", triangles, 4, 4, a}, {"b", triangles, 4, 4, b}};
    mote_check_def def = mote_check_default_def();
    def.parts = parts;
    def.part_count = 2;
    mote_check *check;
    if (mote_check_open(&def, &check) || mote_check_run(check, NULL)) return 1;
    mote_check_outcome outcome;
    mote_check_get_outcome(check, &outcome);
    mote_check_close(check);
    return outcome.failed ? 0 : 1;
}
