// What libassimp does not read of the motion in a file is said. The list of its importers is
// complete, and the files here show on which side of the list they are.

#include "check/import/unread_motion.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/import/import.h"
#include "support/check_play.h"
#include "support/hostile.h"
#include "support/run.h"

// ---------------------------------------------------------------------------------------------
// Binary files, each of one triangle

typedef struct file {
    unsigned char bytes[2048];
    size_t size;
} file;

static void put_bytes(file *f, const void *bytes, size_t size)
{
    assert_true(f->size + size <= sizeof f->bytes);
    memcpy(f->bytes + f->size, bytes, size);
    f->size += size;
}

static void put_zeros(file *f, size_t size)
{
    static const unsigned char zeros[256];
    assert_true(size <= sizeof zeros);
    put_bytes(f, zeros, size);
}

static void put_u16(file *f, uint32_t number)
{
    const unsigned char bytes[2] = {(unsigned char)number, (unsigned char)(number >> 8)};
    put_bytes(f, bytes, sizeof bytes);
}

static void put_u32(file *f, uint32_t number)
{
    put_u16(f, number);
    put_u16(f, number >> 16);
}

static void put_u32s(file *f, const uint32_t *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) put_u32(f, numbers[i]);
}

static void put_float(file *f, float number)
{
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    put_u32(f, bits);
}

static void put_name(file *f, const char *name, size_t size)
{
    size_t length = strlen(name);
    put_bytes(f, name, length);
    put_zeros(f, size - length);
}

// Of vertex i in a frame: a corner of the triangle, which moves up.
static void put_byte_vertex(file *f, uint32_t i, uint32_t frame)
{
    const unsigned char vertex[4] = {i == 1 ? 100 : 0, i == 2 ? 100 : 0,
                                     (unsigned char)(10 * frame), 0};
    put_bytes(f, vertex, sizeof vertex);
}

static void put_unit_scale(file *f)
{
    for (int i = 0; i < 3; i++) put_float(f, 1);
    for (int i = 0; i < 3; i++) put_float(f, 0);
}

static void make_md2(file *f, uint32_t frames)
{
    enum { HEADER = 68, FRAME = 40 + 12 };
    uint32_t end = HEADER + 12 + frames * FRAME;
    const uint32_t header[] = {8, 16,     16,     FRAME,  0,      3,           0,   1,
                               0, frames, HEADER, HEADER, HEADER, HEADER + 12, end, end};
    put_name(f, "IDP2", 4);
    put_u32s(f, header, 16);
    for (uint32_t i = 0; i < 3; i++) put_u16(f, i);
    put_zeros(f, 6);
    for (uint32_t k = 0; k < frames; k++) {
        put_unit_scale(f);
        put_name(f, "frame", 16);
        for (uint32_t i = 0; i < 3; i++) put_byte_vertex(f, i, k);
    }
    put_zeros(f, 8); // libassimp takes no frames that end with the file
}

static void make_mdl(file *f, uint32_t frames)
{
    const uint32_t counts[] = {1, 4, 4, 3, 1, frames, 0, 0};
    put_name(f, "IDPO", 4);
    put_u32(f, 6);
    put_unit_scale(f);
    put_float(f, 1);
    put_zeros(f, 12);
    put_u32s(f, counts, 8);
    put_float(f, 1);
    put_zeros(f, 4 + 16); // a skin of 4 x 4
    put_zeros(f, 3 * 12); // texture coordinates
    const uint32_t triangle[] = {1, 0, 1, 2};
    put_u32s(f, triangle, 4);
    for (uint32_t k = 0; k < frames; k++) {
        put_zeros(f, 4 + 8);
        put_name(f, "frame", 16);
        for (uint32_t i = 0; i < 3; i++) put_byte_vertex(f, i, k);
    }
}

// Bounds, origin, radius and name of a frame of MD3 and MDC.
static void put_bounded_frame(file *f)
{
    put_zeros(f, 40);
    put_name(f, "frame", 16);
}

static void put_short_vertices(file *f, uint32_t frame)
{
    for (uint32_t i = 0; i < 3; i++) {
        put_u16(f, i == 1 ? 640 : 0);
        put_u16(f, i == 2 ? 640 : 0);
        put_u16(f, 64 * frame);
        put_u16(f, 0);
    }
}

