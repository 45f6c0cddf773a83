# SPDX-License-Identifier: BSD-3-Clause
"""Force fields: drag, buoyancy, charges and magnetic moments against closed forms."""
import math

from case import CODE, case

RHO, MU, RHO_S, G = 1000.0, 1e-3, 2500.0, 9.81
EPS0, MU0 = 8.8541878188e-12, 1.25663706127e-6


def grains(positions, d, fields, *, end, dt, gravity="[0, 0, 0]", velocity="[0, 0, 0]", density=RHO_S, more="", every=None, tracks=""):
    return f"""
        time: {{end: {end!r}, dt: {dt!r}, velocity_scale: 1}}
        gravity: {gravity}
        materials: {{m: {{density: {density!r}, young: 1 kPa, poisson: 0.3}}}}
        contacts: [{{between: any, normal: {{law: hertz, restitution: 0.9}}, tangential: none}}]
        particles: [{{positions: {positions}, diameter: {d!r}, velocity: {velocity}, material: m}}]
        tracks: {{a: {{id: 1}}{tracks}}}
        force_fields: {{{fields}}}
        output: {{series: {{every: {(every or end)!r}}}, plot: false}}
        {more}
        """


def factor(law, re, porosity=1.0):
    """Drag over Stokes' drag."""
    dallavalle = lambda x: (0.63 * math.sqrt(x) + 4.8)**2 / 24
    if law == "schiller_naumann":
        return 1 + 0.15 * re**0.687 if re < 1000 else 0.44 / 24 * re
    if law == "di_felice":
        beta = 3.7 - 0.65 * math.exp(-0.5 * (1.5 - math.log10(porosity * re))**2)
        return porosity * dallavalle(porosity * re) * porosity**-beta
    return 1.0 if law == "stokes" else dallavalle(re)


def terminal(law, d, porosity=1.0):
    """Speed at which drag and buoyancy carry the weight, by bisection."""
    weight = (RHO_S - RHO) * math.pi / 6 * d**3 * G
    low, high = 0.0, 10.0
    for _ in range(200):
        v = (low + high) / 2
        low, high = (v, high) if 3 * math.pi * MU * d * v * factor(law, max(RHO * v * d / MU, 1e-300), porosity) < weight else (low, v)
    return low


@case("terminal_velocity", "Settling in water: each law of drag, from creeping flow to Newton's regime", wrong=("viscosity: 0.001", "viscosity: 0.00101"))
def terminal_velocity(s):
    for law, d, porosity, end in (("stokes", 50e-6, 1.0, 0.01), ("schiller_naumann", 50e-6, 1.0, 0.01), ("schiller_naumann", 1e-3, 1.0, 1.0),
                                  ("schiller_naumann", 5e-3, 1.0, 3.0), ("dallavalle", 1e-3, 1.0, 1.0), ("di_felice", 1e-3, 1.0, 1.0), ("di_felice", 1e-3, 0.6, 1.0)):
        text = grains("[[0, 0, 0]]", d, f"fluid: {{density: {RHO}, viscosity: {MU}, drag: {law}, porosity: {porosity}}}", end=end, dt=end / 50000,
                      gravity=f"[0, 0, {-G}]")
        v = -s.run(text, name=f"{law}_{d * 1e6:.0f}_{porosity}").column("a vz")[-1]
        expected = terminal(law, d, porosity)
        s.near(f"{law}, d = {d * 1e3:g} mm, porosity {porosity}, re = {RHO * expected * d / MU:.3g}: speed [m/s]", v, expected, rel=1e-9,
               source="drag + buoyancy = weight", reason="rounding, after more than 20 relaxation times")


@case("stokes_relaxation", "A grain that is carried along by a shear flow in time and place", wrong=("drag: stokes", "drag: dallavalle"))
def stokes_relaxation(s):
    d = 100e-6
    tau = RHO_S * d**2 / (18 * MU)
    for n in (1, 4):
        text = grains("[[0, 0, 1e-3]]", d, f"fluid: {{density: {RHO}, viscosity: {MU}, drag: stokes, buoyancy: false, flow: {{x: 50 1/s * z, y: 1 m/s * sin(1000 1/s * time)}}}}",
                      end=3e-3, dt=2e-5 / n)
        run = s.run(text, name=f"steps{n}")
        t, w = 3e-3, 1000.0
        s.near(f"speed along the shear [m/s], {n} steps in 20 us", run.column("a vx")[-1], 0.05 * (1 - math.exp(-t / tau)), rel=3e-6 / n**2,
               source="u (1 - exp(-t/tau))", reason="order 2")
        expected = (math.sin(w * t) - w * tau * math.cos(w * t) + w * tau * math.exp(-t / tau)) / (1 + (w * tau)**2)
        s.near(f"speed in the flow that swings [m/s], {n} steps in 20 us", run.column("a vy")[-1], expected, rel=3e-5 / n**2,
               source="the linear equation", reason="order 2")
        lost, gained, kinetic = (run.column(k)[-1] for k in ("fluid_drag", "field_work", "kinetic"))
        s.near(f"work of the fluid less what drag takes and the kinetic energy, over the work, {n} steps", (gained - lost - kinetic) / gained, 0.0,
               within=1.5e-5 / n**2, source="the ledger closes", reason="order 2")


