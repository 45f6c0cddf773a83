# SPDX-License-Identifier: BSD-3-Clause
"""Bonds: rods of bonded spheres against beams, strengths, stability, and what a rod keeps while it spins. Rods have n bonds of 10 mm between
touching spheres of 5 mm, the section has the same radius, and the first sphere is clamped if nothing else is said."""
import math

from beam import elastica
from case import FULL, case

R, YOUNG, RATIO = 5e-3, 1e9, 2.6
AREA, I = math.pi * R**2, math.pi * R**4 / 4
MASS, INERTIA = 2500 * 4 / 3 * math.pi * R**3, 0.4 * 2500 * 4 / 3 * math.pi * R**5
PC = "Potyondy and Cundall 2004"


def chain(s, n, *, l=2 * R, moving=lambda j: (0.0, 0.0, 0.0, 0.0, 0.0, 0.0), name="chain.txt", r=R):
    """n + 1 spheres along x. moving: velocity and spin of sphere j."""
    s.balls(name, [(j + 1, j * l, 0.0, 0.0, r, *moving(j)) for j in range(n + 1)], "id x y z radius vx vy vz wx wy wz")


def rod(s, *, end, dt, n=20, bond="", groups="", clamp=True, young=YOUNG, more="", every=None, name="case", file="chain.txt", gap="1 um",
        accept=(0,)):
    held = "clamp: {ids: [1], hold: true}" if clamp else ""
    return s.run(f"""
        time: {{end: {end!r}, dt: {dt!r}, velocity_scale: 1}}
        materials:
          a: {{density: 2500, young: 1e6, poisson: 0.3}}
          tip: {{density: 1250, young: 1e6, poisson: 0.3}}
        contacts: [{{between: any, normal: none, tangential: none, bond: {{law: parallel, bond_young: {young!r}, bond_ratio: 2.6{bond}}}}}]
        particles: [{{file: {file}, material: a}}]
        bonds: [{{name: rod, gap: {gap}}}]
        groups: {{{held}{", " if held and groups else ""}{groups}}}
        tracks: {{tip: {{id: {n + 1}}}}}
        output: {{series: {{every: {end if every is None else every!r}}}, plot: false}}
        {more}
        """, name=name, accept=accept)


def push(n, force="[0, 0, 0]", torque="[0, 0, 0]"):
    return f"load: {{ids: [{n + 1}], force: {force}, torque: {torque}}}"


# ---- stiffness -------------------------------------------------------------------------------------------------------


@case("bond_cantilever", "Tip of a cantilever of bonds with three sections, any number of bonds; extension and twist",
      wrong=("bond_ratio: 2.6", "bond_ratio: 2.61"))
def bond_cantilever(s):
    load = 1e-3
    still = dict(end=0.25, dt=5e-6, more="damping: {viscous: 300}")
    for n in (5, 20):
        length = n * 2 * R
        for section, times in (("euler", 1.0), ("timoshenko", 1 / (1 + 20 * R**2 * 1.3 / (3 * (2 * R)**2))), ("disc", None)):
            shear = YOUNG / RATIO * AREA / (2 * R) if times is None else times * 12 * YOUNG * I / (2 * R)**3
            tip = load * length**3 / (3 * YOUNG * I) * (1 - 1 / (4 * n**2)) + n * load / shear
            chain(s, n)
            if n == 5:  # faster and less deflection: damped more
                still = dict(end=0.05, dt=5e-6, more="damping: {viscous: 2000}")
            else:
                still = dict(end=0.25, dt=5e-6, more="damping: {viscous: 300}")
            run = rod(s, n=n, groups=push(n, f"[0, 0, -{load!r}]"), bond=f", bond_section: {section}", name=f"{section}{n}", **still)
            s.near(f"{section}, {n} bonds: deflection [m]", -run.column("tip z")[-1], tip, rel=1e-7,
                   source="(P L^3/3EI)(1 - 1/4n^2) + n P/Ks", reason="the square of deflection over length, 7e-10, and positions of 16 digits")
    n = 20
    chain(s, n)
    run = rod(s, groups=push(n, "[10, 0, 0]"), end=0.02, dt=2.5e-6, more="damping: {viscous: 10000}", name="pulled")
    s.near("extension by 10 N [m]", run.column("tip x")[-1] - 0.2, 10 * 0.2 / (YOUNG * AREA), rel=1e-9, source="P L/EA",
           reason="positions of 16 digits")
    s.near("energy balance over the work of that force", run.column("energy_balance")[-1] / run.column("load_work")[-1], 0.0, within=1e-3,
           source="the ledger closes", reason="order 2 with steps of 0.025 of the damping time")
    run = rod(s, groups=push(n, torque="[0.01, 0, 0]"), end=0.02, dt=5e-6, every=5e-6, more="damping: {viscous: 8000}", name="twisted")
    spin, angle = run.column("tip wx"), 0.01 * 0.2 / (YOUNG / RATIO * 2 * I)
    s.near("twist by 0.01 N m: the tip's spin summed over all steps [rad]", 5e-6 * (sum(spin) + 5e-6 * 0.01 / INERTIA / 4), angle, rel=1e-7, source="T L/GJ",
           reason="damped to rest; the sum begins half a step after the torque")
    s.near("energy stored by it [J]", run.column("bonds_elastic")[-1], 0.01 * angle / 2, rel=1e-9, source="T phi/2", reason="rounding")


