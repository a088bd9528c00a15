# hexad_rank_test(NAME RANKS command...): a test on that many processes. mpirun by itself pins all
# threads to one core, refuses root, and spins while waiting.
function(hexad_rank_test name ranks)
  add_test(NAME "${name}, ${ranks} processes"
    COMMAND ${MPIEXEC_EXECUTABLE} ${MPIEXEC_NUMPROC_FLAG} ${ranks} --bind-to none --oversubscribe ${ARGN})
  set_tests_properties("${name}, ${ranks} processes" PROPERTIES
    ENVIRONMENT "OMP_NUM_THREADS=1;OMPI_ALLOW_RUN_AS_ROOT=1;OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1;OMPI_MCA_mpi_yield_when_idle=1;OMPI_MCA_btl_vader_single_copy_mechanism=none;ASAN_OPTIONS=detect_leaks=0"
    LABELS quick TIMEOUT 120 PROCESSORS ${ranks})
endfunction()

add_executable(test_communicator ranks/communicator.cpp)
target_link_libraries(test_communicator PRIVATE hexad_core hexad_flags)
add_test(NAME "core: communicator without a launcher" COMMAND test_communicator 1)
set_tests_properties("core: communicator without a launcher" PROPERTIES LABELS quick TIMEOUT 60)
foreach(ranks 1 2 3 4)
  hexad_rank_test("core: communicator" ${ranks} $<TARGET_FILE:test_communicator> ${ranks})
endforeach()
# One process fails alone while the others wait for it: all must end, with its exit code.
hexad_rank_test("core: a process that fails alone ends all" 3
  $<TARGET_FILE:test_communicator> fail)
set_tests_properties("core: a process that fails alone ends all, 3 processes" PROPERTIES
  WILL_FAIL ON TIMEOUT 60)
