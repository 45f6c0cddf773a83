#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Pages of convex bodies: the shape that each page has is accepted, and `scree shape show` prints of it what the page says.
set -euo pipefail
die() { echo "FAILED: $*"; exit 1; }
pages=0
for page in "$SCREE_SOURCE"/docs/shapes/*.md; do
    kind=$(basename "$page" .md)
    {
        echo 'time: {end: 1 s}'
        echo 'materials: {m: {density: 2500, young: 5 MPa, poisson: 0.2, restitution: 0.5, friction: 0.3}}'
        echo 'contacts: [{between: any, normal: hertz, tangential: mindlin}]'
        sed -n '/^    shapes:$/,/^$/s/^    //p' "$page"
    } >"$kind.yaml"
    shape=$(sed -n 's/^  \([a-z]*\): {'"$kind"': .*/\1/p' "$kind.yaml")
    [[ -n $shape ]] || die "$kind.md has no shape of this kind"
    "$SCREE" shape show "$kind.yaml" "$shape" >"$kind.said" 2>err || { cat err; die "$kind.md: its shape is refused"; }
    sed -n "/^    $shape: a convex body\$/,/^\$/s/^    //p" "$page" >"$kind.wanted"
    diff "$kind.wanted" "$kind.said" || die "$kind.md: scree shape show prints something else"
    pages=$((pages + 1))
done
((pages == 6)) || die "$pages pages, not one for each of the six kinds"
