"""How is a call on which both sides differ shown to a person, and how does it run again?"""

from __future__ import annotations

from swerve.model import Realism, Witness
from swerve.observe.comparison import Different
from swerve.observe.recipe import encode_call, python_of
from swerve.run.host import Compared


def witness_of(
    compared: Compared, different: Different, engine: str, realism: Realism, *, test: str = ""
) -> Witness:
    """A confirmed difference as a witness."""
    python = python_of(compared.call)
    lines = (*python.statements, python.expression)
    return Witness(
        engine=engine,
        realism=realism,
        kind=different.kind,
        call="; ".join(lines),
        old=different.old,
        new=different.new,
        because=f"differs at `{different.path}`",
        recipe=encode_call(compared.call).decode("utf-8", "surrogatepass"),
        python=str(python) if python.runs else "",
        test=test,
    )
