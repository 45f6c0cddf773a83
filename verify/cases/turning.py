# SPDX-License-Identifier: BSD-3-Clause
"""Springs of bonds and contacts on bodies and walls that turn, and springs that vibrate for long without dashpots: what they store stays."""
import math

from case import case

ELASTIC = "materials: {m: {density: 2500, young: 5 MPa, poisson: 0.25}}"
MASS = 2500 * 4 / 3 * math.pi * 1e-9  # of a ball of 2 mm


@case("bond_spun_about_its_line", "Two bonded balls spin at 200 rad/s about their line, and one turns across it: the bond bends to and fro",
      wrong=("[200, 20, 0]", "[200, 21, 0]"))
def bond_spun_about_its_line(s):
    run = s.run(f"""
        time: {{end: 1 s}}
        {ELASTIC}
        contacts: [{{between: any, normal: none, tangential: none,
                    bond: {{law: parallel, bond_young: 5 MPa, bond_tension: 1 MPa, bond_shear: 1 MPa}}}}]
        bonds: [{{gap: 1 um}}]
        particles:
          - {{positions: [[0, 0, 0]], diameter: 2 mm, material: m, spin: [200, 0, 0]}}
          - {{positions: [[2 mm, 0, 0]], diameter: 2 mm, material: m, spin: [200, 20, 0]}}
        output: {{series: {{every: 0.5 ms}}, plot: false}}
        """)
    energy = 0.5 * 0.5 * 0.4 * MASS * 1e-6 * 20 ** 2  # of the spin of one against the other
    s.same("bonds after 1 s", run.column("bonds")[-1], 1, source="the bond holds 1 MPa", reason="it does not break by itself")
    s.near("largest energy of bending [J]", max(run.column("elastic_rolling")), energy, rel=0.1, source="I/4 w^2 of the relative spin",
           reason="a quarter of the period is resolved by a few steps")
    balance = run.column("energy_balance")
    s.near("energy made in 1 s [J]", balance[-1] - balance[0], 0.0, within=0.1 * energy, source="nothing acts from outside",
           reason="kinetic and stored energy change by (w dt)^2 / 8 of the vibration within a period")


TABLE = "walls: {table: {plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: m, motion: {rotate: {axis: [0, 0, 1], point: [0, 0, 0], rate: %s}}}}"


@case("turntable", "A ball bonded to a turntable, and a clump that lies on one: they stay where they are on the table",
      wrong=("point: [0, 0, 0], rate", "point: [1 um, 0, 0], rate"))
def turntable(s):
    s.balls("ball.txt", [(5e-3, 0.0, 1e-3, 1e-3, 0.0, 0.1, 0.0, 0.0, 0.0, 20.0)], "x y z radius vx vy vz wx wy wz")
    damping = ", ".join(f"bond_damping_{mode}: 0.05" for mode in ("normal", "shear", "bending", "torsion"))
    run = s.run(f"""
        time: {{end: 3.14159265 s, dt: 10 us}}
        {ELASTIC}
        contacts: [{{between: any, normal: none, tangential: none, bond: {{law: parallel, bond_young: 5 MPa, {damping}}}}}]
        {TABLE % "20 rad/s"}
        bonds: [{{walls: [table], gap: 1 um}}]
        particles: [{{file: ball.txt, material: m}}]
        tracks: {{ball: 1}}
        output: {{series: {{every: 0.314159265 s}}, plot: false}}
        """, name="bonded")
    away = [math.hypot(x, y) for x, y in zip(run.column("ball x"), run.column("ball y"))]
    s.near("bonded ball: distance from the axis after 10 turns [m]", away[-1], 5e-3, within=1e-8, source="the table carries it",
           reason="the bond gives way to the acceleration by 5 nm")
    s.near("bonded ball: change in 9 turns [m]", away[-1] - away[1], 0.0, within=1e-14, source="the table carries it", reason="rounding")
    run = s.run(f"""
        time: {{end: 2 s, dt: 20 us, velocity_scale: 1}}
        gravity: [0, 0, -9.81]
        materials: {{m: {{density: 2500, young: 5e6, poisson: 0.3, restitution: 0.6, friction: 0.4}}}}
        contacts: [{{between: any}}]
        {TABLE % "5"}
        shapes: {{s: {{mass_of: sum, members: [{{at: [10 mm, 0, 0], radius: 5 mm}}, {{at: [-5 mm, 8.66 mm, 0], radius: 5 mm}},
                     {{at: [-5 mm, -8.66 mm, 0], radius: 5 mm}}]}}}}
        particles: [{{positions: [[0.08, 0, 0.004995]], shape: s, material: m, velocity: [0, 0.4, 0], spin: [0, 0, 5]}}]
        tracks: {{one: 1}}
        output: {{series: {{every: 0.1}}, plot: false}}
        """, name="clump")
    place = [(x * math.cos(5 * t) + y * math.sin(5 * t), y * math.cos(5 * t) - x * math.sin(5 * t))
             for t, x, y in zip(run.column("time"), run.column("one x"), run.column("one y"))]
    s.near("clump: way on the table from 1 s to 2 s [m]", math.dist(place[10], place[-1]), 0.0, within=1e-9,
           source="friction of 0.4 holds what needs 0.2", reason="decay of the settling, and digits of the series")


@case("spring_vibrates", "Balls on a floor without dashpots: one is pushed sideways, one lies and springs, both for 10 s",
      wrong=("[0.1 mm/s, 0, 0]", "[0.11 mm/s, 0, 0]"))
def spring_vibrates(s):
    run = s.run(f"""
        time: {{end: 10 s}}
        gravity: [0, 0, -9.81]
        {ELASTIC}
        contacts: [{{between: any, restitution: 1, friction: 0.5}}]
        walls: {{floor: {{plane: {{point: [0, 0, 0], normal: [0, 0, 1]}}, material: m}}}}
        particles: [{{positions: [[0, 0, 4.9862339 mm]], diameter: 10 mm, material: m, velocity: [0.1 mm/s, 0, 0]}}]
        output: {{series: {{every: 0.01 s}}, plot: false}}
        """)
    energy = 0.5 * 125 * MASS * 1e-8
    moving = [sum(x) for x in zip(run.column("kinetic"), run.column("rotational"), run.column("elastic_tangential"))]
    s.near("energy of the sideways vibration, largest in 10 s [J]", max(moving), energy, rel=0.02, source="that of the push",
           reason="it changes by (w dt)^2 / 8 within a period, and the ball springs a little")
    s.near("lost in the normal mode in 10 s [J]", run.column("plastic_normal")[-1], 0.0, within=1e-12 * energy, source="an elastic ball loses nothing",
           reason="what hertz stores is known: rounding")
    s.near("lost by friction in 10 s [J]", run.column("friction_tangential")[-1], 0.0, within=0.01 * energy, source="nothing slides",
           reason="the stiffness follows the overlap")
