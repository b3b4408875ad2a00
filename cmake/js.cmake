# bindings/js: for WebAssembly modules that JavaScript loads, reactors in WASI's words; natively libraries, so that
# tests, sanitizers and linters see them. The package has the module mote.wasm; the live page and the tests of the
# package load mote-scenes.wasm, which has the built-in scenes too.
file(GLOB js_sources CONFIGURE_DEPENDS bindings/js/module/*.c)
set(js_scenes_sources ${js_sources})
list(FILTER js_scenes_sources INCLUDE REGEX "/scene\\.c$")
list(FILTER js_sources EXCLUDE REGEX "/(scene|check)\\.c$")
mote_part(js ${js_sources})
target_link_libraries(mote_js PUBLIC mote_assets mote_io)
mote_part(js_scenes ${js_scenes_sources})
target_link_libraries(mote_js_scenes PUBLIC mote_js mote_scenes)

# The module with threads (preset wasm-threads). wasi-libc was compiled without them: the check of the linker is off, and
# threads.c guards what of libc has a state. JavaScript makes the memory, starts workers and sets their stack pointers
# (bindings/js/src/threads.ts).
set(js_features --enable-simd)
set(js_scenes_name mote-scenes)
if(MOTE_JS AND MOTE_THREADS)
  list(APPEND js_features --enable-threads --enable-bulk-memory --enable-mutable-globals)
  set(js_scenes_name mote-scenes-threads)
  set(js_wrapped malloc calloc realloc aligned_alloc free sysconf getenv)
  list(TRANSFORM js_wrapped PREPEND -Wl,--wrap=)
  mote_part(js_threads bindings/js/module/threads/threads.c)
  add_library(js_thread_options INTERFACE)
  target_link_options(js_thread_options INTERFACE ${js_wrapped} -Wl,--no-check-features,--shared-memory,--import-memory
    -Wl,--initial-memory=16777216,--max-memory=4294967296 -Wl,--export=__wasm_init_tls,--export=__stack_pointer)
  target_link_libraries(mote_js_threads PUBLIC mote_js js_thread_options)
  set(js_threads js_threads)
endif()

# Objects, because nothing in the module calls its exports. `level` is what wasm-opt makes of it: -O3 fast, -Os small.
function(mote_js_module target name level)
  add_executable(${target})
  set_target_properties(${target} PROPERTIES OUTPUT_NAME ${name} SUFFIX .wasm)
  target_link_options(${target} PRIVATE -mexec-model=reactor -Wl,--strip-all
    -Wl,--stack-first,-z,stack-size=1048576) # an overflow traps instead of writing into data
  foreach(part ${ARGN})
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:mote_${part}>)
    target_link_libraries(${target} PRIVATE mote_${part})
  endforeach()
  add_custom_command(TARGET ${target} POST_BUILD
    COMMAND ${MOTE_WASM_OPT} ${js_features} ${level} $<TARGET_FILE:${target}> -o $<TARGET_FILE:${target}>)
endfunction()
if(MOTE_JS)
  find_program(MOTE_WASM_OPT wasm-opt REQUIRED) # Debian's package binaryen
  # libmote_check without files and processes, which WebAssembly has none of: it reads from memory.
  file(GLOB_RECURSE js_check_sources CONFIGURE_DEPENDS check/*.c)
  list(FILTER js_check_sources EXCLUDE REGEX
    "/(assimp.*|unread_motion|child|broker|sandbox|wire|import|decoders|files|(standard_)?input|mesh_source|scene_source|formats|sqlite_.*)\\.c$")
  mote_part(check_in_memory ${js_check_sources})
  target_link_libraries(mote_check_in_memory PUBLIC mote_scenes mote_assets mote_io) # of scenes, only pictures
  mote_part(js_check bindings/js/module/check.c)
  target_link_libraries(mote_js_check PUBLIC mote_js mote_check_in_memory)
  # In the module of the package, only what a frame spends its time in is made fast, everything else small. In that of the live
  # page, kernels and the two fastest methods are as fast as they are, what no frame spends its time in is small, and the rest
  # between.
  set(cold_sources ${mote_sources})
  list(FILTER cold_sources INCLUDE REGEX
    "/(mesh/|dynamics/|world/(view/|features/|recording|manifold|options|draw|motion|sweep|turns|body|distance/|containment|certify|hints)|method/hybrid/(sweep|turn)|core/(result|memory|random)|geometry/(sweep_[^/]*|algebraic|feature_distance[^/]*|tri_distance_slow)\\.c)")
  set_source_files_properties(${cold_sources} PROPERTIES COMPILE_OPTIONS -Oz)
  set(warm_sources ${mote_sources})
  list(REMOVE_ITEM warm_sources ${cold_sources})
  list(FILTER warm_sources EXCLUDE REGEX "(_simd|/(shape|core|geometry|method/hybrid|method/refit)/[^/]*)\\.c$")
  set_source_files_properties(${warm_sources} PROPERTIES COMPILE_OPTIONS -Os)
  set(small_sources ${mote_sources})
  list(FILTER small_sources EXCLUDE REGEX "/(core/|shape/|method/hybrid/[^/]*_simd|geometry/(tri_tri|tri_distance_(simd|batch)|orient))")
  mote_part(small ${small_sources})
  foreach(part js js_check js_scenes check_in_memory small io assets scenes)
    target_compile_options(mote_${part} PRIVATE -Oz -flto)
  endforeach()
  mote_js_module(mote_module mote -Os js js_check small)
  mote_js_module(mote_scenes_module ${js_scenes_name} -O3 js js_scenes ${js_threads})
endif()
if(MOTE_TESTS AND TARGET mote_check)
  # What the module must find again (bindings/js/test/asset.test.mjs).
  add_executable(mote_poses test/wasm/poses.c)
  target_include_directories(mote_poses PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(mote_poses PRIVATE mote_check mote_flags)
endif()
