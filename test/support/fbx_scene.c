#include "support/fbx_scene.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/random.h"

// ---------------------------------------------------------------------------------------------
// Random scenes

static double between(mote_random *random, double low, double high)
{
    return low + (high - low) * (double)mote_random_unit(random);
}

static void fill(mote_random *random, double out[3], double low, double high)
{
    for (int i = 0; i < 3; i++) out[i] = between(random, low, high);
}

static test_fbx_curve random_curve(mote_random *random, double center, double reach, bool all_kinds)
{
    test_fbx_curve curve = {.count = 2 + (int)mote_random_below(random, TEST_FBX_MAX_KEYS - 1)};
    int64_t frame = mote_random_below(random, 3);
    for (int i = 0; i < curve.count; i++) {
        test_fbx_key *key = &curve.keys[i];
        key->ticks = frame * (int64_t)(TEST_FBX_TICKS / 30);
        frame += 1 + mote_random_below(random, 8);
        key->value = (float)between(random, center - reach, center + reach);
        key->kind = all_kinds ? (test_fbx_key_kind)mote_random_below(random, 5) : TEST_FBX_STRAIGHT;
        key->leaving = (float)between(random, -4 * reach, 4 * reach);
        key->arriving = (float)between(random, -4 * reach, 4 * reach);
        key->leaving_reach = 100 + (int)mote_random_below(random, 9000);
        key->arriving_reach = 100 + (int)mote_random_below(random, 9000);
    }
    return curve;
}

static void add_curves(mote_random *random, test_fbx_scene *s, int stack)
{
    bool all_kinds = s->features & TEST_FBX_CURVES;
    for (int m = 0; m < TEST_FBX_MODELS; m++) {
        const test_fbx_model *model = &s->models[m];
        for (int c = 0; c < 9; c++) {
            const double *rest = c < 3   ? model->translation
                                 : c < 6 ? model->rotation
                                         : model->scaling;
            double reach = c < 3 ? 3 : c < 6 ? 40 : 0.3;
            // Scaling moves rarely: where it does not, the rest value holds.
            if (mote_random_below(random, c < 6 ? 3 : 5) == 0) continue;
            s->curves[stack][m][c] = random_curve(random, rest[c % 3], reach, all_kinds);
        }
    }
    for (int i = 0; i < TEST_FBX_CHANNELS && s->features & TEST_FBX_SHAPES; i++)
        s->percent_curves[stack][i] = random_curve(random, 50, 30, false);
}

static void add_model(mote_random *random, test_fbx_scene *s, int number)
{
    test_fbx_model *m = &s->models[number];
    uint32_t f = s->features;
    m->parent = number == 0 ? -1 : (int)mote_random_below(random, (uint32_t)number);
    // FBX2glTF drops meshes of nodes that are bones.
    m->mesh = f & TEST_FBX_SKIN ? number == TEST_FBX_MODELS - 1 : number >= 2;
    m->active = true;
    fill(random, m->translation, -5, 5);
    fill(random, m->rotation, -180, 180);
    double scale = between(random, 0.6, 1.6);
    for (int i = 0; i < 3; i++) {
        m->scaling[i] = f & TEST_FBX_INHERIT ? between(random, 0.6, 1.6) : scale;
        m->geometric_scaling[i] = f & TEST_FBX_GEOMETRIC ? between(random, 0.5, 2) : 1;
    }
    m->inherit = f & TEST_FBX_INHERIT ? (int)mote_random_below(random, 3) : 1;
    if (f & TEST_FBX_PIVOTS) {
        fill(random, m->rotation_offset, -2, 2);
        fill(random, m->rotation_pivot, -2, 2);
        fill(random, m->scaling_offset, -2, 2);
        fill(random, m->scaling_pivot, -2, 2);
    }
    if (f & TEST_FBX_ROTATIONS) {
        fill(random, m->pre, -180, 180);
        fill(random, m->post, -180, 180);
    }
    if (f & TEST_FBX_ORDERS) m->order = (int)mote_random_below(random, 6);
    if (f & TEST_FBX_INACTIVE) m->active = mote_random_below(random, 2);
    if (f & TEST_FBX_GEOMETRIC) {
        fill(random, m->geometric_translation, -2, 2);
        fill(random, m->geometric_rotation, -180, 180);
    }
    for (int i = 0; i < TEST_FBX_VERTICES; i++)
        for (int k = 0; k < 3; k++)
            m->vertices[i][k] = (i >> k & 1 ? 3 : -3) + between(random, -0.5, 0.5);
}

