# SPDX-License-Identifier: BSD-3-Clause
"""Workloads in meshes: the meshes, made by scripts/make_meshes.py, and where the particles begin. A state of a scene is a
file like that of a bed (beds.py), in the coordinates of the scene."""
import math
import os
import sys
from dataclasses import dataclass

sys.path.append(os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "scripts"))
import make_meshes


@dataclass(frozen=True)
class Scene:
    mesh: callable        # -> triangles, m
    low: tuple            # m, corners of the domain; nothing is periodic
    high: tuple
    planes: tuple         # (axis number, place in m, sign of the normal)
    fill: tuple           # cylinder about z: radius, lowest z, length
    count: int
    diameter: float       # m
    settle: float         # s
    dt: float             # s, while it settles
    gravity: tuple = (0.0, 0.0, -9.81)
    turning: float = 0.0  # rad/s of the mesh about z


def small_silo():
    return [tuple(tuple(0.5 * c for c in p) for p in t) for t in make_meshes.silo(0.03, -0.0554222)]


SCENES = {
    # 1920 triangles; the orifice of 30 mm is closed by a plane
    "silo6k": Scene(small_silo, (-0.06, -0.06, -0.1), (0.06, 0.06, 0.26), ((2, -0.0277111, 1),), (0.047, 0.01, 0.2), 6000,
                    4e-3, 0.6, 2e-5),
    # 1e5 triangles with sides of 0.75 mm; the ends are planes
    "drum60k": Scene(lambda: make_meshes.cylinder(0.06, 0.0, 0.075, 500, 100), (-0.065, -0.065, -0.001), (0.065, 0.065, 0.076),
                     ((2, 0.0, 1), (2, 0.075, -1)), (0.0585, 0.001, 0.073), 60000, 2e-3, 0.25, 1.5e-5, (-9.81, 0.0, 0.0),
                     2 * math.pi),
    # 2400 triangles with sides of 3 mm
    "drum6k": Scene(lambda: make_meshes.cylinder(0.03, 0.0, 0.06, 60, 20), (-0.035, -0.035, -0.001), (0.035, 0.035, 0.061),
                    ((2, 0.0, 1), (2, 0.06, -1)), (0.0285, 0.001, 0.058), 6000, 2e-3, 0.2, 1.5e-5, (-9.81, 0.0, 0.0), 2 * math.pi),
}


def write_mesh(scene, folder):
    make_meshes.write(make_meshes.Path(folder) / "mesh.stl", scene.mesh())


def walls_text(scene, turns):
    motion = f", motion: {{rotate: {{axis: [0, 0, 1], point: [0, 0, 0], rate: {scene.turning:.9g}}}}}"
    text = f"walls:\n  shell: {{mesh: {{file: mesh.stl}}, material: grain{motion if turns and scene.turning else ''}}}\n"
    for axis, place, sign in scene.planes:
        point, normal = [0.0] * 3, [0] * 3
        point[axis], normal[axis] = place, sign
        text += f"  plane{axis}{'+' if sign > 0 else '-'}: {{plane: {{point: {point}, normal: {normal}}}, material: grain}}\n"
    return text.replace("plane2+", "lower").replace("plane2-", "upper")


def fill_text(scene):
    radius, z, length = scene.fill
    return ("insertion:\n  - {name: fill, material: grain, fill: random, "
            f"count: {scene.count}, diameter: {scene.diameter:g},\n"
            f"     region: {{cylinder: {{point: [0, 0, {z:g}], axis: [0, 0, 1], radius: {radius:g}, length: {length:g}}}}}}}\n")


def liggghts_lines(scene, model):
    """Lines of LIGGGHTS for the walls; model: the words of its contact model."""
    lines = ["fix mesh all mesh/surface file mesh.stl type 1",
             f"fix shell all wall/gran model {model} mesh n_meshes 1 meshes mesh"]
    for k, (axis, place, _) in enumerate(scene.planes):
        lines.append(f"fix plane{k} all wall/gran model {model} primitive type 1 {'xyz'[axis]}plane {place:.9g}")
    if scene.turning:
        lines.append("fix turn all move/mesh mesh mesh rotate origin 0. 0. 0. axis 0. 0. 1. "
                     f"period {2 * math.pi / scene.turning:.9g}")
    return lines