static void make_md3(file *f, uint32_t frames)
{
    enum { HEADER = 108, FRAME = 56, SURFACE = 108, SHADER = 68 };
    uint32_t surface = HEADER + frames * FRAME, triangles = SURFACE + SHADER;
    uint32_t texture = triangles + 12, vertices = texture + 24, end = vertices + frames * 24;
    const uint32_t header[] = {0, frames, 0, 1, 0, HEADER, surface, surface, surface + end};
    const uint32_t body[] = {0, frames, 1, 3, 1, triangles, SURFACE, texture, vertices, end};
    const uint32_t triangle[] = {0, 1, 2};
    put_name(f, "IDP3", 4);
    put_u32(f, 15);
    put_name(f, "model", 64);
    put_u32s(f, header, 9);
    for (uint32_t k = 0; k < frames; k++) put_bounded_frame(f);
    put_name(f, "IDP3", 4);
    put_name(f, "surface", 64);
    put_u32s(f, body, 10);
    put_name(f, "shader", SHADER);
    put_u32s(f, triangle, 3);
    put_zeros(f, 24);
    for (uint32_t k = 0; k < frames; k++) put_short_vertices(f, k);
}

static void make_mdc(file *f, uint32_t frames)
{
    enum { HEADER = 112, FRAME = 56, SURFACE = 124, SHADER = 68 };
    uint32_t surface = HEADER + frames * FRAME, triangles = SURFACE + SHADER;
    uint32_t texture = triangles + 12, vertices = texture + 24, bases = vertices + frames * 24;
    uint32_t end = bases + frames * 4;
    const uint32_t header[] = {0,      frames,  0,       1,       0,
                               HEADER, surface, surface, surface, surface + end};
    const uint32_t body[] = {0,       0,       frames,   1,     3,     1,     triangles,
                             SURFACE, texture, vertices, bases, bases, bases, end};
    const uint32_t triangle[] = {0, 1, 2};
    put_name(f, "IDPC", 4);
    put_u32(f, 2);
    put_name(f, "model", 64);
    put_u32s(f, header, 10);
    for (uint32_t k = 0; k < frames; k++) put_bounded_frame(f);
    put_zeros(f, 4);
    put_name(f, "surface", 64);
    put_u32s(f, body, 14);
    put_name(f, "shader", SHADER);
    put_u32s(f, triangle, 3);
    put_zeros(f, 24);
    for (uint32_t k = 0; k < frames; k++) put_short_vertices(f, k);
    for (uint32_t k = 0; k < frames; k++) put_u16(f, k); // the base frame of each frame
    for (uint32_t k = 0; k < frames; k++) put_u16(f, 0xffff);
}

static void make_iqm(file *f, uint32_t frames)
{
    enum { HEADER = 124, TEXT = 8, MESH = 24, ARRAY = 20 };
    uint32_t mesh = HEADER + TEXT, array = mesh + MESH, places = array + ARRAY;
    uint32_t triangles = places + 36, end = triangles + 12, clips = frames ? 1 : 0;
    const uint32_t header[] = {2,     end,    0,         TEXT, HEADER, 1,   mesh, 1,   3,
                               array, 1,      triangles, 0,    0,      end, 0,    end, clips,
                               end,   frames, 0,         end,  0,      0,   end,  0,   end};
    const uint32_t mesh_body[] = {0, 0, 0, 3, 0, 1}, array_body[] = {0, 0, 7, 3, places};
    const uint32_t triangle[] = {0, 1, 2};
    put_name(f, "INTERQUAKEMODEL", 16);
    put_u32s(f, header, 27);
    put_name(f, "mesh", TEXT);
    put_u32s(f, mesh_body, 6);
    put_u32s(f, array_body, 5);
    for (int i = 0; i < 9; i++) put_float(f, i == 3 || i == 7 ? 1 : 0);
    put_u32s(f, triangle, 3);
}

static void put_point(file *f, float x, float y, float z)
{
    put_float(f, x);
    put_float(f, y);
    put_float(f, z);
}

