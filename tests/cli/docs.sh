#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# The reference pages and the pages of the laws are those written by the program.
set -euo pipefail
check() { # check PAGE: compares it with standard input
    diff -u "$SCREE_SOURCE/docs/reference/$1" - || { echo "docs/reference/$1 is out of date; run ./dev docs"; exit 1; }
}
"$SCREE" help --markdown | check input.md
"$SCREE" help columns --markdown | check columns.md
"$SCREE" help measures --markdown | check measures.md
"$SCREE" help library --markdown | check materials.md
"$SCREE_SOURCE/scripts/law_pages.sh" "$SCREE" laws
for page in laws/*.md; do
    diff -u "$SCREE_SOURCE/docs/$page" "$page" || { echo "docs/$page is out of date; run ./dev docs"; exit 1; }
done
