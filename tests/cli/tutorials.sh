#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# ctest: TIMEOUT 1800
# long: some thirty runs of five to ten seconds each
# docs/start.md and the pages in docs/tutorials from their own text: what their commands print is what the pages say, their pictures
# are made, and what they propose to try is accepted. A page that says something else is found.
set -euo pipefail
command -v python3 >/dev/null || { echo "no python3"; exit 77; }
rm -rf pages && mkdir pages && cd pages
mkdir bin && ln -s "$SCREE" bin/scree && export PATH="$PWD/bin:$PATH"
run_page=$SCREE_SOURCE/scripts/site/run_page.py
for page in "$SCREE_SOURCE"/docs/start.md "$SCREE_SOURCE"/docs/tutorials/[!i]*.md; do
    mkdir "$(basename "$page" .md)"
    (cd "$(basename "$page" .md)" && python3 "$run_page" "$page")
done
for plot in */*/plot.svg; do
    grep -q '</svg>' "$plot" || { echo "$plot is not complete"; exit 1; }
done
printf '```sh\necho two\n```\n\n```text\none\n```\n' >other.md
if python3 "$run_page" other.md 2>said; then
    echo "a page that says one where two is printed passed"
    exit 1
fi
grep -q 'the page says' said
