# SPDX-License-Identifier: BSD-3-Clause
"""What pyproject.toml cannot say: the compiled module, the sentences of the header, and libscree.so beside them in a wheel."""
import glob
import os
import re
import shutil
import sys

from setuptools import setup
from setuptools.command.build_py import build_py

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import build_ffi  # noqa: E402


def version() -> str:
    """The version of CMakeLists.txt; in an sdist, which has none, that of the package's own record."""
    here = os.path.dirname(os.path.abspath(__file__))
    for path, pattern in (("../CMakeLists.txt", r"project\(scree VERSION (\S+)"), ("PKG-INFO", r"(?m)^Version: (\S+)")):
        path = os.path.join(here, path)
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                found = re.search(pattern, file.read())
            if found:
                return found[1]
    raise SystemExit("no version: neither ../CMakeLists.txt nor PKG-INFO says it")


class BuildWithLibrary(build_py):
    """Adds the generated module, and the library under the name that the linker recorded (libscree.so.0.1)."""

    def run(self):
        super().run()
        folder = os.path.join(self.build_lib, "scree")
        os.makedirs(folder, exist_ok=True)
        build_ffi.write_sentences(build_ffi.find_header(), os.path.join(folder, "_sentences.py"))
        for library in glob.glob(os.path.join(build_ffi.find_library(), "libscree.so.*")):
            if re.search(r"\.so\.\d+\.\d+$", library):
                shutil.copy(library, folder)


setup(
    version=version(),
    cffi_modules=["build_ffi.py:ffi"],
    cmdclass={"build_py": BuildWithLibrary},
    options={"bdist_wheel": {"py_limited_api": "cp39"}},
)
