# SPDX-License-Identifier: BSD-3-Clause
"""`./dev bench --published [NAMES]`: particle-steps per second of scree on cases whose speed others have published, on one and on two threads,
beside the published figures. A case that others ran from its start to its end is measured in a stretch of it that is stated; its
start state is made once, by scree, and kept."""
import dataclasses
import os
import statistics

import beds
import make_meshes
import programs
import report
import workloads


@dataclasses.dataclass(frozen=True)
class Figure:
    who: str
    hardware: str
    speed: float  # million particle-steps per second, a body of several spheres counted once
    how: str      # from which numbers


@dataclasses.dataclass(frozen=True)
class Case:
    name: str
    what: str
    figures: tuple
    steps: int
    workload: workloads.Workload = None  # a bed of bench/workloads.py, or
    scene: "Scene" = None                # one of this file


@dataclasses.dataclass(frozen=True)
class Source:
    """Spheres of one size that are filled into a region."""
    material: str
    count: int
    diameter: str
    region: str
    fill: str = "random"  # dense: where more than a third of the volume is filled

    def text(self):
        return (f"  - {{name: {self.material}, material: {self.material}, fill: {self.fill}, count: {self.count}, diameter: {self.diameter},\n"
                f"     region: {self.region}}}\n")


def cylinder(radius, low, length):
    """A region about z, m."""
    return f"{{cylinder: {{point: [0, 0, {low:g}], axis: [0, 0, 1], radius: {radius:g}, length: {length:g}}}}}"


@dataclasses.dataclass(frozen=True)
class Scene:
    """A case with the parameters of a publication."""
    domain: str
    materials: str    # with the contacts; {young}: Pa, of the particles
    walls: str        # {motion}: that of what turns
    mesh: callable    # -> triangles of mesh.stl
    gravity: tuple
    sources: tuple
    young: tuple      # Pa, while the particles settle, and as published
    settle: float     # s
    dt: tuple         # s, likewise
    turning: float = 0.0  # rad/s about z, when the particles have settled
    part: "Scene" = None  # what settles: a part of its length along z, which is then copied
    length: float = 0.0   # m, of that part
    note: str = ""


def scene_text(s, stage, files):
    particles = "particles:\n" + "".join(f"  - {{file: {f}, material: {m}}}\n" for f, m in files) if files else "insertion:\n" + "".join(source.text() for source in s.sources)
    motion = f", motion: {{rotate: {{axis: [0, 0, 1], point: [0, 0, 0], rate: {s.turning:g}}}}}" if stage and s.turning else ""
    return (f"time: {{end: 1000 s, dt: {s.dt[stage]}}}\ngravity: {list(s.gravity)}\ndomain: {s.domain}\n"
            + s.materials.format(young=f"{s.young[stage]:g}") + "walls:\n" + s.walls.replace("{motion}", motion) + particles
            + "alarms: {overlap_limit: 1}\n")


GLASS = """materials:
  glass: {{density: 2500, young: {young}, poisson: 0.2}}
  light: {{density: 2000, young: {young}, poisson: 0.2}}
  steel: {{density: 7200, young: 210 GPa, poisson: 0.2}}
contacts:
  - {{between: [glass, glass], normal: hertz, tangential: mindlin, restitution: 0.5, friction: 0.3}}
  - {{between: [glass, light], normal: hertz, tangential: mindlin, restitution: 0.45, friction: 0.2}}
  - {{between: [light, light], normal: hertz, tangential: mindlin, restitution: 0.4, friction: 0.4}}
  - {{between: [glass, steel], normal: hertz, tangential: mindlin, restitution: 0.4, friction: 0.2}}
  - {{between: [light, steel], normal: hertz, tangential: mindlin, restitution: 0.4, friction: 0.2}}
"""
# Effective moduli of 1 MPa and 0.8 MPa stand for E* and G*; equal bodies with a Poisson's ratio of 0.25 have E = 2 E* (1 - 0.25^2).
PHASIC = """materials:
  ball: {{density: 2500, young: {young}, poisson: 0.25}}
  shell: {{density: 2500, young: {young}, poisson: 0.25}}
contacts:
  - {{between: [ball, ball], normal: hertz, tangential: {{law: mindlin, preset: liggghts}}, rolling: {{law: cdt, convention: original}}, rolling_friction: 0.1, restitution: 0.97, friction: 0.65}}
  - {{between: [ball, shell], normal: hertz, tangential: {{law: mindlin, preset: liggghts}}, rolling: {{law: cdt, convention: original}}, rolling_friction: 0.1, restitution: 0.85, friction: 0.65}}
"""


def drum(low, high, material):
    return (f"  low: {{plane: {{point: [0, 0, {low}], normal: [0, 0, 1]}}, material: {material}}}\n"
            f"  high: {{plane: {{point: [0, 0, {high}], normal: [0, 0, -1]}}, material: {material}}}\n"
            f"  shell: {{mesh: {{file: mesh.stl}}, material: {material}{{motion}}}}\n")


