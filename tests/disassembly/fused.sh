#!/bin/sh
# Looks for fused multiply-adds in compiled code: with them a value can differ between the scalar
# and the pack version of one kernel.
#
#   fused.sh NAMESPACE FILE...   exit 0: none in functions of that C++ namespace; 1: some, listed;
#                                2: the check itself could not be made
set -u
namespace="$1"
shift
objdump=$(command -v objdump) || { echo "objdump is missing; install binutils" >&2; exit 2; }
listing=$(mktemp) || exit 2
trap 'rm -f "$listing"' EXIT
for file in "$@"; do
  "$objdump" --disassemble --demangle --no-show-raw-insn "$file" > "$listing" || exit 2
  awk -v namespace="$namespace::" -v file="$file" '
    /^[0-9a-f]+ <.*>:$/ {
      symbol = $0
      sub(/^[0-9a-f]+ </, "", symbol)
      sub(/>:$/, "", symbol)
      ours = index(symbol, namespace) > 0
      functions += ours
      next
    }
    # x86: vfmadd, vfmsub, vfnmadd, vfnmsub; ARM: fmadd, fmsub, fnmadd, fnmsub, fmla, fmls, fcmla.
    ours && /[ \t](vfn?m(add|sub)|fn?m(add|sub)|fml[as]|fcmla)/ { found[symbol] += 1 }
    END {
      for (symbol in found) printf "%s: %d fused multiply-adds in %s\n", file, found[symbol], symbol
      if (functions == 0) {
        printf "%s: no function of namespace %s: nothing was checked\n", file, namespace
        exit 2
      }
      for (symbol in found) exit 1
      printf "%s: none in %d functions\n", file, functions
    }' "$listing" || exit $?
done
