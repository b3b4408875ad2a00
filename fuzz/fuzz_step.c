// Two bodies and their motion from bytes: hybrid and naive must find the same step, the earliest
// impact must be the first of all, and a verified step must be free of impacts.

#include <mote/mote.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { BODIES = 2, MAX_VERTICES = 9 };

typedef struct input {
    const uint8_t *data;
    size_t size;
} input;

typedef struct body {
    mote_mesh *mesh;
    uint32_t vertex_count;
    bool self;
    mote_vec3 start[MAX_VERTICES], end[MAX_VERTICES], reached[MAX_VERTICES];
} body;

static void require(bool holds)
{
    if (!holds) abort();
}

static uint8_t next_byte(input *in)
{
    if (in->size == 0) return 0;
    in->size--;
    return *in->data++;
}

// Small numbers, of which many are equal, or any float.
static float next_float(input *in, bool any)
{
    if (!any) return (float)((int)next_byte(in) - 128) / 16;
    uint8_t bytes[4] = {next_byte(in), next_byte(in), next_byte(in), next_byte(in)};
    float value;
    memcpy(&value, bytes, sizeof value);
    return value;
}

static bool make_body(input *in, body *b)
{
    uint8_t kind = next_byte(in);
    bool any = kind & 1, rests = (kind & 6) == 6;
    b->self = kind & 8;
    b->vertex_count = 3 + (kind >> 4) % (MAX_VERTICES - 2);
    uint32_t triangles[3 * MAX_VERTICES];
    for (uint32_t v = 0; v < b->vertex_count; v++) {
        b->start[v] = (mote_vec3){next_float(in, any), next_float(in, any), next_float(in, any)};
        b->end[v] = b->start[v];
        if (rests) continue;
        b->end[v] = (mote_vec3){next_float(in, any), next_float(in, any), next_float(in, any)};
    }
    uint32_t count = b->vertex_count - 2; // a strip, of which some corners are others
    for (uint32_t i = 0; i < 3 * count; i++) {
        uint8_t other = next_byte(in);
        triangles[i] = other < 192 ? i / 3 + i % 3 : other % b->vertex_count;
    }
    mote_mesh_def def = mote_default_mesh_def();
    def.flags = MOTE_MESH_CLUSTERS;
    def.positions = (mote_positions){.data = b->start, .count = b->vertex_count};
    def.indices = triangles;
    def.index_count = 3 * (size_t)count;
    return mote_mesh_create(&def, &b->mesh) == MOTE_OK;
}

static mote_world *make_world(const body *bodies, mote_method method, mote_body_id *ids)
{
    mote_world_def def = mote_default_world_def();
    mote_world *world;
    def.method = method;
    def.contacts = false;
    require(mote_world_create(&def, &world) == MOTE_OK);
    for (int i = 0; i < BODIES; i++) {
        mote_body_def body_def = mote_default_body_def();
        body_def.mesh = bodies[i].mesh;
        body_def.self_collision = bodies[i].self;
        require(mote_body_create(world, &body_def, &ids[i]) == MOTE_OK);
    }
    return world;
}

static void move(mote_world *world, mote_body_id id, const mote_vec3 *start, const mote_vec3 *end,
                 uint32_t count)
{
    mote_motion motion = mote_default_motion();
    motion.start.positions = (mote_positions){.data = start, .count = count};
    motion.end.positions = (mote_positions){.data = end, .count = count};
    require(mote_body_set_motion(world, id, &motion) == MOTE_OK);
}

static mote_sweep_report sweep(mote_world *world, const mote_sweep_def *def)
{
    mote_sweep_report report;
    require(mote_world_sweep(world, def) == MOTE_OK);
    require(mote_world_sweep_report(world, &report) == MOTE_OK);
    return report;
}

static void check_verified(mote_world *naive, body *bodies, mote_world *hybrid,
                           const mote_body_id *ids_n, const mote_body_id *ids_h, double time)
{
    for (int i = 0; i < BODIES; i++) {
        body *b = &bodies[i];
        memcpy(b->reached, b->start, sizeof b->reached);
        require(mote_body_get_positions_at(hybrid, ids_h[i], time, b->reached, b->vertex_count) ==
                MOTE_OK);
        move(naive, ids_n[i], b->start, b->reached, b->vertex_count);
    }
    const mote_sweep_def def = mote_default_sweep_def();
    require(sweep(naive, &def).impact_count == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input in = {data, size};
    body bodies[BODIES] = {{0}};
    mote_body_id ids_n[BODIES], ids_h[BODIES];
    if (make_body(&in, &bodies[0]) && make_body(&in, &bodies[1])) {
        mote_world *naive = make_world(bodies, MOTE_METHOD_NAIVE, ids_n);
        mote_world *hybrid = make_world(bodies, MOTE_METHOD_HYBRID, ids_h);
        for (int i = 0; i < BODIES; i++) {
            move(naive, ids_n[i], bodies[i].start, bodies[i].end, bodies[i].vertex_count);
            move(hybrid, ids_h[i], bodies[i].start, bodies[i].end, bodies[i].vertex_count);
        }
        mote_sweep_def def = mote_default_sweep_def();
        def.face_pairs = def.contacts = def.vertex_steps = true;
        mote_sweep_report n = sweep(naive, &def), h = sweep(hybrid, &def);
        require(n.hash == h.hash && n.impact_count == h.impact_count);
        require(n.face_pair_count == h.face_pair_count && n.safe_step == h.safe_step);
        def = mote_default_sweep_def();
        def.find = MOTE_SWEEP_EARLIEST;
        def.verify = true;
        double safe = n.safe_step;
        h = sweep(hybrid, &def);
        require(h.safe_step == safe && h.verified_step <= safe);
        if (h.start_is_free && h.verified_step > 0 && h.invalid_count == 0)
            check_verified(naive, bodies, hybrid, ids_n, ids_h, h.verified_step);
        mote_world_destroy(naive);
        mote_world_destroy(hybrid);
    }
    for (int i = 0; i < BODIES; i++) mote_mesh_destroy(bodies[i].mesh);
    return 0;
}
