// mote info: describes the contents and the defects of files.

#include <inttypes.h>
#include <mote/mesh.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "apps/mote/remarks.h"
#include "apps/mote/terminal.h"
#include "apps/mote/verb.h"
#include "assets/weld.h"
#include "check/animation/files.h"
#include "check/animation/source.h"
#include "core/result.h"
#include "io/io.h"
#include "io/name.h"

// Command line options.
static struct {
    bool keep_vertices, require_filter;
    const char *format;
} given;

enum { SHOWN = 6 }; // maximum number of examples per finding

static void print_row(const char *name, const char *text)
{
    printf("  %-12s %s\n", name, text);
}

__attribute__((format(printf, 2, 3))) static void print_line(const char *name, const char *format,
                                                             ...)
{
    char text[128];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    print_row(name, text);
}

// Prints a line such as "triangles without area: 3 (4, 17, 90)". Prints nothing if there are none.
static void print_finding(bool broken, const char *what, uint32_t count, const uint32_t *items,
                          uint32_t items_each)
{
    if (count == 0) return;
    char text[256];
    int used = snprintf(text, sizeof text, "%s: %u", what, count);
    for (uint32_t i = 0; i < count && i < SHOWN; i++)
        used += snprintf(text + used, sizeof text - (size_t)used, "%s%u", i ? ", " : " (",
                         items[i] / items_each);
    snprintf(text + used, sizeof text - (size_t)used, "%s", count > SHOWN ? ", ...)" : ")");
    cmd_print_entry(stdout, broken ? CMD_STYLE_RED : CMD_STYLE_YELLOW, broken ? "broken" : "note",
                    13, text);
}

// Returns whether the mesh has a defect. Edges are identified by their first triangle.
static bool print_findings(const mote_mesh *mesh)
{
    mote_findings f;
    mote_mesh_get_findings(mesh, &f);
    print_finding(true, "triangles without area", f.degenerate_count, f.degenerate_triangles, 1);
    print_finding(true, "triangles listed before", f.duplicate_count, f.duplicate_triangles, 1);
    print_finding(true, "edges of more than two triangles", f.nonmanifold_count,
                  f.nonmanifold_edges, 3);
    print_finding(true, "edges whose sides face opposite ways", f.flipped_count, f.flipped_edges,
                  3);
    print_finding(false, "border edges", f.border_count, f.border_edges, 3);
    print_finding(false, "unused vertices", f.isolated_count, f.isolated_vertices, 1);
    return f.degenerate_count || f.duplicate_count || f.nonmanifold_count || f.flipped_count;
}

static void print_mesh(const mote_mesh *mesh)
{
    mote_mesh_info info;
    mote_mesh_get_info(mesh, &info);
    if (info.welded_count == info.vertex_count)
        print_line("vertices", "%u", info.vertex_count);
    else
        print_line("vertices", "%u, %u different", info.vertex_count, info.welded_count);
    print_line("triangles", "%u", info.triangle_count);
    print_line("parts", "%u", info.component_count);
    const mote_vec3 low = info.box.min, high = info.box.max;
    print_line("from", "%g %g %g", (double)low.x, (double)low.y, (double)low.z);
    print_line("to", "%g %g %g", (double)high.x, (double)high.y, (double)high.z);
    print_line("mean edge", "%g", (double)info.mean_edge_length);
    print_line("area", "%g", info.area);
    if (info.closed)
        print_line("closed", "yes, volume %g", info.volume);
    else
        print_row("closed", "no");
}

static mote_result build_mesh(const io_model *model, mote_mesh **out)
{
    mote_mesh_def def = mote_default_mesh_def();
    def.positions = (mote_positions){.data = model->positions, .count = model->vertex_count};
    def.indices = model->triangles;
    def.index_count = (size_t)model->triangle_count * 3;
    def.flags = MOTE_MESH_ADJACENCY | MOTE_MESH_FINDINGS;
    def.weld = given.keep_vertices ? MOTE_WELD_NONE : MOTE_WELD_EXACT;
    return mote_mesh_create(&def, out);
}

// ---------------------------------------------------------------------------------------------
// Files with nodes, skins and clips, and all other inputs of 'mote check'

