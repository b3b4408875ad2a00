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

# Objects, because nothing in the module calls its exports.
function(mote_js_module target name)
  add_executable(${target})
  set_target_properties(${target} PROPERTIES OUTPUT_NAME ${name} SUFFIX .wasm)
  target_link_options(${target} PRIVATE -mexec-model=reactor -Wl,--strip-all
    -Wl,--stack-first,-z,stack-size=1048576) # an overflow traps instead of writing into data
  foreach(part ${ARGN})
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:mote_${part}>)
    target_link_libraries(${target} PRIVATE mote_${part})
  endforeach()
endfunction()
if(MOTE_JS)
  # libmote_check without files and processes, which WebAssembly has none of: it reads from memory.
  file(GLOB_RECURSE js_check_sources CONFIGURE_DEPENDS check/*.c)
  list(FILTER js_check_sources EXCLUDE REGEX
    "/(assimp.*|child|broker|sandbox|wire|import|files|input|mesh_source|scene_source|formats|sqlite_.*)\\.c$")
  mote_part(check_in_memory ${js_check_sources})
  target_link_libraries(mote_check_in_memory PUBLIC mote_scenes mote_assets mote_io) # of scenes, only pictures
  mote_part(js_check bindings/js/module/check.c)
  target_link_libraries(mote_js_check PUBLIC mote_js mote_check_in_memory)
  # In the module of the package, what is not time-critical for it is made small. The live page, which compares the methods,
  # has them as fast as they are.
  file(GLOB_RECURSE small_sources CONFIGURE_DEPENDS src/papers/*.c src/dynamics/*.c src/mesh/*.c src/world/recording*.c
    src/geometry/sweep*.c src/geometry/algebraic.c src/geometry/integer.c src/method/*sweep*.c src/world/sweep*.c
    src/world/motion.c src/world/safe_step.c)
  mote_part(small ${small_sources})
  foreach(part js_check check_in_memory small io)
    target_compile_options(mote_${part} PRIVATE -Oz)
  endforeach()
  mote_js_module(mote_module mote js js_check small)
  mote_js_module(mote_scenes_module mote-scenes js js_scenes)
endif()
if(MOTE_TESTS AND TARGET mote_check)
  # What the module must find again (bindings/js/test/asset.test.mjs).
  add_executable(mote_poses test/wasm/poses.c)
  target_include_directories(mote_poses PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(mote_poses PRIVATE mote_check mote_flags)
endif()
