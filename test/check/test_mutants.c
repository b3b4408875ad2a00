// Mutants: files of every format that is read, damaged at random. The command survives each of them
// (support/hostile.h), and says "clean" only of a file that it has read whole.

#define _DEFAULT_SOURCE // POSIX
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/random.h"
#include "io/io.h"
#include "samples/glb.h"
#include "support/check_play.h"
#include "support/hostile.h"
#include "support/run.h"
#include "test/packing/packed_glb.h"

enum { MAX_SEEDS = 32, MUTATIONS = 9 };

// A sound file in which something collides, and what the command says of it.
typedef struct seed {
    char name[32]; // seed.EXTENSION
    unsigned char *bytes;
    size_t size;
    hostile_outcome outcome;
} seed;

static struct {
    seed items[MAX_SEEDS];
    size_t count;
    size_t packed_from; // those from here on are compressed
} seeds;

static size_t size_of(const char *path)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    long size = ftell(file);
    fclose(file);
    return (size_t)size;
}

// A file in the folder of the test becomes a seed. Formats that cannot be read whole are none.
static void add_seed(const char *name)
{
    char room[4096];
    if (access(play_path(room, name), F_OK)) return;
    seed *s = &seeds.items[seeds.count];
    snprintf(s->name, sizeof s->name, "%s", name);
    s->outcome = hostile_run(name, name);
    if (s->outcome.code != 1) {
        print_message("no seed: %s, exit code %d %s\n", name, s->outcome.code, s->outcome.message);
        return;
    }
    s->size = size_of(room);
    s->bytes = (unsigned char *)play_slurp(room);
    seeds.count++;
    assert_true(seeds.count < MAX_SEEDS);
}

// ---------------------------------------------------------------------------------------------
// Seeds: two boxes that cross

static const mote_dvec3 places[2] = {{0, 0, 0}, {0.9, 0.8, 0.7}}, half = {0.5, 0.5, 0.5};

static void write_meshes(void)
{
    static const struct {
        const char *name;
        io_format format;
    } files[] = {{"seed.obj", IO_OBJ}, {"seed.ply", IO_PLY},        {"ascii.ply", IO_PLY_ASCII},
                 {"seed.stl", IO_STL}, {"ascii.stl", IO_STL_ASCII}, {"seed.off", IO_OFF}};
    test_mesh boxes[2] = {play_box(places[0], half, 1), play_box(places[1], half, 1)};
    io_model model;
    uint32_t vertices = boxes[0].vertex_count, corners = 3 * boxes[0].triangle_count;
    assert_int_equal(io_model_create(2 * vertices, 2 * boxes[0].triangle_count, &model), MOTE_OK);
    for (uint32_t i = 0; i < 2; i++) {
        memcpy(model.positions + i * vertices, boxes[i].positions, vertices * sizeof(mote_vec3));
        for (uint32_t k = 0; k < corners; k++)
            model.triangles[i * corners + k] = boxes[i].triangles[k] + i * vertices;
        test_mesh_release(&boxes[i]);
    }
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        char room[4096];
        assert_int_equal(io_write_as(play_path(room, files[i].name), files[i].format, &model),
                         MOTE_OK);
        add_seed(files[i].name);
    }
    io_model_release(&model);
}

// Two objects, as libassimp takes them to its other formats.
static void write_objects(const char *name)
{
    char room[4096];
    FILE *file = fopen(play_path(room, name), "w");
    assert_non_null(file);
    for (uint32_t i = 0, first = 1; i < 2; i++) {
        test_mesh box = play_box(places[i], half, 1);
        fprintf(file, "o box%u\n", i);
        for (uint32_t v = 0; v < box.vertex_count; v++)
            fprintf(file, "v %g %g %g\n", (double)box.positions[v].x, (double)box.positions[v].y,
                    (double)box.positions[v].z);
        for (uint32_t t = 0; t < box.triangle_count; t++)
            fprintf(file, "f %u %u %u\n", box.triangles[3 * t] + first,
                    box.triangles[3 * t + 1] + first, box.triangles[3 * t + 2] + first);
        first += box.vertex_count;
        test_mesh_release(&box);
    }
    assert_int_equal(fclose(file), 0);
}

