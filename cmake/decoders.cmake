# libmote_decoders: a module with the decoders of compressed glTF, made of the libraries that are found. Processes that read a glTF
# file load it (check/import/decoders.c).

# C++, which has other warnings than the rest of the project.
function(mote_use_draco target)
  target_compile_features(${target} PRIVATE cxx_std_17)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wshadow $<$<BOOL:${MOTE_WERROR}>:-Werror>)
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR})
  target_include_directories(${target} SYSTEM PRIVATE ${DRACO_INCLUDE_DIR})
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden
    EXPORT_COMPILE_COMMANDS OFF) # the linters are set up for C
endfunction()

set(decoders_sources "")
set(decoders_libraries "")
set(decoders_definitions "")
if(MOTE_MESHOPT AND NOT CMAKE_CROSSCOMPILING)
  find_path(MESHOPT_INCLUDE_DIR meshoptimizer.h)
  find_library(MESHOPT_LIBRARY meshoptimizer)
  if(MESHOPT_INCLUDE_DIR AND MESHOPT_LIBRARY)
    list(APPEND decoders_sources decoders/meshopt.c)
    list(APPEND decoders_libraries ${MESHOPT_LIBRARY})
    list(APPEND decoders_definitions MOTE_MESHOPT)
  endif()
endif()
if(MOTE_DRACO AND NOT CMAKE_CROSSCOMPILING)
  find_path(DRACO_INCLUDE_DIR draco/compression/decode.h)
  find_library(DRACO_LIBRARY draco)
  include(CheckLanguage)
  check_language(CXX) # Draco has no C interface
  if(DRACO_INCLUDE_DIR AND DRACO_LIBRARY AND CMAKE_CXX_COMPILER)
    enable_language(CXX)
    add_library(mote_draco OBJECT decoders/draco.cpp)
    mote_use_draco(mote_draco)
    list(APPEND decoders_sources $<TARGET_OBJECTS:mote_draco>)
    list(APPEND decoders_libraries ${DRACO_LIBRARY} stdc++)
    list(APPEND decoders_definitions MOTE_DRACO)
  endif()
endif()
if(decoders_sources)
  add_library(mote_decoders MODULE decoders/module.c ${decoders_sources})
  target_include_directories(mote_decoders PRIVATE ${PROJECT_SOURCE_DIR})
  if(MESHOPT_INCLUDE_DIR)
    target_include_directories(mote_decoders SYSTEM PRIVATE ${MESHOPT_INCLUDE_DIR})
  endif()
  target_compile_definitions(mote_decoders PRIVATE ${decoders_definitions})
  target_link_libraries(mote_decoders PRIVATE ${decoders_libraries} mote_flags)
  # By the C compiler, here and where else the libraries are linked: its flags may ask for a sanitizer.
  set_target_properties(mote_decoders PROPERTIES C_VISIBILITY_PRESET hidden LINKER_LANGUAGE C)
  file(RELATIVE_PATH decoders_folder /prefix/${CMAKE_INSTALL_BINDIR} /prefix/${CMAKE_INSTALL_LIBDIR})
  target_compile_definitions(mote_check PRIVATE
    MOTE_DECODERS="$<TARGET_FILE_NAME:mote_decoders>" MOTE_DECODERS_FOLDER="${decoders_folder}/")
endif()