@case("buoyant_rest", "A grain as heavy as the fluid stays; one half as heavy rises", wrong=("density: 1000.0, viscosity", "density: 1001.0, viscosity"))
def buoyant_rest(s):
    fluid = f"fluid: {{density: {RHO}, viscosity: {MU}, drag: none}}"
    run = s.run(grains("[[0, 0, 0]]", 1e-3, fluid, end=0.1, dt=1e-5, gravity=f"[0, 0, {-G}]", density=RHO), name="neutral")
    s.near("speed of a grain of the fluid's density after 0.1 s [m/s]", run.column("a vz")[-1], 0.0, within=1e-14, source="no net force", reason="rounding of the weight")
    run = s.run(grains("[[0, 0, 0]]", 1e-3, fluid, end=0.1, dt=1e-5, gravity=f"[0, 0, {-G}]", density=RHO / 2), name="light")
    s.near("height of one of half of it [m]", run.column("a z")[-1], G * 0.1**2 / 2, rel=1e-9, source="g t^2/2", reason="a constant force is integrated exactly; the first half kick has it too")


@case("charges_head_on", "Two equal charges are released and fly apart", wrong=("charge: 1e-10 C", "charge: 1.01e-10 C"))
def charges_head_on(s):
    q, r0, range_, d, k = 1e-10, 4e-3, 30e-3, 1e-3, 1 / (4 * math.pi * EPS0)
    m = RHO_S * math.pi / 6 * d**3
    energy = lambda r: k * q * q * (1 / r - 1 / range_ + (r - range_) / range_**2) if r < range_ else 0.0
    errors = []
    for n in (1, 2):
        text = grains(f"[[0, 0, 0], [{r0!r}, 0, 0]]", d, f"electric: {{range: {range_!r}, charges: [{{material: m, charge: {q!r} C}}]}}", end=0.4, dt=2e-4 / n,
                      every=0.02, tracks=", b: {id: 2}")
        run = s.run(text, name=f"apart{n}")
        x, v = ([b - a for a, b in zip(run.column(f"a {c}"), run.column(f"b {c}"))] for c in ("x", "vx"))
        errors.append(max(abs(w * w * m / 4 + energy(r) - energy(r0)) / energy(r0) for r, w in zip(x[1:], v[1:]) if r < range_))
        s.near(f"final speed of each [m/s], {n} steps in 0.2 ms", v[-1] / 2, math.sqrt(energy(r0) / m), rel=3e-6 / n**2, source="m v^2 = energy at the start",
               reason="order 2")
        s.near(f"balance of energies over the energy at the start, {n}", max(abs(e) for e in run.column("energy_balance")) / energy(r0), 0.0, within=1e-3 / n**2,
               source="the ledger closes", reason="order 2")
    s.near("error of the energy on the way, of which half the step takes", errors[0] / errors[1], 4.0, within=0.01, source="order 2", reason="terms of order 4")