@case("bond_sheet", "A sheet of bonded spheres, a grid, clamped at one edge: bends as the rods that it consists of", wrong=("count: [11, 4]", "count: [12, 4]"))
def bond_sheet(s):
    load, n = 1e-3, 10
    length = n * 2 * R
    run = s.run(f"""
        time: {{end: 0.12, dt: 5e-6, velocity_scale: 1}}
        materials:
          a: {{density: 2500, young: 1e6, poisson: 0.3}}
        contacts: [{{between: any, normal: none, tangential: none, bond: {{law: parallel, bond_section: euler, bond_young: {YOUNG!r}, bond_ratio: 2.6}}}}]
        shapes: {{sheet: {{grid: {{count: [11, 4], radius: {R!r}}}, bonded: true}}}}
        particles: [{{positions: [[0, 0, 0]], shape: sheet, material: a}}]
        groups:
          clamp: {{ids: [1, 12, 23, 34], hold: true}}
          load: {{ids: [11, 22, 33, 44], force: [0, 0, -{load!r}]}}
        tracks: {{tip: {{id: 11}}, other: {{id: 33}}}}
        damping: {{viscous: 800}}
        output: {{series: {{every: 0.12}}, plot: false}}
        """)
    tip = load * length**3 / (3 * YOUNG * I) * (1 - 1 / (4 * n**2)) + n * load / (12 * YOUNG * I / (2 * R)**3)
    for place in ("tip", "other"):
        s.near(f"deflection of its edge, {place} [m]", -run.column(f"{place} z")[-1], tip, rel=1e-7, source="(P L^3/3EI)(1 - 1/4n^2) + n P/Ks",
               reason="damped to rest; the square of deflection over length")
    s.same("bonds", run.column("bonds")[-1], 10 * 4 + 10 * 3, source="of a square grid; held bodies are not bonded with each other")


def amplitude(values, step, f):
    """Of a frequency, with a window whose sidelobes are 92 dB down."""
    n, re, im = len(values), 0.0, 0.0
    for k, v in enumerate(values):
        a = 2 * math.pi * k / n
        w = v * (0.35875 - 0.48829 * math.cos(a) + 0.14128 * math.cos(2 * a) - 0.01168 * math.cos(3 * a))
        re += w * math.cos(2 * math.pi * f * k * step)
        im += w * math.sin(2 * math.pi * f * k * step)
    return math.hypot(re, im)


def frequency(values, step, about, width):
    """Where the amplitude is largest near `about`, by golden section."""
    a, b, g = about - width, about + width, (math.sqrt(5) - 1) / 2
    c, d = b - g * (b - a), a + g * (b - a)
    of = {}
    for _ in range(26):
        for f in (c, d):
            of.setdefault(f, amplitude(values, step, f))
        if of[c] > of[d]:
            b, d = d, c
            c = b - g * (b - a)
        else:
            a, c = c, d
            d = a + g * (b - a)
    return (a + b) / 2


def cycle(times, values):
    """Mean time between crossings of zero upward."""
    at = [t0 + (t1 - t0) * -a / (b - a) for t0, t1, a, b in zip(times, times[1:], values, values[1:]) if a < 0 <= b]
    return (at[-1] - at[0]) / (len(at) - 1)


