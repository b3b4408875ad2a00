#define _POSIX_C_SOURCE 200809L
#include "check/import/import.h"

#include <string.h>
#include <strings.h>

#include "assets/fbx/fbx.h"
#include "assets/gltf.h"
#include "core/result.h"
#include "io/name.h"

// Used in the child process.
static const asset_decoders *decoders;
static const char *no_decoder;

mote_result check_prepare_gltf(const char *path)
{
    (void)path;
    decoders = check_load_decoders(&no_decoder);
    return MOTE_OK;
}

mote_result check_read_gltf(const check_input *input, asset_file *out)
{
    asset_gltf_def def = asset_default_gltf_def();
    def.decoders = decoders;
    def.no_decoder = no_decoder;
    def.bytes = input->bytes;
    def.size = input->size;
    def.name = input->path;
    def.beside = input->beside;
    return asset_gltf_read(&def, out);
}

mote_result check_read_fbx(const check_input *input, asset_file *out)
{
    asset_fbx_def def = asset_default_fbx_def();
    def.bytes = input->bytes;
    def.size = input->size;
    def.name = input->path;
    return asset_fbx_read(&def, out);
}

#ifdef MOTE_ASSIMP_MAJOR
static const check_importer others = {check_prepare_assimp, check_read_by_assimp};
#else
static mote_result read_other(const check_input *input, asset_file *out)
{
    (void)out;
    char room[IO_SHORT_NAME];
    return mote_fail(MOTE_ERROR_REFUSED,
                     "%s: this mote was built without libassimp (Debian: libassimp-dev) and reads "
                     "only glTF, FBX, OBJ, PLY, STL and OFF",
                     io_short_name(input->path, room));
}

static const check_importer others = {.read = read_other};
#endif

// Formats that the user can convert, and to which format.
static mote_result refuse_by_name(const char *path, const char *extension)
{
    static const struct {
        const char *extension, *format, *hint;
    } refused[] = {
        {".abc", "Alembic", "export glTF or FBX, or an OBJ or PLY file per frame"},
        {".usd", "USD", "export glTF (.glb) or FBX"},
        {".usda", "USD", "export glTF (.glb) or FBX"},
        {".usdc", "USD", "export glTF (.glb) or FBX"},
        {".usdz", "USD", "export glTF (.glb) or FBX"},
        {".zae", "zipped Collada", "unpack it and check the .dae file"},
    };
    char room[IO_SHORT_NAME];
    for (size_t i = 0; i < sizeof refused / sizeof refused[0] && extension; i++)
        if (strcasecmp(extension, refused[i].extension) == 0)
            return mote_fail(MOTE_ERROR_REFUSED, "%s: mote does not read %s; %s instead",
                             io_short_name(path, room), refused[i].format, refused[i].hint);
    return MOTE_OK;
}

mote_result check_import(const char *path, const int *opened, const check_import_limits *limits,
                         asset_file *out)
{
    static const check_importer gltf = {check_prepare_gltf, check_read_gltf},
                                fbx = {.read = check_read_fbx};
    const char *dot = strrchr(path, '.');
    const check_importer *importer = &others;
    mote_result result = refuse_by_name(path, dot);
    if (result) return result;
    if (dot && (strcasecmp(dot, ".gltf") == 0 || strcasecmp(dot, ".glb") == 0)) importer = &gltf;
    if (dot && strcasecmp(dot, ".fbx") == 0) importer = &fbx;
    return opened ? check_read_in_child(path, *opened, importer, limits, out)
                  : check_import_in_child(path, importer, limits, out);
}
