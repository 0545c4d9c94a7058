"""How is a solver asked about a pair, in a process of its own?"""

from __future__ import annotations

from typing import Any

from swerve.meaning.contract import Contract
from swerve.model import Pair, Side
from swerve.observe.recipe import BadRecipe, Recipe, decode_recipe
from swerve.run.sandbox import Level
from swerve.run.solver_process import solver_process, warm_up

from .solver import Answer, Breach, Fields, Proved, Refuted, Step, Unknown, Unsupported

_MAIN = "swerve.engines.prove.solver._main"


def prepare(level: Level) -> None:
    """Let the solver be loaded while others work."""
    warm_up(_MAIN, level)


def answer_from(
    pair: Pair,
    seconds: float,
    level: Level,
    contract: Contract | None = None,
    *,
    refutes: bool = True,
) -> Answer:
    """What the solver says; arguments are recipes. A process that dies has not told."""
    order: dict[str, Any] = {
        "old_text": pair.old.module.text,
        "new_text": pair.new.module.text,
        "old_name": pair.old.name,
        "new_name": pair.new.name,
        "seconds": seconds,
        "refutes": refutes,
    }
    if contract is not None and contract.source:
        order["contract"] = {
            "text": "\n".join(contract.source),
            "file": contract.file,
            "module": pair.new.module.path,
        }
    with solver_process(_MAIN, order, level, seconds) as lines:
        said = next((line for line in lines if "answer" in line), {})
    match said.get("answer"):
        case "proved":
            return Proved(tuple(said["assumptions"]), said["bound"], tuple(said["vacuous"]))
        case "refuted":
            steps = tuple(
                Step(Side(side), line, tuple((name, value) for name, value in names))
                for side, line, names in said["trace"]
            )
            breach = None if said["breach"] is None else Breach(*said["breach"])
            return Refuted(_decoded(said["arguments"]) or (), steps, breach)
        case "unsupported":
            return Unsupported(said["what"], said["line"], Side(said["side"]), said["file"])
        case "unknown":
            return Unknown(said["why"], _decoded(said["arguments"]))
    return Unknown(f"the solver did not finish in {seconds:.1f} s")


def _decoded(arguments: Any) -> tuple[tuple[str, Recipe | Fields], ...] | None:
    if not arguments:
        return None
    try:
        return tuple((name, _argument(value)) for name, value in arguments)
    except (BadRecipe, TypeError):
        return None


def _argument(value: Any) -> Recipe | Fields:
    if isinstance(value, dict):
        return Fields(value["class"], tuple(_decoded(value["fields"]) or ()))
    return decode_recipe(value)
