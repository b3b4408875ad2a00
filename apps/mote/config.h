// Reads a settings file, which sets options by name unless the command line sets them.

#ifndef MOTE_COMMAND_CONFIG_H
#define MOTE_COMMAND_CONFIG_H

#include "apps/mote/options.h"
#include "io/toml.h"

// Zero-initialized means no file.
typedef struct cmd_config {
    char path[4096];
    io_toml toml; // options point into it
} cmd_config;

// Finds the file `name` beside the input, or inside it if the input is a folder. Returns false if
// there is none.
bool cmd_config_find(const char *input, const char *name, char *path, size_t size);

// Sets the options of the file that the command line has not set. `allowed` lists the keys that a
// file may have, terminated by null. Fails with a message that names the file, the line and what
// was expected.
mote_result cmd_config_read(cmd_config *config, cmd_options options, uint64_t given,
                            const char *const *allowed);
void cmd_config_release(cmd_config *config);

// If a later failure is about an option set by the file, adds the file and the line to its message.
mote_result cmd_config_blame(const cmd_config *config, mote_result result);

#endif
