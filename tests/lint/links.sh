#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Links and anchors of README, CONTRIBUTING and docs/ lead to files and headings, every page is in the navigation, each promise of
# docs/promises.md has a test, scree has the keys of docs/coming_from.md, and the figures of docs/tested.md and README are those of docs/validation.
set -euo pipefail
command -v python3 >/dev/null || { echo "no python3"; exit 77; }
python3 "$SCREE_SOURCE/scripts/site/site.py" check

# What is wrong is found: in a copy with one mistake of each kind.
rm -rf copy && mkdir copy
cp -r "$SCREE_SOURCE"/{README.md,CONTRIBUTING.md,LICENSE,docs,examples,include,src,cli,tests,scripts,contrib,bench} copy
printf '\n[a](no_page.md) [b](output.md#no-heading) [c](laws) ![d](pictures/no.svg)\n\n```text\n[e](code.md)\n```\n' >>copy/docs/values.md
printf '# A page that no list has\n' >copy/docs/unlisted.md
sed -i '0,/`any_threads`/s//`no_such_function`/; 0,/^- The books close/s//- Nothing is tested here.\n&/' copy/docs/promises.md
sed -i 's/`materials.young`/`materials.modulus`/; s/`law sjkr2`/`law sjkr3`/' copy/docs/coming_from.md
sed -i -E 's/([0-9]+) pass, /1\1 pass, /' copy/docs/validation/cases.md
status=0
python3 copy/scripts/site/site.py check >said || status=$?
for words in "link to nothing: no_page.md" "no such heading in docs/output.md" "link to a folder" "link to nothing: pictures/no.svg" \
    "docs/unlisted.md: not in the lists" "test_determinism.c has no no_such_function" "this promise has no test" "passed is 1" "scree has no materials.modulus" "scree has no law sjkr3"; do
    grep -qF "$words" said || { cat said; echo "not found: $words"; exit 1; }
done
[[ $status == 1 && $(wc -l <said) -ge 10 ]] || { cat said; echo "ten mistakes were expected, status 1"; exit 1; }
