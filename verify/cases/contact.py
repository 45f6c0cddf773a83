# SPDX-License-Identifier: BSD-3-Clause
"""One contact, head-on: peak forces, durations, restitutions, orders of convergence."""
import math

from case import CODE, case

HERTZ_TIME = 2.9432750  # 4 sqrt(pi) Gamma(2/5) / (5 Gamma(9/10)): duration over (largest overlap / speed)


def two_balls(e=1.0, law="hertz", speed="20 m/s", more=""):
    return f"""
        materials:
          glass: {{density: 2800, young: 48 GPa, poisson: 0.2, restitution: {e}, friction: 0}}
        contacts: {{between: any, normal: {law}{more}}}
        lab: {{a: {{material: glass, radius: 10 mm}}, b: {{material: glass, radius: 10 mm}}, speed: {speed}}}
        """


def hertz_peak(stiff, mass, speed):
    """Largest force and duration of an elastic impact with F = stiff d^(3/2)."""
    deepest = (5 * mass * speed ** 2 / (4 * stiff)) ** 0.4
    return stiff * deepest ** 1.5, HERTZ_TIME * deepest / speed


@case("hertz_pairs", "Chung and Ooi 2011, test 1: two equal balls at +-10 m/s", wrong=("poisson: 0.2", "poisson: 0.21"))
def hertz_pairs(s):
    for name, young, nu, density in (("glass", 48e9, 0.2, 2800.0), ("limestone", 20e9, 0.25, 2500.0)):
        out = s.collide(f"""
            materials: {{m: {{density: {density!r}, young: {young!r}, poisson: {nu!r}, restitution: 1, friction: 0}}}}
            contacts: {{between: any}}
            lab: {{a: {{material: m, radius: 10 mm}}, b: {{material: m, radius: 10 mm}}, speed: 20 m/s}}
            """, name=name)[0]
        stiff = 4 / 3 * young / (2 * (1 - nu ** 2)) * math.sqrt(0.005)
        force, duration = hertz_peak(stiff, density * 4 / 3 * math.pi * 0.01 ** 3 / 2, 20.0)
        why = "20 000 steps a contact: order 2 leaves 1e-8, the step that holds the peak 1e-8"
        s.near(f"{name}, peak force [N]", out["peak_force"], force, rel=1e-6, source="Hertz 1882, K d^1.5", reason=why)
        s.near(f"{name}, duration [s]", out["contact_time"], duration, rel=1e-6, source="Hertz 1882, 2.943 d/v", reason=why)


@case("hertz_planes", "Chung and Ooi 2011, test 2: a ball on a plane of the same metal at 0.2 m/s",
      wrong=("poisson: 0.3", "poisson: 0.31"))
def hertz_planes(s):
    for name, young, nu, density in (("aluminium", 70e9, 0.3, 2699.0), ("magnesium", 40e9, 0.35, 1800.0)):
        # The paper's plane is rigid, E* = E/(1 - nu^2); scree's walls have a modulus.
        out = s.collide(f"""
            materials:
              m: {{density: {density!r}, young: {young!r}, poisson: {nu!r}, restitution: 1, friction: 0}}
              rigid: {{density: 1, young: {young * 1e5!r}, poisson: {nu!r}, restitution: 1, friction: 0}}
            contacts: {{between: any}}
            lab: {{a: {{material: m, radius: 100 mm}}, wall: rigid, speed: 0.2 m/s}}
            """, name=name)[0]
        stiff = 4 / 3 * young / (1 - nu ** 2) * math.sqrt(0.1)
        force, duration = hertz_peak(stiff, density * 4 / 3 * math.pi * 0.1 ** 3, 0.2)
        why = "the wall is 1e5 times as stiff, not rigid: 1e-5 of the stiffness, 0.4 of that in force and time"
        s.near(f"{name}, peak force [N]", out["peak_force"], force, rel=1e-5, source="Hertz 1882", reason=why)
        s.near(f"{name}, duration [s]", out["contact_time"], duration, rel=1e-5, source="Hertz 1882", reason=why)


def restitution_rows(s, law, end, expected_of, tolerance, why, source):
    asked = [0.2, 0.4, 0.6, 0.8]
    more = f", end: {end}" + (", stiffness: 1e7" if law == "hooke" else "")
    rows = s.collide(two_balls(0.5, law, more=more), sweep="restitution=0.2:0.8:0.2", name=f"{law}_{end}")
    for e, out in zip(asked, rows):
        s.near(f"{law} {end}, e asked {e}", out["e_n"], expected_of(e), rel=tolerance, source=source, reason=why)


def cut_at_zero_force(e):
    zeta = -math.log(e) / math.sqrt(math.log(e) ** 2 + math.pi ** 2)
    return math.exp(-2 * zeta * math.acos(zeta) / math.sqrt(1 - zeta ** 2))


@case("restitution", "Restitution asked for and got, where the contact ends at zero overlap, at zero force, or is cut there",
      wrong=("end: limit_force", "end: zero_force"))
