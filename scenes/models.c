// The list of built-in models.

#include <string.h>

#include "core/result.h"
#include "scenes/models/makers.h"
#include "scenes/names.h"
#include "scenes/scenes.h"

static const scene_model_info infos[] = {
    {"box", "a cube of side 1, 12 faces"},
    {"sphere-N", "sphere of parallels and meridians with about N faces (default 528), radius 1"},
    {"icosphere-N", "icosahedron whose faces are cut N times into four (default 3: 1280 faces)"},
    {"blob-N", "lumpy body of about N faces (default 70000)"},
    {"torus-N", "torus of about N faces (default 1200)"},
    {"tori-N", "two interlocked tori of about N faces in all (default 2400)"},
    {"cloth-N", "square sheet of about N faces (default 5000)"},
    {"strip-N", "long sheet of about N faces (default 4000)"},
    {"ribbon-N", "very long sheet of about N faces (default 90000)"},
    {"teapot", "the Utah teapot from its Bezier patches, 5784 faces"},
    {"letter-t", "the letter T of round strokes, 1380 faces"},
    {"letter-m", "the letter M, 2968 faces"},
    {"letter-v", "the letter V, 1764 faces"},
    {"letter-w", "the letter W, 11920 faces"},
    {"shuttle", "a space shuttle, 528 faces"},
    {"chair", "a chair, 146 faces"},
    {"bust", "a bust on a pedestal, 1816 faces"},
    {"hand", "an open hand, 960 faces"},
    {"shrine", "a portable shrine, 5263 faces"},
    {"shrine-hall", "the shrine without roof and gate, 2939 faces"},
    {"shrine-roof", "the roof of the shrine with the bird, 1688 faces"},
    {"shrine-gate", "the gate of the shrine, 636 faces"},
    {"character-N", "a person with arms out, about N faces (default 17000)"},
    {"garment-N", "shirt and shorts for character-N (default 17000)"},
    {"rod-N", "a long round rod of about N faces (default 4000)"},
    {"gear-N", "a gear of N teeth (default 16: 256 faces)"},
    {"wedge", "a prism whose lower edge is sharp, 12 faces"},
    {"spike", "a pyramid upside down, 8 faces"},
    {"crack", "a block with a crack along its top, 28 faces"},
};

enum { MODEL_COUNT = sizeof infos / sizeof *infos, MAX_FACES = 1u << 30 };

// In the order of the list.
static const struct maker {
    mote_result (*make)(uint32_t number, io_model *out);
    uint32_t default_number;
} makers[MODEL_COUNT] = {
    {scene_make_box, 0},         {scene_make_sphere, 528},      {scene_make_icosphere, 3},
    {scene_make_blob, 70000},    {scene_make_torus, 1200},      {scene_make_interlocked_tori, 2400},
    {scene_make_cloth, 5000},    {scene_make_strip, 4000},      {scene_make_ribbon, 90000},
    {scene_make_teapot, 0},      {scene_make_letter_t, 0},      {scene_make_letter_m, 0},
    {scene_make_letter_v, 0},    {scene_make_letter_w, 0},      {scene_make_shuttle, 0},
    {scene_make_chair, 0},       {scene_make_bust, 0},          {scene_make_hand, 0},
    {scene_make_shrine, 0},      {scene_make_shrine_hall, 0},   {scene_make_shrine_roof, 0},
    {scene_make_shrine_gate, 0}, {scene_make_character, 17000}, {scene_make_garment, 17000},
    {scene_make_rod, 4000},      {scene_make_gear, 16},         {scene_make_wedge, 0},
    {scene_make_spike, 0},       {scene_make_crack, 0},
};

const scene_model_info *scene_model_list(size_t *count)
{
    *count = MODEL_COUNT;
    return infos;
}

static mote_result fail_unknown(const char *name)
{
    return scene_name_unknown("model", name, &infos[0].name, sizeof infos[0], MODEL_COUNT);
}

mote_result scene_model_make(const char *name, io_model *out)
{
    if (!name || !out) return mote_fail(MOTE_ERROR_ARGUMENT, "scene_model_make: null");
    *out = (io_model){0};
    for (size_t i = 0; i < MODEL_COUNT; i++) {
        uint32_t number = makers[i].default_number;
        if (!scene_name_fits(name, infos[i].name, &number)) continue;
        if (number > MAX_FACES) {
            return mote_fail(MOTE_ERROR_LIMIT, "model %s: at most %u faces", name,
                             (unsigned)MAX_FACES);
        }
        return makers[i].make(number, out);
    }
    return fail_unknown(name);
}
