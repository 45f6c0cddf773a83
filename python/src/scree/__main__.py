# SPDX-License-Identifier: BSD-3-Clause
"""`python3 -m scree sweep|calibrate|import ...`, which `scree sweep`, `scree calibrate` and `scree import` call."""
from __future__ import annotations

import os
import sys
from typing import Sequence

from ._terminal import say
from .errors import Error


def main(words: Sequence[str]) -> int:
    """Exit code of a command; messages go to standard error."""
    if words[:1] == ["sweep"]:
        from ._sweep import command
    elif words[:1] == ["calibrate"]:
        from ._calibrate import command
    elif words[:1] == ["import"]:
        from .liggghts import command
    else:
        say("error: accepted: python3 -m scree sweep ..., calibrate ... or import ...; 'scree sweep --help'", error=True)
        return 1
    try:
        return command(words[1:])
    except KeyboardInterrupt:
        say("stopped; the same command goes on", error=True)
        return 130
    except (Error, ImportError) as problem:
        say(f"error: {problem}", error=True)
        return 1
    except BrokenPipeError:  # of `scree calibrate ... | head`: the reader has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # Python writes what is left at its end
        return 141
    except OSError as problem:
        say(f"error: {problem.filename or words[0]}: {problem.strerror or problem}", error=True)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
