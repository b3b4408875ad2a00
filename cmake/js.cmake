# bindings/js: for WebAssembly a module that JavaScript loads, a reactor in WASI's words; natively a library, so that
# tests, sanitizers and linters see it.
file(GLOB js_sources CONFIGURE_DEPENDS bindings/js/module/*.c)
mote_part(js ${js_sources})
target_link_libraries(mote_js PUBLIC mote_scenes mote_assets mote_io)
if(MOTE_JS)
  add_executable(mote_module $<TARGET_OBJECTS:mote_js>)
  set_target_properties(mote_module PROPERTIES OUTPUT_NAME mote SUFFIX .wasm)
  target_link_libraries(mote_module PRIVATE mote_js)
  target_link_options(mote_module PRIVATE -mexec-model=reactor -Wl,--strip-all
    -Wl,--stack-first,-z,stack-size=1048576) # an overflow traps instead of writing into data
endif()
if(MOTE_TESTS AND TARGET mote_check)
  # What the module must find again (bindings/js/test/asset.test.mjs).
  add_executable(mote_poses test/wasm/poses.c)
  target_include_directories(mote_poses PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(mote_poses PRIVATE mote_check mote_flags)
endif()
