#include "check/import/unread_motion.h"

#include <string.h>

// The motion of a format that libassimp does not read. Files with motion are recognized by their
// frame count or by a word. Without either, any file of the format may have motion.
typedef struct format {
    const char *importer;
    const char *magic; // the first bytes of matching files; null for all other files
    const char
        *left_out; // for messages; null if the importer reads all motion, or the format has none
    uint32_t frame_count_at; // offset of the 32-bit frame count; 0 for none
    uint32_t least_frames;   // the file has motion from this frame count on
    const char *words[4];
} format;

// Importers of libassimp 5.2.
static const format formats[] = {
    // Animations are read.
    {.importer = "Assimp Binary Importer"},
    {.importer = "BVH Importer (MoCap)"},
    {.importer = "BlitzBasic 3D Importer"},
    {.importer = "CharacterStudio Motion Importer (MoCap)"},
    {.importer = "Collada Importer"},
    {.importer = "Direct3D XFile Importer"},
    {.importer = "Discreet 3DS Importer"},
    {.importer = "Doom 3 / MD5 Mesh Importer"},
    {.importer = "Irrlicht Scene Reader"}, // reads no node of most scenes, and reports that
    {.importer = "Milkshape 3D Importer"},
    {.importer = "Quake Mesh / 3D GameStudio Mesh Importer", .magic = "IDST"}, // Half-Life
    {.importer = "Quake Mesh / 3D GameStudio Mesh Importer", .magic = "IDSQ"},

    // Some animations are read.
    {.importer = "ASE Importer",
     .left_out = "animated meshes of ASE files",
     .words = {"*MESH_ANIMATION"}},
    {.importer = "LightWave Scene Importer",
     .left_out = "bones and displacements of LightWave scenes",
     .words = {"AddBone", "DisplacementHandler", "MorphTarget"}},
    {.importer = "Ogre3D Mesh Importer",
     .magic = "<",
     .left_out = "vertex animations of Ogre meshes",
     .words = {"<animations"}},
    {.importer = "Ogre3D Mesh Importer", .left_out = "vertex animations of Ogre meshes"},
    {.importer = "Valve SMD Importer",
     .left_out = "vertex animations of SMD and VTA files",
     .words = {"vertexanimation"}},
    {.importer = "Autodesk FBX Importer", .left_out = "all motion of an FBX file; name it .fbx"},
    {.importer = "glTF Importer", .left_out = "all motion of a glTF file; name it .gltf or .glb"},
    {.importer = "glTF2 Importer", .left_out = "all motion of a glTF file; name it .gltf or .glb"},

    // No animation is read.
    {.importer = "3D GameStudio Heightmap (HMP) Importer",
     .left_out = "frames of heightmaps",
     .frame_count_at = 68,
     .least_frames = 2},
    {.importer = "Blender 3D Importer (http://www.blender3d.org)",
     .left_out = "animations, bones and most modifiers of Blender files"},
    {.importer = "Inter-Quake Model Importer",
     .left_out = "animations of IQM files",
     .frame_count_at = 92,
     .least_frames = 1},
    {.importer = "LightWave/Modo Object Importer",
     .left_out = "animations of Modo files",
     .words = {"LXOB"}},
    {.importer = "Open Game Engine Exchange",
     .left_out = "animations, bones and morph targets of OpenGEX files",
     .words = {"Animation", "Skin", "Morph"}},
    {.importer = "Quake II Mesh Importer",
     .left_out = "frames of MD2 files",
     .frame_count_at = 40,
     .least_frames = 2},
    {.importer = "Quake III Mesh Importer",
     .left_out = "frames of MD3 files",
     .frame_count_at = 76,
     .least_frames = 2},
    {.importer = "Quake Mesh / 3D GameStudio Mesh Importer",
     .magic = "MDL7",
     .left_out = "vertex frames of MDL7 files"},
    {.importer = "Quake Mesh / 3D GameStudio Mesh Importer",
     .left_out = "frames of MDL files",
     .frame_count_at = 68,
     .least_frames = 2},
    {.importer = "Quick3D Importer", .left_out = "animations of Quick3D files"},
    {.importer = "Return To Castle Wolfenstein Mesh Importer",
     .left_out = "frames of MDC files",
     .frame_count_at = 76,
     .least_frames = 2},
    {.importer = "TrueSpace Object Importer", .left_out = "animations of trueSpace files"},
    {.importer = "Unreal Mesh Importer", .left_out = "frames of Unreal meshes"},
    {.importer = "Extensible 3D(X3D) Importer",
     .left_out = "animations of X3D files",
     .words = {"Interpolator", "TimeSensor", "<Script", "HAnim"}},

    // The format has no animations.
    {.importer = "3mf Importer"},
    {.importer = "AC3D Importer"},
    {.importer = "Additive manufacturing file format(AMF) Importer"},
    {.importer = "Drawing Interchange Format (DXF) Importer"},
    {.importer = "Industry Foundation Classes (IFC) Importer"},
    {.importer = "Irrlicht Mesh Reader"},
    {.importer = "MMD Importer"}, // motion is stored in other files
    {.importer = "Nendo Mesh Importer"},
    {.importer = "Neutral File Format Importer"},
    {.importer = "OFF Importer"},
    {.importer = "Quake III BSP Importer"},
    {.importer = "Raw Importer"},
    {.importer = "Silo SIB Importer"},
    {.importer = "Stanford Polygon Library (PLY) Importer"},
    {.importer = "Stereolithography (STL) Importer"},
    {.importer = "Terragen Heightmap Importer"},
    {.importer = "Wavefront Object Importer"},
    {.importer = "XGL Importer"},
};

