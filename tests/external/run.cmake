# Installs the build into a folder of its own, then configures, builds and runs the program here
# against it. Needs BUILD, SOURCE, WORK, GENERATOR, COMPILER, FLAGS.
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  message("${output}")
  if(NOT status EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "'${command}' failed")
  endif()
endfunction()

file(REMOVE_RECURSE "${WORK}")
run("${CMAKE_COMMAND}" --install "${BUILD}" --prefix "${WORK}/stage")
file(GLOB_RECURSE config "${WORK}/stage/*/hexad-targets*.cmake")
foreach(file IN LISTS config)
  file(READ "${file}" text)
  string(FIND "${text}" "${BUILD}" leaked)
  if(NOT leaked EQUAL -1)
    message(FATAL_ERROR "the exported package names the build folder: ${file}")
  endif()
endforeach()
run("${CMAKE_COMMAND}" -S "${SOURCE}" -B "${WORK}/build" -G "${GENERATOR}"
    "-DCMAKE_PREFIX_PATH=${WORK}/stage" "-DCMAKE_CXX_COMPILER=${COMPILER}"
    "-DCMAKE_CXX_FLAGS=${FLAGS}" -DCMAKE_BUILD_TYPE=Release)
run("${CMAKE_COMMAND}" --build "${WORK}/build")
run("${WORK}/build/external")
run("${WORK}/stage/bin/hexad" --help)