@case("charges_orbit", "Two opposite charges on a circle", wrong=("permittivity: 1.0", "permittivity: 1.01"))
def charges_orbit(s):
    q, r, range_, d, k = 1e-9, 8e-3, 40e-3, 1e-3, 1 / (4 * math.pi * EPS0)
    m = RHO_S * math.pi / 6 * d**3
    force = k * q * q * (1 / r**2 - 1 / range_**2)
    v = math.sqrt(force * r / (2 * m))
    period = math.pi * r / v
    s.balls("pair.txt", [(1, 0.0, 0.0, 0.0, d / 2, 0.0, -v, 0.0, q), (2, r, 0.0, 0.0, d / 2, 0.0, v, 0.0, -q)], "id x y z radius vx vy vz charge")
    drift = []
    for n in (500, 1000):
        text = grains("[[0, 0, 0]]", d, f"electric: {{range: {range_!r}, permittivity: 1.0}}", end=10 * period, dt=period / n, every=period / 20, tracks=", b: {id: 2}")
        text = text.replace(f"positions: [[0, 0, 0]], diameter: {d!r}, velocity: [0, 0, 0]", "file: pair.txt")
        run = s.run(text, name=f"orbit{n}")
        apart = [math.hypot(b - a, e - c) for a, b, c, e in zip(*(run.column(c) for c in ("a x", "b x", "a y", "b y")))]
        s.near(f"largest change of the distance in 10 turns of {n} steps over it", max(abs(p / r - 1) for p in apart), 0.0, within=45 / n**2, source="a circle",
               reason="order 2")
        dx, dy = run.column("b x")[-1] - run.column("a x")[-1], run.column("b y")[-1] - run.column("a y")[-1]
        drift.append(abs(math.atan2(dy, dx)))
    s.near("angle off after 10 turns of 1000 steps [rad]", drift[1], 0.0, within=1e-3, source="v = sqrt(F r / 2m)", reason="order 2: that of the angle, 20 pi (2 pi/n)^2/24 = 1.0e-4, and that of the distance")
    s.near("the same of 500 steps over it", drift[0] / drift[1], 4.0, within=0.01, source="order 2", reason="terms of order 4")


@case("image_charge", "A charge falls onto a plane that conducts", wrong=("charge: 2e-09 C", "charge: 2.02e-09 C"))
def image_charge(s):
    q, z0, z1, d, k = 2e-9, 4e-3, 1e-3, 1e-3, 1 / (4 * math.pi * EPS0)
    m = RHO_S * math.pi / 6 * d**3
    # Time from z0 to z: sqrt(m z0/(2 a)) (z0 (acos(sqrt(z/z0)) + sqrt(z/z0 (1 - z/z0)))) with the force a/z^2.
    a, u = k * q * q / 4, z1 / z0
    fall = math.sqrt(m * z0 / (2 * a)) * z0 * (math.acos(math.sqrt(u)) + math.sqrt(u * (1 - u)))
    text = grains(f"[[0, 0, {z0!r}]]", d, f"electric: {{images: [p], charges: [{{material: m, charge: {q!r} C}}]}}", end=fall, dt=fall / 4000,
                  more="walls: {p: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m}}")
    run = s.run(text)
    s.near("height after the time of the closed form [m]", run.column("a z")[-1], z1, rel=1e-6, source="radial fall in a/z^2", reason="order 2 with 4000 steps")
    s.near("speed there [m/s]", -run.column("a vz")[-1], math.sqrt(2 * a / m * (1 / z1 - 1 / z0)), rel=1e-6, source="energy", reason="order 2")
    s.near("energy of the image there [J]", run.column("field_energy")[-1], -a / z1, rel=1e-6, source="-k q^2/(4 z)", reason="order 2 of z")


@case("magnetic_chain", "Two magnetised grains attract along the field and repel across it: what they gain", wrong=("susceptibility: 4.0", "susceptibility: 4.1"))
def magnetic_chain(s):
    chi, h, d, range_ = 4.0, 2e5, 1e-3, 20e-3
    m = RHO_S * math.pi / 6 * d**3
    moment = math.pi / 6 * d**3 * 3 * chi / (3 + chi) * h
    f = lambda r: 1 / r**3 - 1 / range_**3 + 3 * (r - range_) / range_**4
    for along, sign, r0 in (("x", -2.0, 4e-3), ("z", 1.0, 1.5e-3)):
        field = f"[{h!r}, 0, 0]" if along == "x" else f"[0, 0, {h!r}]"
        text = grains(f"[[0, 0, 0], [{r0!r}, 0, 0]]", d, f"magnetic: {{field: {field}, range: {range_!r}, materials: [{{material: m, susceptibility: {chi!r}}}]}}",
                      end=4e-3, dt=4e-7, every=1e-3, tracks=", b: {id: 2}")
        run = s.run(text, name=along)
        r, v = (run.column(f"b {c}")[-1] - run.column(f"a {c}")[-1] for c in ("x", "vx"))
        s.near(f"field along {along}: kinetic energy of both after 4 ms, at {r * 1e3:.3f} mm [J]", m * v * v / 4, MU0 / (4 * math.pi) * moment**2 * sign * (f(r0) - f(r)),
               rel=1e-7, source="energy of two dipoles", reason="order 2")
        s.at_least("  they have moved by [mm]", abs(r - r0) * 1e3, 0.05, kind=CODE, reason="so that the row above says something")
