# bindings/js: for WebAssembly modules that JavaScript loads, reactors in WASI's words; natively libraries, so that
# tests, sanitizers and linters see them. The package has the module mote.wasm; the live page and the tests of the
# package load mote-scenes.wasm, which has the built-in scenes too.
file(GLOB js_sources CONFIGURE_DEPENDS bindings/js/module/*.c)
set(js_scenes_sources ${js_sources})
list(FILTER js_scenes_sources INCLUDE REGEX "/scene\\.c$")
list(FILTER js_sources EXCLUDE REGEX "/scene\\.c$")
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
  mote_js_module(mote_module mote js)
  mote_js_module(mote_scenes_module mote-scenes js js_scenes)
endif()
if(MOTE_TESTS AND TARGET mote_check)
  # What the module must find again (bindings/js/test/asset.test.mjs).
  add_executable(mote_poses test/wasm/poses.c)
  target_include_directories(mote_poses PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(mote_poses PRIVATE mote_check mote_flags)
endif()