static void add_skin(mote_random *random, test_fbx_scene *s)
{
    for (int b = 0; b < TEST_FBX_MODELS - 1; b++) {
        for (int i = 0; i < 16; i++)
            s->binds[b][i] = i % 4 == 3 ? i == 15 : i >= 12 ? between(random, -3, 3) : 0;
        // Turned about an axis, which Autodesk's own matrices can express.
        int axis = b % 3, i = (axis + 1) % 3, k = (axis + 2) % 3;
        double sine = between(random, -0.9, 0.9);
        s->binds[b][5 * axis] = 1;
        s->binds[b][5 * i] = s->binds[b][5 * k] = sqrt(1 - sine * sine);
        s->binds[b][4 * i + k] = sine;
        s->binds[b][4 * k + i] = -sine;
        for (int v = 0; v < TEST_FBX_VERTICES; v++)
            s->weights[v][b] = mote_random_below(random, 2) ? between(random, 0, 1) : 0;
    }
    // One vertex stays on its own node.
    for (int b = 0; b < TEST_FBX_MODELS - 1; b++)
        s->weights[0][b] = s->features & TEST_FBX_LOOSE ? 0 : 1;
    for (int v = 1; v < TEST_FBX_VERTICES; v++) s->weights[v][v % 4] += 0.2;
}

static void choose_axes(mote_random *random, test_fbx_scene *s)
{
    static const int systems[4][3] = {{0, 1, 2}, {0, 2, 1}, {1, 2, 0}, {1, 0, 2}};
    static const int signs[4][3] = {{1, 1, 1}, {1, 1, -1}, {1, 1, 1}, {-1, 1, 1}};
    // Not as it is; only right-handed ones.
    uint32_t choice = s->features & TEST_FBX_AXES ? 1 + mote_random_below(random, 3) : 0;
    memcpy(s->axes, systems[choice], sizeof s->axes);
    memcpy(s->signs, signs[choice], sizeof s->signs);
}

test_fbx_scene test_fbx_random_scene(uint64_t seed, uint32_t features)
{
    mote_random random = mote_random_stream(seed, features, 0);
    test_fbx_scene s;
    memset(&s, 0, sizeof s);
    s.features = features;
    s.unit = features & TEST_FBX_UNIT ? between(&random, 1, 300) : 1;
    choose_axes(&random, &s);
    for (int i = 0; i < TEST_FBX_MODELS; i++) add_model(&random, &s, i);
    s.full[0] = 100, s.full[1] = 40, s.full[2] = 100;
    for (int t = 0; t < TEST_FBX_TARGETS; t++)
        for (int v = 0; v < TEST_FBX_VERTICES; v++)
            if (v != t) fill(&random, s.deltas[t][v], -1, 1);
    for (int i = 0; i < TEST_FBX_CHANNELS; i++) s.percent[i] = between(&random, 0, 100);
    if (features & TEST_FBX_SKIN) add_skin(&random, &s);
    if (features & (TEST_FBX_LINEAR | TEST_FBX_CURVES))
        s.stack_count = features & TEST_FBX_STACKS ? 3 : 1;
    for (int i = 0; i < s.stack_count; i++) add_curves(&random, &s, i);
    return s;
}

// ---------------------------------------------------------------------------------------------
// Writing. Ids: 1000 + a model, 2000 + its mesh, 3000 stacks, 4000 layers, 5000 curve nodes, 6000 curves, 7000 deformers.

static void property(test_fbx_writer *w, const char *name, const char *type, const double *values,
                     int count)
{
    test_fbx_begin(w, "P");
    test_fbx_string(w, name);
    test_fbx_string(w, type);
    test_fbx_string(w, "");
    test_fbx_string(w, "A");
    for (int i = 0; i < count; i++) test_fbx_real(w, values[i]);
    test_fbx_end(w);
}

static void integer_property(test_fbx_writer *w, const char *name, const char *type, int64_t value)
{
    test_fbx_begin(w, "P");
    test_fbx_string(w, name);
    test_fbx_string(w, type);
    test_fbx_string(w, strcmp(type, "KTime") == 0 ? "Time" : "");
    test_fbx_string(w, "");
    if (strcmp(type, "KTime") == 0)
        test_fbx_long(w, value);
    else
        test_fbx_int(w, (int32_t)value);
    test_fbx_end(w);
}

