# SPDX-License-Identifier: BSD-3-Clause
"""Text of unknown origin (names, words of scripts, file names) as it may go to a terminal, by the rules of the C library
(src/text/escape.h): control characters become \\n, \\t, \\x1b or \\u202e, and bytes that are no UTF-8 \\xNN. Written here once
more, as results are read and scripts imported without the library too; a test compares both for every character.

All of the package's output goes through it: exceptions and warnings take escaped text, the logger "scree" has a filter, and
the commands write with `say` only."""
from __future__ import annotations

import logging
import re
import sys

_CONTROL = re.compile("[\0-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
_SHORT = {"\n": "\\n", "\t": "\\t", "\r": "\\r"}


def _escape_one(found: re.Match[str]) -> str:
    letter = found[0]
    code = ord(letter)
    if 0xDC80 <= code <= 0xDCFF:  # a byte that is no UTF-8, as Python keeps it
        code -= 0xDC00
    return _SHORT.get(letter) or (f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}")


def escape(text: object) -> str:
    """The text in one line."""
    return _CONTROL.sub(_escape_one, str(text))


def escape_lines(text: object) -> str:
    """The text with its lines."""
    return "\n".join(map(escape, str(text).split("\n")))


def say(text: object, *, error: bool = False) -> None:
    """Writes the text and the end of a line to standard output, or to standard error."""
    stream = sys.stderr if error else sys.stdout
    encoding = stream.encoding or "utf-8"  # of a terminal that has not all letters
    print(escape_lines(text).encode(encoding, "backslashreplace").decode(encoding), file=stream, flush=True)


class _Escaped(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = escape_lines(record.getMessage()), None
        return True


log = logging.getLogger("scree")
log.addFilter(_Escaped())
