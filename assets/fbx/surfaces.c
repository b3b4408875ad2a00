// Meshes on their models, split by materials.

#include <stdlib.h>
#include <string.h>

#include "assets/fbx/fbx.h"
#include "core/result.h"

typedef struct triangle {
    int64_t material; // index among the materials of the model
    uint32_t corners[3];
    uint32_t order;
} triangle;

typedef MOTE_ARRAY(triangle) triangle_array;

// Temporary data for reading a mesh.
typedef struct mesh_reader {
    asset_fbx *fbx;
    asset_fbx_mesh mesh;
    int64_t *corners; // the last one of each polygon is stored as its complement
    size_t corner_count;
    int64_t *materials; // one per polygon, or one for all
    size_t material_count;
    triangle_array triangles;
    mote_u32_array polygon, room;
    MOTE_ARRAY(mote_dvec3) points; // corners of a polygon
} mesh_reader;

static mote_result fail_memory(const asset_fbx *fbx, size_t bytes)
{
    return mote_fail_memory(bytes, fbx->path);
}

static const char *mesh_name(const mesh_reader *r, char room[ASSET_FBX_SHORT])
{
    return asset_fbx_name(r->fbx, r->mesh.model, room);
}

// ---------------------------------------------------------------------------------------------
// Vertices

static mote_result read_positions(mesh_reader *r)
{
    asset_fbx *fbx = r->fbx;
    double *numbers = NULL;
    size_t count = 0;
    uint32_t node = asset_fbx_object_at(fbx, r->mesh.geometry)->node;
    mote_result result = asset_fbx_read_reals(fbx, node, "Vertices", &numbers, &count);
    if (result) return result;
    count /= 3;
    mote_vec3 *to = mote_array_room(&fbx->asset->positions, &mote_libc_allocator, count);
    if (!to) result = fail_memory(fbx, count * sizeof *to);
    for (size_t i = 0; i < count && !result; i++) {
        mote_dvec3 p = {numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]};
        to[i] = mote_dvec_narrow(mote_affine_point(&r->mesh.geometric, p));
    }
    if (!result) {
        r->mesh.surface.positions = (asset_span){fbx->asset->positions.count, count};
        fbx->asset->positions.count += count;
    }
    free(numbers);
    return result;
}

// ---------------------------------------------------------------------------------------------
// Triangles

// Reads the first layer of materials: one index for all polygons, or one per polygon.
static mote_result read_materials(mesh_reader *r)
{
    uint32_t node = asset_fbx_object_at(r->fbx, r->mesh.geometry)->node;
    uint32_t layer = asset_fbx_child(r->fbx, node, "LayerElementMaterial");
    if (!layer) return MOTE_OK;
    uint32_t mapping = asset_fbx_child(r->fbx, layer, "MappingInformationType");
    asset_fbx_text how = mapping ? asset_fbx_text_at(r->fbx, mapping, 0) : (asset_fbx_text){"", 0};
    mote_result result =
        asset_fbx_read_integers(r->fbx, layer, "Materials", &r->materials, &r->material_count);
    if (!result && !asset_fbx_is(how, "ByPolygon") && r->material_count > 1) r->material_count = 1;
    return result;
}

static mote_result take_polygon(mesh_reader *r, size_t number)
{
    uint32_t count = (uint32_t)r->polygon.count;
    if (count < 3) { // a point or a line
        r->fbx->flat_count++;
        return MOTE_OK;
    }
    mote_result result = asset_fbx_spend(r->fbx, (uint64_t)count * sizeof(triangle));
    if (result) return result;
    triangle *to = mote_array_room(&r->triangles, &mote_libc_allocator, count - 2);
    mote_dvec3 *points = mote_array_room(&r->points, &mote_libc_allocator, count);
    uint32_t *room = mote_array_room(&r->room, &mote_libc_allocator, (size_t)count * 4);
    if (!to || !points || !room) return fail_memory(r->fbx, count * sizeof *to);
    const mote_vec3 *positions = r->fbx->asset->positions.data + r->mesh.surface.positions.first;
    for (uint32_t i = 0; i < count; i++) points[i] = mote_vec_widen(positions[r->polygon.data[i]]);
    uint32_t *corners = room + count;
    asset_fbx_triangulate(points, count, corners, room);
    int64_t material = r->material_count > number ? r->materials[number]
                       : r->material_count == 1   ? r->materials[0]
                                                  : 0;
    for (uint32_t i = 0; i < count - 2; i++, corners += 3) {
        uint32_t second = r->fbx->mirrored ? 2 : 1;
        to[i] =
            (triangle){.material = material,
                       .corners = {r->polygon.data[corners[0]], r->polygon.data[corners[second]],
                                   r->polygon.data[corners[3 - second]]},
                       .order = (uint32_t)r->triangles.count + i};
    }
    r->triangles.count += count - 2;
    return MOTE_OK;
}