static void begin_object(test_fbx_writer *w, const char *node, int64_t id, const char *name,
                         const char *kind, const char *sub)
{
    test_fbx_begin(w, node);
    test_fbx_long(w, id);
    test_fbx_object_name(w, name, kind);
    test_fbx_string(w, sub);
}

static void leaf_string(test_fbx_writer *w, const char *name, const char *text)
{
    test_fbx_begin(w, name);
    test_fbx_string(w, text);
    test_fbx_end(w);
}

static void leaf_int(test_fbx_writer *w, const char *name, int32_t value)
{
    test_fbx_begin(w, name);
    test_fbx_int(w, value);
    test_fbx_end(w);
}

static void leaf_reals(test_fbx_writer *w, const char *name, const double *values, size_t count)
{
    test_fbx_begin(w, name);
    test_fbx_reals(w, values, count);
    test_fbx_end(w);
}

static void leaf_ints(test_fbx_writer *w, const char *name, const int64_t *values, size_t count)
{
    test_fbx_begin(w, name);
    test_fbx_ints(w, values, count, false);
    test_fbx_end(w);
}

static void connect(test_fbx_writer *w, int64_t child, int64_t parent, const char *name)
{
    test_fbx_begin(w, "C");
    test_fbx_string(w, name ? "OP" : "OO");
    test_fbx_long(w, child);
    test_fbx_long(w, parent);
    if (name) test_fbx_string(w, name);
    test_fbx_end(w);
}

static void write_settings(const test_fbx_scene *s, test_fbx_writer *w)
{
    static const char *const names[3] = {"CoordAxis", "UpAxis", "FrontAxis"};
    static const char *const signs[3] = {"CoordAxisSign", "UpAxisSign", "FrontAxisSign"};
    test_fbx_begin(w, "FBXHeaderExtension");
    leaf_int(w, "FBXHeaderVersion", 1003);
    leaf_int(w, "FBXVersion", (int32_t)w->form.version);
    test_fbx_end(w);
    if (w->form.binary) {
        test_fbx_begin(w, "FileId");
        test_fbx_raw(w, "\x28\xb3\x2a\xeb\xb6\x24\xcc\xc2\xbf\xc8\xb0\x2a\xa9\x2b\xfc\xf1", 16);
        test_fbx_end(w);
        leaf_string(w, "CreationTime", "1970-01-01 10:00:00:000");
    }
    test_fbx_begin(w, "GlobalSettings");
    leaf_int(w, "Version", 1000);
    test_fbx_begin(w, "Properties70");
    for (int i = 0; i < 3; i++) {
        integer_property(w, names[i], "int", s->axes[i]);
        integer_property(w, signs[i], "int", s->signs[i]);
    }
    property(w, "UnitScaleFactor", "double", &s->unit, 1);
    test_fbx_end(w);
    test_fbx_end(w);
}

// Autodesk's reader wants this.
static void write_document(test_fbx_writer *w)
{
    test_fbx_begin(w, "Documents");
    leaf_int(w, "Count", 1);
    test_fbx_begin(w, "Document");
    test_fbx_long(w, 999999);
    test_fbx_string(w, "");
    test_fbx_string(w, "Scene");
    test_fbx_begin(w, "RootNode");
    test_fbx_long(w, 0);
    test_fbx_end(w);
    test_fbx_end(w);
    test_fbx_end(w);
}

static void object_type(test_fbx_writer *w, const char *name)
{
    test_fbx_begin(w, "ObjectType");
    test_fbx_string(w, name);
    leaf_int(w, "Count", 1);
}

