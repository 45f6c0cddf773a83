#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# long: starts a browser, 40 s
# ctest: TIMEOUT 400
# The page of scree view in a headless Chromium that draws in software: packages in the section `view` of scripts/packages.txt.
set -euo pipefail
for program in chromium chromedriver; do
    command -v "$program" >/dev/null || { echo "no $program"; exit 77; }
done
python=python3 # the first one that has selenium
for python in python3 /usr/bin/python3; do
    "$python" -c 'import selenium' 2>/dev/null && break
done
"$python" -c 'import selenium' 2>/dev/null || { echo "no python3-selenium"; exit 77; }
"$python" "$SCREE_SOURCE/tests/cli/view_page.py"