static void put_corners(file *f)
{
    put_point(f, 0, 0, 0);
    put_point(f, 1, 0, 0);
    put_point(f, 0, 1, 0);
}

// A chunk begins with its name, whose size is that of the format, and its size in 32 bits. Sizes
// are set when it ends.
static size_t begin_chunk(file *f, const void *name, size_t name_size)
{
    put_bytes(f, name, name_size);
    put_u32(f, 0);
    return f->size;
}

// `start` is what begin_chunk returned; `more` is what the size counts of the chunk's head.
static void end_chunk(file *f, size_t start, uint32_t more)
{
    uint32_t size = (uint32_t)(f->size - start) + more;
    for (int i = 0; i < 4; i++) f->bytes[start - 4 + (size_t)i] = (unsigned char)(size >> 8 * i);
}

static void make_b3d(file *f, uint32_t frames)
{
    size_t whole = begin_chunk(f, "BB3D", 4);
    put_u32(f, 1);
    size_t node = begin_chunk(f, "NODE", 4);
    put_name(f, "leaf", 5);
    put_point(f, 0, 0, 0);
    put_point(f, 1, 1, 1);
    put_float(f, 1);
    put_point(f, 0, 0, 0);
    size_t mesh = begin_chunk(f, "MESH", 4);
    put_u32(f, UINT32_MAX);
    size_t vertices = begin_chunk(f, "VRTS", 4);
    put_zeros(f, 12);
    put_corners(f);
    end_chunk(f, vertices, 0);
    size_t triangles = begin_chunk(f, "TRIS", 4);
    put_u32(f, UINT32_MAX);
    for (uint32_t i = 0; i < 3; i++) put_u32(f, i);
    end_chunk(f, triangles, 0);
    end_chunk(f, mesh, 0);
    if (frames > 1) {
        size_t animation = begin_chunk(f, "ANIM", 4);
        put_u32(f, 0);
        put_u32(f, frames);
        put_float(f, 30);
        end_chunk(f, animation, 0);
        size_t keys = begin_chunk(f, "KEYS", 4);
        put_u32(f, 1); // of positions
        for (uint32_t k = 0; k < frames; k++) {
            put_u32(f, k);
            put_point(f, (float)k, 0, 0);
        }
        end_chunk(f, keys, 0);
    }
    end_chunk(f, node, 0);
    end_chunk(f, whole, 0);
}

static size_t begin_3ds(file *f, uint32_t id)
{
    const unsigned char name[2] = {(unsigned char)id, (unsigned char)(id >> 8)};
    return begin_chunk(f, name, 2);
}

static void make_3ds(file *f, uint32_t frames)
{
    enum { HEAD = 6 };
    size_t whole = begin_3ds(f, 0x4d4d), editor = begin_3ds(f, 0x3d3d),
           object = begin_3ds(f, 0x4000);
    put_name(f, "leaf", 5);
    size_t mesh = begin_3ds(f, 0x4100), vertices = begin_3ds(f, 0x4110);
    put_u16(f, 3);
    put_corners(f);
    end_chunk(f, vertices, HEAD);
    size_t faces = begin_3ds(f, 0x4120);
    put_u16(f, 1);
    for (uint32_t i = 0; i < 3; i++) put_u16(f, i);
    put_u16(f, 0);
    end_chunk(f, faces, HEAD);
    end_chunk(f, mesh, HEAD);
    end_chunk(f, object, HEAD);
    end_chunk(f, editor, HEAD);
    size_t keys = begin_3ds(f, 0xb000), node = begin_3ds(f, 0xb002), name = begin_3ds(f, 0xb010);
    put_name(f, "leaf", 5);
    put_zeros(f, 4);
    put_u16(f, 0xffff); // no parent
    end_chunk(f, name, HEAD);
    size_t track = begin_3ds(f, 0xb020); // of positions
    put_zeros(f, 10);
    put_u32(f, frames);
    for (uint32_t k = 0; k < frames; k++) {
        put_u32(f, 10 * k);
        put_u16(f, 1); // with a tension; libassimp has a warning about keys without anything
        put_float(f, 0);
        put_point(f, (float)k, 0, 0);
    }
    end_chunk(f, track, HEAD);
    end_chunk(f, node, HEAD);
    end_chunk(f, keys, HEAD);
    end_chunk(f, whole, HEAD);
}