// A template that says what models have in common.
static void write_definitions(const test_fbx_scene *s, test_fbx_writer *w)
{
    static const char *const others[][2] = {{"Geometry", "FbxMesh"},
                                            {"AnimationStack", "FbxAnimStack"},
                                            {"AnimationLayer", "FbxAnimLayer"},
                                            {"AnimationCurveNode", "FbxAnimCurveNode"},
                                            {"AnimationCurve", NULL},
                                            {"Deformer", NULL}};
    test_fbx_begin(w, "Definitions");
    leaf_int(w, "Version", 100);
    leaf_int(w, "Count", 7);
    object_type(w, "Model");
    test_fbx_begin(w, "PropertyTemplate");
    test_fbx_string(w, "FbxNode");
    test_fbx_begin(w, "Properties70");
    integer_property(w, "InheritType", "enum", 0);
    integer_property(w, "RotationActive", "bool", 0);
    if (s->features & TEST_FBX_TEMPLATES)
        property(w, "ScalingPivot", "Vector3D", s->models[0].scaling_pivot, 3);
    test_fbx_end(w);
    test_fbx_end(w);
    test_fbx_end(w);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        object_type(w, others[i][0]);
        if (others[i][1]) {
            test_fbx_begin(w, "PropertyTemplate");
            test_fbx_string(w, others[i][1]);
            test_fbx_begin(w, "Properties70");
            property(w, "d", "Compound", NULL, 0);
            test_fbx_end(w);
            test_fbx_end(w);
        }
        test_fbx_end(w);
    }
    test_fbx_end(w);
}

static void model_name(int number, char name[32])
{
    snprintf(name, 32, "rig:node%d", number);
}

static void write_model(const test_fbx_scene *s, test_fbx_writer *w, int number)
{
    const test_fbx_model *m = &s->models[number];
    uint32_t f = s->features;
    char name[32];
    model_name(number, name);
    begin_object(w, "Model", 1000 + number, name, "Model", m->mesh ? "Mesh" : "LimbNode");
    leaf_int(w, "Version", 232);
    test_fbx_begin(w, "Properties70");
    property(w, "Lcl Translation", "Lcl Translation", m->translation, 3);
    property(w, "Lcl Rotation", "Lcl Rotation", m->rotation, 3);
    property(w, "Lcl Scaling", "Lcl Scaling", m->scaling, 3);
    integer_property(w, "DefaultAttributeIndex", "int",
                     0); // without it, Autodesk's reader has no mesh
    if (m->active) integer_property(w, "RotationActive", "bool", 1);
    if (m->inherit) integer_property(w, "InheritType", "enum", m->inherit);
    if (m->order) integer_property(w, "RotationOrder", "enum", m->order);
    if (f & TEST_FBX_PIVOTS) {
        property(w, "RotationOffset", "Vector3D", m->rotation_offset, 3);
        property(w, "RotationPivot", "Vector3D", m->rotation_pivot, 3);
        property(w, "ScalingOffset", "Vector3D", m->scaling_offset, 3);
        if (number > 0 || !(f & TEST_FBX_TEMPLATES))
            property(w, "ScalingPivot", "Vector3D", m->scaling_pivot, 3);
    }
    if (f & TEST_FBX_ROTATIONS) {
        property(w, "PreRotation", "Vector3D", m->pre, 3);
        property(w, "PostRotation", "Vector3D", m->post, 3);
    }
    if (f & TEST_FBX_GEOMETRIC) {
        property(w, "GeometricTranslation", "Vector3D", m->geometric_translation, 3);
        property(w, "GeometricRotation", "Vector3D", m->geometric_rotation, 3);
        property(w, "GeometricScaling", "Vector3D", m->geometric_scaling, 3);
    }
    test_fbx_end(w);
    test_fbx_end(w);
}

// A cube: triangles, or quads of which one is folded into a hexagon.
static void write_mesh(const test_fbx_scene *s, test_fbx_writer *w, int number)
{
    static const int64_t triangles[] = {0, 2, -2, 1, 2, -4, 4, 5, -7, 5, 7, -7, 0, 1, -5, 1, 5, -5,
                                        2, 6, -4, 3, 6, -8, 0, 4, -3, 4, 6, -3, 1, 3, -6, 3, 7, -6};
    static const int64_t quads[] = {0,  2, 3, -2, 4,  5, 7, -7, 0, 1, 5,
                                    -5, 2, 6, 7,  -4, 0, 4, 6,  2, 3, -2};
    bool polygons = s->features & TEST_FBX_POLYGONS;
    begin_object(w, "Geometry", 2000 + number, "", "Geometry", "Mesh");
    leaf_reals(w, "Vertices", s->models[number].vertices[0], (size_t)TEST_FBX_VERTICES * 3);
    if (polygons)
        leaf_ints(w, "PolygonVertexIndex", quads, sizeof quads / sizeof *quads);
    else
        leaf_ints(w, "PolygonVertexIndex", triangles, sizeof triangles / sizeof *triangles);
    leaf_int(w, "GeometryVersion", 124);
    test_fbx_end(w);
}

