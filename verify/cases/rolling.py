# SPDX-License-Identifier: BSD-3-Clause
"""A ball on a plane: sliding into rolling, stopping, holding on a slope, spinning about the vertical."""
import math

from case import case

R, DENSITY, G = 0.005, 2500.0, 9.81
MASS = DENSITY * 4 / 3 * math.pi * R ** 3


def rest_overlap(young, weight=MASS * G):
    """Overlap of a ball on a wall of its own material, Poisson's ratio 0.3."""
    return (weight / (4 / 3 * young / (2 * 0.91) * math.sqrt(R))) ** (2 / 3)


def ball_on_plane(s, name, end, contacts, speed=0.0, young=1e9, slope=0.0, wall="", every=None):
    """A ball at rest on the plane but for a speed along x, which points down the slope (rad)."""
    deep = rest_overlap(young, MASS * G * math.cos(slope))
    s.balls("ball.txt", [(0.0, 0.0, R - deep, R, speed, 0.0, 0.0)])
    return s.run(f"""
        time: {{end: {end!r}}}
        gravity: [{G * math.sin(slope)!r}, 0, {-G * math.cos(slope)!r}]
        materials: {{m: {{density: 2500, young: {young!r}, poisson: 0.3}}}}
        walls: {{floor: {{plane: {{point: [0, 0, 0], normal: [0, 0, 1]}}, material: m{wall}}}}}
        particles: [{{file: ball.txt, material: m}}]
        contacts: [{{between: any, normal: hertz, tangential: mindlin, {contacts}}}]
        output: {{series: {{every: {end / 100!r}}}, vtk: {{every: {(every or end)!r}, meshes: false}}, plot: false}}
        """, name=name)


@case("slip_to_roll", "A ball that is thrown along the floor slides until it rolls",
      wrong=("friction: 0.3", "friction: 0.303"))
def slip_to_roll(s):
    run = ball_on_plane(s, "slide", 0.2, "restitution: 0.8, friction: 0.3", speed=1.0)
    last = run.frame(-1)
    t_roll = 2 / (7 * 0.3 * G)
    x = t_roll - 0.5 * 0.3 * G * t_roll ** 2 + 5 / 7 * (0.2 - t_roll)
    why = "the arm is R - overlap, overlap/R = 8e-5; velocities are written with 24 bits"
    s.near("velocity [m/s]", last["velocity"][0][0], 5 / 7, rel=1e-4, source="5/7 v0", reason=why)
    s.near("spin times radius [m/s]", last["omega"][0][1] * R, 5 / 7, rel=1e-4, source="5/7 v0", reason=why)
    s.near("way in 0.2 s [m]", last["Points"][0][0], x, rel=1e-4, source="rolls from t = 2 v0/(7 mu g) on", reason=why)


def stop_way(mu, mu_r, speed):
    """Slides with mu, then rolls against the moment mu_r R N, which also acts while it slides."""
    t_roll = speed / (G * (3.5 * mu - 2.5 * mu_r))
    v = speed - mu * G * t_roll
    return speed * t_roll - 0.5 * mu * G * t_roll ** 2 + v ** 2 / (2 * 5 / 7 * mu_r * G)


@case("rolling_stop", "How far a ball rolls against rolling resistance, three laws",
      wrong=("rolling_friction: 0.1", "rolling_friction: 0.102"))
def rolling_stop(s):
    exact = stop_way(0.5, 0.1, 0.3)
    source = "slides, then rolls with 5/7 mu_r g of deceleration"
    for name, rolling, bound, why in (
            ("cdt", "{law: cdt}", 2e-3, "overlap/R = 8e-5; at the end it slows down by itself, with twelve steps as the time constant"),
            ("epsd2", "{law: epsd2}", 2e-3, "the rolling spring yields after a small angle"),
            ("epsd, no dashpot", "{law: epsd, rolling_damping: 0}", 1e-2,
             "the spring yields at 1/(2.25 mu_r) overlap/R, and swings back by it at the end")):
        run = ball_on_plane(s, name.split(",")[0], 0.6, f"restitution: 0.9, friction: 0.5, rolling: {rolling}, "
                            "rolling_friction: 0.1", speed=0.3)
        s.near(f"{name}: way [m]", run.frame(-1)["Points"][0][0], exact, rel=bound, source=source, reason=why)


@case("incline", "A ball on a slope, rolling resistance 0.1: holds below arctan 0.1, rolls above",
      wrong=("rolling_friction: 0.1", "rolling_friction: 0.08"))
