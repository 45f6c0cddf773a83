# SPDX-License-Identifier: BSD-3-Clause
"""Two-way coupling: a ball falls in a fluid that it drags along, and each window of time is iterated until both agree.

The fluid is one number here, its velocity u: M du/dt = drag of the ball - k u, where k is the friction at the walls of its vessel. A flow
solver takes its place in real couplings; what is done with scree is the same: save, set the drag, advance, take the impulse, go back.
"""
# %%
import sys

import numpy as np
import scree

DIAMETER, DENSITY, FLUID, VISCOSITY = 1e-3, 2500.0, 1000.0, 1e-3  # m, kg/m3, kg/m3, Pa s
MASS, FRICTION = 2e-5, 5e-4  # of the fluid, kg; N s/m
WINDOW, ITERATIONS = 20, 3  # steps; times that each window is done

case = scree.Case({
    "time": {"end": 2, "dt": "50 us", "velocity_scale": 1},
    "gravity": [0, 0, -9.81],
    "materials": {"glass": {"density": DENSITY, "young": "5 MPa", "poisson": 0.25, "restitution": 0.5, "friction": 0.3}},
})
buoyancy = np.pi / 6 * DIAMETER**3 * FLUID * 9.81  # N


def drag(speed):
    """Coefficient of Schiller and Naumann (1935), kg/s, for a speed relative to the fluid, m/s."""
    reynolds = FLUID * DIAMETER * speed / VISCOSITY
    return 3 * np.pi * VISCOSITY * DIAMETER * (1 + 0.15 * reynolds**0.687)


def fall(windows, iterations, known=None):
    """Steps the ball and the fluid; known: fluid velocities of another run, taken as they are. Returns digest, times and velocities, what was used."""
    used, u, path = [], 0.0, [(0.0, 0.0, 0.0)]
    with scree.World(case, threads=1) as world:
        ball = world.add([0, 0, 0], material="glass", diameter=DIAMETER)
        world.set("external_force", [0, 0, buoyancy])
        for window in range(windows):
            saved = world.save()
            guess = u if known is None else known[window][0]
            for iteration in range(iterations):
                world.restore(saved)
                coefficient = drag(abs(world.velocity[0, 2] - u)) if known is None else known[window][1]
                world.set_drag(coefficient, [0, 0, guess], ball)
                world.advance(WINDOW)
                used_now = (guess, coefficient)
                impulse = -world.take_drag_impulse()[0, 2]  # N s, on the fluid
                after = (MASS * u + impulse) / (MASS + FRICTION * WINDOW * world.dt)
                guess = 0.5 * (u + after) if iteration + 1 < iterations else guess
            used.append(used_now)
            u = after
            path.append((world.time, world.velocity[0, 2], u))
        return world.digest, np.array(path), used


# %%
digest, path, used = fall(windows=1000, iterations=ITERATIONS)
_, v, u = path[-1]
once, *_ = fall(windows=1000, iterations=1, known=used)
weight = np.pi / 6 * DIAMETER**3 * (DENSITY - FLUID) * 9.81
low, high = 0.0, 1.0
for _ in range(100):  # the terminal velocity, by bisection
    middle = 0.5 * (low + high)
    low, high = (middle, high) if drag(middle) * middle < weight else (low, middle)
print(f"relative to the fluid {u - v:.6f} m/s, Schiller and Naumann {low:.6f} m/s")
print(f"the fluid moves with {u:.6f} m/s, weight over friction {-weight / FRICTION:.6f} m/s")
print(f"windows done {ITERATIONS} times have the bits of windows done once: {'yes' if once == digest else 'no'}")

# %%
def solution(times):
    """Both velocities by Runge and Kutta's method, without scree."""
    mass = np.pi / 6 * DIAMETER**3 * DENSITY

    def rate(y):
        force = drag(abs(y[0] - y[1])) * (y[1] - y[0])
        return np.array([(force - weight) / mass, (-force - FRICTION * y[1]) / MASS])

    y, h, out = np.zeros(2), times[1] - times[0], [np.zeros(2)]
    for _ in times[1:]:
        a = rate(y)
        b = rate(y + h / 2 * a)
        c = rate(y + h / 2 * b)
        y = y + h / 6 * (a + 2 * b + 2 * c + rate(y + h * c))
        out.append(y)
    return np.array(out)


theory = solution(path[:, 0])
print(f"largest difference from the equations of motion {abs(path[:, 1:] - theory).max() / abs(theory).max():.1e} of the largest velocity")
if len(sys.argv) > 1:  # a file for a figure
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    matplotlib.rcParams["svg.hashsalt"] = "scree"  # the same file each time
    figure, axes = plt.subplots(figsize=(6, 3.4), layout="constrained")
    for k, name in ((1, "ball"), (2, "fluid")):
        line, = axes.plot(path[:, 0], path[:, k], label=f"{name}, scree")
        axes.plot(path[::40, 0], theory[::40, k - 1], "o", markersize=4, markerfacecolor="none", color=line.get_color(), label=f"{name}, equations of motion")
    axes.axhline(u - low, color="0.6", linewidth=0.8, linestyle="--", label="terminal velocity of Schiller and Naumann")
    axes.set(xlabel="time [s]", ylabel="velocity [m/s]")
    axes.legend(frameon=False, fontsize=8)
    figure.savefig(sys.argv[1], metadata={"Date": None})