// Without end, as Autodesk's programs write it.
static void write_extrapolation(test_fbx_writer *w, const char *name, char type)
{
    if (!type) return;
    test_fbx_begin(w, name);
    test_fbx_begin(w, "Type");
    test_fbx_char(w, type);
    test_fbx_end(w);
    leaf_int(w, "Repetition", -1);
    test_fbx_end(w);
}

static void write_curve(test_fbx_writer *w, const test_fbx_curve *curve, int64_t id)
{
    static const int64_t flags[] = {0x2, 0x102, 0x4, 0x408, 0x3000408 + 0x800};
    int64_t times[TEST_FBX_MAX_KEYS], attributes[TEST_FBX_MAX_KEYS], runs[TEST_FBX_MAX_KEYS];
    float values[TEST_FBX_MAX_KEYS], data[TEST_FBX_MAX_KEYS][4];
    double zero = 0;
    for (int i = 0; i < curve->count; i++) {
        const test_fbx_key *key = &curve->keys[i];
        uint32_t bits = (uint32_t)key->leaving_reach | (uint32_t)key->arriving_reach << 16;
        times[i] = key->ticks;
        values[i] = key->value;
        attributes[i] = flags[key->kind];
        runs[i] = 1;
        data[i][0] = key->leaving;
        data[i][1] = key->arriving;
        memcpy(&data[i][2], &bits, sizeof bits);
        data[i][3] = 0;
    }
    begin_object(w, "AnimationCurve", id, "", "AnimCurve", "");
    test_fbx_begin(w, "Default");
    test_fbx_real(w, zero);
    test_fbx_end(w);
    leaf_int(w, "KeyVer", 4009);
    test_fbx_begin(w, "KeyTime");
    test_fbx_ints(w, times, (size_t)curve->count, true);
    test_fbx_end(w);
    test_fbx_begin(w, "KeyValueFloat");
    test_fbx_floats(w, values, (size_t)curve->count, false);
    test_fbx_end(w);
    leaf_ints(w, "KeyAttrFlags", attributes, (size_t)curve->count);
    test_fbx_begin(w, "KeyAttrDataFloat");
    test_fbx_floats(w, data[0], (size_t)curve->count * 4, true);
    test_fbx_end(w);
    leaf_ints(w, "KeyAttrRefCount", runs, (size_t)curve->count);
    write_extrapolation(w, "Pre-Extrapolation", curve->before);
    write_extrapolation(w, "Post-Extrapolation", curve->after);
    test_fbx_end(w);
}

// A curve node has the values of its components that have no curve.
static void write_curve_node(test_fbx_writer *w, int64_t id, const char *name,
                             const char *const *components, const double *values, int count)
{
    begin_object(w, "AnimationCurveNode", id, name, "AnimCurveNode", "");
    test_fbx_begin(w, "Properties70");
    property(w, "d", "Compound", NULL, 0);
    for (int i = 0; i < count; i++) property(w, components[i], "Number", &values[i], 1);
    test_fbx_end(w);
    test_fbx_end(w);
}

static const char *const components[3] = {"d|X", "d|Y", "d|Z"};
static const char *const percent_component[1] = {"d|DeformPercent"};
static const char *const groups[3] = {"T", "R", "S"};
static const char *const group_properties[3] = {"Lcl Translation", "Lcl Rotation", "Lcl Scaling"};

static bool is_animated(const test_fbx_scene *s, int stack, int model, int group)
{
    const test_fbx_curve *c = &s->curves[stack][model][3 * group];
    return c[0].count || c[1].count || c[2].count;
}

static int64_t node_id(int stack, int model, int group)
{
    return 5000 + stack * 100 + model * 10 + group;
}

