# SPDX-License-Identifier: BSD-3-Clause
# ctest: TIMEOUT 300
"""The package as it is installed: by cmake --install to any prefix, and as a wheel from the source tree and from an sdist."""
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

BUILD = Path(os.environ["SCREE_BUILD"])
SOURCE = Path(os.environ["SCREE_SOURCE"])
USE = "import scree; w = scree.World({'time': {'end': 1, 'dt': 1e-5}, 'domain': {'min': [0, 0, 0], 'max': [1, 1, 1]}, " \
      "'materials': {'m': {'density': 1, 'young': 1e6, 'poisson': 0.3, 'restitution': 0.5, 'friction': 0}}, 'contacts': [{'between': 'any'}]}); " \
      "w.advance(2); print(scree.__file__, w.step)"


def use(folder):
    """Imports the package from this folder alone; the file that it came from."""
    env = {name: value for name, value in os.environ.items() if name != "LD_LIBRARY_PATH"} | {"PYTHONPATH": str(folder)}
    done = subprocess.run([sys.executable, "-c", USE], capture_output=True, text=True, env=env)
    assert done.returncode == 0, done.stderr
    file, steps = done.stdout.split()
    assert steps == "2"
    return Path(file)


def test_an_installation_can_be_moved(tmp_path):
    subprocess.run(["cmake", "--install", BUILD, "--prefix", tmp_path / "prefix"], check=True, capture_output=True)
    (tmp_path / "prefix").rename(tmp_path / "moved")
    found = list((tmp_path / "moved").glob("lib/python3*/dist-packages/scree"))
    assert len(found) == 1
    assert use(found[0].parent).parent == found[0]
    assert {p.name for p in (SOURCE / "python" / "src" / "scree").glob("*.py*")} < {p.name for p in found[0].iterdir()}


@pytest.fixture
def source(tmp_path):
    """A copy of what a wheel is built from, so that the build leaves nothing in the source tree."""
    for part in ("include", "python"):
        shutil.copytree(SOURCE / part, tmp_path / "tree" / part, ignore=shutil.ignore_patterns("build", "*.egg-info", "__pycache__"))
    shutil.copy(SOURCE / "CMakeLists.txt", tmp_path / "tree")
    return tmp_path / "tree" / "python"


def test_a_wheel_has_the_library(source, tmp_path):
    pytest.importorskip("pip")
    pytest.importorskip("wheel")
    env = {**os.environ, "SCREE_BUILD": str(BUILD)}
    done = subprocess.run([sys.executable, "-m", "pip", "wheel", "--no-build-isolation", "--no-deps", "-q", "-w", tmp_path, source], capture_output=True, text=True, env=env)
    assert done.returncode == 0, done.stderr[-2000:]
    [wheel] = tmp_path.glob("*.whl")
    assert "-abi3-" in wheel.name
    subprocess.run([sys.executable, "-m", "zipfile", "-e", wheel, tmp_path / "site"], check=True)
    assert use(tmp_path / "site").parent == tmp_path / "site" / "scree"
    assert [p.name for p in (tmp_path / "site" / "scree").glob("libscree*")] and (tmp_path / "site" / "scree" / "py.typed").exists()


def test_an_sdist_builds_against_an_installed_library(source, tmp_path):
    subprocess.run(["cmake", "--install", BUILD, "--prefix", tmp_path / "prefix"], check=True, capture_output=True)
    subprocess.run([sys.executable, "setup.py", "-q", "sdist", "-d", tmp_path], cwd=source, check=True, capture_output=True,
                   env={**os.environ, "SCREE_BUILD": str(BUILD)})
    [archive] = tmp_path.glob("*.tar.gz")
    shutil.unpack_archive(archive, tmp_path / "unpacked")
    [folder] = (tmp_path / "unpacked").iterdir()
    env = {**os.environ, "PKG_CONFIG_PATH": str(next((tmp_path / "prefix").glob("lib/**/pkgconfig")))}
    env.pop("SCREE_BUILD")
    done = subprocess.run([sys.executable, "setup.py", "-q", "bdist_wheel", "-d", tmp_path], cwd=folder, capture_output=True, text=True, env=env)
    assert done.returncode == 0, done.stderr[-2000:]
    [wheel] = tmp_path.glob("*.whl")
    subprocess.run([sys.executable, "-m", "zipfile", "-e", wheel, tmp_path / "site"], check=True)
    use(tmp_path / "site")