@case("bond_frequencies", "Frequencies of a cantilever of bonds: bending, stretching, twisting", wrong=("density: 2500", "density: 2510"))
def bond_frequencies(s):
    for section, f1, f2 in (("euler", 25.7855, 161.280), ("timoshenko", 25.7598, 160.173), ("disc", 25.7742, 160.792)):
        chain(s, 20, moving=lambda j: (0.0, 0.0, 1e-4 * (j / 20)**2, 0.0, -2e-4 * j / 20 / 0.2, 0.0))
        run = rod(s, end=0.6, dt=8e-6, every=0.4e-3, bond=f", bond_section: {section}", name=section)
        tip = run.column("tip z", after=-0.5)
        for k, (f, width) in enumerate(((f1, 1.0), (f2, 3.0))):
            s.near(f"{section}: frequency {k + 1} [Hz]", frequency(tip, 0.4e-3, f, width), f, rel=1e-5 if k == 0 else 2e-5,
                   source="eigenvalues of the chain", reason="order 2: (omega dt)^2/24 = 3e-6 of the second; six digits given")
    half = math.pi / 82  # of the first mode of 20 masses that hang on a wall
    for what, at, k, m, unit in (("stretching", "tip vx", YOUNG * AREA / (2 * R), MASS, 0), ("twisting", "tip wx", YOUNG / RATIO * 2 * I / (2 * R), INERTIA, 3)):
        chain(s, 20, moving=lambda j: tuple(1e-3 * math.sin(2 * half * j) if axis == unit else 0.0 for axis in range(6)))
        run = rod(s, end=0.1, dt=2e-6, every=2e-5, name=what)
        s.near(f"{what}: frequency [Hz]", 1 / cycle(run.column("time"), run.column(at)), math.sqrt(k / m) * math.sin(half) / math.pi, rel=1e-5,
               source="sqrt(K/m) sin(pi/82)/pi", reason="order 2: (omega dt)^2/24 = 6e-6; crossings between rows")


@case("bond_convergence", "First bending frequency of a rod with a lighter last sphere converges to the continuous beam, order 2", tier=FULL,
      wrong=("density: 1250", "density: 1500"))
def bond_convergence(s):
    r, length, per_length = 2.5e-3, 0.2, 0.13
    exact = 1.8751040687**2 / (2 * math.pi * length**2) * math.sqrt(YOUNG * I / per_length)
    found = []
    for n in (5, 10, 20):
        l = length / n
        density = per_length * l / (4 / 3 * math.pi * r**3)
        rows = [(j + 1, j * l, 0.0, 0.0, r, 0.0, 0.0, 1e-4 * (j / n)**2, 0.0, -2e-4 * j / n / length, 0.0) for j in range(n + 1)]
        names = "id x y z radius vx vy vz wx wy wz"
        s.balls("body.txt", rows[:-1], names)
        s.balls("last.txt", rows[-1:], names)
        stiff = 12 * YOUNG * I / l**3
        dt = 0.4 / math.sqrt(stiff * (4 + l**2 / (0.4 * r**2)) / (per_length * l) + 4 * YOUNG * I / l / (0.4 * per_length * l * r**2))
        run = s.run(f"""
            time: {{end: 0.4, dt: {dt!r}, velocity_scale: 1}}
            materials: {{a: {{density: {density!r}, young: 1e6, poisson: 0.3}}, half: {{density: 1250 / 2500 * {density!r}, young: 1e6, poisson: 0.3}}}}
            contacts: [{{between: any, normal: none, tangential: none, bond: {{law: parallel, bond_young: {YOUNG!r}, bond_radius: 2, bond_section: euler}}}}]
            particles: [{{file: body.txt, material: a}}, {{file: last.txt, material: half}}]
            bonds: [{{gap: {1.01 * (l - 2 * r)!r}}}]
            groups: {{clamp: {{ids: [1], hold: true}}}}
            tracks: {{tip: {{id: {n + 1}}}}}
            output: {{series: {{every: 0.4 ms}}, plot: false}}
            """, name=f"bonds{n}")
        times = run.column("time", after=-0.5)
        found.append(frequency(run.column("tip z", after=-0.5), (times[-1] - times[0]) / (len(times) - 1), exact, 1.5))
    s.near("change of the frequency from 5 to 10 bonds over that from 10 to 20", (found[1] - found[0]) / (found[2] - found[1]), 4.0, within=0.1,
           source="order 2", reason="the next order")
    rotary = 1 / math.sqrt(1 + 0.4 * (r / length)**2 * 4.6478)
    s.near("frequency of infinitely many [Hz]", found[2] + (found[2] - found[1]) / 3, exact * rotary, rel=5e-5,
           source="1.8751^2 sqrt(EI/m)/(2 pi L^2), with the moments of inertia of the spheres (Rayleigh)", reason="the next order")