static void write_stack(const test_fbx_scene *s, test_fbx_writer *w, int stack)
{
    char name[32];
    snprintf(name, sizeof name, "take %d", stack);
    begin_object(w, "AnimationStack", 3000 + stack, name, "AnimStack", "");
    test_fbx_begin(w, "Properties70");
    integer_property(w, "LocalStart", "KTime", 0);
    integer_property(w, "LocalStop", "KTime", (int64_t)TEST_FBX_TICKS);
    test_fbx_end(w);
    test_fbx_end(w);
    double weight = 100;
    begin_object(w, "AnimationLayer", 4000 + stack, "base", "AnimLayer", "");
    test_fbx_begin(w, "Properties70");
    property(w, "Weight", "Number", &weight, 1);
    test_fbx_end(w);
    test_fbx_end(w);
    for (int m = 0; m < TEST_FBX_MODELS; m++)
        for (int g = 0; g < 3; g++) {
            const test_fbx_model *model = &s->models[m];
            if (!is_animated(s, stack, m, g)) continue;
            const double *rest = g == 0   ? model->translation
                                 : g == 1 ? model->rotation
                                          : model->scaling;
            write_curve_node(w, node_id(stack, m, g), groups[g], components, rest, 3);
            for (int c = 0; c < 3; c++)
                if (s->curves[stack][m][3 * g + c].count)
                    write_curve(w, &s->curves[stack][m][3 * g + c],
                                60000 + node_id(stack, m, g) * 10 + c);
        }
    for (int i = 0; i < TEST_FBX_CHANNELS && s->features & TEST_FBX_SHAPES; i++) {
        write_curve_node(w, node_id(stack, 9, i), "DeformPercent", percent_component,
                         &s->percent[i], 1);
        write_curve(w, &s->percent_curves[stack][i], 60000 + node_id(stack, 9, i) * 10);
    }
}

static void connect_stack(const test_fbx_scene *s, test_fbx_writer *w, int stack)
{
    connect(w, 4000 + stack, 3000 + stack, NULL);
    for (int m = 0; m < TEST_FBX_MODELS; m++)
        for (int g = 0; g < 3; g++) {
            int64_t id = node_id(stack, m, g);
            if (!is_animated(s, stack, m, g)) continue;
            connect(w, id, 4000 + stack, NULL);
            connect(w, id, 1000 + m, group_properties[g]);
            for (int c = 0; c < 3; c++)
                if (s->curves[stack][m][3 * g + c].count)
                    connect(w, 60000 + id * 10 + c, id, components[c]);
        }
    for (int i = 0; i < TEST_FBX_CHANNELS && s->features & TEST_FBX_SHAPES; i++) {
        int64_t id = node_id(stack, 9, i);
        connect(w, id, 4000 + stack, NULL);
        connect(w, id, 7010 + i, "DeformPercent");
        connect(w, 60000 + id * 10, id, percent_component[0]);
    }
}

static void write_shapes(const test_fbx_scene *s, test_fbx_writer *w)
{
    static const int first[TEST_FBX_CHANNELS + 1] = {0, 1, 3};
    int in_between = s->features & TEST_FBX_BETWEEN ? 0 : 1;
    char name[32];
    begin_object(w, "Deformer", 7000, "blends", "Deformer", "BlendShape");
    leaf_int(w, "Version", 100);
    test_fbx_end(w);
    for (int i = 0; i < TEST_FBX_CHANNELS; i++) {
        snprintf(name, sizeof name, "blend%d", i);
        begin_object(w, "Deformer", 7010 + i, name, "SubDeformer", "BlendShapeChannel");
        leaf_int(w, "Version", 100);
        test_fbx_begin(w, "Properties70");
        property(w, "DeformPercent", "Number", &s->percent[i], 1);
        test_fbx_end(w);
        test_fbx_begin(w, "DeformPercent");
        test_fbx_real(w, s->percent[i]);
        test_fbx_end(w);
        int start = i ? first[i] + in_between : 0; // without the target in between
        leaf_reals(w, "FullWeights", &s->full[start], (size_t)(first[i + 1] - start));
        test_fbx_end(w);
    }
    for (int t = 0; t < TEST_FBX_TARGETS; t++) {
        int64_t indices[TEST_FBX_VERTICES - 1];
        double deltas[TEST_FBX_VERTICES - 1][3];
        int count = 0;
        for (int v = 0; v < TEST_FBX_VERTICES; v++) {
            if (v == t) continue; // does not move
            memcpy(deltas[count], s->deltas[t][v], sizeof deltas[0]);
            indices[count++] = v;
        }
        begin_object(w, "Geometry", 7020 + t, "target", "Geometry", "Shape");
        leaf_int(w, "Version", 100);
        leaf_ints(w, "Indexes", indices, (size_t)count);
        leaf_reals(w, "Vertices", deltas[0], (size_t)count * 3);
        test_fbx_end(w);
    }
}

