# libmote: every source below src/. A file named *_simd.c is compiled for the baseline and, on x86-64,
# once more for AVX2 (see src/core/simd.h).
file(GLOB_RECURSE mote_sources CONFIGURE_DEPENDS src/*.c)
set(mote_simd_sources ${mote_sources})
list(FILTER mote_simd_sources INCLUDE REGEX "_simd\\.c$")

set(mote_definitions "")
if(MOTE_SCALAR)
  list(APPEND mote_definitions MOTE_SCALAR)
endif()
if(MOTE_THREADS)
  if(CMAKE_SYSTEM_PROCESSOR STREQUAL "wasm32") # threads of our own: cmake/js.cmake
    add_library(Threads::Threads INTERFACE IMPORTED)
    include_directories(bindings/js/module/threads)
  else()
    set(THREADS_PREFER_PTHREAD_FLAG ON)
    find_package(Threads REQUIRED)
  endif()
  list(APPEND mote_definitions MOTE_THREADS)
endif()
set(mote_has_avx2 OFF)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64" AND NOT MOTE_SCALAR)
  set(mote_has_avx2 ON)
  list(APPEND mote_definitions MOTE_HAVE_AVX2_KERNELS)
endif()

function(mote_configure target)
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
  target_compile_definitions(${target} PRIVATE ${mote_definitions})
  target_link_libraries(${target} PRIVATE mote_flags)
  set_target_properties(${target} PROPERTIES C_VISIBILITY_PRESET hidden POSITION_INDEPENDENT_CODE ON)
  # Functions start at cache lines: without that, the exact path alone varies by 5 % with the code before it.
  if(NOT CMAKE_SYSTEM_PROCESSOR STREQUAL "wasm32")
    target_compile_options(${target} PRIVATE -falign-functions=64)
  else() # it gathers indices into vectors, only to take them out again lane by lane
    target_compile_options(${target} PRIVATE -fno-slp-vectorize)
  endif()
endfunction()

add_library(mote_objects OBJECT ${mote_sources})
mote_configure(mote_objects)
set(mote_object_files $<TARGET_OBJECTS:mote_objects>)
if(mote_has_avx2 AND mote_simd_sources)
  add_library(mote_avx2_objects OBJECT ${mote_simd_sources})
  mote_configure(mote_avx2_objects)
  target_compile_options(mote_avx2_objects PRIVATE -mavx2)
  target_compile_definitions(mote_avx2_objects PRIVATE MOTE_AVX2_PASS)
  list(APPEND mote_object_files $<TARGET_OBJECTS:mote_avx2_objects>)
endif()

function(mote_library target kind)
  add_library(${target} ${kind} ${mote_object_files})
  target_include_directories(${target} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(${target} PUBLIC m)
  if(MOTE_THREADS)
    target_link_libraries(${target} PUBLIC Threads::Threads)
  endif()
  # Before 1.0 every minor version may break the interface; install.cmake says the same to find_package.
  set_target_properties(${target} PROPERTIES OUTPUT_NAME mote
    VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
endfunction()

mote_library(mote STATIC)
add_library(mote::mote ALIAS mote)
if(MOTE_SHARED)
  mote_library(mote_shared SHARED)
  add_library(mote::mote_shared ALIAS mote_shared)
endif()
