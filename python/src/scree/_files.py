# SPDX-License-Identifier: BSD-3-Clause
"""What the readers of a run's files share: their errors, and opening files that may be anything.

A folder of results may be on a broken disk, may be written at this moment, or may come from somebody else. So
nothing is opened that is no regular file (a pipe would wait for ever), and sizes in a file are compared with the
file before memory is asked for.
"""
from __future__ import annotations

import contextlib
import difflib
import io
import os
import stat
from typing import Iterable, Iterator
from xml.etree import ElementTree

from .errors import Error


class NotWritten(Error, KeyError):
    """A run has not written what was asked for; the message says which key of the case writes it."""

    def __str__(self) -> str:  # that of KeyError is the repr of the message
        return str(self.args[0]) if self.args else ""


class DamagedFile(Error, ValueError):
    """A file of a run is cut off or changed; the message names the file and says what is wrong with it."""

    def __init__(self, path: str | os.PathLike[str], reason: str = "") -> None:
        self.path, self.reason = os.fspath(path), reason
        super().__init__(f"{self.path}: {reason}")

    def __reduce__(self) -> tuple[type, tuple[str, str]]:
        return type(self), (self.path, self.reason)


class MissingPackage(Error, ImportError):
    """A Python package is missing that this function needs; the message names the Debian package."""


def open_file(path: str) -> io.FileIO:
    """Opens a regular file for reading without a buffer. Raises FileNotFoundError, OSError or DamagedFile."""
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise DamagedFile(path, "this is no regular file")
    return io.FileIO(handle)


def read_file(path: str, limit: int) -> bytes:
    """The bytes of a file; one with more than `limit` of them is refused, as no run writes it."""
    with open_file(path) as file:
        size = os.fstat(file.fileno()).st_size
        if size > limit:
            raise DamagedFile(path, f"has {size} bytes; a file of this kind has at most {limit}")
        text = file.read(size + 1)
        while part := file.read(1 << 16):  # it grows, or the system hands out less at a time
            text += part
            if len(text) > limit:
                raise DamagedFile(path, "grows while it is read")
        return text


@contextlib.contextmanager
def listed() -> Iterator[None]:
    """Turns the error of a file that is not there into one that says what may have happened to it."""
    try:
        yield
    except FileNotFoundError as e:
        raise NotWritten(
            f"{e.filename} is not there, though the run has listed it; it was removed, or a run writes into the "
            "folder anew"
        ) from None


def parse_xml(path: str, text: bytes) -> ElementTree.Element:
    """The root of an XML document without a document type: definitions in it could expand without end."""
    if b"<!" in text:
        raise DamagedFile(path, "has a document type or a comment, which no run writes")
    try:
        return ElementTree.fromstring(text)
    except (ElementTree.ParseError, LookupError, ValueError) as e:
        raise DamagedFile(path, f"is no XML: {e}") from None


def natural(path: str, what: str, text: str | None) -> int:
    """A count in a file: digits, at most 18 of them."""
    if text is None or not (text.isascii() and text.isdigit() and len(text) <= 18):
        raise DamagedFile(path, f"{what} is {text!r}; a count is expected")
    return int(text)


def plain_name(path: str, name: str | None) -> str:
    """A name of a file in the same folder, and no path out of it."""
    if not name or name in (".", "..") or "/" in name or "\0" in name:
        raise DamagedFile(path, f"names the file {name!r}; a name in the same folder is expected")
    return name


def choices(name: object, known: Iterable[str]) -> str:
    """What may be meant by a name that is not known: the ending of a message."""
    all_ = list(known)
    near = difflib.get_close_matches(str(name), all_, n=3)
    if near or not all_:
        return f"; similar: {', '.join(near)}" if near else "; there are none"
    return f"; there are: {', '.join(all_[:20])}{f' and {len(all_) - 20} more' if len(all_) > 20 else ''}"
