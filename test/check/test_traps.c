// Files made to harm: paths that lead elsewhere, links, devices, bombs, names, loops.

#define _DEFAULT_SOURCE // POSIX
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "core/random.h"
#include "samples/glb.h"
#include "support/check_play.h"
#include "support/hostile.h"
#include "support/run.h"

static size_t trap_count;

static void write_text(const char *name, const char *text)
{
    hostile_write(name, text, strlen(text));
}

static void make_link(const char *target, const char *name)
{
    char room[4096];
    assert_int_equal(symlink(target, play_path(room, name)), 0);
}

static void make_folder(const char *name)
{
    char room[4096];
    assert_int_equal(mkdir(play_path(room, name), 0777), 0);
}

// The exit code is 2, and the message has these words.
static void refuses(const char *arguments, const char *words)
{
    hostile_outcome out = hostile_run(arguments, arguments);
    if (out.code != 2) fail_msg("%s: exit code %d", arguments, out.code);
    if (!strstr(out.message, words)) fail_msg("%s: says %s", arguments, out.message);
    trap_count++;
}

// Whatever comes of it, it is not "clean", or it is one that has read everything.
static void survives(const char *arguments)
{
    hostile_run(arguments, arguments);
    trap_count++;
}

static bool has_libassimp(void)
{
#ifdef MOTE_ASSIMP_MAJOR
    return true;
#else
    return access("/usr/include/assimp/scene.h", F_OK) == 0;
#endif
}

// ---------------------------------------------------------------------------------------------
// Paths

// A triangle whose buffer is the file of this name.
static void write_gltf(const char *name, const char *uri)
{
    static const char format[] =
        "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":36,\"uri\":\"%s\"}],"
        "\"bufferViews\":[{\"buffer\":0,\"byteLength\":36}],\"accessors\":[{\"bufferView\":0,"
        "\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}],\"meshes\":[{\"primitives\":[{"
        "\"attributes\":{\"POSITION\":0}}]}],\"nodes\":[{\"mesh\":0}],\"scenes\":[{\"nodes\":[0]}],"
        "\"scene\":0}";
    size_t room = sizeof format + strlen(uri);
    char *text = malloc(room);
    assert_non_null(text);
    snprintf(text, room, format, uri);
    write_text(name, text);
    free(text);
}

static void refuses_uri(const char *uri, const char *words)
{
    write_gltf("inner/trap.gltf", uri);
    refuses("inner/trap.gltf", words);
}

static void buffers_outside_of_the_folder(void **state)
{
    (void)state;
    const char *outside = "neither embedded nor a file in the same folder";
    char room[4096], uri[4200];
    refuses_uri("../secret.bin", outside);
    refuses_uri("sub/../../secret.bin", outside);
    refuses_uri("%2e%2e/secret.bin", outside);
    refuses_uri("..%2Fsecret.bin", outside);
    refuses_uri("\\u002e\\u002e/secret.bin", outside);
    refuses_uri("..\\/secret.bin", outside);
    refuses_uri("/proc/self/environ", outside);
    snprintf(uri, sizeof uri, "file://%s", play_path(room, "secret.bin"));
    refuses_uri(uri, outside);
    refuses_uri("file:../secret.bin", outside);
    refuses_uri("http://127.0.0.1:1/secret.bin", outside);
    refuses_uri("..\\\\secret.bin", "No such file");
    refuses_uri("near.bin%00/../../secret.bin", "cannot be read");
    refuses_uri("near.bin\\u0000", "zero in its name");
    refuses_uri("", "cannot be read");
    refuses_uri(".", "Is a directory");
    memset(uri, 'x', sizeof uri - 1);
    uri[sizeof uri - 1] = '\0';
    refuses_uri(uri, "too long");
}

static void links_out_of_the_folder(void **state)
{
    (void)state;
    char room[4096];
    const char *outside = "neither embedded nor a file in the same folder";
    make_link("../secret.bin", "inner/link.bin");
    make_link("..", "inner/up");
    make_link(play_path(room, "secret.bin"), "inner/absolute.bin");
    make_link("round.bin", "inner/round.bin");
    make_link("/dev/zero", "inner/zero.bin");
    make_link("/proc/self/environ", "inner/environment.bin");
    refuses_uri("link.bin", outside);
    refuses_uri("up/secret.bin", outside);
    refuses_uri("absolute.bin", outside);
    refuses_uri("round.bin", "Too many levels of symbolic links");
    refuses_uri("zero.bin", outside);
    refuses_uri("environment.bin", outside);
    write_gltf("inner/trap.gltf", "zero.bin");
    refuses("inner/trap.gltf --allow-outside", "is a device");
}

