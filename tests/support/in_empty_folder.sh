#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Empties the working folder, a test's own, and runs the test: nothing of the run before is left in it.
set -euo pipefail
[[ $PWD == */work/* ]] || { echo "$PWD is not the folder of a test" >&2; exit 1; }
find . -mindepth 1 -delete
exec "$@"