static void print_heading(const char *path)
{
    char shown[4096];
    mote_escape_text(path, strlen(path), shown, sizeof shown);
    printf("%s%s%s\n", cmd_style_code(stdout, CMD_STYLE_BOLD), shown,
           cmd_style_code(stdout, CMD_STYLE_PLAIN));
}

// An item that surfaces may share: a mesh with its targets, a material, or a skin with its bones.
// Its index, or MOTE_NONE for no item, and its number of elements.
typedef struct shared_item {
    uint64_t number, size;
} shared_item;

typedef shared_item read_item(const asset_surface *surface);

static shared_item read_mesh(const asset_surface *s)
{
    return (shared_item){s->mesh, s->targets};
}

static shared_item read_material(const asset_surface *s)
{
    return (shared_item){s->material, 0};
}

static shared_item read_skin(const asset_surface *s)
{
    return (shared_item){s->bones.count ? s->bones.first : MOTE_NONE, s->bones.count};
}

// Counts the distinct items of the surfaces, and sums their sizes.
static mote_result count_items(const asset_file *asset, read_item *read, uint32_t *count,
                               uint64_t *size)
{
    uint32_t surfaces = (uint32_t)asset->surfaces.count, found = 0;
    shared_item *items = calloc((size_t)surfaces + 1, sizeof *items);
    uint32_t *map = malloc(((size_t)surfaces + 1) * sizeof *map);
    mote_result result = MOTE_OK;
    if (!items || !map) result = mote_fail_memory(surfaces * sizeof *items, "the surfaces");
    for (uint32_t i = 0; i < surfaces && !result; i++) items[i] = read(&asset->surfaces.data[i]);
    if (!result) result = asset_number_equal(items, sizeof *items, surfaces, map, &found);
    *count = 0;
    *size = 0;
    for (uint32_t i = 0, next = 0; i < surfaces && !result; i++) {
        if (map[i] != next) continue; // already counted
        next++;
        if (items[i].number == MOTE_NONE) continue;
        ++*count;
        *size += items[i].size;
    }
    free(items);
    free(map);
    return result;
}

static mote_result print_surfaces(const asset_file *asset)
{
    uint32_t meshes, materials, skins;
    uint64_t targets, bones, none;
    mote_result result = count_items(asset, read_mesh, &meshes, &targets);
    if (!result) result = count_items(asset, read_material, &materials, &none);
    if (!result) result = count_items(asset, read_skin, &skins, &bones);
    if (result) return result;
    print_line("nodes", "%zu", asset->nodes.count);
    print_line("meshes", "%u", meshes);
    print_line("materials", "%u", materials);
    print_line("skins", "%u, with %" PRIu64 " bones", skins, bones);
    print_line("targets", "%" PRIu64, targets);
    return MOTE_OK;
}

// Prints the total number of instances and the names of the extensions.
static void print_remarks(const asset_file *asset)
{
    uint64_t instances = 0;
    for (size_t i = 0; i < asset->remarks.count; i++)
        if (asset->remarks.data[i].kind == ASSET_REMARK_INSTANCES)
            instances += asset->remarks.data[i].count;
    print_line("instances", "%" PRIu64, instances);
    for (size_t i = 0; i < asset->remarks.count; i++)
        if (asset->remarks.data[i].kind == ASSET_REMARK_EXTENSION)
            print_row("extension", asset_text(asset, asset->remarks.data[i].text));
}

static void print_parts(const check_animation *animation)
{
    print_line("parts", "%u", animation->part_count);
    for (uint32_t i = 0; i < animation->part_count; i++) {
        const asset_part *part = animation->parts[i];
        mote_mesh_info info;
        mote_mesh_get_info(part->mesh, &info);
        printf("    %-32s %u triangles, %u vertices%s\n", part->name, part->triangle_count,
               part->vertex_count, info.closed ? ", closed" : "");
    }
}

static void print_clips(const check_animation *animation)
{
    bool none = animation->clip_count == 1 && !animation->clips[0].name;
    print_line("clips", "%u", none ? 0 : animation->clip_count);
    for (uint32_t i = 0; i < animation->clip_count; i++) {
        const check_clip *clip = &animation->clips[i];
        if (none && clip->frame_count == 1) continue;
        printf("    %-32s %g to %g s, %u frames of 1/%g s\n", none ? "(no name)" : clip->name,
               clip->start, clip->end, clip->frame_count, animation->fps);
    }
}