def bed(name, model, copies, steps):
    return workloads.Workload(name, "", name, copies, model, 4e-6, 0.0, steps, workloads.TEN_TIMES)


def phasic_drum(parts):
    """The drum of phasicFlow, or one of so many equal parts of its length."""
    length = 0.8 / parts
    return Scene(f"{{min: [-0.21, -0.21, -0.01], max: [0.21, 0.21, {length + 0.01:g}]}}", PHASIC, drum(0, f"{length:g}", "shell"),
                 lambda: make_meshes.cylinder(0.2, 0.0, length, 60, 1), (0, -9.8, 0),
                 (Source("ball", 1000000 // parts, "4 mm", cylinder(0.199, 0.0005, length - 0.001), "dense"),),
                 (1.875e6, 1.875e6), 0.6, (5e-5, 1e-5), 1.256, length=length)


DOSTA = "Dosta et al. 2024"
CASES = {c.name: c for c in (
    Case("drum-1M", "rotating drum of phasicFlow: 1e6 spheres of 4 mm, radius 0.2 m, length 0.8 m, which begins to turn",
         (Figure("phasicFlow 1.0", "NVIDIA RTX A4000", 46, "1e6 x 4e5 steps in 146 min"),
          Figure("phasicFlow 1.0", "NVIDIA RTX 4050 Ti, laptop", 31, "the same in 216 min"),
          Figure("a commercial code", "NVIDIA RTX 4050 Ti, laptop", 24, "the same in 275 min")), 20,
         scene=dataclasses.replace(phasic_drum(1), part=phasic_drum(10))),
    Case("silo-100k", "silo of Dosta's case 1: 100 000 spheres of 4 mm at rest on the closed orifice",
         (Figure("LIGGGHTS", "24 processes", 29, f"{DOSTA}: 3.3e6 steps of 5e4 on average in 5892 s"),
          Figure("MUSEN", "one GPU", 120, f"{DOSTA}: 1360 s")), 100,
         scene=Scene("{min: [-0.11, -0.11, -0.2], max: [0.11, 0.11, 0.6]}", GLASS,
                     "  silo: {mesh: {file: mesh.stl}, material: steel}\n"
                     "  gate: {plane: {point: [0, 0, -0.0554222], normal: [0, 0, 1]}, material: steel}\n",
                     lambda: make_meshes.silo(0.03, -0.0554222), (0, 0, -9.81),
                     (Source("glass", 100000, "4 mm", cylinder(0.1, 0.022, 0.44)),), (1e7, 1e7), 0.5, (2.4e-5, 2.4e-5),
                     note="with a Young's modulus of 10 MPa, not 1 GPa")),
    Case("drum-38k", "drum of Dosta's case 2: 30 000 spheres of 2 mm and 8 000 of 4 mm, which begins to turn",
         (Figure("LIGGGHTS", "24 processes", 15, f"{DOSTA}: 6.25e6 steps in 15 855 s"),
          Figure("MUSEN", "one GPU", 43, f"{DOSTA}: 5587 s")), 200,
         scene=Scene("{min: [-0.11, -0.11, -0.04], max: [0.11, 0.11, 0.04]}", GLASS, drum(-0.03, 0.03, "steel"),
                     lambda: make_meshes.cylinder(0.1, -0.03, 0.03, 90, 6), (0, -9.81, 0),
                     (Source("glass", 30000, "2 mm", "{box: {min: [-0.065, 0.022, -0.029], max: [0.065, 0.07, 0.029]}}", "dense"),
                      Source("light", 8000, "4 mm", "{box: {min: [-0.07, -0.06, -0.029], max: [0.07, 0.021, 0.029]}}", "dense")), (1e7, 1e7), 0.3, (1e-5, 1e-5), 2,
                     note="with a Young's modulus of 10 MPa, not 1 and 0.5 GPa")),
    Case("spheres-6k", "a settled bed of 6 400 spheres, no case of exaDEM's own",
         (Figure("exaDEM", "8 cores", 7.2, "5520 spheres, 20 000 steps in 15.4 s"),), 1000,
         workload=bed("spheres", "hertz", 4, 1000)),
    Case("octahedra-6k", "a settled bed of 6 400 octahedra with round edges",
         (Figure("exaDEM", "8 cores", 6.0, "5520 octahedra, 150 000 steps in 139 s"),
          Figure("exaDEM", "NVIDIA A100", 14, "54 000 octahedra and hexapods, 1e5 steps in 391 s")), 20,
         workload=bed("octahedra", "hertz", 4, 20)),
    Case("clumps-100k", "a settled bed of 102 400 clumps of three spheres",
         (Figure("DEM-Engine", "two NVIDIA RTX 3080", 280, "1e6 clumps of three spheres, 1e6 steps in 1 h"),), 20,
         workload=bed("clumps", "hertz", 16, 20)),
)}
FIELDS = ["machine", "date", "commit", "case", *report.FIELDS[3:]]
WARM = 10


class Kept:
    """Particles of scenes that have settled, as particle files by material, in a folder that is kept."""

    def __init__(self, o, maker, progress):
        self.o, self.maker, self.progress = o, maker, progress

    def folder(self, name, scene):
        folder = os.path.join(self.o.work, "published", name)
        case, part = os.path.join(folder, "case.yaml"), scene.part or scene
        os.makedirs(folder, exist_ok=True)
        files = [(f"{source.material}.txt", source.material) for source in part.sources]
        if not all(os.path.exists(os.path.join(folder, f)) for f, _ in files):
            self.progress(f"making {name} ({' and '.join(str(source.count) for source in part.sources)} spheres settle for {part.settle:g} s); kept in {folder}")
            self.write(folder, part, 0, None)
            world = beds.World(self.maker.library, case, self.maker.threads)
            world.advance(part.settle)
            if world.count() != sum(source.count for source in part.sources):
                raise SystemExit(f"error: {name}: {world.count()} of the particles found a place")
            rows = world.rows()  # by id: in the order of the insertions
            for (file, _), source in zip(files, part.sources):
                settled = [next(rows) for _ in range(source.count)]
                with open(os.path.join(folder, file + ".part"), "w") as f:
                    f.write("# x y z r vx vy vz\n")
                    for copy in range(round(scene.length / part.length) if scene.part else 1):
                        f.writelines(f"{x:.9g} {y:.9g} {z + copy * part.length:.9g} {r:.9g} {vx:.6g} {vy:.6g} {vz:.6g}\n"
                                     for x, y, z, r, vx, vy, vz in settled)
                os.rename(os.path.join(folder, file + ".part"), os.path.join(folder, file))
            world.close()
        self.write(folder, scene, 1, files)
        return folder

    @staticmethod
    def write(folder, scene, stage, files):
        make_meshes.write(make_meshes.Path(folder) / "mesh.stl", scene.mesh())
        with open(os.path.join(folder, "case.yaml"), "w") as f:
            f.write(scene_text(scene, stage, files))


def folder_of(case, o, find, maker, kept):
    if case.scene:
        return kept.folder(case.name, case.scene)
    folder = os.path.join(o.work, "published", case.name)
    os.makedirs(folder, exist_ok=True)
    programs.Scree(o.scree).prepare(case.workload, find(maker, case.workload.state), folder)
    return folder


def tell(say, measured):
    say("Million particle-steps per second, a body counted once; scree: the median of the repetitions; cores: how many of this machine, at the\n"
        "speed of one thread, are as fast as the published run. One thread counts processor time, two wall time.")
    rows = []
    for case, speed in measured:
        for figure in case.figures:
            rows.append([case.name, f"{figure.who}, {figure.hardware}", figure.speed, *(f"{speed[t]:.3g}" for t in sorted(speed)),
                         f"{figure.speed / speed[1]:.2g}", figure.how])
    threads = sorted(measured[0][1])
    report.table(say, ["case", "published by, on", "published", *(f"scree, {t} thread{'s' * (t > 1)}" for t in threads), "cores", "from"], rows)
    for case, _ in measured:
        note = case.scene.note if case.scene else ""
        say(f"{case.name}: {case.what}{'; ' + note if note else ''}")


def run(o, about, find, maker, progress, reporter):
    os.makedirs(o.out, exist_ok=True)
    say = reporter(o.out, "published.txt")
    say(f"{about['machine']}, {about['date']}, commit {about['commit']}; load {os.getloadavg()[0]:.1f} at the start\n")
    kept, rows, measured = Kept(o, maker, progress), [], []
    scree = programs.Scree(o.scree)
    for name in o.published:
        case = CASES[name]
        folder = folder_of(case, o, find, maker, kept)
        speed = {}
        for threads in o.threads:
            steps = max(5, case.steps // (10 if o.quick else 1))
            try:
                said = programs.bench(o.scree, folder, threads, min(WARM, steps), steps, o.repetitions)
            except programs.Failed as why:
                raise SystemExit(f"error: {name}: {why}")
            for repetition, row in enumerate(said):
                rows.append(report.complete({**about, "case": name, "program": "scree", "version": scree.version, "threads": threads,
                                             "repetition": repetition + 1, "steps": steps, **row}))
            speed[threads] = 1e3 / statistics.median(r["ns_particle_step"] for r in rows[-len(said):])
            progress(f"  {name:14} {threads} thread{'s' if threads > 1 else ' '} {speed[threads]:8.3g} million particle-steps per second")
        measured.append((case, speed))
        report.write_csv(os.path.join(o.out, "published.csv"), rows, FIELDS)
    tell(say, measured)
    progress(f"written: {o.out}/published.csv, published.txt")
