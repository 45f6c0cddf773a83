#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Empties the working folder of a test and runs the test, so that no files of a previous run are left.
set -euo pipefail
[[ $PWD == */work/* ]] || { echo "$PWD is not the folder of a test" >&2; exit 1; }
find . -mindepth 1 -delete
exec "$@"
