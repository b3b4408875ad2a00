# io, scenes and assets: each folder one target, for programs, bindings and libmote_check. They may include core/ (see
# tools/check_includes.sh).
file(GLOB io_sources CONFIGURE_DEPENDS io/*.c)
file(GLOB_RECURSE assets_sources CONFIGURE_DEPENDS assets/*.c)
file(GLOB_RECURSE scenes_sources CONFIGURE_DEPENDS scenes/*.c)

function(mote_part name)
  add_library(mote_${name} STATIC ${ARGN})
  target_include_directories(mote_${name} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>
    PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(mote_${name} PUBLIC mote PRIVATE $<BUILD_INTERFACE:mote_flags>)
endfunction()

if(io_sources)
  mote_part(io ${io_sources})
endif()
if(assets_sources)
  mote_part(assets ${assets_sources})
  target_link_libraries(mote_assets PUBLIC mote_io)
  if(MOTE_JS) # reading a file is not time-critical, but the size of the module is
    target_compile_options(mote_assets PRIVATE -Oz)
  endif()
endif()
if(scenes_sources)
  mote_part(scenes ${scenes_sources})
  target_link_libraries(mote_scenes PUBLIC mote_io)
endif()
