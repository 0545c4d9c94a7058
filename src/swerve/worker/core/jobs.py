"""What can a worker be asked to do? A job is one byte that says what is wanted, and the rest."""

from __future__ import annotations

from collections.abc import Callable
from struct import Struct
from typing import Any, NamedTuple

CALL = 1
DESCRIBE = 2
GUIDED = 3
#: Carries the text it is about: the length of the order, the order, then as `GUIDED`.
SNIPPET = 4
#: As `CALL`, and the call is not made: what it would be given is looked at.
ENTRY = 5
#: A whole program follows.
SCRIPT = 6
#: Another job follows. It is done, and what it imported is told: names, with spaces.
LOADED = 7
#: Names of modules follow, with spaces. The process that all jobs are forked from imports them.
PRELOAD = 8
#: Stands among the modules for the one that is not imported but run with what it lacks made up.
GUIDED_MODULE = "<guided>"
#: An answer to what a guided run has at a path: an object of which nothing is known, whatever the
#: code says.
REDRAWN = -1
#: In front of a kind of place, where that is the answer for all places of the kind.
KIND = "kind: "
#: In front of a value that a made-up object takes once it is used, in a world that is settled.
OBJECT = "~"
#: Kinds of shortcuts: a test is taken for true, or for false; a statement is left out.
YES, NO, PAST = "yes", "no", "past"
#: Before what a table is like that stands at a path.
TABLE = "table: "
LENGTH = Struct("<I")


class Guidance(NamedTuple):
    """How functions run with what they lack made up."""

    module: Callable[[dict[str, Any]], Any]
    run: Callable[[Any, bytes, Any], bytes]
