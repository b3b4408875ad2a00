#define _POSIX_C_SOURCE 200809L
#include "assets/decoders.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "check/import/import.h"

#ifdef MOTE_DECODERS

enum { MAX_PATH = 4096 };

static const char file[] = MOTE_DECODERS;

// The functions of a module, or null if the file is not a module of this version.
static const asset_decoders *open_module(const char *path)
{
    void *module = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    void *symbol = module ? dlsym(module, ASSET_DECODERS_SYMBOL) : NULL;
    if (!symbol) return NULL;
    asset_decoders_getter *getter;
    memcpy(&getter, &symbol, sizeof getter); // C has no cast between data and function pointers
    const asset_decoders *decoders = getter();
    return decoders->version == ASSET_DECODERS_VERSION ? decoders : NULL;
}

// Opens the module in a folder relative to that of the program.
static const asset_decoders *open_near_program(const char *folder)
{
    char program[MAX_PATH], path[2 * MAX_PATH];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length <= 0) return NULL;
    program[length] = '\0';
    char *slash = strrchr(program, '/');
    if (!slash) return NULL;
    snprintf(path, sizeof path, "%.*s/%s%s", (int)(slash - program), program, folder, file);
    return open_module(path);
}

const asset_decoders *check_load_decoders(const char **why_not)
{
    const asset_decoders *decoders = open_near_program("");            // in a build folder
    if (!decoders) decoders = open_near_program(MOTE_DECODERS_FOLDER); // in an installation
    if (!decoders) decoders = open_module(file); // in the library path of the system
    *why_not = decoders ? NULL : "the module " MOTE_DECODERS ", which has it, was not found";
    return decoders;
}

#else

const asset_decoders *check_load_decoders(const char **why_not)
{
    *why_not = NULL;
    return NULL;
}

#endif
