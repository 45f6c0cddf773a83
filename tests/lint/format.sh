#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# clang-format-16 decides layout and puts braces around every branch. Other versions lay out differently: skipped there.
set -euo pipefail
command -v clang-format-16 >/dev/null || { echo "no clang-format-16"; exit 77; }
"$SCREE_SOURCE/dev" format --check
