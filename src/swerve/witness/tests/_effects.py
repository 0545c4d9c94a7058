"""Which tests could show what a call did to the world around it?

Each puts back what the call has changed. Files are looked for below `tmp_path`, where the call is
made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from swerve.observe.snapshot import Graph

from ._around import AROUND
from ._body import Draft, Subject
from ._claims import split_path
from ._effect import Effect
from ._in_files import IN_FILES

_SERVICES = "the services that it calls are simulated"
_MACHINE = "it depends on the machine that tests run on"
#: Effects that no test is written for, and why.
NO_TEST: Mapping[str, str] = {
    "requests": _SERVICES,
    "order": _SERVICES,
    "locale": _MACHINE,
    "time_zone": _MACHINE,
}
_DRAFTS: Mapping[str, Callable[[Effect], Iterator[Draft]]] = {**IN_FILES, **AROUND}


def about_effect(subject: Subject, graph: Graph) -> Iterator[Draft]:
    """Tests of what the pinned side did, or left alone, where the other one did not."""
    root, steps = split_path(subject.different.path)
    if root in _DRAFTS:
        yield from _DRAFTS[root](Effect(subject, graph, root, steps))
