# SPDX-License-Identifier: BSD-3-Clause
"""The contacts and bonds of a world as structured arrays."""
from __future__ import annotations

from typing import Any

import numpy as np

from ._handle import Handle, dtype_of
from ._library import bytes_of, ffi, lib, text_of

__all__ = ["bonds_of", "broken_of", "contacts_of"]

_CONTACT = dtype_of("scree_contact_now")


def contacts_of(handle: Handle, history: bool) -> np.ndarray:
    """The touching contacts of a world whose lock is held, with what they remember or without it."""
    room = lib.scree_world_contacts(handle.c) + 16
    while True:
        found = np.zeros(room, _CONTACT)
        n = lib.scree_world_contact_list(handle.c, room, ffi.cast("scree_contact_now *", ffi.from_buffer(found, require_writable=True)))
        if n <= room:
            break
        room = n
    if not history:
        return found[:n]
    names = (text_of(lib.scree_world_history(handle.c)) or "").splitlines()
    members = list(_CONTACT.fields or ())
    with_history = np.zeros(n, [(name, _CONTACT[name]) for name in members] + [(name, "f8") for name in names])
    for name in members:
        with_history[name] = found[name][:n]
    value = np.empty(n)
    for name in names:
        lib.scree_world_contact_history(handle.c, bytes_of(name), n, ffi.from_buffer("double[]", value, require_writable=True))
        with_history[name] = value
    return with_history


def _rows(handle: Handle, call: Any, struct: str) -> np.ndarray:
    """What a function of the library fills an array of structs with."""
    room = int(call(handle.c, 0, ffi.NULL))
    found = np.zeros(room, dtype_of(struct))
    if room:
        call(handle.c, room, ffi.cast(f"{struct} *", ffi.from_buffer(found, require_writable=True)))
    return found


def bonds_of(handle: Handle) -> np.ndarray:
    """The bonds of a world whose lock is held."""
    return _rows(handle, lib.scree_world_bond_list, "scree_bond_now")


def broken_of(handle: Handle) -> np.ndarray:
    """Its bonds that broke since they were last taken."""
    return _rows(handle, lib.scree_world_take_broken, "scree_broken_bond")
