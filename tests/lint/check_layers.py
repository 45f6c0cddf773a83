# SPDX-License-Identifier: BSD-3-Clause
"""Checks the direction of includes: check_layers.py ROOT. Prints one line per violation, exit code 1 if any.

A file includes headers of its own folder, of folders to the left, and include/scree/; folders on one line do not
include each other. Public headers include public headers only. tests/ and bench/ may include anything.
"""
import os
import re
import sys

LAYERS = [
    ["src/maths"],
    ["src/memory"],
    ["src/text"],
    ["src/convex_bodies", "src/parallel", "src/mesh", "src/laws"],
    ["src/case", "src/convex", "src/laws/normal", "src/laws/adhesive", "src/laws/bond", "src/laws/liquid", "src/laws/heat", "src/laws/wear"],
    ["src/state", "src/laws/tangential"],
    ["src/access", "src/laws/rolling"],
    ["src/laws/list", "src/geometry", "src/partition", "src/yaml"],
    ["src/domain", "src/keys"],
    ["src/changes", "src/sections", "src/pairs"],
    ["src/skin", "src/files", "src/regions", "src/wall_motion"],
    ["src/search", "src/heat", "src/wear", "src/wall_contacts"],
    ["src/batch", "src/wall_shapes", "src/clumps", "src/materials"],
    ["src/particle_loops"],
    ["src/kernels"],
    ["src/stability"],
    ["src/bonds", "src/coarse_graining", "src/deformation", "src/force_fields", "src/liquid"],
    ["src/capabilities"],
    ["src/forces", "src/particles", "src/step_limit"],
    ["src/measures"],
    ["src/measures/kinds", "src/fields"],
    ["src/measures/list"],
    ["src/measure", "src/insertion"],
    ["src/checks", "src/outlets"],
    ["src/step"],
    ["src/input"],
    ["src/compare", "src/output", "src/checkpoint", "src/tools/plot"],
    ["src/paraview", "src/load"],
    ["src/api", "src/run"],
    ["src/tools/frames", "src/tools/help", "src/tools/http", "src/tools/lab", "src/tools/plan", "src/tools/rays", "src/tools/shape", "src/tools/templates"],
    ["src/tools/canvas", "src/tools/fields", "src/tools/lab_files"],
    ["src/tools/render"],
    ["src/tools/view"],
    ["cli"],
]

# (file, header it may include against the rule): why. An entry that is not used is an error.
EXCEPTIONS = {}

GENERATED = {"capabilities.h", "scree_version.h", "templates.h", "view_page.h", "view_py.h"}
INCLUDE = re.compile(r'\s*#\s*include\s+"([^"]+)"')
RANK = {folder: rank for rank, layer in enumerate(LAYERS) for folder in layer}


def folder_of(path):
    """The layer a path belongs to: src/text, cli, include; None if it is in none of them."""
    folder = os.path.dirname(path) if path.startswith("src/") else path.split("/")[0]
    return folder if folder in RANK or folder == "include" else None


def resolve(root, path, header):
    """The file that `#include "header"` in path means, relative to root, or None."""
    for base in (os.path.dirname(path), "src", "include"):
        candidate = os.path.normpath(os.path.join(base, header)).replace(os.sep, "/")
        if os.path.isfile(os.path.join(root, candidate)):
            return candidate
    return None


def complaint(root, path, header):
    """What is wrong with this include, or None."""
    if header in GENERATED:
        return None
    target = resolve(root, path, header)
    if target is None:
        return f'"{header}" is not a file in its own folder, src/ or include/'
    own, other = folder_of(path), folder_of(target)
    if other is None:
        return f"{target} is in no layer"
    if own == other or (other == "include" and own != "include"):
        return None
    if own != "include" and RANK[other] < RANK[own]:
        return None
    if own == "include":
        return f"a public header includes {target}"
    return f"{own} must not include {target}: {other} is {'to the right' if RANK[other] > RANK[own] else 'beside it'}"


def sources(root):
    for top in ("src", "cli", "include"):
        for folder, _, names in sorted(os.walk(os.path.join(root, top))):
            for name in sorted(names):
                if name.endswith((".c", ".h", ".inc", ".cu")):
                    yield os.path.relpath(os.path.join(folder, name), root).replace(os.sep, "/")


def main(root):
    wrong, used = [], set()
    for path in sources(root):
        if folder_of(path) is None:
            wrong.append(f"{path}:1: in no layer; add its folder to LAYERS in tests/lint/check_layers.py")
            continue
        with open(os.path.join(root, path), encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                match = INCLUDE.match(line)
                what = complaint(root, path, match.group(1)) if match else None
                if what and (path, match.group(1)) in EXCEPTIONS:
                    used.add((path, match.group(1)))
                elif what:
                    wrong.append(f"{path}:{number}: {what}")
    wrong += [f"{path}:1: exception for {header} is not needed" for path, header in EXCEPTIONS.keys() - used]
    print("\n".join(wrong) if wrong else "includes go leftward")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
