#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# ctest: TIMEOUT 240
# No control character of a file, a name or a word reaches what the program prints.
set -euo pipefail
command -v python3 >/dev/null || { echo "no python3"; exit 77; }
python3 "$SCREE_SOURCE/tests/cli/control_bytes.py"
