// mote info: what is in a mesh file, and what is broken in it.

#include <mote/mesh.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "apps/mote/terminal.h"
#include "apps/mote/verb.h"
#include "core/result.h"
#include "io/io.h"
#include "io/name.h"

// Set from the command line.
static struct {
    bool keep_vertices;
} given;

enum { SHOWN = 6 }; // of each finding

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

// "triangles without area: 3 (4, 17, 90)"; nothing when there are none.
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

// True if something is broken. Edges are named by their first triangle.
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

static int inspect(const char *path)
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
        char shown[4096];
        mote_escape_text(path, strlen(path), shown, sizeof shown);
        printf("%s%s%s\n", cmd_style_code(stdout, CMD_STYLE_BOLD), shown,
               cmd_style_code(stdout, CMD_STYLE_PLAIN));
        print_mesh(mesh);
        if (print_findings(mesh)) code = CMD_EXIT_FOUND;
    }
    mote_mesh_destroy(mesh);
    io_model_release(&model);
    return code;
}

// Each file is reported, whatever the others are like.
static mote_result run(cmd_arguments arguments, int *exit_code)
{
    for (int i = 0; i < arguments.count; i++) {
        int code = inspect(arguments.items[i]);
        if (code > *exit_code) *exit_code = code;
    }
    return MOTE_OK;
}

static const cmd_option options[] = {
    {.name = "keep-vertices",
     .kind = CMD_OPTION_FLAG,
     .to = &given.keep_vertices,
     .help = "do not merge vertices with the same position"},
};

const cmd_verb cmd_verb_info = {
    .name = "info",
    .summary = "describe mesh files and list their defects",
    .arguments = "FILE...",
    .min_arguments = 1,
    .max_arguments = INT32_MAX,
    .about = "Reads OBJ, PLY, STL and OFF files. Vertices with the same position are merged. "
             "Triangles and vertices are numbered from 0; the first few of each finding are "
             "listed, edges by one of their triangles. Triangles without area, duplicate "
             "triangles, edges of more than two triangles and neighbors that face opposite ways "
             "count as broken; border edges and unused vertices are only noted. The exit code is 0 "
             "if nothing is broken, 1 if something is broken, 2 if a file could not be read.",
    .examples = "  mote info bunny.ply\n"
                "  mote info --keep-vertices part.stl cover.obj\n",
    .options = {options, sizeof options / sizeof options[0]},
    .run = run,
};
