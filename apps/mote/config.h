// Settings from a file: what the command line does not say. The file sets options by their names.

#ifndef MOTE_COMMAND_CONFIG_H
#define MOTE_COMMAND_CONFIG_H

#include "apps/mote/options.h"
#include "io/toml.h"

// All zero is no file.
typedef struct cmd_config {
    char path[4096];
    io_toml toml; // that the options point into
} cmd_config;

// The file `name` beside the input, or in it if it is a folder. False if there is none.
bool cmd_config_find(const char *input, const char *name, char *path, size_t size);

// Sets the options in the file that the command line has not set. `allowed` ends with null: the keys that a file may have.
// Fails with a message that names the file, the line and what was expected.
mote_result cmd_config_read(cmd_config *config, cmd_options options, uint64_t given,
                            const char *const *allowed);
void cmd_config_release(cmd_config *config);

// A failure later on whose message is about an option that the file has set: the message then names the file and the line.
mote_result cmd_config_blame(const cmd_config *config, mote_result result);

#endif
