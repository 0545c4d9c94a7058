"""What can a worker be asked to do? A job is one byte that says what is wanted, and the rest.

The jobs of a batch lie in memory that the parent shares and that the worker can only read: four
bytes of length and the bytes, one behind the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from mmap import mmap
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
#: The length of an order, the order and another job, which is done while functions have other code.
REWOUND = 9
#: Stands among the modules for the one that is not imported but run with what it lacks made up.
GUIDED_MODULE = "<guided>"
#: An answer to what a guided run has at a path: an object of which nothing is known, whatever the
#: code says.
REDRAWN = -1
#: In front of a kind of place, where that is the answer for all places of the kind.
KIND = "kind: "
#: In front of a value that a made-up object takes once it is used, in a world that is settled.
OBJECT = "~"
#: Kinds of shortcuts: a test is taken for true, or for false; a statement is left out; it fails as
#: a handler around it expects, whose number follows.
YES, NO, PAST, FAIL = "yes", "no", "past", "fail "
#: Before what a table is like that stands at a path.
TABLE = "table: "
LENGTH = Struct("<I")


def put_jobs(memory: mmap, jobs: Sequence[bytes]) -> None:
    """Write the jobs of a batch."""
    start = 0
    for job in jobs:
        LENGTH.pack_into(memory, start, len(job))
        start += LENGTH.size
        memory[start : start + len(job)] = job
        start += len(job)


def read_jobs(memory: mmap, count: int) -> Iterator[bytes]:
    """The jobs of a batch, each read when it is its turn."""
    start = 0
    for _ in range(count):
        end = start + LENGTH.size + LENGTH.unpack_from(memory, start)[0]
        yield memory[start + LENGTH.size : end]
        start = end


class Guidance(NamedTuple):
    """How functions run with what they lack made up."""

    module: Callable[[dict[str, Any]], Any]
    run: Callable[[Any, bytes, Any], bytes]