static void connect_shapes(const test_fbx_scene *s, test_fbx_writer *w)
{
    connect(w, 7000, 2000 + TEST_FBX_MODELS - 1, NULL);
    connect(w, 7010, 7000, NULL);
    connect(w, 7011, 7000, NULL);
    connect(w, 7020, 7010, NULL);
    if (s->features & TEST_FBX_BETWEEN) connect(w, 7021, 7011, NULL);
    connect(w, 7022, 7011, NULL);
}

static void write_skin(const test_fbx_scene *s, test_fbx_writer *w)
{
    static const double link[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    begin_object(w, "Deformer", 7100, "skin", "Deformer", "Skin");
    leaf_string(w, "SkinningType", "Linear");
    test_fbx_end(w);
    for (int b = 0; b < TEST_FBX_MODELS - 1; b++) {
        int64_t indices[TEST_FBX_VERTICES];
        double weights[TEST_FBX_VERTICES];
        int count = 0;
        for (int v = 0; v < TEST_FBX_VERTICES; v++) {
            if (s->weights[v][b] == 0) continue;
            weights[count] = s->weights[v][b];
            indices[count++] = v;
        }
        begin_object(w, "Deformer", 7110 + b, "cluster", "SubDeformer", "Cluster");
        if (count) leaf_ints(w, "Indexes", indices, (size_t)count);
        if (count) leaf_reals(w, "Weights", weights, (size_t)count);
        leaf_reals(w, "Transform", s->binds[b], 16);
        leaf_reals(w, "TransformLink", link, 16);
        test_fbx_end(w);
    }
}

static void connect_skin(test_fbx_writer *w)
{
    connect(w, 7100, 2000 + TEST_FBX_MODELS - 1, NULL);
    for (int b = 0; b < TEST_FBX_MODELS - 1; b++) {
        connect(w, 7110 + b, 7100, NULL);
        connect(w, 1000 + b, 7110 + b, NULL);
    }
}

// What programs of old have instead of stacks, and Autodesk's reader takes the times of stacks
// from.
static void write_takes(const test_fbx_scene *s, test_fbx_writer *w)
{
    char name[32];
    test_fbx_begin(w, "Takes");
    leaf_string(w, "Current", "");
    for (int i = 0; i < s->stack_count; i++) {
        snprintf(name, sizeof name, "take %d", i);
        test_fbx_begin(w, "Take");
        test_fbx_string(w, name);
        test_fbx_begin(w, "LocalTime");
        test_fbx_long(w, 0);
        test_fbx_long(w, (int64_t)TEST_FBX_TICKS);
        test_fbx_end(w);
        test_fbx_begin(w, "ReferenceTime");
        test_fbx_long(w, 0);
        test_fbx_long(w, (int64_t)TEST_FBX_TICKS);
        test_fbx_end(w);
        test_fbx_end(w);
    }
    test_fbx_end(w);
}

void test_fbx_write_scene(const test_fbx_scene *s, test_fbx_form form, test_fbx_writer *w)
{
    test_fbx_start(w, form);
    write_settings(s, w);
    write_document(w);
    write_definitions(s, w);
    test_fbx_begin(w, "Objects");
    for (int i = 0; i < TEST_FBX_MODELS; i++) write_model(s, w, i);
    for (int i = 0; i < TEST_FBX_MODELS; i++)
        if (s->models[i].mesh) write_mesh(s, w, i);
    if (s->features & TEST_FBX_SHAPES) write_shapes(s, w);
    if (s->features & TEST_FBX_SKIN) write_skin(s, w);
    for (int i = 0; i < s->stack_count; i++) write_stack(s, w, i);
    test_fbx_end(w);
    test_fbx_begin(w, "Connections");
    for (int i = 0; i < TEST_FBX_MODELS; i++) {
        int parent = s->models[i].parent;
        connect(w, 1000 + i, parent < 0 ? 0 : 1000 + parent, NULL);
        if (s->models[i].mesh) connect(w, 2000 + i, 1000 + i, NULL);
    }
    if (s->features & TEST_FBX_SHAPES) connect_shapes(s, w);
    if (s->features & TEST_FBX_SKIN) connect_skin(w);
    for (int i = 0; i < s->stack_count; i++) connect_stack(s, w, i);
    test_fbx_end(w);
    write_takes(s, w);
    test_fbx_finish(w);
}
