#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# Empties the working folder of a test and runs the test, so that no files of a previous run are left. Writes the processor
# seconds that the test took, as user and as system, to a file beside the folder, for `./dev test --times`. A test that runs by
# default fails if it takes more than SCREE_TEST_SECONDS, so that the tests together stay short. This is a multiple of what
# such a test should take, and other programs on the machine hardly change processor time, but that of ranks, which wait awake.
set -euo pipefail
[[ $PWD == */work/* ]] || { echo "$PWD is not the folder of a test" >&2; exit 1; }
find . -mindepth 1 -delete
record=$PWD.seconds status=0
TIMEFORMAT='%U %S'
{ time "$@" 2>&3 3>&-; } 3>&2 2>"$record" || status=$?
sed -n '$!p' "$record" >&2 # what bash says of a test that a signal ended
sed -i '$!d' "$record"
read -r user system <"$record"
seconds=$((${user%.*} + ${system%.*}))
if ((status == 0)) && [[ -n ${SCREE_TEST_SECONDS:-} && -z ${SCREE_TEST_LONG:-} ]] && ((seconds > SCREE_TEST_SECONDS)); then
    echo "This test passed but took $seconds s of processor time. A test that runs by default should take up to 15 s, and must" \
        "not take more than $SCREE_TEST_SECONDS s: let it compute less where SCREE_TEST_LONG is not set, or give it a line 'long: REASON'."
    exit 1
fi
exit $status