@case("bond_clump", "A rod that is a clump of three spheres on a bond: two frequencies, and the energy of its swinging", wrong=("density: 2500", "density: 2510"))
def bond_clump(s):
    s.balls("held.txt", [(1, 0.0, 0.0, 0.0, R)], "id x y z radius")
    end, every, dt = 0.1, 20e-6, 1e-6
    run = s.run(f"""
        time: {{end: {end!r}, dt: {dt!r}, velocity_scale: 1}}
        materials: {{a: {{density: 2500, young: 1e6, poisson: 0.3}}}}
        contacts: [{{between: any, normal: none, tangential: none, bond: {{law: parallel, bond_section: euler, bond_young: {YOUNG!r}, bond_ratio: 2.6}}}}]
        shapes: {{rod: {{chain: {{count: 3, radius: {R!r}}}, mass_of: sum}}}}
        particles: [{{file: held.txt, material: a}}, {{positions: [[{4 * R!r}, 0, 0]], shape: rod, material: a, velocity: [0, 0, 0.01]}}]
        bonds: [{{name: joint, gap: 1e-6}}]
        groups: {{clamp: {{ids: [1], hold: true}}}}
        tracks: {{tip: {{id: 4}}}}
        output: {{series: {{every: {every!r}}}, plot: false}}
        """)
    # V = Ks (z - a t)^2 / 2 + Kb t^2 / 2 with the place z and the angle t of the rod, whose centre is a from the middle of the bond.
    mass, inertia, a = 3 * MASS, 3 * INERTIA + 8 * MASS * R**2, 3 * R
    ks, kb = 12 * YOUNG * I / (2 * R)**3, YOUNG * I / (2 * R)
    half, det = (ks / mass + (ks * a * a + kb) / inertia) / 2, ks * kb / (mass * inertia)
    squares = (half - math.sqrt(half * half - det), half + math.sqrt(half * half - det))
    tip = run.column("tip z")
    for k, square in enumerate(squares):
        f = math.asin(math.sqrt(square) * dt / 2) / (math.pi * dt)
        s.near(f"frequency {k + 1} [Hz]", frequency(tip, every, f, 10.0), f, rel=2e-6, source="a rigid rod on two springs, by Verlet steps",
               reason="a tenth of a second is looked at")
    energy = [sum(e) for e in zip(*(run.column(name) for name in ("kinetic", "rotational", "bonds_elastic")))]
    s.near("energy after 0.1 s over that at the start", energy[-1] / energy[0], 1.0, within=2e-3, source="nothing takes it",
           reason="order 2: (omega dt)^2/4, of the rest at a time of its own")


# ---- strength --------------------------------------------------------------------------------------------------------


@case("bond_strength", "Loads a millionth below the strength of a bond hold, a millionth above break it, and it releases what it had stored",
      wrong=("bond_tension: 10 MPa", "bond_tension: 10.00002 MPa"))