// With a morph target, a skin on the second box, and a clip.
static sample_glb make_glb(void)
{
    static const float times[3] = {0, 0.1f, 0.2f}, moves[9] = {0, 0, 0, 0.1f, 0, 0, 0.2f, 0, 0};
    static const float identity[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    sample_glb glb = sample_glb_create();
    for (uint32_t i = 0; i < 2; i++) {
        test_mesh box = play_box(places[i], half, 1);
        uint32_t at = sample_glb_floats(&glb, &box.positions[0].x, box.vertex_count, 3);
        uint32_t list = sample_glb_words(&glb, box.triangles, 3 * box.triangle_count, 1);
        uint16_t joints[4 * 24] = {0};
        float weights[4 * 24] = {0};
        for (uint32_t v = 0; v < box.vertex_count; v++) weights[4 * v] = 1;
        uint32_t joint = sample_glb_shorts(&glb, joints, box.vertex_count, 4);
        uint32_t weight = sample_glb_floats(&glb, weights, box.vertex_count, 4);
        char skin[128] = "", target[64] = "";
        if (i) snprintf(skin, sizeof skin, ",\"JOINTS_0\":%u,\"WEIGHTS_0\":%u", joint, weight);
        if (!i) snprintf(target, sizeof target, ",\"targets\":[{\"POSITION\":%u}]", at);
        sample_glb_item(&glb, SAMPLE_GLB_MESHES,
                        "{\"name\":\"m%u\",\"primitives\":[{\"attributes\":{\"POSITION\":%u%s},"
                        "\"indices\":%u%s}]}",
                        i, at, skin, list, target);
        test_mesh_release(&box);
    }
    sample_glb_item(&glb, SAMPLE_GLB_NODES, "{\"name\":\"left\",\"mesh\":0}");
    sample_glb_item(&glb, SAMPLE_GLB_NODES,
                    "{\"name\":\"right\",\"mesh\":1,\"skin\":0,\"children\":[2]}");
    sample_glb_item(&glb, SAMPLE_GLB_NODES, "{\"name\":\"bone\"}");
    uint32_t binds = sample_glb_floats(&glb, identity, 1, 16);
    sample_glb_item(&glb, SAMPLE_GLB_SKINS, "{\"joints\":[2],\"inverseBindMatrices\":%u}", binds);
    uint32_t keys = sample_glb_floats(&glb, times, 3, 1);
    sample_glb_floats(&glb, moves, 3, 3);
    sample_glb_item(&glb, SAMPLE_GLB_ANIMATIONS,
                    "{\"name\":\"walk\",\"samplers\":[{\"input\":%u,\"output\":%u}],\"channels\":"
                    "[{\"sampler\":0,\"target\":{\"node\":2,\"path\":\"translation\"}}]}",
                    keys, keys + 1);
    return glb;
}

static uint32_t word_at(const unsigned char *bytes)
{
    uint32_t word;
    memcpy(&word, bytes, sizeof word);
    return word;
}

// The same as text, its buffer in another file.
static void write_gltf(const unsigned char *glb)
{
    uint32_t json = word_at(glb + 12), binary = word_at(glb + 20 + json);
    char *text = calloc(json + 64, 1);
    assert_non_null(text);
    memcpy(text, glb + 20, json);
    char *buffers = strstr(text, "\"buffers\":[{");
    assert_non_null(buffers);
    buffers += strlen("\"buffers\":[{");
    static const char uri[] = "\"uri\":\"seed.bin\",";
    memmove(buffers + strlen(uri), buffers, strlen(buffers) + 1);
    memcpy(buffers, uri, strlen(uri));
    hostile_write("seed.gltf", text, strlen(text));
    hostile_write("seed.bin", glb + 28 + json, binary);
    free(text);
    add_seed("seed.gltf");
}

static void write_glb(void)
{
    unsigned char *bytes;
    size_t size;
    sample_glb glb = make_glb();
    assert_int_equal(sample_glb_finish(&glb, "[0,1]", &bytes, &size), MOTE_OK);
    hostile_write("seed.glb", bytes, size);
    add_seed("seed.glb");
    write_gltf(bytes);
    free(bytes);
    sample_glb_release(&glb);
}

// The same, compressed, where this build has the libraries.
static void write_packed(void)
{
    static const struct {
        packing kind;
        const char *name;
    } files[] = {{PACKING_MESHOPT, "meshopt.glb"}, {PACKING_DRACO, "draco.glb"}};
    unsigned char *bytes;
    size_t size;
    sample_glb glb = make_glb();
    assert_int_equal(sample_glb_finish(&glb, "[0,1]", &bytes, &size), MOTE_OK);
    seeds.packed_from = seeds.count;
    for (int i = 0; i < 2; i++) {
        if (!packing_is_available(files[i].kind)) continue;
        packed_glb twins = pack_glb(bytes, size, files[i].kind);
        hostile_write(files[i].name, twins.packed, twins.packed_size);
        packed_glb_release(&twins);
        add_seed(files[i].name);
    }
    free(bytes);
    sample_glb_release(&glb);
}

// What libassimp writes, where it is installed. Its functions are declared as their addresses come.
static void write_others(void)
{
    static const struct {
        const char *format, *name;
    } files[] = {{"collada", "seed.dae"},   {"x", "seed.x"},     {"3ds", "seed.3ds"},
                 {"assbin", "seed.assbin"}, {"x3d", "seed.x3d"}, {"fbx", "seed.fbx"},
                 {"fbxa", "ascii.fbx"},     {"3mf", "seed.3mf"}, {"m3d", "seed.m3d"}};
    void *library = dlopen("libassimp.so.5", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    const void *(*import)(const char *, unsigned);
    int (*export)(const void *, const char *, const char *, unsigned);
    void (*release)(const void *);
    void *found[3] = {dlsym(library, "aiImportFile"), dlsym(library, "aiExportScene"),
                      dlsym(library, "aiReleaseImport")};
    assert_true(found[0] && found[1] && found[2]);
    memcpy(&release, &found[2], sizeof release);
    memcpy(&import, &found[0], sizeof import);
    memcpy(&export, &found[1], sizeof export);
    char room[4096];
    write_objects("objects.obj");
    const void *scene = import(play_path(room, "objects.obj"), 0);
    assert_non_null(scene);
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        if (export(scene, files[i].format, play_path(room, files[i].name), 0) == 0)
            add_seed(files[i].name);
    release(scene);
}

static int make_seeds(void **state)
{
    (void)state;
    if (!getenv("MOTE_COMMAND")) return 0;
    write_meshes();
    write_glb();
    write_others();
    write_packed();
    return 0;
}

static int free_seeds(void **state)
{
    (void)state;
    for (size_t i = 0; i < seeds.count; i++) free(seeds.items[i].bytes);
    return 0;
}

// ---------------------------------------------------------------------------------------------
// Mutations

typedef struct mutant {
    unsigned char *bytes;
    size_t size, room;
} mutant;

static void replace_range(mutant *m, size_t at, size_t removed, const unsigned char *bytes,
                          size_t added)
{
    unsigned char *copy = malloc(added + 1);
    assert_non_null(copy);
    memcpy(copy, bytes, added); // it may lie in the mutant
    if (m->size - removed + added > m->room) added = removed;
    memmove(m->bytes + at + added, m->bytes + at + removed, m->size - at - removed);
    memcpy(m->bytes + at, copy, added);
    m->size += added - removed;
    free(copy);
}

// A number in the text, if there is one after `at`, becomes another.
static void change_number(mutant *m, size_t at, mote_random *random)
{
    static const char *const numbers[] = {"0",     "-1",  "4294967295", "99999999999999999999",
                                          "1e999", "nan", "3",          "36"};
    while (at < m->size && !(m->bytes[at] >= '0' && m->bytes[at] <= '9')) at++;
    size_t end = at;
    while (end < m->size && m->bytes[end] >= '0' && m->bytes[end] <= '9') end++;
    const char *number = numbers[mote_random_below(random, 8)];
    if (at < m->size) replace_range(m, at, end - at, (const unsigned char *)number, strlen(number));
}

static void change_word(mutant *m, size_t at, mote_random *random)
{
    static const uint32_t words[] = {0,          1,          0x7fffffff, 0x80000000,
                                     0xffffffff, 0x7fc00000, 0xff800000};
    uint32_t word = words[mote_random_below(random, 7)];
    size_t size = at + 4 <= m->size ? 4 : m->size - at;
    memcpy(m->bytes + at, &word, size);
}

static void mutate_once(mutant *m, const seed *other, uint32_t kind, mote_random *random)
{
    if (m->size == 0) return;
    size_t at = mote_random_below(random, (uint32_t)m->size);
    size_t length = 1 + mote_random_below(random, 64);
    size_t from = mote_random_below(random, (uint32_t)m->size);
    if (length > m->size - at) length = m->size - at;
    size_t part = length < m->size - from ? length : m->size - from;
    size_t foreign = mote_random_below(random, (uint32_t)other->size);
    if (length > other->size - foreign) length = other->size - foreign;
    switch (kind) {
    case 0: m->bytes[at] ^= (unsigned char)(1u << mote_random_below(random, 8)); break;
    case 1: m->bytes[at] = (unsigned char)mote_random_u32(random); break;
    case 2: replace_range(m, at, part < m->size - at ? part : 0, m->bytes, 0); break;
    case 3: replace_range(m, at, 0, m->bytes + from, part); break;
    case 4: replace_range(m, at, 0, other->bytes + foreign, length); break;
    case 5: m->size = at; break;
    case 6: change_number(m, at, random); break;
    case 7: change_word(m, at, random); break;
    default: change_word(m, at & ~(size_t)3, random); break;
    }
}

// ---------------------------------------------------------------------------------------------

static bool ends_with(const char *name, const char *const *endings)
{
    for (; *endings; endings++)
        if (strcmp(strrchr(name, '.'), *endings) == 0) return true;
    return false;
}

// Lines of an OBJ file that begin a face, and corners of each less two. An independent reading: a
// mutant may have become another file with less in it.
static uint64_t count_obj_triangles(const mutant *m)
{
    uint64_t count = 0;
    for (size_t at = 0; at < m->size;) {
        const unsigned char *end = memchr(m->bytes + at, '\n', m->size - at);
        size_t length = end ? (size_t)(end - m->bytes) - at : m->size - at;
        char line[256] = "";
        if (length < sizeof line) memcpy(line, m->bytes + at, length);
        line[strcspn(line, "#\r")] = '\0';
        size_t words = 0;
        for (char *word = strtok(line, " \t"); word; word = strtok(NULL, " \t"))
            if (words++ == 0 && strcmp(word, "f") != 0) words = 100000;
        if (words >= 4 && words < 100000) count += words - 3;
        at += length + 1;
    }
    return count;
}

// The faces of all meshes in a 3DS file, in chunks within chunks: a mutant may call them something
// else.
static uint64_t count_3ds_triangles(const unsigned char *at, size_t size)
{
    uint64_t count = 0;
    while (size >= 6) {
        uint32_t kind = (uint32_t)at[0] | (uint32_t)at[1] << 8, length = word_at(at + 2);
        if (length < 6 || length > size) break;
        size_t head = 6;
        if (kind == 0x4000) // an object, whose name comes first
            while (head < length && at[head++]) continue;
        if (kind == 0x4120 && length >= 8) count += (uint32_t)at[6] | (uint32_t)at[7] << 8;
        if (kind == 0x4d4d || kind == 0x3d3d || kind == 0x4000 || kind == 0x4100)
            count += count_3ds_triangles(at + head, length - head);
        at += length;
        size -= length;
    }
    return count;
}

// A report that says that it is complete has all that was in the seed, or all that an independent
// reader finds. What libassimp reads has no such reader; there, no part may be missing.
static bool is_honest(const hostile_outcome *got, const seed *s, const mutant *m)
{
    static const char *const by_libassimp[] = {".dae", ".x",   ".3ds", ".assbin",
                                               ".x3d", ".3mf", ".m3d", NULL};
    const hostile_outcome *whole = &s->outcome;
    if (!got->complete) return true;
    if (strcmp(s->name, "seed.3ds") == 0 && got->triangles < whole->triangles)
        return got->triangles >= count_3ds_triangles(m->bytes, m->size);
    if (got->parts < whole->parts) return false;
    if (ends_with(s->name, by_libassimp)) return true;
    if (got->frames < whole->frames || got->clips < whole->clips) return false;
    return got->triangles >= whole->triangles ||
           (strcmp(s->name, "seed.obj") == 0 && got->triangles == count_obj_triangles(m));
}

// Half of the mutants differ in one byte, number or word, so that many of them can be read.
static mutant make_mutant(const seed *s, mote_random *random)
{
    mutant m = {.size = s->size, .room = 2 * s->size + 4096};
    m.bytes = malloc(m.room);
    assert_non_null(m.bytes);
    memcpy(m.bytes, s->bytes, s->size);
    if (mote_random_below(random, 2)) {
        static const uint32_t gentle[] = {0, 1, 6, 7};
        mutate_once(&m, s, gentle[mote_random_below(random, 4)], random);
        return m;
    }
    for (uint32_t k = mote_random_below(random, 3) + 1; k > 0; k--) {
        const seed *other = &seeds.items[mote_random_below(random, (uint32_t)seeds.packed_from)];
        mutate_once(&m, other, mote_random_below(random, MUTATIONS), random);
    }
    return m;
}

// Mutants of `seed_count` seeds, by turns.
static void survive_mutants(const seed *first, size_t seed_count, size_t count, uint32_t stream)
{
    size_t verdicts[3] = {0};
    for (size_t i = 0; i < count; i++) {
        mote_random random = mote_random_stream(8, (uint32_t)i, stream);
        const seed *s = &first[i % seed_count];
        mutant m = make_mutant(s, &random);
        char name[48], arguments[96], what[128];
        snprintf(name, sizeof name, "mutant%s", strrchr(s->name, '.'));
        hostile_write(name, m.bytes, m.size);
        snprintf(arguments, sizeof arguments, "%s --budget 5", name);
        snprintf(what, sizeof what, "mutant %zu of %s", i, s->name);
        hostile_outcome got = hostile_run(arguments, what);
        verdicts[got.code]++;
        if (!is_honest(&got, s, &m))
            fail_msg("%s: is said to be complete with %u parts, %llu triangles, %llu frames", what,
                     got.parts, (unsigned long long)got.triangles, (unsigned long long)got.frames);
        free(m.bytes);
    }
    print_message(
        "%zu mutants of %zu seeds: %zu clean, %zu with findings, %zu refused or incomplete\n",
        count, seed_count, verdicts[0], verdicts[1], verdicts[2]);
}

static void every_mutant_is_survived(void **state)
{
    (void)state;
    if (!seeds.packed_from) skip();
    survive_mutants(seeds.items, seeds.packed_from, test_count(40, 100, 3000), 10);
}

static void every_compressed_mutant_is_survived(void **state)
{
    (void)state;
    size_t count = seeds.count - seeds.packed_from;
    if (!count) {
        print_message("skipped: this build decodes neither Draco nor meshoptimizer\n");
        skip();
    }
    survive_mutants(&seeds.items[seeds.packed_from], count, test_count(20, 40, 2000), 11);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_mutant_is_survived),
        cmocka_unit_test(every_compressed_mutant_is_survived),
    };
    return cmocka_run_group_tests(tests, make_seeds, free_seeds);
}
