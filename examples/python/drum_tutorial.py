# SPDX-License-Identifier: BSD-3-Clause
# %% [markdown]
# # A drum: angle and power
# The tutorial docs/tutorials/drum_power.md without YAML: a drum turns at 40 rpm; what angle does the bed take, and what power
# does the motor need? It has the same bits as the one in the tutorial. Run it as a script, or cell by cell in an editor.

# %% The case
import numpy as np
import scree

drum = {"point": [0, 0, 0], "axis": [0, 1, 0], "radius": "5 cm", "length": "4 cm"}
turn = {"rotate": {"axis": [0, 1, 0], "point": [0, 0, 0], "rate": "40 rpm"}, "start": "0.2 s"}
size = {"uniform": ["0.9 * d", "1.1 * d"]}
rolling = {"law": "epsd", "rolling_friction": 0.05}
case = scree.Case({
    "variables": {"d": "4 mm"}, "time": {"end": "1.2 s"}, "gravity": [0, 0, -9.81],
    "materials": {"glass": {"density": 2500, "young": "5 MPa", "poisson": 0.25}},
    "contacts": [{"between": "any", "restitution": 0.6, "friction": 0.5, "rolling": rolling}],
    "walls": {"drum": {"cylinder": {**drum, "lids": "both"}, "material": "glass", "motion": turn}},
    "insertion": [{"material": "glass", "fill": "random", "region": {"cylinder": drum}, "diameter": size, "fraction": 0.18}],
    "output": {"series": {"every": "2 ms"}, "csv": {"every": "0.1 s", "fields": ["id", "mass", "position"]}},
}, name="drum.yaml")

# %% The run: drum.out has the files that `scree run` writes
r = case.run(overwrite=True).results()
print("state:", r.digest)

# %% Power: the work of all walls on the grains, once the bed is steady
steady = r.series.time > 0.8
time, work = r.series.time[steady], r.series["wall_work"][steady]
print(f"power {1000 * (work[-1] - work[0]) / (time[-1] - time[0]):.0f} mW")

# %% The angle of the bed's centre of mass, and the power that lifts it: m g at the lever arm -x
for frame in r.frames[-4:]:
    x, _, z = np.average(frame.position, weights=frame.mass, axis=0)
    lift = -frame.mass.sum() * 9.81 * x * 40 * 2 * np.pi / 60
    print(f"angle {np.degrees(np.arctan2(-x, -z)):.1f} degrees, against gravity {1000 * lift:.0f} mW")