def bond_strength(s):
    young = 1e12  # so stiff that the places do not change
    c, t = 10e6, 8e6
    pull, bend, twist, shear = c * AREA, c * I / R, t * 2 * I / R, t * AREA
    loads = {  # force, torque, mode that is named, energy
        "tension": ("[{0!r}, 0, 0]", "[0, 0, 0]", pull, pull**2 / 2 * 2 * R / (young * AREA)),
        "bending": ("[0, 0, 0]", "[0, {0!r}, 0]", bend, bend**2 / 2 * 2 * R / (young * I)),
        "torsion": ("[0, 0, 0]", "[{0!r}, 0, 0]", twist, twist**2 / 2 * 2 * R / (young / RATIO * 2 * I)),
        "shear": ("[0, 0, {0!r}]", "[0, {1!r}, 0]", shear, shear**2 / 2 * 2 * R / (young / RATIO * AREA)),
    }
    chain(s, 1)
    for mode, (force, torque, strength, energy) in loads.items():
        bond = ", bond_shear: 8 MPa" if mode == "shear" else ", bond_tension: 10 MPa, bond_shear: 8 MPa"  # it bends while it comes to rest
        for side, name in ((-1e-6, "below"), (1e-6, "above")):
            load = strength * (1 + side)
            run = rod(s, n=1, young=young, end=5e-4, dt=8e-9, bond=bond, more="damping: {viscous: 1.2e7}", name=f"{mode}_{name}",
                      groups=push(1, force.format(load), torque.format(load, load * R)))
            ends = run.column(f"bonds_broken_{mode}")[-1]
            s.same(f"{mode}, a millionth {name} the strength: bonds that broke", (ends, run.column("bonds")[-1]), (1, 0) if side > 0 else (0, 1),
                   source=PC + ", eq. 17", reason="damped more than critically: approached from below")
        s.near(f"{mode}: energy released [J]", run.column("broken_energy")[-1], energy, rel=1e-5, source="F^2/2K", reason="where it broke")
    n, bond = 5, ", bond_tension: 10 MPa, bond_shear: 8 MPa"
    chain(s, n)
    for end, arm in (("middle", n - 0.5), ("end", n)):
        for side, name in ((-1e-6, "below"), (1e-6, "above")):
            run = rod(s, n=n, young=young, end=0.008, dt=2e-7, bond=bond + f", bond_section: euler, bond_moment: {end}",
                      groups=push(n, f"[0, 0, {bend / (arm * 2 * R) * (1 + side)!r}]"), more="damping: {viscous: 3e5}", name=f"cantilever_{end}_{name}")
            s.same(f"cantilever, moment of the {end}, a millionth {name}", run.column("bonds_broken_bending")[-1], 1 if side > 0 else 0,
                   source="P (L - l/2) or P L = tension I/R", reason="damped: approached from below")


@case("bond_release", "Two bonded spheres fly apart in four ways until the bond breaks: what it releases, and the ledger",
      wrong=("bond_shear: 8 MPa", "bond_shear: 8.1 MPa"))
def bond_release(s):
    c, t, l, g = 10e6, 8e6, 2 * R, YOUNG / RATIO
    energies = {"tension": (c * AREA)**2 * l / (2 * YOUNG * AREA), "bending": (c * I / R)**2 * l / (2 * YOUNG * I),
                "torsion": (t * 2 * I / R)**2 * l / (2 * g * 2 * I), "shear": (t * AREA)**2 * l / (2 * g * AREA)}
    for mode, energy in energies.items():
        v, w = math.sqrt(3 * energy / MASS), math.sqrt(3 * energy / INERTIA)
        turn = v / math.sqrt(7 / 2) # shear: no angular momentum, m v l + 2 I w = 0
        way = {"tension": (v, 0, 0, 0, 0, 0), "bending": (0, 0, 0, 0, w, 0), "torsion": (0, 0, 0, w, 0, 0),
               "shear": (0, 0, turn, 0, turn * MASS * R / INERTIA, 0)}[mode]
        sense = 1 if mode == "shear" else -1
        chain(s, 1, moving=lambda j: tuple(map(float, way)) if j else tuple(-x + 0.0 for x in way[:3]) + tuple(sense * x + 0.0 for x in way[3:]))
        run = rod(s, n=1, clamp=False, end=1e-4, dt=5e-8, name=mode, bond="".join((", bond_shear: 8 MPa", "" if mode == "shear" else ", bond_tension: 10 MPa")))
        s.same(f"{mode}: broken bonds", run.column(f"bonds_broken_{mode}")[-1], 1, source="twice the energy is there", reason="exact")
        s.near(f"{mode}: energy released [J]", run.column("broken_energy")[-1], energy, rel=0.02, source=PC + ": F^2/2K at the strength",
               reason="it breaks up to a step later, by a hundredth of the time to the strength")
        s.near(f"{mode}: change of the energy balance over it", (run.column("energy_balance")[-1] - run.column("energy_balance")[0]) / energy, 0.0, within=2e-3, source="the ledger closes",
               reason="the step in which the bond breaks")


@case("bond_buckling", "A compressed cantilever of bonds buckles at Euler's load of the chain", tier=FULL,
      wrong=("bond_young: 1000000000.0", "bond_young: 1003000000.0"))