// The entry that matches the importer and the first bytes of the file. Null for an unknown
// importer.
static const format *find_format(const char *importer, const unsigned char *bytes, size_t size)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats && importer; i++) {
        const format *f = &formats[i];
        size_t length = f->magic ? strlen(f->magic) : 0;
        bool begins = size >= length && (length == 0 || memcmp(bytes, f->magic, length) == 0);
        if (begins && strcmp(f->importer, importer) == 0) return f;
    }
    return NULL;
}

bool check_knows_importer(const char *importer)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats && importer; i++)
        if (strcmp(formats[i].importer, importer) == 0) return true;
    return false;
}

static bool has_word(const char *word, const unsigned char *bytes, size_t size)
{
    size_t length = strlen(word);
    const unsigned char *end = bytes + size;
    for (const unsigned char *at = bytes; (size_t)(end - at) >= length; at++) {
        at = memchr(at, word[0], (size_t)(end - at) - length + 1);
        if (!at) return false;
        if (memcmp(at, word, length) == 0) return true;
    }
    return false;
}

// Does the file have motion, or may it have some?
static bool may_move(const format *f, const unsigned char *bytes, size_t size)
{
    if (f->frame_count_at) {
        const unsigned char *at = bytes + f->frame_count_at;
        if (size < (size_t)f->frame_count_at + 4) return true;
        uint32_t count =
            (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
        return count >= f->least_frames;
    }
    bool found = !f->words[0];
    for (size_t i = 0; i < sizeof f->words / sizeof *f->words && f->words[i] && !found; i++)
        found = has_word(f->words[i], bytes, size);
    return found;
}

mote_result check_remark_unread_motion(asset_file *asset, const char *importer,
                                       const unsigned char *bytes, size_t size)
{
    const format *f = find_format(importer, bytes, size);
    if (!f)
        return asset_add_remark(asset, ASSET_REMARK_OMISSION, asset->clips.count == 0,
                                "mote does not know which animations libassimp reads by its '%s'",
                                importer ? importer : "unnamed importer");
    if (!f->left_out || !may_move(f, bytes, size)) return MOTE_OK;
    return asset_add_remark(asset, ASSET_REMARK_OMISSION, 1, "libassimp does not read %s",
                            f->left_out);
}
