#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# clang-format decides layout (house rule 31). Other versions than 14 lay out differently: skipped there.
set -euo pipefail
command -v clang-format >/dev/null || { echo "no clang-format"; exit 77; }
[[ $(clang-format --version) == *"version 14."* ]] || { clang-format --version; exit 77; }
"$SCREE_SOURCE/dev" format --check
