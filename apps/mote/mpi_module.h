// Loads the modules of the command that need MPI. They are in the folder of the program.

#ifndef CMD_MPI_MODULE_H
#define CMD_MPI_MODULE_H

#include <mote/base.h>

// Returns the address of a symbol of a module, which stays loaded. Fails with a message that names
// what is missing.
mote_result cmd_load_mpi_module(const char *name, const char *symbol, void **out);

#endif
