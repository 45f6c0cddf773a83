#!/usr/bin/env bash
# SPDX-License-Identifier: BSD-3-Clause
# 10 000 random collisions and the closed paths for every law (the tests make 1000): some ten minutes on one core. The result
# is kept in docs/validation/laws.md. Needs the tests of the release build (./dev test).
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
SCREE_SOURCE=$root SCREE_LAW_WORLDS=100 "$root/build/release/tests/test_laws_energy"