static void make_ms3d(file *f, uint32_t frames)
{
    static const float corners[3][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    put_name(f, "MS3D000000", 10);
    put_u32(f, 4);
    put_u16(f, 3);
    for (int i = 0; i < 3; i++) {
        put_zeros(f, 1);
        put_point(f, corners[i][0], corners[i][1], corners[i][2]);
        put_zeros(f, 2); // the first joint
    }
    put_u16(f, 1);
    put_u16(f, 0);
    for (uint32_t i = 0; i < 3; i++) put_u16(f, i);
    put_zeros(f, 36 + 24 + 2);
    put_u16(f, 1);
    put_zeros(f, 1);
    put_name(f, "group", 32);
    put_u16(f, 1);
    put_u16(f, 0);
    put_bytes(f, "\xff", 1); // no material
    put_u16(f, 0);
    put_float(f, 30);
    put_float(f, 0);
    put_u32(f, frames);
    put_u16(f, 1);
    put_zeros(f, 1);
    put_name(f, "root", 32);
    put_zeros(f, 32 + 24);
    uint32_t keys = frames > 1 ? frames : 0;
    put_u16(f, keys);
    put_u16(f, keys);
    for (int group = 0; group < 2; group++)
        for (uint32_t k = 0; k < keys; k++) {
            put_float(f, (float)k);
            put_point(f, group ? (float)k : 0, 0, 0);
        }
}

// ---------------------------------------------------------------------------------------------
// Text files

// "%s" is where the motion goes.
static const char x3d[] =
    "<?xml version=\"1.0\"?>\n<X3D version=\"3.0\" profile=\"Interchange\"><Scene><Transform "
    "DEF=\"T\">"
    "<Shape><IndexedFaceSet coordIndex=\"0 1 2 -1\"><Coordinate point=\"0 0 0 1 0 0 0 1 0\"/>"
    "</IndexedFaceSet></Shape></Transform>%s</Scene></X3D>\n";
static const char x3d_motion[] =
    "<PositionInterpolator DEF=\"P\" key=\"0 1\" keyValue=\"0 0 0 1 0 0\"/>";

static const char ogex[] =
    "Metric (key = \"distance\") {float {1}}\nGeometryNode $node1 {\nName {string {\"leaf\"}}\n"
    "ObjectRef {ref {$geometry1}}\nTransform {float[16] {{1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1}}}\n%s}\n"
    "GeometryObject $geometry1 {\nMesh (primitive = \"triangles\") {\n"
    "VertexArray (attrib = \"position\") {float[3] {{0,0,0},{1,0,0},{0,1,0}}}\n"
    "IndexArray {unsigned_int32[3] {{0,1,2}}}\n}\n}\n";
static const char ogex_motion[] =
    "Animation (begin = 0.0, end = 1.0) {Track (target = %transform) {Time {Key {float {0, 1}}}\n"
    "Value {Key {float[16] "
    "{{1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1},{1,0,0,0,0,1,0,0,0,0,1,0,5,0,0,1}}}}}}\n";

static const char smd[] = "version 1\nnodes\n0 \"root\" -1\nend\nskeleton\ntime 0\n0 0 0 0 0 0 "
                          "0\n%send\ntriangles\nskin.bmp\n"
                          "0 0 0 0 0 0 1 0 0\n0 1 0 0 0 0 1 0 0\n0 0 1 0 0 0 1 0 0\nend\n";
static const char smd_motion[] = "time 1\n0 5 0 0 0 0 0\n";
static const char smd_vertices[] =
    "end\nvertexanimation\ntime 0\n0 0 0 0 0 0 1\ntime 1\n0 0 0 5 0 0 1\n";

static const char x[] =
    "xof 0303txt 0032\nFrame leaf {\nFrameTransformMatrix {1.0,0.0,0.0,0.0,0.0,1.0,0.0,0.0,0.0,0.0,"
    "1.0,0.0,0.0,0.0,0.0,1.0;;}\nMesh "
    "{3;0.0;0.0;0.0;,1.0;0.0;0.0;,0.0;1.0;0.0;;1;3;0,1,2;;}\n}\n%s";
static const char x_motion[] =
    "AnimationSet take {\nAnimation {\n{leaf}\nAnimationKey {2;2;0;3;0.0,0.0,0.0;;,4800;3;5.0,0.0,"
    "0.0;;;}\n}\n}\n";

static const char bvh[] =
    "HIERARCHY\nROOT hips\n{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition Zposition\nEnd Site\n{\n"
    "OFFSET 0 1 0\n}\n}\nMOTION\nFrames: 2\nFrame Time: 0.04\n0 0 0\n%s\n";
static const char bvh_motion[] = "5 0 0";

static const char ase[] =
    "*3DSMAX_ASCIIEXPORT 200\n*SCENE {\n*SCENE_FIRSTFRAME 0\n*SCENE_LASTFRAME "
    "10\n*SCENE_FRAMESPEED 30\n"
    "*SCENE_TICKSPERFRAME 160\n}\n*GEOMOBJECT {\n*NODE_NAME \"leaf\"\n*NODE_TM {\n*NODE_NAME "
    "\"leaf\"\n"
    "*TM_ROW0 1 0 0\n*TM_ROW1 0 1 0\n*TM_ROW2 0 0 1\n*TM_ROW3 0 0 0\n}\n*MESH {\n*TIMEVALUE 0\n"
    "*MESH_NUMVERTEX 3\n*MESH_NUMFACES 1\n*MESH_VERTEX_LIST {\n*MESH_VERTEX 0 0 0 0\n*MESH_VERTEX "
    "1 1 0 0"
    "\n*MESH_VERTEX 2 0 1 0\n}\n*MESH_FACE_LIST {\n*MESH_FACE 0: A: 0 B: 1 C: 2 AB: 1 BC: 1 CA: 1 "
    "*MESH_SMOOTHING 1 *MESH_MTLID 0\n}\n}\n%s}\n";
static const char ase_motion[] =
    "*TM_ANIMATION {\n*NODE_NAME \"leaf\"\n*CONTROL_POS_TRACK {\n"
    "*CONTROL_POS_SAMPLE 0 0 0 0\n*CONTROL_POS_SAMPLE 1600 5 0 0\n}\n}\n";
static const char ase_frames[] = "*MESH_ANIMATION {\n*MESH {\n*TIMEVALUE 160\n}\n}\n";

static const char ogre[] =
    "<mesh><submeshes><submesh material=\"m\" usesharedvertices=\"false\" "
    "use32bitindexes=\"false\" "
    "operationtype=\"triangle_list\"><faces count=\"1\"><face v1=\"0\" v2=\"1\" v3=\"2\"/></faces>"
    "<geometry vertexcount=\"3\"><vertexbuffer positions=\"true\" "
    "normals=\"true\"><vertex><position x=\"0\" "
    "y=\"0\" z=\"0\"/><normal x=\"0\" y=\"0\" z=\"1\"/></vertex><vertex><position x=\"1\" y=\"0\" "
    "z=\"0\"/>"
    "<normal x=\"0\" y=\"0\" z=\"1\"/></vertex><vertex><position x=\"0\" y=\"1\" z=\"0\"/><normal "
    "x=\"0\" "
    "y=\"0\" z=\"1\"/></vertex></vertexbuffer></geometry></submesh></submeshes>%s</mesh>\n";
static const char ogre_motion[] =
    "<animations><animation name=\"wave\" length=\"1\"><tracks><track target=\"submesh\" "
    "index=\"0\" "
    "type=\"morph\"><keyframes/></track></tracks></animation></animations>";

static const char md5_mesh[] =
    "MD5Version 10\ncommandline \"\"\nnumJoints 1\nnumMeshes 1\n\njoints {\n\"root\" -1 ( 0 0 0 ) "
    "( "
    "0 0 0 )\n}\n"
    "mesh {\nshader \"skin\"\nnumverts 3\nvert 0 ( 0 0 ) 0 1\nvert 1 ( 1 0 ) 1 1\nvert 2 ( 0 1 ) 2 "
    "1\n"
    "numtris 1\ntri 0 0 1 2\nnumweights 3\nweight 0 0 1 ( 0 0 0 )\nweight 1 0 1 ( 1 0 0 )\n"
    "weight 2 0 1 ( 0 1 0 )\n}\n%s";
// Beside walk.md5mesh.
static const char md5_animation[] = "MD5Version 10\ncommandline \"\"\nnumFrames 2\nnumJoints "
                                    "1\nframeRate 24\nnumAnimatedComponents 1\n\n"
                                    "hierarchy {\n\"root\" -1 1 0\n}\nbounds {\n( 0 0 0 ) ( 1 1 1 "
                                    ")\n( 0 0 0 ) ( 1 1 1 )\n}\nbaseframe {\n"
                                    "( 0 0 0 ) ( 0 0 0 )\n}\nframe 0 {\n0\n}\nframe 1 {\n5\n}\n";

static const char csm[] =
    "$Comments none\n$FirstFrame 1\n$LastFrame 9\n$Rate 30\n$Order\nhead foot\n$Points\n"
    "1 0 0 0 0 0 1\n%s\n";
static const char csm_motion[] = "2 5 0 0 5 0 1";

static const char irr[] =
    "<?xml version=\"1.0\"?>\n<irr_scene>\n<node type=\"cube\">\n<attributes>\n<string "
    "name=\"Name\" "
    "value=\"leaf\"/>\n<float name=\"Size\" "
    "value=\"10.0\"/>\n</attributes>\n<materials>\n<attributes>\n"
    "<enum name=\"Type\" value=\"solid\"/>\n</attributes>\n</materials>\n%s</node>\n</irr_scene>\n";
static const char irr_motion[] =
    "<animators>\n<attributes>\n<enum name=\"Type\" value=\"flyStraight\"/>\n<vector3d "
    "name=\"Start\" "
    "value=\"0.0, 0.0, 0.0\"/>\n<vector3d name=\"End\" value=\"5.0, 0.0, 0.0\"/>\n<int "
    "name=\"TimeForWay\" "
    "value=\"1000\"/>\n<bool name=\"Loop\" value=\"false\"/>\n</attributes>\n</animators>\n";

// ---------------------------------------------------------------------------------------------

// Reads a file as 'mote check' does. Skips the test where this build or this machine lacks
// libassimp.
static void read_file(const char *name, asset_file *out)
{
    char room[4096];
    check_import_limits limits = check_default_import_limits();
    limits.allow_outside =
        true; // libassimp looks for the materials of MD3 files in folders of the game
    mote_result result = check_import(play_path(room, name), NULL, &limits, out);
    if (result == MOTE_ERROR_REFUSED && strstr(mote_last_message(), "(Debian: libassimp")) skip();
    if (result) fail_msg("%s", mote_last_message());
}

// The remarks that make it incomplete, and the number of clips.
static void expect(const char *name, const char *omission, size_t clips)
{
    asset_file asset;
    read_file(name, &asset);
    const char *found = NULL;
    for (size_t i = 0; i < asset.remarks.count; i++)
        if (asset.remarks.data[i].kind == ASSET_REMARK_OMISSION)
            found = asset_text(&asset, asset.remarks.data[i].text);
    bool expected = omission ? found && strstr(found, omission) : !found;
    if (!expected) fail_msg("%s: omission: %s", name, found ? found : "none");
    if (asset.clips.count != clips) fail_msg("%s: %zu clips", name, asset.clips.count);
    asset_release(&asset);
}

static void frames_are_read_or_reported(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        void (*make)(file *f, uint32_t frames);
        uint32_t still;       // a number of frames without motion
        const char *omission; // null: the animation is read
        size_t still_clips;
    } cases[] = {
        {"model.md2", make_md2, 1, "libassimp does not read frames of MD2 files", 0},
        {"model.md3", make_md3, 1, "libassimp does not read frames of MD3 files", 0},
        {"model.mdc", make_mdc, 1, "libassimp does not read frames of MDC files", 0},
        {"model.mdl", make_mdl, 1, "libassimp does not read frames of MDL files", 0},
        {"model.iqm", make_iqm, 0, "libassimp does not read animations of IQM files", 0},
        {"model.b3d", make_b3d, 1, NULL, 0},
        {"model.3ds", make_3ds, 1, NULL, 0},
        {"model.ms3d", make_ms3d, 1, NULL, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        file moving = {.size = 0}, still = {.size = 0};
        cases[i].make(&moving, 3);
        hostile_write(cases[i].name, moving.bytes, moving.size);
        expect(cases[i].name, cases[i].omission, cases[i].omission ? 0 : 1);
        cases[i].make(&still, cases[i].still);
        hostile_write(cases[i].name, still.bytes, still.size);
        expect(cases[i].name, NULL, cases[i].still_clips);
    }
}

static void animations_are_read_or_reported(void **state)
{
    (void)state;
    static const struct {
        const char *name, *text, *motion;
        size_t clips;         // with the motion
        const char *omission; // with the motion
        bool always;          // a file without motion has a clip too
    } cases[] = {
        {"still.x3d", x3d, x3d_motion, 0, "does not read animations of X3D files", false},
        {"still.ogex", ogex, ogex_motion, 0, "does not read animations, bones and morph", false},
        {"still.mesh.xml", ogre, ogre_motion, 0, "vertex animations of Ogre meshes", false},
        {"still.smd", smd, smd_motion, 1, NULL, true},
        {"wave.smd", smd, smd_vertices, 1, "vertex animations of SMD and VTA files", true},
        {"still.x", x, x_motion, 1, NULL, false},
        {"still.bvh", bvh, bvh_motion, 1, NULL, true},
        {"still.ase", ase, ase_motion, 1, NULL, false},
        {"still.irr", irr, irr_motion, 0, "libassimp ", true},     // 5.2 reads no node, and says so
        {"still.csm", csm, csm_motion, 1, "libassimp says", true}, // it has no mesh
        {"walk.md5mesh", md5_mesh, "", 1, NULL, true},
        {"wave.ase", ase, ase_frames, 0, "animated meshes of ASE files", false},
    };
    hostile_write("walk.md5anim", md5_animation, sizeof md5_animation - 1);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[4096];
        int size = snprintf(text, sizeof text, cases[i].text, cases[i].motion);
        hostile_write(cases[i].name, text, (size_t)size);
        expect(cases[i].name, cases[i].omission, cases[i].clips);
        if (cases[i].always) continue;
        size = snprintf(text, sizeof text, cases[i].text, "");
        hostile_write(cases[i].name, text, (size_t)size);
        expect(cases[i].name, NULL, 0);
    }
}

