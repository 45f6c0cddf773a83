#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# long: builds scree with clang and gives each reader of files changed inputs for ten seconds
# Readers of files meet any bytes: nothing that a sanitizer reports, no hang, no refusal without a message.
# ctest: TIMEOUT 1200
set -euo pipefail
command -v clang >/dev/null || { echo "no clang"; exit 77; }
"$SCREE_SOURCE/dev" fuzz --seconds 10
