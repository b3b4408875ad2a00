#!/bin/sh
# test_agreement.sh SOURCE BUILD: the report of 1 to 7 ranks is that of one process (agreement.c).
set -eu
. "$1/test/mpi/run_ranks.sh"
run_ranks "$2" 7 mote_mpi_agreement