// Of every importer that the installed library has, the list says what it leaves out.
static void every_importer_is_known(void **state)
{
    (void)state;
    void *library = dlopen("libassimp.so.5", RTLD_NOW | RTLD_LOCAL);
    if (!library) skip();
    size_t (*count)(void);
    const char *const *(*description)(size_t); // the name is the first member
    void *found[2] = {dlsym(library, "aiGetImportFormatCount"),
                      dlsym(library, "aiGetImportFormatDescription")};
    assert_true(found[0] && found[1]);
    memcpy(&count, &found[0], sizeof count);
    memcpy(&description, &found[1], sizeof description);
    assert_true(count() > 40);
    for (size_t i = 0; i < count(); i++)
        if (!check_knows_importer(description(i)[0]))
            fail_msg("unknown importer: %s", description(i)[0]);
}

static void an_unknown_importer_is_reported_unless_it_reads_animations(void **state)
{
    (void)state;
    asset_file asset = {0};
    asset_clip clip = {0};
    asset_span span;
    assert_int_equal(check_remark_unread_motion(&asset, "New Importer", NULL, 0), MOTE_OK);
    assert_int_equal(asset.remarks.count, 1);
    assert_int_equal(check_remark_unread_motion(&asset, NULL, NULL, 0), MOTE_OK);
    assert_int_equal(asset.remarks.count, 2);
    assert_true(asset_add(&asset.clips, &clip, 1, &span));
    assert_int_equal(check_remark_unread_motion(&asset, "New Importer", NULL, 0), MOTE_OK);
    assert_int_equal(asset.remarks.count, 2);
    asset_release(&asset);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frames_are_read_or_reported),
        cmocka_unit_test(animations_are_read_or_reported),
        cmocka_unit_test(every_importer_is_known),
        cmocka_unit_test(an_unknown_importer_is_reported_unless_it_reads_animations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
