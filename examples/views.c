// Many questions about the present shape of a body: which points are inside, how far points are
// from the surface, and what rays hit. A frozen world may be asked by several threads at the same
// time.
#include <math.h>
#include <mote/mote.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { AROUND = 48, RINGS = 24, VERTICES = AROUND * RINGS, INDICES = 6 * VERTICES };
enum { THREADS = 2, ROWS = 12, COLUMNS = 36, RAYS = ROWS * COLUMNS / THREADS, GRID = 24 };

static void must(mote_result result)
{
    if (result == MOTE_OK) return;
    fprintf(stderr, "%s: %s\n", mote_result_name(result), mote_last_message());
    exit(1);
}

// A torus around z of radii 1 and 0.4.
static mote_mesh *make_torus(void)
{
    static mote_vec3 points[VERTICES];
    static uint32_t indices[INDICES];
    for (uint32_t i = 0; i < VERTICES; i++) {
        const uint32_t step = i / RINGS, ring = i % RINGS;
        float u = (float)step * 6.2831853f / AROUND;
        float v = (float)ring * 6.2831853f / RINGS, r = 1 + 0.4f * cosf(v);
        uint32_t up = step * RINGS + (i + 1) % RINGS, next = (i + RINGS) % VERTICES;
        uint32_t both = next / RINGS * RINGS + (next + 1) % RINGS;
        const uint32_t cell[6] = {i, next, both, i, both, up};
        points[i] = (mote_vec3){r * cosf(u), r * sinf(u), 0.4f * sinf(v)};
        for (uint32_t k = 0; k < 6; k++) indices[6 * i + k] = cell[k];
    }
    mote_mesh_def def = mote_default_mesh_def();
    def.positions = (mote_positions){.data = points, .count = VERTICES};
    def.indices = indices;
    def.index_count = INDICES;
    mote_mesh *mesh;
    must(mote_mesh_create(&def, &mesh));
    return mesh;
}

// The points of a grid that are inside tell the volume. The sign of distances and winding numbers
// are exact.
static void measure(const mote_view *view, mote_body_id body)
{
    static mote_vec3 points[GRID * GRID * GRID];
    static mote_signed_distance found[GRID * GRID * GRID];
    const float step = 3.0f / GRID;
    int count = 0, inside = 0, deepest = 0;
    for (float x = -1.5f + step / 2; x < 1.5f; x += step)
        for (float y = -1.5f + step / 2; y < 1.5f; y += step)
            for (float z = -0.5f + step / 6; z < 0.5f; z += step / 3)
                points[count++] = (mote_vec3){x, y, z};
    must(mote_view_signed_distances(view, body, points, (size_t)count, found));
    for (int i = 0; i < count; i++) {
        inside += found[i].winding != 0;
        if (found[i].distance < found[deepest].distance) deepest = i;
    }
    printf("volume: about %.1f\n", (double)(step * step * step / 3) * inside);
    printf("deepest point: %.1f below the surface\n", -(double)found[deepest].distance);
}

// A picture, by rays from above. Each thread asks for some of its rows.
typedef struct part {
    const mote_view *view;
    int row;
    mote_result result;
    mote_surface_point hits[RAYS];
} part;

static void *look(void *argument)
{
    part *p = argument;
    mote_ray rays[RAYS];
    for (int i = 0; i < RAYS; i++) {
        int row = p->row + i / COLUMNS, column = i % COLUMNS;
        float x = (float)column - (COLUMNS - 1) / 2.0f, y = (ROWS - 1) / 2.0f - (float)row;
        rays[i] = (mote_ray){{x / 12 + 0.001f, y / 4 + 0.001f, 5}, {0, 0, -1}, INFINITY};
    }
    p->result = mote_view_rays(p->view, UINT64_MAX, rays, RAYS, p->hits);
    return NULL;
}

static void draw(const mote_view *view)
{
    static part parts[THREADS];
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        parts[i] = (part){.view = view, .row = i * ROWS / THREADS};
        if (pthread_create(&threads[i], NULL, look, &parts[i])) exit(1);
    }
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    for (int i = 0; i < ROWS * COLUMNS; i++) {
        must(parts[i / RAYS].result);
        const mote_surface_point *hit = &parts[i / RAYS].hits[i % RAYS];
        putchar(hit->face == MOTE_NONE ? ' ' : hit->point.z > 0.3f ? '#' : '.');
        if (i % COLUMNS == COLUMNS - 1) putchar('\n');
    }
}

int main(void)
{
    mote_mesh *mesh = make_torus();
    mote_world_def def = mote_default_world_def();
    mote_body_def body = mote_default_body_def();
    body.mesh = mesh;
    mote_world *world;
    mote_body_id id;
    const mote_view *view;
    must(mote_world_create(&def, &world));
    must(mote_body_create(world, &body, &id));
    must(mote_world_freeze(world, UINT64_MAX, &view));
    measure(view, id);
    draw(view);
    must(mote_world_thaw(world));
    mote_world_destroy(world);
    mote_mesh_destroy(mesh);
    return 0;
}
