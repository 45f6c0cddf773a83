#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Puts together docs/laws/PAGE.md for every law: prose/PAGE.md, the figure made by the bench, the tables of the program.
#   scripts/law_pages.sh SCREE OUT_DIR     (./dev docs calls it; the figures are made by scripts/law_figures.py)
set -euo pipefail
scree=$1 out=$2
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
mkdir -p "$out"
for page in $("$scree" law page); do
    prose=$root/docs/laws/prose/$page.md
    [[ -e $prose ]] || { echo "docs/laws/prose/$page.md is missing: what the law $page is for, its formulas" >&2; exit 1; }
    {
        cat "$prose"
        if [[ -e $root/docs/pictures/laws/$page.svg ]]; then
            printf '\n![%s in the contact lab](../pictures/laws/%s.svg)\n' "$page" "$page"
        fi
        printf '\n*The tables below are the program'\''s own (`scree law show %s`); "there" is the name in the program the law comes from, accepted too.*\n' "$page"
        "$scree" law page "$page"
    } >"$out/$page.md"
done
