#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# scree new: every template is a case without warnings that runs, takes other values, and refuses what it does not have.
set -euo pipefail
rm -rf new && mkdir new && cd new
die() { echo "FAILED: $*"; exit 1; }
# fails SAYS command...: the command is refused with these words, and prints nothing else.
fails() {
    local words=$1
    shift
    "$@" >stdout 2>stderr && die "accepted: $*"
    grep -qF -- "$words" stderr || { cat stderr; die "stderr does not say: $words"; }
    [[ ! -s stdout ]] || die "something on stdout: $*"
}

machines=$("$SCREE" new | sed -n 's/^  \([a-z_]*\) .*/\1/p')
[[ $(wc -w <<<"$machines") -ge 18 ]] || die "only these machines: $machines"
for machine in $machines; do
    "$SCREE" new "$machine" >"$machine.yaml"
    "$SCREE" run "$machine.yaml" --steps 400 --strict --quiet >/dev/null || die "$machine does not run"
    # Each variable with the value that it has: the same case.
    words=()
    while read -r name rest; do
        value=$(sed -n "s/^  ${name#--}: *\(.*[^ ]\) *#.*/\1/p" "$machine.yaml")
        [[ -n $value ]] || die "$machine: $name has no value"
        words+=("$name" "$value")
    done < <("$SCREE" new "$machine" --variables)
    [[ ${#words[@]} -ge 12 ]] || die "$machine has few variables: ${words[*]}"
    "$SCREE" new "$machine" "${words[@]}" | cmp - "$machine.yaml" || die "$machine: the same values give another case"
    # Every variable has an effect on the case that is run.
    for ((k = 0; k < ${#words[@]}; k += 2)); do
        [[ $(grep -v "^  ${words[k]#--}: " "$machine.yaml" | grep -cE "[^a-z_]${words[k]#--}([^a-z_:]|\$)") -gt 0 ]] || die "$machine: nothing uses ${words[k]}"
    done
done
echo "   $(wc -w <<<"$machines") machines"

"$SCREE" new drum --diameter 150mm --small 'particle / 2' >small.yaml
grep -q '^  diameter: 150mm  *# inner' small.yaml && grep -q '^  small: particle / 2  *# ' small.yaml || die "the values are not in the case"
"$SCREE" check small.yaml --quiet || die "the case with other values"

echo mine >drum.yaml # --view writes the case, but over nothing
"$SCREE" new drum --view >stdout 2>stderr && die "--view went on"
grep -qF "cannot write 'drum.yaml'" stderr && [[ $(<drum.yaml) == mine ]] || { cat stderr; die "--view over a file"; }
fails "the template 'drum' has no variable 'diametr'" "$SCREE" new drum --view --diametr 3

fails "no template is called 'drun'; accepted: belt_chute, bucket_elevator" "$SCREE" new drun
fails "no template is called 'drun'" "$SCREE" new drun --variables
fails "the template 'drum' has no variable 'diametr'; accepted: diameter, length" "$SCREE" new drum --diametr 3
fails 'fill: "3: [" does not fit; accepted: a number with its unit' "$SCREE" new drum --fill '3: ['
fails 'fill: "" does not fit' "$SCREE" new drum --fill ''
fails "fill is given twice" "$SCREE" new drum --fill 1% --fill 2%
fails "a value is missing after '--fill'" "$SCREE" new drum --fill
fails "unexpected 'fill'" "$SCREE" new drum fill 1%
