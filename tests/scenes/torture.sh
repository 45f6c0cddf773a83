#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# A run that is killed at any moment and resumed on other numbers of threads and ranks: a short `./dev torture`.
# ctest: TIMEOUT 600
set -euo pipefail
"$SCREE_SOURCE/scripts/torture.sh" --kills "${SCREE_TEST_LONG:+2}8" --seed 1
