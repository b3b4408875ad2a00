// Modules of the command that need MPI: they lie beside the program and are loaded when they are asked for.

#ifndef CMD_MPI_MODULE_H
#define CMD_MPI_MODULE_H

#include <mote/base.h>

// The address of a symbol of a module; it stays loaded. Fails with a message that says what is missing.
mote_result cmd_load_mpi_module(const char *name, const char *symbol, void **out);

#endif
