"""What do arrays and tables need that is found out only when one is made?

Libraries import more for their first one, which takes up to seconds, and how classes are written
takes a look at all their names. Done once before the forks, it is done for all calls.
"""

from __future__ import annotations

from contextlib import suppress
from sys import modules

from ..core.forms import CLASS_OF
from .snapshot import take_snapshot

#: What the smallest ones are made of, where that is no list.
_CONTENT = {
    "array": (1,),
    "dataset": {"a": ("x", [1.0])},
    "frame": {"a": [1.0], "b": ["c"]},
    "scalar": 1.0,
    "sparse": [[1.0]],
}


def make_tables() -> None:
    """Make one of each form whose library was imported, and look at it."""
    for form, path in CLASS_OF.items():
        module, _, name = path.rpartition(".")
        if module in modules and form != "generator":
            with suppress(Exception):
                made = getattr(modules[module], name)(_CONTENT.get(form, [1.0]))
                take_snapshot([("result", made)])
