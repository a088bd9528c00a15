# Install rules, and the exported package: find_package(hexad) gives a target hexad::FLOOR for each
# floor, hexad::hexad for all of them, and hexad::command, the program.
include(CMakePackageConfigHelpers)

get_property(libraries GLOBAL PROPERTY HEXAD_LIBRARIES)
add_library(hexad_all INTERFACE)
add_library(hexad::hexad ALIAS hexad_all)
target_link_libraries(hexad_all INTERFACE ${libraries})
set_target_properties(hexad_all PROPERTIES EXPORT_NAME hexad)
set_target_properties(hexad_bits PROPERTIES EXPORT_NAME bits)

install(TARGETS ${libraries} hexad_all hexad_bits EXPORT hexad-targets
        ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT hexad)
if(TARGET hexad)
  set_target_properties(hexad PROPERTIES EXPORT_NAME command)
  install(TARGETS hexad EXPORT hexad-targets
          RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT hexad)
endif()

# Headers keep the names under which sources include them; the version header is written by CMake.
foreach(floor IN LISTS HEXAD_FLOORS)
  if(EXISTS "${PROJECT_SOURCE_DIR}/${floor}")
    install(DIRECTORY "${floor}/" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/hexad/${floor}"
            COMPONENT hexad FILES_MATCHING PATTERN "*.hpp")
  endif()
endforeach()
install(FILES "${HEXAD_INCLUDE_ROOT}/hexad/version.hpp"
        DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/hexad" COMPONENT hexad)
foreach(folder data cases)
  if(EXISTS "${PROJECT_SOURCE_DIR}/experiments/${folder}")
    install(DIRECTORY "experiments/${folder}" DESTINATION "${CMAKE_INSTALL_DATADIR}/hexad"
            COMPONENT hexad)
  endif()
endforeach()
install(FILES LICENSE NOTICE README.md DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT hexad)

set(package "${CMAKE_INSTALL_LIBDIR}/cmake/hexad")
install(EXPORT hexad-targets NAMESPACE hexad:: DESTINATION "${package}" COMPONENT hexad)
configure_package_config_file(cmake/hexad-config.cmake.in "${PROJECT_BINARY_DIR}/hexad-config.cmake"
                              INSTALL_DESTINATION "${package}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/hexad-config-version.cmake"
                                 COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/hexad-config.cmake"
              "${PROJECT_BINARY_DIR}/hexad-config-version.cmake"
        DESTINATION "${package}" COMPONENT hexad)