def restitution(s):
    why = "20 000 steps a contact end up to one step late: 1e-6"
    for law in ("hertz", "hooke"):
        jump = "a linear dashpot still pulls with c v at the end, whose time is known to half a step: 2 zeta w dt/2"
        bound, reason = (2e-6, why) if law == "hertz" else (math.pi * 0.456 / 20000, jump)
        restitution_rows(s, law, "zero_overlap", lambda e: e, bound, reason, "e as asked")
        restitution_rows(s, law, "zero_force", lambda e: e, 2e-6, why, "e as asked")
        restitution_rows(s, law, "limit_force", cut_at_zero_force, 2e-6, why,
                         "exp(-2 zeta acos zeta / sqrt(1 - zeta^2)), one map for both laws")


@case("damped_duration", "How much longer a damped Hertz contact lasts, and how much softer it hits",
      wrong=("restitution: 0.5", "restitution: 0.52"))
def damped_duration(s):
    out = s.collide(two_balls(0.5), name="damped")[0]
    stiff = 4 / 3 * 48e9 / (2 * (1 - 0.2 ** 2)) * math.sqrt(0.005)
    force, duration = hertz_peak(stiff, 2800 * 4 / 3 * math.pi * 0.01 ** 3 / 2, 20.0)
    source = "our own integration of the equation of motion"
    s.near("duration over that of Hertz", out["contact_time"] / duration, 1.0934, rel=1e-4, source=source, kind=CODE,
           reason="five digits are given")
    s.near("peak force over that of Hertz", out["peak_force"] / force, 0.7557, rel=1e-4, source=source, kind=CODE,
           reason="four digits are given")


def impact_model(model, e):
    return f"""
        materials: {{m: {{density: 7800, young: 10 GPa, poisson: 0.3, restitution: {e}, friction: 0}}}}
        contacts: {{between: any, normal: {{law: contact_sphere_sphere, contact_stiffness: 1e8, impact_model: {model}}},
                   tangential: none}}
        lab: {{a: {{material: m, radius: 10 mm}}, b: {{material: m, radius: 10 mm}}, speed: 1 m/s}}
        """


@case("impact_models", "Restitution that damping in proportion to the spring's force really gives, 0.5 asked for",
      wrong=("restitution: 0.5", "restitution: 0.51"))
def impact_models(s):
    def achieved(alpha):  # alpha (1 + e) = ln((1 + alpha) / (1 - e alpha)) by bisection
        low, high = 0.0, min(1.0, 1 / alpha) - 1e-12
        for _ in range(200):
            e = (low + high) / 2
            low, high = (e, high) if alpha * (1 + e) > math.log((1 + alpha) / (1 - e * alpha)) else (low, e)
        return e

    source = "alpha (1 + e) = ln((1 + alpha)/(1 - e alpha)), any stiffness, exponent, mass and speed"
    why = "20 000 steps a contact, the end known to a step: 1e-6"
    for model, alpha in (("hunt_crossley", 0.75), ("gonthier_carvalho_martins", 1.5 * 0.5 * 10.5 / 5.5)):
        got = s.collide(impact_model(model, 0.5), name=model)[0]["e_n"]
        s.near(model, got, achieved(alpha), rel=2e-6, source=source, reason=why)


def one_law(normal, bench="speed: 1 m/s"):
    return f"""
        materials: {{m: {{density: 2500, young: 10 MPa, poisson: 0.3, friction: 0}}}}
        contacts: {{between: any, normal: {{{normal}}}, tangential: none}}
        lab: {{a: {{material: m, radius: 5 mm}}, b: {{material: m, radius: 5 mm}}, {bench}}}
        """


@case("plastic_restitution", "Restitution of laws with a plastic dent",
      wrong=("restitution: 0.5", "restitution: 0.5000001"))
def plastic_restitution(s):
    law = "law: walton_braun, stiffness: 1e5, restitution: 0.5"
    for out, v in zip(s.collide(one_law(law), sweep="speed=0.1:1.1:0.5", name="walton_braun"), (0.1, 0.6, 1.1)):
        s.near(f"walton_braun at {v} m/s", out["e_n"], 0.5, rel=1e-8, source="sqrt(k1/k2) = restitution at every speed",
               reason="piecewise linear: order 2 at 20 000 steps a contact, 2.5e-9")
    mass = 2500 * 4 / 3 * math.pi * 0.005 ** 3 / 2
    law = "law: walton_braun, stiffness: 1e5, unloading: variable, stiffening: 1000"
    out = s.collide(one_law(law), name="variable")[0]
    s.near("walton_braun, variable", out["e_n"], (1 + 1000 * math.sqrt(mass / 1e5)) ** -0.5, rel=1e-7,
           source="(1 + S v sqrt(m*/k1))^-1/2, Walton and Braun 1986",
           reason="the largest overlap is known to a step: 1e-8 of it")
    # Both laws harden with the largest overlap up to a limit; the impact stays below it. Loss: the triangle between loading
    # along k1 and unloading along k2, with adhesion ka down to the branch -ka d.
    for name, stiffest, k1, ka, limit, words in (
            ("luding", 1e6, 2e5, 5e4, None, "law: luding, variant: luding2008, stiffness: 1e6, loading_ratio: 0.2, "
             "adhesion_ratio: 0.05, plasticity_depth: 0.1"),
            ("hooke_hysteresis", 1e6, 2e5, 0.0, None, "law: hooke_hysteresis, elastic_stiffness: 2e5, restitution: 1, "
             "max_stiffness_ratio: 5, adhesion_stiffness_ratio: 0, plasticity_depth: 0.1")):
        deepest = math.sqrt(mass / k1)
        limit = stiffest / (stiffest - k1) * 0.1 * 0.005
        k2 = k1 + (stiffest - k1) * deepest / limit
        loss = (k1 * deepest + ka * (k2 - k1) / (k2 + ka) * deepest) * (1 - k1 / k2) * deepest
        s.near(name, s.collide(one_law(words), name=name)[0]["e_n"], math.sqrt(1 - loss / mass), rel=1e-7,
               source="area of the hysteresis triangle, Luding 2008",
               reason="the largest overlap is known to a step: 1e-8 of it")