def bond_buckling(s):
    l = 2 * R
    for section, q_shear in (("euler", 12 * YOUNG * I / l**3), ("disc", YOUNG / RATIO * AREA / l)):
        def critical(length):
            q = 4 * YOUNG * I / l / length * math.tan(math.pi / 80)**2
            return q / (1 + q / (q_shear * length))
        load = critical(l * (1 - critical(l) / (YOUNG * AREA)))
        chain(s, 20, moving=lambda j: (0.0, 0.0, 1e-7 * (j / 20)**2, 0.0, 0.0, 0.0))
        for side, name in ((-1e-3, "below"), (1e-3, "above")):
            run = rod(s, end=2.0, dt=8e-6, every=0.01, bond=f", bond_section: {section}", groups=push(20, f"[{-load * (1 + side)!r}, 0, 0]"),
                      name=f"{section}_{name}")
            tip = [abs(z) for z in run.column("tip z")]
            growth = max(tip[100:]) / max(tip[:100])
            check, limit = (s.at_most, 1.2) if side < 0 else (s.at_least, 30.0)
            check(f"{section}, a thousandth {name} {load:.5f} N: deflection of the second second over that of the first", growth, limit,
                  source="4 Kb tan^2(pi/4n)/l = P (1 + ...) with shear, strain", reason="period 1.2 s below, growth exp(5.1 t) above")


# ---- time ------------------------------------------------------------------------------------------------------------


@case("bond_time_step", "A chain of bonds is stable just below 2 over its highest frequency and not beyond", wrong=("bond_ratio: 2.6", "bond_ratio: 2.5"))
def bond_time_step(s):
    for section, dt in (("euler", 9.43602e-6), ("timoshenko", 1.57283e-5), ("disc", 1.31531e-5)):
        chain(s, 20, moving=lambda j: (0.0, 0.0, 1e-9 * (-1)**j, 0.0, 1e-7, 0.0))
        for side, name in ((0.999, "below"), (1.001, "above")):
            run = rod(s, end=5000 * dt * side, dt=dt * side, every=100 * dt * side, bond=f", bond_section: {section}",
                      more="alarms: {negative_loss: off}", name=f"{section}_{name}", accept=(0, 2))
            speed = max(run.column("max_velocity")) / 1e-9 if run.code == 0 else 1e300  # an alarm: energy is created
            check, limit = (s.at_most, 100.0) if side < 1 else (s.at_least, 1e6)
            if side < 1:
                s.same(f"{section}, a thousandth {name} {dt} s: exit code", run.code, 0, source="no alarm", reason="exact")
            check(f"{section}, a thousandth {name} {dt} s: largest speed over that at the start", speed, limit, source="eigenvalues of the chain",
                  reason="grows by exp(0.09) in each step beyond the limit; below the amplitude is 1/sqrt(1 - 0.999^2) times the start")


def angular_momentum(run, n, k):
    """Of tracked spheres about their centre of mass, in row k."""
    q = [[[run.series[f"p{j} {a}{b}"][k] for b in "xyz"] for a in ("", "v", "w")] for j in range(n + 1)]
    centre = [sum(b[0][i] for b in q) / (n + 1) for i in range(3)]
    total = [0.0, 0.0, 0.0]
    for x, v, w in q:
        d = [x[i] - centre[i] for i in range(3)]
        for i in range(3):
            a, b = (i + 1) % 3, (i + 2) % 3
            total[i] += MASS * (d[a] * v[b] - d[b] * v[a]) + INERTIA * w[i]
    return total


@case("bond_spin", "A rod of three spheres spins 500 turns about an oblique axis and about its own: energy, angular momentum, direction",
      wrong=("bond_damping_normal: 0.05", "bond_damping_normal: 0"))
