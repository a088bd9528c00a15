# The floors of the house, from the ground up.
set(HEXAD_FLOORS core grids model physics io adjoint assimilation experiments)

# Sources say #include "hexad/core/error.hpp", in the tree as well as when installed.
set(HEXAD_INCLUDE_ROOT "${PROJECT_BINARY_DIR}/include")
file(MAKE_DIRECTORY "${HEXAD_INCLUDE_ROOT}/hexad")
foreach(floor IN LISTS HEXAD_FLOORS)
  file(CREATE_LINK "${PROJECT_SOURCE_DIR}/${floor}" "${HEXAD_INCLUDE_ROOT}/hexad/${floor}" SYMBOLIC)
endforeach()

# Kernel units (they include core/launch.hpp) are compiled as CUDA where that is enabled.
function(hexad_kernel_units)
  if(HEXAD_WITH_CUDA)
    set_source_files_properties(${ARGN} PROPERTIES LANGUAGE CUDA)
  endif()
endfunction()

# hexad_floor(NAME LINKS targets...): the library hexad::NAME from all sources of the current
# folder; files named *.kernels.cpp are kernel units.
function(hexad_floor name)
  cmake_parse_arguments(arg "" "" "LINKS" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS *.cpp)
  list(FILTER sources EXCLUDE REGEX "/main\\.cpp$")
  add_library(hexad_${name} STATIC ${sources})
  add_library(hexad::${name} ALIAS hexad_${name})
  set(kernel_units ${sources})
  list(FILTER kernel_units INCLUDE REGEX "\\.kernels\\.cpp$")
  if(kernel_units)
    hexad_kernel_units(${kernel_units})
  endif()
  target_include_directories(hexad_${name} PUBLIC
    $<BUILD_INTERFACE:${HEXAD_INCLUDE_ROOT}> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(hexad_${name} PUBLIC hexad_bits ${arg_LINKS} PRIVATE $<BUILD_INTERFACE:hexad_flags>)
  set_target_properties(hexad_${name} PROPERTIES EXPORT_NAME ${name})
  set_property(GLOBAL APPEND PROPERTY HEXAD_LIBRARIES hexad_${name})
endfunction()

# hexad_operators(FLOOR FOLDER folder OPERATORS Name...): registers each operator `Name`, which
# lives in FOLDER/name.hpp (Name in lower case with underscores), in a kernel unit of its own, and
# writes `register_all` of the floor. Adding an operator is one header there and one name here.
function(hexad_operators floor)
  cmake_parse_arguments(arg "" "FOLDER" "OPERATORS" ${ARGN})
  set(generated "${CMAKE_CURRENT_BINARY_DIR}/operators")
  set(declarations "")
  set(calls "")
  foreach(operator IN LISTS arg_OPERATORS)
    string(REGEX REPLACE "([a-z0-9])([A-Z])" "\\1_\\2" file "${operator}")
    string(TOLOWER "${file}" file)
    set(OPERATOR "${operator}")
    set(HEADER "hexad/${arg_FOLDER}/${file}.hpp")
    configure_file("${PROJECT_SOURCE_DIR}/cmake/operator.cpp.in" "${generated}/${file}.cpp" @ONLY)
    target_sources(hexad_${floor} PRIVATE "${generated}/${file}.cpp")
    hexad_kernel_units("${generated}/${file}.cpp")
    string(APPEND declarations "void register_${operator}(Registry& registry);\n")
    string(APPEND calls "  register_${operator}(registry);\n")
  endforeach()
  set(FLOOR "${floor}")
  set(DECLARATIONS "${declarations}")
  set(CALLS "${calls}")
  configure_file("${PROJECT_SOURCE_DIR}/cmake/register_all.cpp.in" "${generated}/register_all.cpp" @ONLY)
  target_sources(hexad_${floor} PRIVATE "${generated}/register_all.cpp")
endfunction()
