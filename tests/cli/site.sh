#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# ctest: TIMEOUT 600
# long: its packages are installed by --long alone
# `./dev site` builds the documentation without a warning, and no page loads anything from elsewhere. Where Chromium is there,
# no page is wider than a screen or a telephone, all formulas are drawn, consoles are empty, and the search finds a law.
set -euo pipefail
command -v mkdocs >/dev/null || { echo "no mkdocs"; exit 77; }
[[ -e /usr/share/javascript/katex/katex.min.js && -d /usr/share/mkdocs ]] || /usr/bin/python3 -c 'import material' 2>/dev/null ||
    { echo "no MkDocs Material or no KaTeX"; exit 77; }
rm -rf site*
"$SCREE_SOURCE/scripts/site/site.py" build site >said 2>&1 || { cat said; exit 1; }
grep -q 'WARNING' said && { cat said; exit 1; }
for page in index start laws/hertz reference/input contributing source/examples/index; do
    [[ -s site/$page.html ]] || { echo "no page $page"; exit 1; }
done
if grep -rnoE '<(script|link|img)[^>]*(src|href)="(https?:)?//[^"]*"' site --include='*.html' | head -n 5 | grep .; then
    echo "these are loaded from elsewhere"
    exit 1
fi
if command -v chromium >/dev/null && /usr/bin/python3 -c 'import selenium' 2>/dev/null; then
    /usr/bin/python3 "$SCREE_SOURCE/tests/cli/site_pages.py" site
else
    echo "no Chromium or no python3-selenium: pages are not looked at"
fi
