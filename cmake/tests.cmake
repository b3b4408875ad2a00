# One test program a file: test/geometry/test_tri_tri.c becomes the test geometry/tri_tri.
# Tests may include anything. A file that says "// LABELS threads" gets that CTest label. In one that includes
# support/failing_malloc.h, malloc and its kin are those of that file.
find_package(PkgConfig REQUIRED)
pkg_check_modules(CMOCKA REQUIRED IMPORTED_TARGET cmocka)
find_library(GMP_LIBRARY gmp REQUIRED)

file(GLOB test_support CONFIGURE_DEPENDS test/support/*.c)
file(GLOB_RECURSE test_files CONFIGURE_DEPENDS test/test_*.c)

add_library(mote_test_support STATIC ${test_support})
target_include_directories(mote_test_support PUBLIC ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/src
  ${PROJECT_SOURCE_DIR}/test)
target_compile_definitions(mote_test_support PUBLIC ${mote_definitions})
target_link_libraries(mote_test_support PUBLIC mote ${GMP_LIBRARY} PkgConfig::CMOCKA PRIVATE mote_flags)

# Compressed glTF files for the tests that include test/packing/packed_glb.h, made by the encoders of the libraries whose decoders
# mote uses.
if(TARGET mote_io)
  add_library(mote_packing STATIC test/packing/packed_glb.c)
  target_include_directories(mote_packing PRIVATE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR})
  target_compile_definitions(mote_packing PRIVATE ${decoders_definitions})
  target_link_libraries(mote_packing PUBLIC mote_io ${decoders_libraries} PRIVATE mote_flags)
  if("MOTE_MESHOPT" IN_LIST decoders_definitions)
    target_sources(mote_packing PRIVATE test/packing/meshopt_encoder.c)
    target_include_directories(mote_packing SYSTEM PRIVATE ${MESHOPT_INCLUDE_DIR})
  endif()
  if(TARGET mote_draco)
    add_library(mote_draco_encoder OBJECT test/packing/draco_encoder.cpp)
    mote_use_draco(mote_draco_encoder)
    target_sources(mote_packing PRIVATE $<TARGET_OBJECTS:mote_draco_encoder>)
  endif()
endif()

foreach(file ${test_files})
  file(RELATIVE_PATH path ${PROJECT_SOURCE_DIR}/test ${file})
  string(REGEX REPLACE "test_([^/]*)\\.c$" "\\1" name ${path})
  string(REPLACE "/" "_" target test_${name})
  add_executable(${target} ${file})
  target_link_libraries(${target} PRIVATE mote_test_support mote_flags)
  foreach(part js_scenes js verbs bench check samples scenes assets io)
    if(TARGET mote_${part})
      target_link_libraries(${target} PRIVATE mote_${part})
    endif()
  endforeach()
  file(STRINGS ${file} packs REGEX "test/packing/packed_glb.h" LIMIT_COUNT 1)
  if(packs AND TARGET mote_packing)
    target_link_libraries(${target} PRIVATE mote_packing)
    set_target_properties(${target} PROPERTIES LINKER_LANGUAGE C)
    if(TARGET mote_decoders) # which is loaded
      add_dependencies(${target} mote_decoders)
    endif()
  endif()
  file(STRINGS ${file} wraps REGEX "support/failing_malloc.h" LIMIT_COUNT 1)
  if(wraps)
    foreach(function malloc calloc realloc aligned_alloc free)
      target_link_options(${target} PRIVATE -Wl,--wrap=${function})
    endforeach()
  endif()
  add_test(NAME ${name} COMMAND ${target})
  set_tests_properties(${name} PROPERTIES TIMEOUT 3600)
  # Small tests would never wake a thread.
  set(environment "MOTE_EAGER_THREADS=1")
  if(TARGET mote_command)
    list(APPEND environment "MOTE_COMMAND=$<TARGET_FILE:mote_command>")
  endif()
  set_tests_properties(${name} PROPERTIES ENVIRONMENT "${environment}")
  file(STRINGS ${file} labels REGEX "^// LABELS " LIMIT_COUNT 1)
  if(labels)
    string(REPLACE "// LABELS " "" labels "${labels}")
    set_tests_properties(${name} PROPERTIES LABELS "${labels}")
  endif()
endforeach()

# Prints poses, for the comparison with other programs (test/poses).
if(TARGET mote_check)
  add_executable(mote_dump_poses test/poses/dump_poses.c)
  target_include_directories(mote_dump_poses PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(mote_dump_poses PRIVATE mote_check mote_assets mote_flags)
  add_executable(mote_write_cases test/poses/write_cases.c)
  target_link_libraries(mote_write_cases PRIVATE mote_test_support mote_flags)
endif()

include(cmake/examples.cmake)

# Shell tests of what no C program can see: the installed package, exported symbols, the command.
file(GLOB test_scripts CONFIGURE_DEPENDS test/*/test_*.sh)
if(NOT MOTE_MPI) # these need programs of cmake/mpi.cmake
  list(FILTER test_scripts EXCLUDE REGEX "/test/mpi/")
endif()
foreach(file ${test_scripts})
  file(RELATIVE_PATH path ${PROJECT_SOURCE_DIR}/test ${file})
  string(REGEX REPLACE "test_([^/]*)\\.sh$" "\\1" name ${path})
  add_test(NAME ${name} COMMAND sh ${file} ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR})
  set_tests_properties(${name} PROPERTIES SKIP_RETURN_CODE 77) # this build lacks what the test is about
endforeach()
