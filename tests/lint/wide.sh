#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# long: compiles the hot loops three times, 50 s of processor time
# The stage of every law and the other hot loops are vectorised, according to the reports of gcc. The test `compilers`, which builds scree with
# clang, asks the same of clang.
# ctest: TIMEOUT 300
set -euo pipefail
command -v gcc >/dev/null || { echo "no gcc"; exit 77; }
command -v python3 >/dev/null || { echo "no python3"; exit 77; }
[[ $(uname -m) == x86_64 ]] || { echo "the widths are those of x86-64"; exit 77; }
exec python3 "$SCREE_SOURCE/tests/lint/wide.py" gcc "$SCREE_SOURCE" "$SCREE_BUILD"
