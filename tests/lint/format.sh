#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The layout is that of clang-format-16, with braces around every branch. Other versions give another layout: skipped there.
set -euo pipefail
command -v clang-format-16 >/dev/null || { echo "no clang-format-16"; exit 77; }
"$SCREE_SOURCE/dev" format --check
