# SPDX-License-Identifier: BSD-3-Clause
"""For tests/cli/lammps.sh: the same spheres for scree and LAMMPS, and how far the two are apart afterwards.

lammps_bed.py make FOLDER                          writes glass.txt, steel.txt and bed.data
lammps_bed.py compare LOADS DUMP LIMIT [LIMIT_X]   forces and torques (and places, velocities, spins) of lammps_loads and of
                                                   a dump (its last frame; LOADS may be one too); exit code 1 beyond
                                                   the limits
"""
import math
import random
import sys

BOX = 0.012  # m, of the periodic x and y
DENSITY = {1: 2500.0, 2: 7800.0}


def make(folder):
    """A lattice that overlaps a little, shaken, of two materials and sizes, around a shaft on the z axis."""
    rng = random.Random(1)
    spheres = []
    for layer in range(7):
        for row in range(6):
            for column in range(6):
                x = [(column + 0.5 - 3 + 0.015 * rng.uniform(-1, 1)) * BOX / 6,
                     (row + 0.5 - 3 + 0.015 * rng.uniform(-1, 1)) * BOX / 6,
                     0.00099 + 0.00199 * layer + 0.00002 * rng.uniform(-1, 1)]
                v = [0.1 * rng.uniform(-1, 1) for _ in range(3)]
                spheres.append((x, v, 0.001 * rng.uniform(0.98, 1.02), rng.choice((1, 1, 2))))
    rng.shuffle(spheres)
    with open(f"{folder}/glass.txt", "w") as glass, open(f"{folder}/steel.txt", "w") as steel:
        for out in (glass, steel):
            out.write("id x y z radius vx vy vz\n")
        for number, (x, v, radius, kind) in enumerate(spheres, 1):
            (glass if kind == 1 else steel).write(" ".join([str(number)] + ["%.17g" % c for c in x + [radius] + v]) + "\n")
    with open(f"{folder}/bed.data", "w") as out:
        half = BOX / 2
        out.write(f"spheres\n\n{len(spheres)} atoms\n2 atom types\n\n{-half} {half} xlo xhi\n{-half} {half} ylo yhi\n"
                  "-0.01 0.04 zlo zhi\n\nAtoms # sphere\n\n")
        for number, (x, v, radius, kind) in enumerate(spheres, 1):
            out.write("%d %d %.17g %.17g %.17g %.17g %.17g\n" % (number, kind, 2 * radius, DENSITY[kind], *x))
        out.write("\nVelocities\n\n")
        for number, (x, v, radius, kind) in enumerate(spheres, 1):
            out.write("%d %.17g %.17g %.17g 0 0 0\n" % (number, *v))


def rows(path):
    """id -> the numbers behind it, of lammps_loads or of the last frame of a dump."""
    found = {}
    with open(path) as lines:
        for line in lines:
            words = line.split()
            if line.startswith("ITEM"):
                found = {}
                continue
            if len(words) == 16:
                found[int(words[0])] = [float(w) for w in words[1:]]
    return found


def worst(ours, theirs, first, periodic=False):
    """Largest deviation of the vectors in columns first .. first+2, and the root mean square of ours."""
    far, square = 0.0, 0.0
    for number, mine in ours.items():
        d = [b - a for a, b in zip(mine[first:first + 3], theirs[number][first:first + 3])]
        if periodic:
            d[:2] = [c - BOX * round(c / BOX) for c in d[:2]]
        far = max(far, math.sqrt(sum(c * c for c in d)))
        square += sum(c * c for c in mine[first:first + 3])
    return far, math.sqrt(square / len(ours))


def compare(loads, dump, limit, limit_x):
    ours, theirs = rows(loads), rows(dump)
    ours = {number: row for number, row in ours.items() if number in theirs} # frozen ones are not in the dump
    if not ours or ours.keys() != theirs.keys():
        sys.exit(f"{len(ours)} particles and {len(theirs)} are not the same ones")
    x, _ = worst(ours, theirs, 0, periodic=True)
    x /= 0.001  # of a radius
    v, f, t = (far / size if size else far for far, size in (worst(ours, theirs, k) for k in (3, 9, 12)))
    print(f"places {x:.1e} of a radius, velocities {v:.1e}, forces {f:.1e}, torques {t:.1e} of their mean")
    if not (f <= limit and t <= limit and x <= limit_x and v <= limit_x):
        sys.exit(f"^ beyond {limit:g} (places and velocities: {limit_x:g})")


if sys.argv[1] == "make":
    make(sys.argv[2])
else:
    compare(sys.argv[2], sys.argv[3], float(sys.argv[4]), float(sys.argv[-1]))
