# SPDX-License-Identifier: BSD-3-Clause
"""The contact lab in Python: which law, and which parameters? Three questions about single contacts, and law_bench.png.

Each `# %%` begins a cell for editors that run cells. Needs the package scree (PYTHONPATH=build/release/python) and matplotlib.
"""
# %% A case with two bodies: a dict, as in a YAML file
import matplotlib.pyplot as plt
import numpy as np

from scree import law


def case(speed=1.0, angle=0.0, **contacts):
    return {
        "materials": {"glass": {"density": 2500, "young": 1e7, "poisson": 0.3}},
        "contacts": {"between": "any", **contacts},
        "lab": {"a": {"material": "glass", "radius": "5 mm"}, "wall": "glass", "speed": speed, "angle": f"{angle} deg",
                "steps_per_contact": 2000},
    }


figure, panels = plt.subplots(1, 3, figsize=(15, 4.8), layout="constrained")

# %% How does plastic flow show in a loop of loading and unloading?
presses = law.ramps([0, 2e-4, 1.2e-4, 3e-4, 0.5e-4, 4e-4, 1e-6], dt=1.0)  # slow: dashpots do nothing
for normal in ({"law": "hertz", "restitution": 1}, {"law": "thornton_ning", "yield_stress": 4e5},
               {"law": "luding", "stiffness": 20000, "loading_ratio": 0.25, "adhesion_ratio": 0.2, "plasticity_depth": 0.06}):
    loop = law.drive(case(normal=normal, tangential="none"), presses)
    law.plot(loop, ax=panels[0], label=normal["law"], title="Loading and unloading")
    work = loop["elastic_normal"] + loop["dissipated_normal"]
    print(f"{normal['law']:14s} dissipates {abs(loop['dissipated_normal'][-1]) / work.max():.1%} of the largest work done on it")

# %% Does the restitution depend on the speed of the impact?
speed = np.geomspace(0.01, 10, 31)
for normal in ({"law": "hertz", "restitution": 0.8}, {"law": "thornton_ning", "yield_stress": 4e5},
               {"law": "walton_braun", "stiffness": 1e5, "unloading": "variable", "stiffening": 1e4}):
    bounces = law.collide(case(normal=normal, tangential="none"), speed=speed)
    law.plot(bounces, "speed", "e_n", ax=panels[1], label=normal["law"], title="Restitution over speed")
panels[1].set(xscale="log", ylim=(0, 1.02), xlabel="speed [m/s]")
panels[1].xaxis.set_major_formatter("{x:g}")

# %% From which angle on does a sphere slide through the whole impact, as in the closed form (dashed, Chung and Ooi 2011)?
oblique = law.sweep(case(normal={"law": "hertz", "restitution": 1}, tangential="mindlin", friction=0.3, speed=0.1),
                    friction=[0.1, 0.3, 0.5], angle=np.arange(1.0, 86.0, 2.0))
for k, mu in enumerate(oblique.grid("friction")[:, 0]):
    one = oblique.select(oblique["friction"] == mu)
    law.plot(one, "angle", "e_t", ax=panels[2], label=f"friction {mu}", title="Tangential restitution over angle", color=law.PALETTE[k])
    slides = 1 - 2 * mu / np.tan(np.radians(one["angle"]))
    panels[2].plot(one["angle"], np.where(slides > 0.5, slides, np.nan), "--", color=law.PALETTE[k], linewidth=1)
figure.savefig("law_bench.png", dpi=100)

# %% What can be set? The tables of the laws are data.
for parameter in law.find("mindlin").parameters.values():
    accepted = " or ".join(parameter.choices) or f"{parameter.least:g} to {parameter.largest:g} {parameter.unit}".strip()
    default = "required" if parameter.required else f"default {parameter.default}"
    print(f"{parameter.name}: {accepted}, {default}: {parameter.sentence}")