static mote_result read_polygons(mesh_reader *r)
{
    char room[ASSET_FBX_SHORT];
    uint32_t node = asset_fbx_object_at(r->fbx, r->mesh.geometry)->node;
    mote_result result =
        asset_fbx_read_integers(r->fbx, node, "PolygonVertexIndex", &r->corners, &r->corner_count);
    if (!result) result = read_materials(r);
    size_t number = 0;
    for (size_t i = 0; i < r->corner_count && !result; i++) {
        int64_t corner = r->corners[i] < 0 ? -1 - r->corners[i] : r->corners[i];
        if ((uint64_t)corner >= r->mesh.surface.positions.count)
            return asset_fbx_fail(r->fbx, "mesh of '%s': vertex %lld is out of range",
                                  mesh_name(r, room), (long long)corner);
        if (!mote_array_push(&r->polygon, &mote_libc_allocator, (uint32_t)corner))
            return fail_memory(r->fbx, sizeof(uint32_t));
        if (r->corners[i] >= 0) continue;
        result = take_polygon(r, number++);
        r->polygon.count = 0;
    }
    if (!result && r->polygon.count)
        result =
            asset_fbx_fail(r->fbx, "mesh of '%s': the last polygon has no end", mesh_name(r, room));
    return result;
}

static int compare_triangles(const void *a, const void *b)
{
    const triangle *x = a, *y = b;
    if (x->material != y->material) return x->material < y->material ? -1 : 1;
    return (x->order > y->order) - (x->order < y->order);
}

// ---------------------------------------------------------------------------------------------
// Materials

// Finds the material with this index among those connected to the model, or MOTE_NONE.
static uint32_t find_material(const asset_fbx *fbx, uint32_t model, int64_t number)
{
    const asset_fbx_connection *c;
    for (uint32_t i = 0; (c = asset_fbx_child_of(fbx, model, i)); i++)
        if (!c->property.size &&
            asset_fbx_is(asset_fbx_object_at(fbx, c->child)->kind, "Material") && number-- == 0)
            return c->child;
    return MOTE_NONE;
}

static mote_result name_material(mesh_reader *r, int64_t number)
{
    static const char none[] = "no material";
    asset_surface *surface = &r->mesh.surface;
    surface->material = find_material(r->fbx, r->mesh.model, number);
    if (surface->material == MOTE_NONE)
        return asset_add_name(r->fbx->asset, none, sizeof none - 1, &surface->material_name);
    return asset_fbx_add_name(r->fbx, surface->material, &surface->material_name);
}

// Adds one surface per material. The surfaces share all lists except their triangles.
static mote_result add_surfaces(mesh_reader *r)
{
    asset_file *asset = r->fbx->asset;
    const triangle *all = r->triangles.data;
    if (r->triangles.count)
        qsort(r->triangles.data, r->triangles.count, sizeof *all, compare_triangles);
    for (size_t first = 0, end; first < r->triangles.count; first = end) {
        for (end = first; end < r->triangles.count && all[end].material == all[first].material;)
            end++;
        mote_result result = name_material(r, all[first].material);
        if (result) return result;
        r->mesh.surface.triangles = (asset_span){asset->corners.count, (end - first) * 3};
        asset_span span;
        for (size_t i = first; i < end; i++)
            if (!asset_add(&asset->corners, all[i].corners, 3, &span))
                return fail_memory(r->fbx, sizeof all[i].corners);
        if (!asset_add(&asset->surfaces, &r->mesh.surface, 1, &span))
            return fail_memory(r->fbx, sizeof r->mesh.surface);
    }
    return MOTE_OK;
}

// ---------------------------------------------------------------------------------------------