@case("convergence", "Error of an elastic Hertz impact, and of a damped one, against the steps per contact",
      wrong=("steps_per_contact: 50,", "steps_per_contact: 400,"))
def convergence(s):
    def slope(e, error_of):
        errors = []
        for steps in (50, 100, 200, 400, 800):
            # The error depends on where in a step the contact begins: the largest over phases counts.
            worst = 0.0
            for phase in range(8):
                text = two_balls(e).replace("speed: 20 m/s", f"speed: 20 m/s, steps_per_contact: {steps}, "
                                            f"gap: {(0.05 + phase / 8) * 20 * 4.034e-5 / steps!r}")
                worst = max(worst, error_of(s.collide(text)[0]))
            errors.append(worst)
        return (math.log(errors[0]) - math.log(errors[-1])) / math.log(16), errors

    order, errors = slope(1.0, lambda out: abs(out["e_n"] - 1))
    s.near("order, e = 1", order, 2.5, within=0.2, source="Verlet on d^1.5: the end of the contact is of order 2.5",
           reason="scatter of the largest of 8 phases")
    s.at_most("error at 50 steps", errors[0], 6e-5, source="our own integration over 200 phases, 4.5e-5",
              reason="a third above that", kind=CODE)
    order, errors = slope(0.5, lambda out: abs(out["e_n"] - 0.5))
    s.near("order, e = 0.5", order, 1.25, within=0.2,
           source="the dashpot d^(1/4) comes and goes within a step: dt (v dt)^(1/4)",
           reason="scatter of the largest of 8 phases")


def oscillation(integrator, dt):
    return f"""
        time: {{end: 2 ms, dt: {dt!r}, integrator: {integrator}}}
        gravity: [0, 0, -8000]
        materials: {{m: {{density: 2500, young: 10 MPa, poisson: 0.3, friction: 0}}}}
        walls: {{floor: {{plane: {{point: [0, 0, 0], normal: [0, 0, 1]}}, material: m}}}}
        particles: [{{file: ball.txt, material: m}}]
        contacts: {{between: any, normal: {{law: hooke, stiffness: 1e5, restitution: 0.5}}, tangential: none}}
        output: {{series: {{every: 0}}, vtk: {{every: 2 ms, meshes: false}}, plot: false}}
        """


@case("order_damped", "A ball that swings on a damped spring without leaving the floor: order of the integrators",
      wrong=("restitution: 0.5", "restitution: 0.51"))
def order_damped(s):
    radius, deep, end = 0.005, 5e-5, 2e-3
    s.balls("ball.txt", [(0.0, 0.0, radius - deep, radius, 0.0, 0.0, 0.0)])
    mass = 2500 * 4 / 3 * math.pi * radius ** 3
    zeta = -math.log(0.5) / math.sqrt(math.log(0.5) ** 2 + math.pi ** 2)
    natural = math.sqrt(1e5 / mass)
    damped, rest = natural * math.sqrt(1 - zeta ** 2), mass * 8000 / 1e5
    swing = math.exp(-zeta * natural * end) * (math.cos(damped * end) + zeta * natural / damped * math.sin(damped * end))
    exact = radius - rest - (deep - rest) * swing
    for integrator, expected in (("verlet", 2.0), ("verlet_half_step", 1.0)):
        errors = []
        for dt in (4e-6, 2e-6):
            frame = s.run(oscillation(integrator, dt), name=f"{integrator}_{dt:.0e}").frame(-1)
            errors.append(abs(frame["Points"][0][2] - exact))
        s.near(f"{integrator}, order", math.log2(errors[0] / errors[1]), expected, within=0.1,
               source="damped oscillator, closed form", reason="the next order, at 40 and 80 steps a swing")
        s.at_most(f"{integrator}, error over the swing", errors[1] / deep, 1e-5 if expected == 2 else 2e-3,
                  source="damped oscillator, closed form",
                  reason="(w dt)^2 = 3e-4 and w dt = 1.7e-2, on what is left of the swing after 2.8 periods")
