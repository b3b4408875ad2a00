#include "bench/contact_class.h"

static const struct {
    const char *name;
    double least, most; // share of all faces
} classes[BENCH_CLASS_COUNT + 1] = {
    [BENCH_CLASS_DISJOINT] = {"disjoint", 0.0, 0.0},
    [BENCH_CLASS_LIGHT] = {"light", 0.0005, 0.001},
    [BENCH_CLASS_MEDIUM] = {"medium", 0.008, 0.0125},
    [BENCH_CLASS_HEAVY] = {"heavy", 0.08, 0.12},
    [BENCH_CLASS_BETWEEN] = {"between", 0.0, 1.0},
    [BENCH_CLASS_CONTACT] = {"contact", 0.0, 1.0},
    [BENCH_CLASS_COUNT] = {"all", 0.0, 1.0},
};

bench_contact_class bench_classify(size_t faces_in_contact, size_t faces)
{
    double share = faces ? (double)faces_in_contact / (double)faces : 0.0;
    int which = BENCH_CLASS_DISJOINT;
    while (share < classes[which].least || share > classes[which].most) which++;
    return (bench_contact_class)which;
}

const char *bench_class_name(bench_contact_class which)
{
    return classes[which].name;
}

bool bench_class_holds(bench_contact_class which, bench_contact_class of)
{
    return which == of || which == BENCH_CLASS_COUNT ||
           (which == BENCH_CLASS_CONTACT && of != BENCH_CLASS_DISJOINT);
}

bool bench_class_has_row(bench_contact_class which, size_t count, size_t last, size_t total)
{
    return count > 0 && !(which == BENCH_CLASS_CONTACT && (count == last || count == total));
}
