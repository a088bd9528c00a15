# No fused multiply-add in what the project compiles, and proof that the check can fail.
set(fused "${CMAKE_CURRENT_SOURCE_DIR}/disassembly/fused.sh")
set(libraries "")
get_property(built_libraries GLOBAL PROPERTY HEXAD_LIBRARIES)
foreach(library IN LISTS built_libraries)
  get_target_property(type ${library} TYPE)
  if(type STREQUAL "STATIC_LIBRARY")
    list(APPEND libraries $<TARGET_FILE:${library}>)
  endif()
endforeach()
add_test(NAME "core: kernels have no fused multiply-add" COMMAND "${fused}" hexad ${libraries})
set_tests_properties("core: kernels have no fused multiply-add" PROPERTIES LABELS quick TIMEOUT 300)

# What GCC 12 fuses even where contraction is off; with the project's flags it must not.
add_library(alternating STATIC disassembly/alternating.cpp)
target_link_libraries(alternating PRIVATE hexad_bits hexad_flags)
add_test(NAME "core: alternating sums are not fused" COMMAND "${fused}" hexad $<TARGET_FILE:alternating>)
set_tests_properties("core: alternating sums are not fused" PROPERTIES LABELS quick TIMEOUT 60)

add_library(planted_fused STATIC disassembly/planted.cpp)
target_compile_options(planted_fused PRIVATE -O2 -ffp-contract=fast
  $<$<BOOL:$<FILTER:${CMAKE_SYSTEM_PROCESSOR},INCLUDE,x86_64|AMD64>>:-mfma>)
add_test(NAME "core: a planted fused multiply-add is found"
  COMMAND "${fused}" hexad $<TARGET_FILE:planted_fused>)
set_tests_properties("core: a planted fused multiply-add is found" PROPERTIES
  PASS_REGULAR_EXPRESSION "1 fused multiply-adds in hexad::planted" LABELS quick TIMEOUT 60)