def incline(s):
    laws = "restitution: 0.5, friction: 0.5, rolling: epsd, rolling_friction: 0.1"
    run = ball_on_plane(s, "below", 2.0, laws, slope=math.atan(0.09), young=1e7, every=1.0)
    s.near("slope 0.09: velocity after 2 s [m/s]", run.frame(-1)["velocity"][0][0], 0.0, within=1e-9,
           source="the moment of the weight is below the limit", reason="what the rolling dashpot leaves of the first swing")
    s.near("slope 0.09: way in the second second [m]", run.frame(-1)["Points"][0][0] - run.frame(1)["Points"][0][0], 0.0,
           within=1e-9, source="holds", reason="as before")
    slope = math.atan(0.3)
    run = ball_on_plane(s, "above", 0.5, laws, slope=slope)
    way = 0.5 * 5 / 7 * G * (math.sin(slope) - 0.1 * math.cos(slope)) * 0.25
    s.near("slope 0.3: way in 0.5 s [m]", run.frame(-1)["Points"][0][0], way, rel=1e-3,
           source="5/7 g (sin - mu_r cos)",
           reason="the spring yields after a way of overlap/(2.25 mu_r) = 2e-6 m; overlap/R = 8e-5")


@case("spin_up", "A ball on a turntable, twisting resistance of Marshall", wrong=("friction: 0.5", "friction: 0.51"))
def spin_up(s):
    deep = rest_overlap(1e7)
    run = ball_on_plane(s, "turntable", 0.2, "restitution: 0.5, friction: 0.5, twisting: marshall", young=1e7,
                        wall=", motion: {rotate: {axis: [0, 0, 1], point: [0, 0, 0], rate: 100}}")
    rate = 5 * 0.5 * math.sqrt(R * deep) * G / (3 * R ** 2)
    s.near("spin after 0.2 s [rad/s]", run.frame(-1)["omega"][0][2], rate * 0.2, rel=1e-3,
           source="2/3 mu a N / (2/5 m R^2): 5 mu a g/(3 R^2)",
           reason="the start, until the spring yields: 1e-5 s; overlap/R = 2e-3 is in a")
    s.at_most("spin over that of the table", run.frame(-1)["omega"][0][2] / 100, 1.0, source="still slips", reason="")


@case("epsd_moment", "Moment of a rolling contact with and without the dashpot of epsd",
      wrong=("rolling_friction: 0.1", "rolling_friction: 0.11"))
def epsd_moment(s):
    deep, spin, dt = 2e-6, 70.0, 1e-7
    steps = 400
    path = {"t": [dt * k for k in range(steps)], "overlap": [deep] * steps, "roll_x": [0.0] + [spin] * (steps - 1)}
    limit = 0.1 * R * 4 / 3 * 1e7 / (2 * 0.91) * math.sqrt(R) * deep ** 1.5
    stiff = 2.25 * 4 / 3 * 1e7 / (2 * 0.91) * math.sqrt(R * deep) * 0.01 * R ** 2
    dashpot = 2 * 0.3 * math.sqrt(1.4 * MASS * R ** 2 * stiff) * spin
    for damping, rule in ((0.0, "while_sticking"), (0.3, "inside"), (0.3, "while_sticking")):
        out = s.drive(f"""
            materials: {{m: {{density: 2500, young: 10 MPa, poisson: 0.3}}}}
            contacts: {{between: any, normal: hertz, tangential: none, restitution: 1,
                       rolling: {{law: epsd, rolling_friction: 0.1, rolling_damping: {damping}, dashpot: {rule}}}}}
            lab: {{a: {{material: m, radius: 5 mm}}, wall: m}}
            """, path, name=f"damping{damping}{rule}")
        moment = [math.hypot(x, y) for x, y in zip(out["mr_x"], out["mr_y"])]
        if damping and rule == "while_sticking":
            s.near(f"eta_r = {damping}, {rule}: first moment less the spring's [N m]", moment[1] - stiff * spin * dt, dashpot,
                   rel=1e-6, source="2 eta_r sqrt(I kr) w, without a limit while the spring is below its own",
                   reason="rounding of differences")
        else:
            s.at_most(f"eta_r = {damping}, {rule}: largest moment over the limit", max(moment) / limit, 1 + 1e-12,
                      source="|M| <= mu_r R* Fn, docs/laws/epsd.md", reason="rounding")
        s.near(f"eta_r = {damping}, {rule}: moment in the end over the limit", moment[-1] / limit, 1.0, rel=1e-12,
               source="yields at mu_r R* Fn", reason="rounding")
        if not damping:
            few = next(k for k, m in enumerate(moment) if m > 0.9 * limit) - 1
            slope = (moment[few] - moment[few - 5]) / (5 * spin * dt)
            s.near("stiffness before it yields [N m]", slope, stiff, rel=1e-6, source="2.25 kn mu_r^2 R*^2, kn the secant F/d",
                   reason="rounding of differences")
