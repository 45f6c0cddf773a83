# SPDX-License-Identifier: BSD-3-Clause
# ctest: TIMEOUT 300
"""A thousand mistakes of a program, drawn by number: each is an exception, none a crash; with the address sanitizer too where that build is there."""
import os
import subprocess
import sys
from pathlib import Path

import pytest

CASES = 1000


def misuse(first, last, env):
    done = subprocess.run([sys.executable, Path(__file__).with_name("misuse.py"), str(first), str(last)], capture_output=True, text=True, env={**os.environ, **env})
    assert done.returncode == 0, (done.stdout + done.stderr)[-4000:]
    assert done.stdout.endswith(f" {last - first}\n"), done.stdout
    assert "AddressSanitizer" not in done.stderr and "runtime error" not in done.stderr, done.stderr[-4000:]


def test_each_raises_and_none_crashes():
    misuse(0, CASES, {"PYTHONFAULTHANDLER": "1"})


def test_none_touches_memory_that_is_not_its_own():
    build = Path(os.environ["SCREE_BUILD"]).parent / "asan"
    library, header = build / "libscree.so", Path(os.environ["SCREE_SOURCE"]) / "include" / "scree" / "scree.h"
    if not library.exists() or library.stat().st_mtime < header.stat().st_mtime:
        pytest.skip("there is no up-to-date build with the address sanitizer")
    runtime = subprocess.run([os.environ.get("CC", "cc"), "-print-file-name=libasan.so"], capture_output=True, text=True).stdout.strip()
    misuse(CASES, 2 * CASES, {"LD_PRELOAD": runtime, "LD_LIBRARY_PATH": str(build), "MISUSED_LIBRARY": str(build / "libscree.so"), "PYTHONMALLOC": "malloc", "OMP_NUM_THREADS": "2",
                                "ASAN_OPTIONS": "detect_leaks=0:detect_odr_violation=0"})