static void who_allows_it_gets_it(void **state)
{
    (void)state;
    static const float corners[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    hostile_write("elsewhere.bin", corners, sizeof corners);
    write_gltf("inner/trap.gltf", "../elsewhere.bin");
    refuses("inner/trap.gltf", "--allow-outside");
    assert_int_equal(hostile_run("inner/trap.gltf --allow-outside", "allowed").triangles, 1);
    hostile_write("inner/inside.bin", corners, sizeof corners);
    write_gltf("inner/trap.gltf", "inside.bin");
    assert_int_equal(hostile_run("inner/trap.gltf", "inside").triangles, 1);
}

// ---------------------------------------------------------------------------------------------
// What is no file

static void inputs_that_are_no_files(void **state)
{
    (void)state;
    static const char *const extensions[] = {"glb", "gltf", "obj", "ply",
                                             "stl", "off",  "fbx", "dae"};
    char name[64], room[4096];
    for (size_t i = 0; i < sizeof extensions / sizeof extensions[0]; i++) {
        snprintf(name, sizeof name, "fifo.%s", extensions[i]);
        assert_int_equal(mkfifo(play_path(room, name), 0666), 0);
        refuses(name, "is a FIFO");
    }
    make_link("/dev/zero", "zero.obj");
    refuses("zero.obj", "is a device");
    make_link("/dev/zero", "zero.glb");
    refuses("zero.glb", "is a device");
    int listener = socket(AF_UNIX, SOCK_STREAM, 0);
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%.100s", play_path(room, "socket.glb"));
    assert_int_equal(bind(listener, (struct sockaddr *)&address, sizeof address), 0);
    refuses("socket.glb", "is a socket");
    close(listener);
    assert_int_equal(mkfifo(play_path(room, "inner/pipe.bin"), 0666), 0);
    refuses_uri("pipe.bin", "is a FIFO");
    refuses("stack --baseline fifo.obj", "is a FIFO");
}

static void folders_with_traps(void **state)
{
    (void)state;
    static const char mesh[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    char room[4096];
    make_folder("listed");
    write_text("listed/a_1.obj", mesh);
    assert_int_equal(mkfifo(play_path(room, "listed/a_2.obj"), 0666), 0);
    refuses("listed", "is a FIFO");
    refuses("listed/a_%d.obj", "is a FIFO");
    make_folder("linked");
    write_text("secret.obj", "v " HOSTILE_SECRET "\n");
    write_text("linked/a_1.obj", mesh);
    make_link("../secret.obj", "linked/a_2.obj");
    refuses("linked", "leaves its folder");
    refuses("linked/a_%d.obj", "leaves its folder");
}

// ---------------------------------------------------------------------------------------------
// libassimp

static void scenes_that_name_other_files(void **state)
{
    (void)state;
    if (!has_libassimp()) skip();
    char text[9000], room[4096];
    const char *outside = "neither embedded nor a file in the same folder";
    write_text("secret.lwo", "FORM " HOSTILE_SECRET);
    write_text("inner/up.lws", "LWSC\n3\n\nLoadObjectLayer 1 ../secret.lwo\nShowObject 8 8\n");
    refuses("inner/up.lws", outside);
    snprintf(text, sizeof text, "LWSC\n3\n\nLoadObjectLayer 1 %s\nShowObject 8 8\n",
             play_path(room, "secret.lwo"));
    write_text("inner/absolute.lws", text);
    refuses("inner/absolute.lws", outside);
    write_text("inner/environment.lws", "LWSC\n3\n\nLoadObjectLayer 1 /proc/self/environ\n");
    refuses("inner/environment.lws", outside);
    write_text(
        "inner/up.mesh.xml",
        "<mesh><sharedgeometry vertexcount=\"3\"><vertexbuffer "
        "positions=\"true\"><vertex><position "
        "x=\"0\" y=\"0\" z=\"0\"/></vertex><vertex><position x=\"1\" y=\"0\" z=\"0\"/></vertex>"
        "<vertex><position x=\"0\" y=\"1\" z=\"0\"/></vertex></vertexbuffer></sharedgeometry>"
        "<submeshes><submesh material=\"m\" usesharedvertices=\"true\" operationtype="
        "\"triangle_list\"><faces count=\"1\"><face v1=\"0\" v2=\"1\" v3=\"2\"/></faces></submesh>"
        "</submeshes><skeletonlink name=\"../secret.skeleton\"/></mesh>");
    refuses("inner/up.mesh.xml", outside);
    write_text("inner/self.lws", "LWSC\n3\n\nLoadObjectLayer 1 self.lws\nShowObject 8 8\n");
    survives("inner/self.lws");
}

// ---------------------------------------------------------------------------------------------
// Bombs

static char *repeat(const char *unit, size_t count, const char *head, const char *tail)
{
    size_t length = strlen(unit);
    char *text = malloc(strlen(head) + count * length + strlen(tail) + 1), *to = text;
    assert_non_null(text);
    to += sprintf(to, "%s", head);
    for (size_t i = 0; i < count; i++, to += length) memcpy(to, unit, length);
    strcpy(to, tail);
    return text;
}

static void write_repeated(const char *name, const char *unit, size_t count, const char *head,
                           const char *tail)
{
    char *text = repeat(unit, count, head, tail);
    write_text(name, text);
    free(text);
}

static void text_that_grows(void **state)
{
    (void)state;
    enum { DEEP = 200000 };
    write_repeated("deep.gltf", "[", DEEP, "{\"asset\":{\"version\":\"2.0\"},\"extras\":", "");
    refuses("deep.gltf", ":");
    write_repeated("objects.gltf", "{\"a\":", DEEP, "{\"asset\":{\"version\":\"2.0\"},\"b\":", "");
    refuses("objects.gltf", ":");
    write_repeated("members.gltf", "\"a\":1,", 50000, "{\"asset\":{\"version\":\"2.0\"},",
                   "\"b\":1}");
    refuses("members.gltf", "members");
    write_repeated("polygon.obj", " 1 2 3", 300000, "v 0 0 0\nv 1 0 0\nv 0 1 0\nf", "\n");
    survives("polygon.obj --budget 2");
    write_text("list.ply",
               "ply\nformat binary_little_endian 1.0\nelement vertex 0\nelement face 1\n"
               "property list uint int vertex_indices\nend_header\n\377\377\377\377");
    refuses("list.ply", "list.ply");
    write_text("count.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n4000000000 0 1 2\n");
    refuses("count.off", "count.off");
    write_repeated("nested.fbx", "Objects: {\n", DEEP,
                   "; FBX 7.4.0 project file\nFBXHeaderExtension: {\n}\n", "");
    refuses("nested.fbx", "nested.fbx");
    if (!has_libassimp()) return;
    write_text("entities.dae",
               "<?xml version=\"1.0\"?><!DOCTYPE x [<!ENTITY a \"" HOSTILE_SECRET "\"><!ENTITY b "
               "\"&a;&a;&a;&a;&a;&a;&a;&a;\"><!ENTITY c SYSTEM \"file:///etc/passwd\">]>"
               "<COLLADA version=\"1.4.1\"><asset/><x>&b;&c;</x></COLLADA>");
    refuses("entities.dae", "entities.dae");
    write_repeated("deep.dae", "<node>", DEEP, "<?xml version=\"1.0\"?><COLLADA version=\"1.4.1\">",
                   "");
    refuses("deep.dae", "deep.dae");
    write_repeated("deep.x3d", "<Group>", DEEP, "<?xml version=\"1.0\"?><X3D><Scene>", "");
    refuses("deep.x3d", "deep.x3d");
}

// A mesh of `quads` by `quads` on as many nodes as wanted.
static void write_instances(const char *name, uint32_t nodes)
{
    static float grid[3 * 101 * 101];
    static uint32_t corners[3 * 2 * 100 * 100];
    for (uint32_t i = 0; i < 101 * 101; i++) {
        uint32_t column = i % 101, row = i / 101;
        grid[3 * i] = (float)column;
        grid[3 * i + 1] = (float)row;
    }
    for (uint32_t i = 0, at = 0; i < 100 * 100; i++) {
        uint32_t c = i / 100 * 101 + i % 100;
        const uint32_t two[6] = {c, c + 1, c + 101, c + 102, c + 101, c + 1};
        memcpy(&corners[at], two, sizeof two);
        at += 6;
    }
    sample_glb glb = sample_glb_create();
    uint32_t at = sample_glb_floats(&glb, grid, 101 * 101, 3);
    sample_glb_words(&glb, corners, 3 * 2 * 100 * 100, 1);
    sample_glb_item(&glb, SAMPLE_GLB_MESHES,
                    "{\"primitives\":[{\"attributes\":{\"POSITION\":%u},\"indices\":%u}]}", at,
                    at + 1);
    char *roots = repeat("0,", nodes, "[", "0]");
    char *to = roots + 1;
    for (uint32_t i = 0; i < nodes; i++)
        sample_glb_item(&glb, SAMPLE_GLB_NODES, "{\"mesh\":0,\"translation\":[0,0,%u]}", i);
    to += sprintf(to, "0");
    strcpy(to, "]");
    char room[4096];
    assert_int_equal(sample_glb_write(&glb, roots, play_path(room, name)), MOTE_OK);
    free(roots);
    sample_glb_release(&glb);
}

static void counts_that_grow(void **state)
{
    (void)state;
    write_text("zeros.gltf",
               "{\"asset\":{\"version\":\"2.0\"},\"accessors\":[{\"componentType\":5126,\"count\":"
               "4000000000,\"type\":\"VEC3\"}],\"meshes\":[{\"primitives\":[{\"attributes\":{"
               "\"POSITION\":0}}]}],\"nodes\":[{\"mesh\":0}]}");
    refuses("zeros.gltf", "zeros.gltf");
    write_text(
        "instances.gltf",
        "{\"asset\":{\"version\":\"2.0\"},\"accessors\":[{\"componentType\":5126,\"count\":"
        "100000000,\"type\":\"VEC3\"}],\"meshes\":[{\"primitives\":[{\"attributes\":{"
        "\"POSITION\":0}},{\"attributes\":{\"POSITION\":0}},{\"attributes\":{\"POSITION\":0}}]}],"
        "\"nodes\":[{\"mesh\":0},{\"mesh\":0}]}");
    refuses("instances.gltf", "instances.gltf");
    write_instances("many.glb", 200);
    survives("many.glb --budget 1");
    write_repeated("buffers.gltf", "{\"byteLength\":36,\"uri\":\"near.bin\"},", 20000,
                   "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[",
                   "{\"byteLength\":36,\"uri\":\"near.bin\"}]}");
    hostile_write("near.bin", "0123456789012345678901234567890123456789", 36);
    refuses("buffers.gltf", "more than 10000 files");
}

// ---------------------------------------------------------------------------------------------
// A ZIP file whose one member is packed a thousand to one

typedef struct bits {
    unsigned char *bytes;
    size_t size, room;
    uint32_t held, count;
} bits;

static void put_bits(bits *b, uint32_t value, uint32_t count)
{
    b->held |= value << b->count;
    for (b->count += count; b->count >= 8; b->count -= 8, b->held >>= 8) {
        if (b->size == b->room) {
            b->room = b->room * 2 + 64;
            b->bytes = realloc(b->bytes, b->room);
            assert_non_null(b->bytes);
        }
        b->bytes[b->size++] = (unsigned char)b->held;
    }
}

static void put_word(bits *b, uint32_t value, uint32_t byte_count)
{
    for (uint32_t i = 0; i < byte_count; i++) put_bits(b, value >> (8 * i) & 255, 8);
}

// A space, then copies of it: the code for a length of 258 and a distance of 1 has 13 bits.
static void put_spaces(bits *b, size_t copies)
{
    put_bits(b, 3, 3);    // the last block, with fixed codes
    put_bits(b, 0x0a, 8); // a space, 0x20: the code 0x50 backwards
    for (size_t i = 0; i < copies; i++) {
        put_bits(b, 0xa3, 8); // 258: the code 0xc5 backwards
        put_bits(b, 0, 5);    // a distance of 1
    }
    put_bits(b, 0, 7); // the end
    put_bits(b, 0, (8 - b->count) % 8);
}

static void put_zip_head(bits *b, const char *name, uint32_t packed, uint32_t size, bool central)
{
    put_word(b, central ? 0x02014b50 : 0x04034b50, 4);
    if (central) put_word(b, 20, 2);
    put_word(b, 20, 2);
    put_word(b, 0, 2);
    put_word(b, 8, 2); // deflated
    put_word(b, 0, 4);
    put_word(b, 0, 4); // a wrong checksum, known only at the end
    put_word(b, packed, 4);
    put_word(b, size, 4);
    put_word(b, (uint32_t)strlen(name), 2);
    put_word(b, 0, 2);
    for (uint32_t i = 0; central && i < 14; i++) put_word(b, 0, 1);
    for (; *name; name++) put_word(b, (unsigned char)*name, 1);
}

static void write_zip_bomb(const char *file, const char *member, size_t copies)
{
    bits packed = {0}, zip = {0};
    put_spaces(&packed, copies);
    uint32_t size = (uint32_t)(1 + copies * 258);
    put_zip_head(&zip, member, (uint32_t)packed.size, size, false);
    for (size_t i = 0; i < packed.size; i++) put_word(&zip, packed.bytes[i], 1);
    uint32_t directory = (uint32_t)zip.size;
    put_zip_head(&zip, member, (uint32_t)packed.size, size, true);
    uint32_t end = (uint32_t)zip.size;
    put_word(&zip, 0x06054b50, 4);
    put_word(&zip, 0, 4);
    put_word(&zip, 1, 2);
    put_word(&zip, 1, 2);
    put_word(&zip, end - directory, 4);
    put_word(&zip, directory, 4);
    put_word(&zip, 0, 2);
    hostile_write(file, zip.bytes, zip.size);
    free(packed.bytes);
    free(zip.bytes);
}

static void archives_that_grow(void **state)
{
    (void)state;
    if (!has_libassimp()) skip();
    static const char *const members[] = {"3D/3dmodel.model", "_rels/.rels",
                                          ("../../" HOSTILE_SECRET)};
    for (size_t i = 0; i < sizeof members / sizeof members[0]; i++) {
        write_zip_bomb("bomb.3mf", members[i], test_count(100000, 1000000, 8000000));
        refuses("bomb.3mf", "bomb.3mf");
    }
    write_zip_bomb("bomb.zae", "scene.dae", 1000000);
    refuses("bomb.zae", "bomb.zae");
    write_text("empty.3mf", "PK\005\006");
    refuses("empty.3mf", "empty.3mf");
}

// ---------------------------------------------------------------------------------------------
// Names

// A triangle that crosses another, on nodes of these names: the names are in every report.
static void write_named(const char *file, const char *name, const char *clip)
{
    static const float places[18] = {0,    0,    0,  1,    0,    0, 0,    1,    0,
                                     0.2f, 0.2f, -1, 0.3f, 0.2f, 1, 0.2f, 0.3f, 1};
    static const uint32_t corners[6] = {0, 1, 2, 3, 4, 5};
    static const float times[2] = {0, 0.1f}, moves[6] = {0};
    sample_glb glb = sample_glb_create();
    uint32_t at = sample_glb_floats(&glb, places, 6, 3);
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t list = sample_glb_words(&glb, corners + 3 * i, 3, 1);
        sample_glb_item(
            &glb, SAMPLE_GLB_MESHES,
            "{\"name\":\"%s\",\"primitives\":[{\"attributes\":{\"POSITION\":%u},\"indices\":%u}]}",
            name, at, list);
        sample_glb_item(&glb, SAMPLE_GLB_NODES, "{\"name\":\"%s\",\"mesh\":%u}", name, i);
    }
    uint32_t keys = sample_glb_floats(&glb, times, 2, 1);
    sample_glb_floats(&glb, moves, 2, 3);
    sample_glb_item(&glb, SAMPLE_GLB_ANIMATIONS,
                    "{\"name\":\"%s\",\"samplers\":[{\"input\":%u,\"output\":%u}],\"channels\":"
                    "[{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"translation\"}}]}",
                    clip, keys, keys + 1);
    char room[4096];
    assert_int_equal(sample_glb_write(&glb, "[0,1]", play_path(room, file)), MOTE_OK);
    sample_glb_release(&glb);
}

// The name is shown like this in the text and in the JSON.
static void shows(const char *name, const char *shown)
{
    char room[4096];
    write_named("named.glb", name, name);
    hostile_outcome out = hostile_run("named.glb --fail-on touch", name);
    assert_int_equal(out.code, 1);
    char *text = play_slurp(play_path(room, "out.txt"));
    if (!strstr(text, shown)) fail_msg("%s is not shown: %s", shown, text);
    free(text);
    refuses("named.glb --clip nothing", shown);
    refuses("named.glb --only nothing", shown);
    trap_count++;
}

static void names_that_are_commands(void **state)
{
    (void)state;
    shows("a\\u001b[2J", "a\\u001b[2J");
    shows("a\\u009b2J", "a\\u009b2J");
    shows("a\xc2\x9b"
          "2J",
          "a\\u009b2J");
    shows("a\\u202eb", "a\\u202eb");
    shows("a\xe2\x81\xa6"
          "b",
          "a\\u2066b");
    shows("a\\u0000b", "a\\u0000b");
    shows("a\\u000a\\u000db", "a\\u000a\\u000db");
    shows("a\xff\xfe", "a\\xff\\xfe");
    shows("a\\udb40\\udc01", "a\\U000e0001");
    shows("</script><b>", "</script><b>");
}

static void file_names_that_are_commands(void **state)
{
    (void)state;
    char room[4096], to[4096];
    write_named("plain.glb", "part", "clip");
    static const char *const names[] = {"\033[31m.glb", "a\nb.glb", "\xc2\x9b.glb",
                                        "\xe2\x80\xae.glb", "\xff.glb"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char argument[64];
        assert_int_equal(link(play_path(room, "plain.glb"), play_path(to, names[i])), 0);
        snprintf(argument, sizeof argument, "'%s' plain.glb", names[i]);
        assert_int_equal(hostile_run(argument, names[i]).code, 1);
        snprintf(argument, sizeof argument, "'missing%s'", names[i]);
        refuses(argument, "No such file");
        snprintf(argument, sizeof argument, "stack --baseline 'missing%s'", names[i]);
        refuses(argument, "No such file");
    }
    make_folder("names");
    static const char mesh[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    write_text("names/\033[31m.obj", mesh);
    write_text("names/\xe2\x80\xae"
               "a.obj",
               mesh);
    write_text("names/\033]0;x\a.txt", mesh);
    survives("names");
    write_text("words.obj", "v \033[31m\xc2\x9b\xff 0 0\n");
    refuses("words.obj", "is not a number");
    write_text("\033[31m.obj", "v x 0 0\n");
    refuses("'\033[31m.obj'", "\\u001b[31m.obj:1");
    refuses("plain.glb '--\033[31m'", "\\u001b");
}

// The bytes of a file that is no glTF stay where they are.
static void messages_quote_no_bytes(void **state)
{
    (void)state;
    static const char *const extensions[] = {"glb", "gltf", "ply", "stl", "off",
                                             "fbx", "dae",  "3mf", "x"};
    static const char bytes[] = "\033[31m\xc2\x9b\xff\xe2\x80\xae " HOSTILE_SECRET HOSTILE_SECRET;
    for (size_t i = 0; i < sizeof extensions / sizeof extensions[0]; i++) {
        char name[32];
        snprintf(name, sizeof name, "bytes.%s", extensions[i]);
        write_text(name, bytes);
        refuses(name, name);
    }
}

// ---------------------------------------------------------------------------------------------
// Loops

static void structures_that_have_no_end(void **state)
{
    (void)state;
    write_text("self.gltf", "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"children\":[0]}],"
                            "\"scenes\":[{\"nodes\":[0]}]}");
    refuses("self.gltf", "ancestor");
    write_text("twice.gltf",
               "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"children\":[1]},{\"children\":[2]},"
               "{\"children\":[1]}],\"scenes\":[{\"nodes\":[0]}]}");
    refuses("twice.gltf", "twice.gltf");
    write_text("shared.gltf",
               "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"children\":[2]},{\"children\":[2]},"
               "{}],\"scenes\":[{\"nodes\":[0,1]}]}");
    refuses("shared.gltf", "shared.gltf");
    if (!has_libassimp()) return;
    write_text(
        "loop.dae",
        "<?xml version=\"1.0\"?><COLLADA version=\"1.4.1\" xmlns=\"http://www.collada.org/2005/11/"
        "COLLADASchema\"><asset/><library_nodes><node id=\"n\"><instance_node url=\"#n\"/></node>"
        "</library_nodes><library_visual_scenes><visual_scene id=\"s\"><node id=\"m\">"
        "<instance_node url=\"#n\"/></node></visual_scene></library_visual_scenes><scene>"
        "<instance_visual_scene url=\"#s\"/></scene></COLLADA>");
    refuses("loop.dae", "loop.dae");
}

// Two quads, the second of them as `faces` says.
static void write_quads(const char *name, const char *prolog, const char *faces)
{
    static const char begin[] =
        "<COLLADA version=\"1.4.1\" "
        "xmlns=\"http://www.collada.org/2005/11/"
        "COLLADASchema\"><asset/><library_geometries><geometry id=\"g\"><mesh><source id=\"s\">"
        "<float_array id=\"a\" count=\"24\">0 0 0 1 0 0 1 1 0 0 1 0 0 0 9 1 0 9 1 1 9 0 1 9"
        "</float_array><technique_common><accessor source=\"#a\" count=\"8\" stride=\"3\">"
        "<param name=\"X\" type=\"float\"/><param name=\"Y\" type=\"float\"/>"
        "<param name=\"Z\" type=\"float\"/></accessor></technique_common></source>"
        "<vertices id=\"v\"><input semantic=\"POSITION\" source=\"#s\"/></vertices>"
        "<!-- <polylist count=\"-7\"> --><polylist count=\"1\"><input semantic=\"VERTEX\" "
        "source=\"#v\" offset=\"0\"/><vcount>4</vcount><p>0 1 2 3</p></polylist>\n";
    static const char end[] =
        "</mesh></geometry></library_geometries><library_visual_scenes><visual_scene "
        "id=\"w\"><node "
        "id=\"n\"><instance_geometry url=\"#g\"/></node></visual_scene></library_visual_scenes>"
        "<scene><instance_visual_scene url=\"#w\"/></scene></COLLADA>\n";
    char text[4096];
    snprintf(text, sizeof text, "%s%s%s%s", prolog, begin, faces, end);
    write_text(name, text);
}

static const char plain_prolog[] = "<?xml version=\"1.0\"?>\n";

// No message: all of it is read.
static void reads_or_refuses(const char *name, const char *message)
{
    if (message)
        refuses(name, message);
    else
        assert_int_equal(hostile_run(name, name).triangles, 4);
}

#define INPUT "<input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/>"
#define QUAD INPUT "<vcount>4</vcount><p>4 5 6 7</p></polylist>"
#define LOST_QUAD "<polylist count=\"-1\">" QUAD

// libassimp leaves out what has such a count, and says nothing.
static void counts_that_lose_a_mesh(void **state)
{
    (void)state;
    if (!has_libassimp()) skip();
    static const struct {
        const char *faces, *message;
    } cases[] = {
        {"<polylist count=\"1\">" QUAD, NULL},
        {"<extra><own count=\"none\"/></extra><polylist count=\" 1 \">" QUAD, NULL},
        {"<polylist count='0'>" INPUT "<vcount/><p> </p></polylist><polylist count='1'>" QUAD,
         NULL},
        {"<polylist count=\"1\">" QUAD "<polygons count=\"0\">" INPUT
         "</polygons><extra><p>text</p></extra>",
         NULL},
        {"<polylist count=\"1\">" QUAD "<polygons/><extra><p>text</p></extra>", NULL},
        {LOST_QUAD, ":3: <polylist> has the count '-1'"},
        {"<polylist material = \"m\"\n count = '-2147483648'>" QUAD,
         "<polylist> has the count '-2147483648'"},
        {"<triangles count=\"&#45;1\">" INPUT "<p>4 5 6</p></triangles>",
         "<triangles> has the count"},
        {"<triangles count=\"one\">" INPUT "<p>4 5 6</p></triangles>",
         "<triangles> has the count 'one'"},
        {"<triangles count=\"\">" INPUT "<p>4 5 6</p></triangles>", "<triangles> has the count ''"},
        {"<polygons count=\"00\">" INPUT "<p>4 5 6 7</p></polygons>",
         "<polygons> has the count '00', but it has indices"},
        {"<polygons count=\"0\" count=\"1\">" INPUT "<p>4 5 6 7</p></polygons>",
         "<polygons> has the count '0', but it has indices"},
        {"<polygons count=\"0\">" INPUT "<p><![CDATA[4 5 6 7]]></p></polygons>",
         "but it has indices"},
        {"<polygons count=\"0\">" INPUT "<p> <!-- --> 4 5 6 7</p></polygons>",
         "but it has indices"},
        {"<polylist>" QUAD, ":3: <polylist> has no count, but it has indices"},
        {"<polylist Count=\"1\">" QUAD, "<polylist> has no count, but it has indices"},
        {"<triangles material=\"m\">" INPUT "<p>4 5 6</p></triangles>",
         "<triangles> has no count, but it has indices"},
        {"<lines>" INPUT "<p>4 5</p></lines>", "<lines> has no count, but it has indices"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        write_quads("counts.dae", plain_prolog, cases[i].faces);
        reads_or_refuses("counts.dae", cases[i].message);
    }
}

// Where libassimp's reader of XML goes on after what is no element.
static void marks_that_hide_a_count(void **state)
{
    (void)state;
    if (!has_libassimp()) skip();
    static const char count[] = "<polylist> has the count '-1'",
                      quad[] = "<polylist count=\"1\">" QUAD "<!-- -->",
                      lost[] = LOST_QUAD "<!-- -->";
    static const struct {
        const char *prolog, *faces, *message;
    } cases[] = {
        {plain_prolog, "<?x > <!-- ?>" LOST_QUAD "<!-- -->", count},
        {plain_prolog, "<!--> <![CDATA[ -->" LOST_QUAD "<!-- ]]> -->", count},
        {"<!DOCTYPE x \"> <!-- \">", lost, count},
        {"<!DOCTYPE x SYSTEM \"a\" >", quad, NULL},
        {"<!DOCTYPE x [<!ENTITY a \"]> <!-- \">]>", lost, "<!DOCTYPE> has definitions"},
        {"<!DOCTYPE x <!-- > -->>", lost, "<!DOCTYPE> has definitions"},
        {"<?xml version='1.0' encoding=\"utf-8\"?>", quad, NULL},
        {"<?xml x=\"?>\" y=\"<!-- \"/>", lost, "<?xml> has a '>'"},
        {"<?xml x=\"\"> <!-- ?>", lost, "<?xml> has a '>'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        write_quads("marks.dae", cases[i].prolog, cases[i].faces);
        reads_or_refuses("marks.dae", cases[i].message);
    }
}

// libassimp knows Collada by the head of a file too, and reads it for other formats.
static void collada_by_other_names(void **state)
{
    (void)state;
    if (!has_libassimp()) skip();
    static const char count[] = "lost.dae:3: <polylist> has the count '-1'";
    static const char *const names[] = {"lost.xml", "lost.XML", "lost.zzz", "lost"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        write_quads(names[i], plain_prolog, LOST_QUAD);
        refuses(names[i], "<polylist> has the count '-1'");
        write_quads(names[i], plain_prolog, "<polylist count=\"1\">" QUAD);
        assert_int_equal(hostile_run(names[i], names[i]).triangles, 4);
    }
    write_quads("inner/lost.dae", plain_prolog, LOST_QUAD);
    write_text("inner/lost.lws", "LWSC\n3\n\nLoadObjectLayer 1 lost.dae\nShowObject 8 8\n");
    refuses("inner/lost.lws", count);
}

// Under any name but those of other formats that are ZIP files.
static void zipped_collada(void **state)
{
    (void)state;
    if (!has_libassimp()) skip();
    static const struct {
        const char *file, *member;
        bool collada;
    } cases[] = {{"zipped.zzz", "scene.dae", true},    {"zipped.xml", "a/SCENE.DAE", true},
                 {"zipped", "manifest.xml", true},     {"zipped.zip", "x.daex", true},
                 {"zipped.zzz", "_rels/.rels", false}, {"zipped.3mf", "scene.dae", false},
                 {"zipped.pk3", "models/a.dae", false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        write_zip_bomb(cases[i].file, cases[i].member, 10);
        hostile_outcome out = hostile_run(cases[i].file, cases[i].member);
        assert_int_equal(out.code, 2);
        bool found = strstr(out.message, "mote does not read zipped Collada; unpack it") != NULL;
        if (found != cases[i].collada) fail_msg("%s: %s", cases[i].file, out.message);
    }
}

static int make_files(void **state)
{
    (void)state;
    make_folder("inner");
    make_folder("inner/sub");
    write_text("secret.bin", HOSTILE_SECRET HOSTILE_SECRET HOSTILE_SECRET);
    write_text("inner/near.bin", HOSTILE_SECRET);
    return 0;
}

static int tell_count(void **state)
{
    (void)state;
    print_message("%zu traps\n", trap_count);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_that_lose_a_mesh),
        cmocka_unit_test(marks_that_hide_a_count),
        cmocka_unit_test(collada_by_other_names),
        cmocka_unit_test(zipped_collada),
        cmocka_unit_test(buffers_outside_of_the_folder),
        cmocka_unit_test(links_out_of_the_folder),
        cmocka_unit_test(who_allows_it_gets_it),
        cmocka_unit_test(inputs_that_are_no_files),
        cmocka_unit_test(folders_with_traps),
        cmocka_unit_test(scenes_that_name_other_files),
        cmocka_unit_test(text_that_grows),
        cmocka_unit_test(counts_that_grow),
        cmocka_unit_test(archives_that_grow),
        cmocka_unit_test(names_that_are_commands),
        cmocka_unit_test(file_names_that_are_commands),
        cmocka_unit_test(messages_quote_no_bytes),
        cmocka_unit_test(structures_that_have_no_end),
    };
    return cmocka_run_group_tests(tests, make_files, tell_count);
}
