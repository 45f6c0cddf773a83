#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# ctest: TIMEOUT 240
# scree view: its server, asked by plain sockets. What the page does in a browser is in view_page.sh.
set -euo pipefail
command -v python3 >/dev/null || { echo "no python3"; exit 77; }
python3 "$SCREE_SOURCE/tests/cli/view_server.py"