static void close_reader(mesh_reader *r)
{
    free(r->corners);
    free(r->materials);
    mote_array_release(&r->triangles, &mote_libc_allocator);
    mote_array_release(&r->polygon, &mote_libc_allocator);
    mote_array_release(&r->room, &mote_libc_allocator);
    mote_array_release(&r->points, &mote_libc_allocator);
}

static mote_result add_mesh(asset_fbx *fbx, uint32_t model, uint32_t geometry)
{
    mesh_reader r = {.fbx = fbx,
                     .mesh = {.geometry = geometry,
                              .model = model,
                              .geometric = asset_fbx_geometric(fbx, model)}};
    asset_surface *surface = &r.mesh.surface;
    memset(surface, 0, sizeof *surface); // clears the padding, which is sent too
    surface->node = asset_fbx_object_at(fbx, model)->asset_node;
    surface->mesh = geometry;
    bool named = asset_fbx_object_at(fbx, geometry)->name.size > 0;
    mote_result result = read_positions(&r);
    if (!result) result = read_polygons(&r);
    if (!result && r.triangles.count) {
        result = asset_fbx_add_name(fbx, named ? geometry : model, &surface->mesh_name);
        if (!result) result = asset_fbx_add_shapes(fbx, &r.mesh);
        if (!result) result = asset_fbx_add_skin(fbx, &r.mesh);
        if (!result) result = add_surfaces(&r);
    }
    fbx->empty_meshes += r.corner_count == 0 && surface->positions.count > 0;
    close_reader(&r);
    return result;
}

// Refuses deformers other than skins and blend shapes, such as position caches.
static mote_result check_deformers(const asset_fbx *fbx, uint32_t model, uint32_t geometry)
{
    const asset_fbx_connection *c;
    char room[ASSET_FBX_SHORT];
    for (uint32_t i = 0; (c = asset_fbx_child_of(fbx, geometry, i)); i++) {
        const asset_fbx_object *o = asset_fbx_object_at(fbx, c->child);
        if (!asset_fbx_is(o->kind, "Deformer") || asset_fbx_is(o->sub, "Skin") ||
            asset_fbx_is(o->sub, "BlendShape") || asset_fbx_number(fbx, c->child, "Active", 1) == 0)
            continue;
        return asset_fbx_refuse(fbx, "mesh of '%s' is moved by a deformer of the kind %.*s",
                                asset_fbx_name(fbx, model, room),
                                (int)(o->sub.size < 40 ? o->sub.size : 40), o->sub.data);
    }
    return MOTE_OK;
}

static mote_result add_geometry(asset_fbx *fbx, uint32_t model, uint32_t geometry)
{
    static const char *const without_faces[] = {"Shape", "Line", "NurbsCurve", "Boundary"};
    asset_fbx_text sub = asset_fbx_object_at(fbx, geometry)->sub;
    char room[ASSET_FBX_SHORT];
    for (size_t i = 0; i < sizeof without_faces / sizeof *without_faces; i++)
        if (asset_fbx_is(sub, without_faces[i])) {
            fbx->curve_count++;
            return MOTE_OK;
        }
    if (!asset_fbx_is(sub, "Mesh"))
        return asset_fbx_refuse(fbx, "'%s' is a surface of the kind %.*s, not a mesh",
                                asset_fbx_name(fbx, model, room),
                                (int)(sub.size < 40 ? sub.size : 40), sub.data);
    mote_result result = check_deformers(fbx, model, geometry);
    return result ? result : add_mesh(fbx, model, geometry);
}

mote_result asset_fbx_add_surfaces(asset_fbx *fbx)
{
    mote_result result = MOTE_OK;
    for (uint32_t model = 0; model < fbx->objects.count && !result; model++) {
        if (asset_fbx_object_at(fbx, model)->asset_node == MOTE_NONE) continue;
        const asset_fbx_connection *c;
        for (uint32_t i = 0; !result && (c = asset_fbx_child_of(fbx, model, i)); i++)
            if (!c->property.size &&
                asset_fbx_is(asset_fbx_object_at(fbx, c->child)->kind, "Geometry")) {
                fbx->objects.data[c->child].is_shown = true;
                result = add_geometry(fbx, model, c->child);
            }
    }
    return result;
}
