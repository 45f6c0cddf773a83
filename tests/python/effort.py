# SPDX-License-Identifier: BSD-3-Clause
"""What takes many runs of the program is a test of `./dev test --long` alone, so that a file by default takes some 15 s."""
import os

import pytest

long_test = pytest.mark.skipif(not os.environ.get("SCREE_TEST_LONG"), reason="runs where SCREE_TEST_LONG is set")
