#!/bin/sh
# test_failures.sh SOURCE BUILD: failures of one rank are failures of all, and nothing hangs or leaks (failures.c).
set -eu
. "$1/test/mpi/run_ranks.sh"
run_ranks "$2" 4 mote_mpi_failures
