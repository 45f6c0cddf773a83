#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# long: 30 s of processor time
# ctest: TIMEOUT 600
# Every quick case of verify/ fails with its wrong parameter.
set -euo pipefail
command -v python3 >/dev/null || { echo "no python3"; exit 77; }
python3 "$SCREE_SOURCE/verify/verify.py" --work "$PWD/verify" --wrong