def bond_spin(s):
    n, omega = 2, 30.0
    axis = (0.0, 0.6, 0.8)
    spin = [omega * a for a in axis]
    chain(s, n, moving=lambda j: (0.0, spin[2] * (j - 1) * 2 * R, -spin[1] * (j - 1) * 2 * R, *spin))
    young, turns = 1e5, 500
    end, dt = turns * 2 * math.pi / omega, 1e-3 / 2
    tracks = ", ".join(f"p{j}: {{id: {j + 1}}}" for j in range(n + 1))
    run = s.run(f"""
        time: {{end: {end!r}, dt: {dt!r}, velocity_scale: 1}}
        materials: {{a: {{density: 2500, young: 1e6, poisson: 0.3}}}}
        contacts: [{{between: any, normal: none, tangential: none, bond: {{law: parallel, bond_young: {young!r}, bond_damping_normal: 0.05,
                     bond_damping_shear: 0.05, bond_damping_bending: 0.05, bond_damping_torsion: 0.05}}}}]
        particles: [{{file: chain.txt, material: a}}]
        bonds: [{{gap: 1 um}}]
        tracks: {{{tracks}}}
        output: {{series: {{every: {end / 100!r}}}, plot: false}}
        """)
    energy = [a + b + c for a, b, c in zip(run.column("kinetic"), run.column("rotational"), run.column("bonds_elastic"))]
    s.near("change of kinetic and stored energy from turn 5 to 500 over it", energy[-1] / energy[1] - 1, 0.0, within=1e-9, source="constant",
           reason="rounding of 200 000 steps; centrifugal stretching is damped in the first turns")
    first, last = angular_momentum(run, n, 0), angular_momentum(run, n, -1)
    size = math.hypot(*first)
    s.near("change of the angular momentum over it", math.dist(first, last) / size, 0.0, within=1e-9, source="constant", reason="rounding")
    s.same("bonds", run.column("bonds")[-1], 2, source="they hold", reason="no strength is given")


@case("bond_damping", "Vibrations of two bonded spheres decay by the damping ratios, for each kind of motion", wrong=("bond_damping_shear: 0.05", "bond_damping_shear: 0.06"))
def bond_damping(s):
    zeta, l = 0.05, 2 * R
    k = {"stretching": YOUNG * AREA / l, "shear": YOUNG / RATIO * AREA / l, "bending": YOUNG * I / l, "twisting": YOUNG / RATIO * 2 * I / l}
    m, inertia = MASS / 2, INERTIA / 2
    # (velocity and spin of the second sphere; of the first: both negative, or with equal spins), squared frequency, mass
    kinds = {"stretching": ((1e-6, 0, 0, 0, 0, 0), -1, k["stretching"] / m, m, "tip vx"),
             "shear": ((0, 0, 1e-6, 0, -1e-6 * MASS * R / INERTIA * -1, 0), 1, 7 * k["shear"] / MASS, m, "tip vz"),
             "bending": ((0, 0, 0, 0, 1e-4, 0), -1, k["bending"] / inertia, inertia, "tip wy"),
             "twisting": ((0, 0, 0, 1e-4, 0, 0), -1, k["twisting"] / inertia, inertia, "tip wx")}
    for kind, (way, sense, square, mass, what) in kinds.items():
        rate = zeta * math.sqrt(k[kind] * mass) * square / k[kind]
        period = 2 * math.pi / math.sqrt(square - rate**2)
        first = tuple(-v for v in way[:3]) + tuple(sense * w for w in way[3:])
        chain(s, 1, moving=lambda j: tuple(map(float, way if j else first)))
        run = rod(s, n=1, clamp=False, end=10.0001 * period, dt=period / 400, every=period, name=kind, bond=", bond_damping_normal: 0.05, "
                  "bond_damping_shear: 0.05, bond_damping_bending: 0.05, bond_damping_torsion: 0.05")
        v = run.column(what)
        s.near(f"{kind}: decay rate over zeta times frequency", -math.log(v[9] / v[0]) / (9 * period) / (zeta * math.sqrt(square)),
               rate / (zeta * math.sqrt(square)), rel=2e-3, source="c = 2 zeta sqrt(K m)", reason="order 2, 400 steps a period")


@case("bond_crystal", "Waves in a periodic face-centred crystal of bonds: the elastic modulus C11 of its closed form",
      wrong=("bond_ratio: 2.5", "bond_ratio: 2.45"))
