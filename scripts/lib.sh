# Shared by the scripts of this folder, which source it. Sets ROOT, JOBS, LOGS and the environment.
set -euo pipefail

ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
JOBS="${HEXAD_JOBS:-$(nproc)}"
LOGS="$ROOT/build/log"
STARTED=$SECONDS
cd "$ROOT"
mkdir -p "$LOGS"

# mpirun -n 1 would pin all threads to one core, refuse root and spin while waiting.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_hwloc_base_binding_policy=none OMPI_MCA_rmaps_base_oversubscribe=1
export OMPI_MCA_mpi_yield_when_idle=1 OMP_WAIT_POLICY=passive

# A compiler cache is used where there is one, for any clone of the tree alike.
use_compiler_cache() {
  command -v ccache >/dev/null || return 0
  export CMAKE_CXX_COMPILER_LAUNCHER="${CMAKE_CXX_COMPILER_LAUNCHER:-ccache}"
  export CMAKE_CUDA_COMPILER_LAUNCHER="${CMAKE_CUDA_COMPILER_LAUNCHER:-ccache}"
  export CCACHE_BASEDIR="${CCACHE_BASEDIR:-$ROOT}" CCACHE_NOHASHDIR=1
}
use_compiler_cache

# The distribution's own Python: it is the one that has the distribution's packages.
PYTHON=/usr/bin/python3

say() { printf '\n== %s (%d s)\n' "$*" "$((SECONDS - STARTED))"; }
fail() { printf 'error: %s\n' "$*" >&2; exit 1; }
stop() { printf 'error: %s\n' "$*" >&2; exit 2; }

# quietly NAME COMMAND...: output goes to a log; on failure its end and its place are shown.
quietly() {
  local log="$LOGS/$1.log"
  shift
  "$@" >"$log" 2>&1 </dev/null && return 0
  tail -n 40 "$log" >&2
  fail "'$*' failed; all of its output is in ${log#"$ROOT"/}"
}

# Kernels are compiled for a GPU only where there is one to run them on (nvcc takes its time);
# HEXAD_CUDA=ON or OFF decides otherwise.
cuda_choice() {
  if [ -n "${HEXAD_CUDA:-}" ]; then
    echo "$HEXAD_CUDA"
  elif command -v nvcc >/dev/null && nvidia-smi -L >/dev/null 2>&1; then
    echo ON
  else
    echo OFF
  fi
}
