# The library, libmote_check, libmote_mpi, their headers, the command, a CMake package that exports mote::mote, mote::mote_shared,
# mote::check and mote::mpi, and pkg-config files: mote.pc, mote-static.pc for those who want libmote.a although libmote.so is
# there, mote-check.pc and mote-mpi.pc.
include(CMakePackageConfigHelpers)
install(TARGETS mote EXPORT mote-targets COMPONENT development)
if(MOTE_SHARED)
  install(TARGETS mote_shared EXPORT mote-targets
    LIBRARY COMPONENT runtime NAMELINK_COMPONENT development)
endif()
set(unavailable_headers PATTERN check.h EXCLUDE)
if(TARGET mote_check)
  install(TARGETS mote_check EXPORT mote-targets COMPONENT development)
  set(unavailable_headers "")
endif()
# A package component of its own, find_package(mote COMPONENTS mpi): only those who ask for it need MPI.
if(TARGET mote_mpi)
  install(TARGETS mote_mpi EXPORT mote-mpi-targets COMPONENT development)
  if(TARGET mote_mpi_bench AND TARGET mote_command) # beside the command, which loads it
    install(TARGETS mote_mpi_bench mote_mpi_batch LIBRARY DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT command)
  endif()
else()
  list(APPEND unavailable_headers PATTERN mpi.h EXCLUDE)
endif()
if(TARGET mote_decoders) # the command finds it from where it lies itself
  install(TARGETS mote_decoders LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT command)
endif()
if(TARGET mote_command)
  install(TARGETS mote_command COMPONENT command)
  if(NOT CMAKE_CROSSCOMPILING) # the command writes its own manual page
    add_custom_command(OUTPUT mote.1 DEPENDS mote_command
      COMMAND sh -c "'$<TARGET_FILE:mote_command>' --man >mote.1" VERBATIM)
    add_custom_target(mote_man ALL DEPENDS mote.1)
    install(FILES ${PROJECT_BINARY_DIR}/mote.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT command)
  endif()
endif()
install(DIRECTORY include/mote DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development
  FILES_MATCHING PATTERN "*.h" PATTERN "*.hpp" ${unavailable_headers})
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/mote)
install(EXPORT mote-targets NAMESPACE mote:: DESTINATION ${package_dir} COMPONENT development)
configure_package_config_file(cmake/mote-config.cmake.in mote-config.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(mote-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/mote-config.cmake ${PROJECT_BINARY_DIR}/mote-config-version.cmake
  DESTINATION ${package_dir} COMPONENT development)
# Found from where the file lies, so that an installed tree may be moved.
file(RELATIVE_PATH mote_pc_to_prefix /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
set(mote_pc_private -lm)
if(MOTE_THREADS)
  string(APPEND mote_pc_private " -pthread")
endif()
configure_file(cmake/mote.pc.in mote.pc @ONLY)
configure_file(cmake/mote-static.pc.in mote-static.pc @ONLY)
if(TARGET mote_check)
  list(TRANSFORM CMAKE_DL_LIBS PREPEND -l OUTPUT_VARIABLE mote_check_pc_libs)
  configure_file(cmake/mote-check.pc.in mote-check.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/mote-check.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
endif()
install(FILES ${PROJECT_BINARY_DIR}/mote.pc ${PROJECT_BINARY_DIR}/mote-static.pc
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
if(TARGET mote_mpi)
  install(EXPORT mote-mpi-targets NAMESPACE mote:: DESTINATION ${package_dir} COMPONENT development)
  configure_file(cmake/mote-mpi.pc.in mote-mpi.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/mote-mpi.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
endif()