def bond_crystal(s):
    cells, edge = 8, 2 * R * math.sqrt(2)
    corners = ((0, 0, 0), (0, 0.5, 0.5), (0.5, 0, 0.5), (0.5, 0.5, 0))
    rows = []
    for i in range(cells):
        for j in range(2):
            for k in range(2):
                for c in corners:
                    x, y, z = ((p + q + 0.25) * edge for p, q in zip((i, j, k), c))
                    rows.append((x, y, z, R, 1e-4 * math.sin(2 * math.pi * x / (cells * edge)), 0.0, 0.0))
    s.balls("crystal.txt", rows)
    kn, ratio = YOUNG * AREA / (2 * R), 2.5
    plane = 4 * (kn + kn / ratio) / 2  # four bonds at 45 degrees to the next plane
    square = 4 * plane / MASS * math.sin(math.pi / (2 * cells))**2
    track = max(range(len(rows)), key=lambda k: rows[k][4]) + 1
    period = 2 * math.pi / math.sqrt(square)
    run = s.run(f"""
        time: {{end: {20 * period!r}, dt: 0.5 us, velocity_scale: 1}}
        domain: {{min: [0, 0, 0], max: [{cells * edge!r}, {2 * edge!r}, {2 * edge!r}], periodic: [x, y, z]}}
        materials: {{a: {{density: 2500, young: 1e6, poisson: 0.3}}}}
        contacts: [{{between: any, normal: none, tangential: none, bond: {{law: parallel, bond_young: {YOUNG!r}, bond_ratio: 2.5}}}}]
        particles: [{{file: crystal.txt, material: a}}]
        bonds: [{{gap: 1 um}}]
        tracks: {{ball: {{id: {track}}}}}
        output: {{series: {{every: {period / 50!r}}}, plot: false}}
        """)
    s.same("bonds", run.column("bonds")[-1], 6 * len(rows), source="twelve neighbours", reason="exact")
    f = 1 / cycle(run.column("time"), run.column("ball vx"))
    s.near("frequency of the longest wave [Hz]", f, 1 / period, rel=4e-5, source="sqrt(2 (Kn + Ks)/m) sin(pi a/2 L)/pi",
           reason="order 2, and crossings between rows a fiftieth of a period apart")
    wave = 2 * math.pi / (cells * edge)
    density = 4 * MASS / edge**3
    modulus = density * (2 * math.pi * f / wave)**2 * ((math.pi / (2 * cells)) / math.sin(math.pi / (2 * cells)))**2
    s.near("C11 = density times the square of the speed of long waves [Pa]", modulus, (kn + kn / ratio) * 2 / edge, rel=8e-5,
           source="2 (Kn + Ks)/a of the lattice", reason="twice that of the frequency")


@case("bond_elastica", "A clamped fibre sags under its own weight to a large angle: the elastic line, order 2",
      wrong=("0, -9.81]", "0, -9.9]"))
def bond_elastica(s):
    r, length, density, young, off = 0.5e-3, 0.04, 1150, 0.8e6, []
    line_mass = density * 4 / 3 * math.pi * r**3 / (2 * r)
    for n in (10, 20, 40):
        l = length / n
        rows = [(j + 1, j * l, 0.0, 0.0, r, density * l / (2 * r)) for j in range(n + 1)]
        s.balls(f"fibre{n}.txt", rows, "id x y z radius density")
        run = s.run(f"""
            time: {{end: 1 s, dt: 8 us, velocity_scale: 1}}
            gravity: [0, 0, -9.81]
            materials: {{a: {{density: 1150, young: 1 MPa, poisson: 0.3}}}}
            contacts: [{{between: any, normal: none, tangential: none, bond: {{law: parallel, bond_section: euler, bond_young: {young!r}, bond_ratio: 2.6}}}}]
            particles: [{{file: fibre{n}.txt, material: a}}]
            bonds: [{{gap: {1.01 * (l - 2 * r) + 1e-6!r}}}]
            groups: {{clamp: {{ids: [1], hold: true}}}}
            damping: {{viscous: 35}}
            tracks: {{tip: {{id: {n + 1}}}}}
            output: {{series: {{every: 1 s}}, plot: false}}
            """, name=f"bonds{n}")
        x, z = elastica(length, young * math.pi * r**4 / 4, line_mass * 9.81, line_mass * l / 2 * 9.81, 500)[-1]
        off.append(math.hypot(run.column("tip x")[-1] - x, run.column("tip z")[-1] - z) / length)
    s.near("40 bonds: distance of the tip from that of the line over the length", off[2], 0.0, within=4e-4,
           source="E I theta'' = -w (L - s) cos theta", reason="order 2, shortening by the weight")
    s.near("change of this from 10 to 20 bonds over that from 20 to 40", (off[0] - off[1]) / (off[1] - off[2]), 4.0, within=0.3,
           source="order 2", reason="the next order")
