# SPDX-License-Identifier: BSD-3-Clause
"""What is measured in a world: contacts, values of the series, digest, times, its part of the processes."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ._handle import Locked
from ._library import bytes_of, ffi, floats, lib, text_of
from ._measure import Measurement, measure_of_world
from .contacts import bonds_of, broken_of, contacts_of

__all__ = ["Measured"]


class Measured:
    """The part of World that changes nothing."""

    if TYPE_CHECKING:
        _ranks: int

        def _locked(self) -> Locked: ...

    def contacts(self, history: bool = False) -> np.ndarray:
        """The touching contacts of this process at the last force evaluation, by ids, walls and triangles: a structured array with the
        fields of scree_contact_now: a and b (ids; b 0: a wall), wall (its number; -1: none), triangle, point (m), normal (from a
        to b), overlap (m), force (N, on a), torque (N m, on a about its centre), moment (N m, the part of it beside that of the force, mostly by rolling and twisting laws).
        With `history` it also has a field for each of world.history, NaN where the laws of a contact have no such value."""
        with self._locked() as handle:
            return contacts_of(handle, history)

    def bonds(self) -> np.ndarray:
        """The bonds of this process now, by ids, walls and triangles: a structured array with the fields of scree_bond_now: a and b (ids;
        b 0: a wall), wall (its number; -1: none), triangle, from and to (m, its ends), length and made (m and s, when it was made), strength
        (factor of its strengths), utilisation (load over strength), force (N, on a), moment (N m, on a), energy (J)."""
        with self._locked() as handle:
            return bonds_of(handle)

    def take_broken(self) -> np.ndarray:
        """The bonds of this process that broke since the last call, in the order of time: a structured array with the fields of
        scree_broken_bond: a and b (ids; b 0: a wall), wall, mode (0 tension, 1 shear, 2 bending, 3 torsion), time, age (s), position (m),
        energy (J)."""
        with self._locked() as handle:
            return broken_of(handle)

    @property
    def history(self) -> tuple[str, ...]:
        """Names of what contacts of the world's laws remember from step to step, such as "tangential_spring_x"."""
        with self._locked() as handle:
            return tuple((text_of(lib.scree_world_history(handle.c)) or "").splitlines())

    def value(self, column: str) -> float:
        """What a column of series.csv ("kinetic", "lid fz", "bed coordination") would say now, in its unit. Every process calls it."""
        with self._locked() as handle, handle.report as report:  # type: ignore[attr-defined]
            value = lib.scree_world_value(handle.c, bytes_of(column), report.c)
        return value

    def measure(self, kind: str, *, region: Any = None, **keys: Any) -> Measurement:
        """A measure now, by its name and keys as under `measures` of a case: `world.measure("mixing", cell=0.02, of=["red"])`, of all particles
        or those in a region: `region={"box": {"min": [0, 0, 0], "max": [1, 1, 1]}}`. Every process calls it."""
        with self._locked() as handle:
            return measure_of_world(handle.c, kind, region, keys)

    @property
    def columns(self) -> dict[str, str]:
        """The names that `value` knows, and their units ("" if dimensionless)."""
        with self._locked() as handle:
            lines = (text_of(lib.scree_world_columns(handle.c)) or "").splitlines()
        units: dict[str, str] = {}
        for line in lines:
            name, _, unit = line.partition("\t")
            units.setdefault(name, unit)
        return units

    def values(self) -> dict[str, float]:
        """All values of `columns` now, by name: energies by mode, and what is measured at walls, probes, groups and outlets. Every process
        calls it."""
        with self._locked() as handle:
            names = [line.partition("\t")[0] for line in (text_of(lib.scree_world_columns(handle.c)) or "").splitlines()]
            value = np.empty(len(names))
            lib.scree_world_values(handle.c, len(names), ffi.from_buffer("double[]", value, require_writable=True))
        found: dict[str, float] = {}
        for name, number in zip(names, value.tolist()):
            found.setdefault(name, number)  # of equal names the first, as `value`
        return found

    @property
    def cell(self) -> np.ndarray:
        """The vectors of a cell that deforms now, m, as the rows of a 3 x 3 array. ValueError: the case has no `cell`. Every process calls it."""
        now = self.values()
        if "cell_x" not in now:
            raise ValueError("the case has no cell that deforms; accepted: a case with a section 'cell'")
        return np.array([[now["cell_x"], 0.0, 0.0], [now["cell_xy"], now["cell_y"], 0.0], [now["cell_xz"], now["cell_yz"], now["cell_z"]]])

    @property
    def digest(self) -> str:
        """Digest of the state, 32 hexadecimal digits: equal for equal bits, whatever the number of threads and processes."""
        text = ffi.new("char[33]")
        with self._locked() as handle:
            lib.scree_world_state(handle.c, text)
        return ffi.string(text).decode()

    @property
    def contact_count(self) -> int:
        """Number of touching contacts at the last force evaluation."""
        with self._locked() as handle:
            return lib.scree_world_contacts(handle.c)

    @property
    def rebuilds(self) -> int:
        """Number of neighbour lists built since the world was opened."""
        with self._locked() as handle:
            return lib.scree_world_rebuilds(handle.c)

    @property
    def threads(self) -> int:
        """Threads that a step may use."""
        with self._locked() as handle:
            return lib.scree_world_threads(handle.c)

    @property
    def stages(self) -> dict[str, float]:
        """Wall time spent in each stage of the steps so far, s."""
        with self._locked() as handle:
            return {ffi.string(lib.scree_world_stage_name(k)).decode(): lib.scree_world_stage_seconds(handle.c, k)
                    for k in range(lib.scree_world_stages())}

    def _share(self) -> Any:
        share = ffi.new("scree_world_share *")
        with self._locked() as handle:
            lib.scree_world_share_of(handle.c, share)
        return share

    @property
    def rank(self) -> int:
        """Number of this process among those that have the world together, from 0."""
        return self._share().rank

    @property
    def ranks(self) -> int:
        """Number of processes that have the world together."""
        return self._ranks

    @property
    def ghosts(self) -> int:
        """Number of copies of particles of other processes."""
        return self._share().ghosts

    @property
    def box(self) -> np.ndarray:
        """Box around the centres of the particles of this process, m: [low, high], shape (2, 3); low > high if it has none."""
        box = np.empty((2, 3))
        with self._locked() as handle:
            low = ffi.from_buffer("double[]", box, require_writable=True)
            lib.scree_world_box(handle.c, low, low + 3)
        return box

    def sum_ranks(self, values: Any) -> np.ndarray:
        """The sums of these numbers over all processes of the world: of their shape. Every process calls it."""
        return self._over_ranks(lib.scree_world_add_ranks, values)

    def max_ranks(self, values: Any) -> np.ndarray:
        """The largest of each of these numbers over all processes of the world: of their shape. Every process calls it."""
        return self._over_ranks(lib.scree_world_most_of_ranks, values)

    def _over_ranks(self, call: Any, values: Any) -> np.ndarray:
        array = floats(values, "values").copy(order="C")
        with self._locked() as handle:
            call(handle.c, ffi.from_buffer("double[]", array, require_writable=True), array.size)
        return array
