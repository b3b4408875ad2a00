# libmote_mpi: one world over many processes (include/mote/mpi.h). Built with MOTE_MPI=ON where MPI is found; nothing else
# depends on it.
# The runtime of MPI may be there without its headers. Its mpicc then answers as if they were, and find_package would end in an error.
set(mpi_header_error 0)
find_program(MPICC mpicc)
if(MPICC)
  execute_process(COMMAND ${CMAKE_COMMAND} -E echo "#include <mpi.h>" COMMAND ${MPICC} -E -x c -
    RESULT_VARIABLE mpi_header_error OUTPUT_QUIET ERROR_QUIET)
endif()
if(mpi_header_error EQUAL 0)
  find_package(MPI COMPONENTS C)
endif()
if(NOT MPI_C_FOUND)
  message(STATUS "MPI was not found (Debian: libopenmpi-dev): libmote_mpi and the modules of mote batch and bench are not built")
  return()
endif()
file(GLOB mpi_sources CONFIGURE_DEPENDS mpi/*.c)
add_library(mote_mpi STATIC ${mpi_sources})
target_include_directories(mote_mpi PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}> PRIVATE ${PROJECT_SOURCE_DIR}/src)
target_link_libraries(mote_mpi PUBLIC mote MPI::MPI_C PRIVATE $<BUILD_INTERFACE:mote_flags>)
set_target_properties(mote_mpi PROPERTIES EXPORT_NAME mpi POSITION_INDEPENDENT_CODE ON)
add_library(mote::mpi ALIAS mote_mpi)

if(MOTE_PROGRAMS)
  # 'mote bench --mpi' loads it.
  file(GLOB mpi_bench_sources CONFIGURE_DEPENDS bench/mpi/*.c)
  add_library(mote_mpi_bench MODULE ${mpi_bench_sources})
  set_target_properties(mote_mpi_bench PROPERTIES C_VISIBILITY_PRESET hidden)
  target_include_directories(mote_mpi_bench PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(mote_mpi_bench PRIVATE mote_mpi mote_scenes mote_flags)
  target_link_options(mote_mpi_bench PRIVATE -Wl,--exclude-libs,ALL -Wl,-Bsymbolic)
  # 'mote batch' loads it under MPI.
  add_library(mote_mpi_batch MODULE apps/mote_mpi/batch.c)
  set_target_properties(mote_mpi_batch PROPERTIES C_VISIBILITY_PRESET hidden)
  target_include_directories(mote_mpi_batch PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/include)
  target_link_libraries(mote_mpi_batch PRIVATE MPI::MPI_C mote_flags)
endif()

if(MOTE_TESTS AND MOTE_PROGRAMS)
  # Programs that run on seven ranks, by test/mpi/test_*.sh.
  add_library(mote_test_mpi STATIC test/mpi/cut.c)
  target_link_libraries(mote_test_mpi PUBLIC mote_mpi mote_test_support PRIVATE mote_flags)
  foreach(name agreement failures)
    add_executable(mote_mpi_${name} test/mpi/${name}.c)
    target_link_libraries(mote_mpi_${name} PRIVATE mote_test_mpi mote_test_support mote_scenes mote_mpi mote_flags)
  endforeach()
endif()