static mote_result describe_input(const char *path)
{
    check_remarks remarks = {.accepted = 0};
    check_animation_def def = check_default_animation_def();
    def.inputs = &path;
    def.input_count = 1;
    def.weld = given.keep_vertices ? MOTE_WELD_NONE : MOTE_WELD_EXACT;
    def.input_format = given.format;
    def.remarks = &remarks;
    def.limits.require_filter = given.require_filter;
    check_animation *animation = NULL;
    mote_result result = check_animation_open(&def, &animation);
    if (!result) {
        const asset_file *asset = animation->sources[0]->asset;
        print_heading(path);
        if (asset) result = print_surfaces(asset);
        if (asset && !result) print_remarks(asset);
        if (!result) print_parts(animation);
        if (!result) print_clips(animation);
        if (!result) cmd_print_remarks(&remarks);
    }
    check_animation_close(animation);
    check_remarks_release(&remarks);
    return result;
}

static int inspect_input(const char *path)
{
    if (!describe_input(path)) return CMD_EXIT_FINE;
    fprintf(stderr, "mote info: %s\n", mote_last_message());
    return CMD_EXIT_ERROR;
}

// ---------------------------------------------------------------------------------------------

// Recognizes mesh files by their name or content.
static bool is_mesh(const char *path)
{
    io_model model = {0};
    if (strcmp(path, "-") == 0) return false; // described as 'mote check' reads it
    if (io_format_of(path) != IO_UNKNOWN) return !check_is_file_pattern(path);
    bool known = io_read(path, &model) == MOTE_OK;
    io_model_release(&model);
    return known;
}

static int inspect_mesh(const char *path)
{
    io_model model = {0};
    mote_mesh *mesh = NULL;
    mote_result result = io_read(path, &model);
    if (!result) result = build_mesh(&model, &mesh);
    int code = CMD_EXIT_FINE;
    if (io_name_file(result, path)) {
        fprintf(stderr, "mote info: %s\n", mote_last_message());
        code = CMD_EXIT_ERROR;
    } else {
        print_heading(path);
        print_mesh(mesh);
        if (print_findings(mesh)) code = CMD_EXIT_FOUND;
    }
    mote_mesh_destroy(mesh);
    io_model_release(&model);
    return code;
}

// Describes each file, even if others fail.
static mote_result run(cmd_arguments arguments, int *exit_code)
{
    for (int i = 0; i < arguments.count; i++) {
        const char *path = arguments.items[i];
        int code = is_mesh(path) ? inspect_mesh(path) : inspect_input(path);
        if (code > *exit_code) *exit_code = code;
    }
    return MOTE_OK;
}

static const cmd_option options[] = {
    CMD_OPTION_FORMAT(&given.format),
    CMD_OPTION_REQUIRE_FILTER(&given.require_filter),
    {.name = "keep-vertices",
     .kind = CMD_OPTION_FLAG,
     .to = &given.keep_vertices,
     .help = "do not merge vertices with the same position"},
};

const cmd_verb cmd_verb_info = {
    .name = "info",
    .summary = "list what is in files, and the defects of meshes",
    .arguments = "INPUT...",
    .min_arguments = 1,
    .max_arguments = INT32_MAX,
    .about = "Lists what is in any input of 'mote check': nodes, meshes, skins, morph targets, "
             "instances, extensions, the parts and clips that a check would have, and what it "
             "would not read. Of OBJ, PLY, STL and OFF files it lists the defects: vertices with "
             "the same position are merged; triangles and vertices are numbered from 0; the first "
             "few of each finding are "
             "listed, edges by one of their triangles. Triangles without area, duplicate "
             "triangles, edges of more than two triangles and neighbors that face opposite ways "
             "count as broken; border edges and unused vertices are only noted. The exit code is 0 "
             "if nothing is broken, 1 if something is broken, 2 if a file could not be read.",
    .examples = "  mote info character.glb\n"
                "  mote info bunny.ply\n"
                "  mote info --keep-vertices part.stl cover.obj\n",
    .options = {options, sizeof options / sizeof options[0]},
    .run = run,
};
