"""How is a value of a clause shown to a person?"""

from __future__ import annotations

from collections.abc import Callable

from swerve.engines.prove.solver._terms import Term
from swerve.engines.prove.solver._values import Bool, Builtin, Int, Nothing, Str
from swerve.engines.prove.solver._views import Entries, Error, Group, Listing, Object, View


def shown(view: View, plain: Callable[[Term], object]) -> str:
    """A view as one writes it, with values for its terms; empty for what has no plain form."""
    match view:
        case Nothing():
            return "None"
        case Int() | Bool() | Str():
            return repr(plain(view.term))
        case Group():
            parts = [shown(item, plain) for item in view.items]
            return f"({', '.join(parts)})" if all(parts) else ""
        case Error():
            parts = [shown(item, plain) for item in view.arguments]
            return f"{view.name}({', '.join(parts)})"
        case Listing() | Entries() | Object() | Builtin():
            return ""
        case _:
            return repr(plain(view.term))
