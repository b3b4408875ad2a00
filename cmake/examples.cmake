# The programs of examples/: each is built without a warning, and prints what the .txt file beside it says. One that includes
# mote/check.h is linked with libmote_check.
file(GLOB example_files CONFIGURE_DEPENDS examples/*.c examples/tutorial/*.c)
foreach(file ${example_files})
  file(RELATIVE_PATH path ${PROJECT_SOURCE_DIR} ${file})
  string(REGEX REPLACE "\\.c$" "" name ${path})
  string(REPLACE "/" "_" target mote_${name})
  file(STRINGS ${file} checks REGEX "include <mote/check.h>" LIMIT_COUNT 1)
  if(checks AND NOT TARGET mote_check)
    continue()
  endif()
  add_executable(${target} ${file})
  if(checks)
    target_link_libraries(${target} PRIVATE mote_check)
  endif()
  target_link_libraries(${target} PRIVATE mote mote_flags)
  add_test(NAME ${name} COMMAND sh ${PROJECT_SOURCE_DIR}/test/docs/run_example.sh $<TARGET_FILE:${target}>
    ${PROJECT_SOURCE_DIR}/${name}.txt)
endforeach()
