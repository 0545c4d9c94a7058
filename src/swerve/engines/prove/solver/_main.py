"""What does the confined process do that proves?

    main(ORDER_DESCRIPTOR, OUT_DESCRIPTOR)

The order is one JSON object. It says `{"ready": true}` once the solver is loaded, and then its
answer in one more line. Arguments are recipes.
"""

from __future__ import annotations

import json
import os
import resource
from typing import Any

from swerve.meaning.contract import BadContracts, read_contracts
from swerve.observe.recipe import BadRecipe, encode_recipe, recipe_from_value

from ._answers import Answer, Fields, Proved, Question, Refuted, Unknown, Unsupported
from ._proving import answer_to


def main(order_fd: str, out_fd: str) -> None:
    """Answer one question."""
    with os.fdopen(int(order_fd), "rb") as stream:
        order = json.load(stream)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with os.fdopen(int(out_fd), "w", encoding="utf-8") as out:

        def tell(line: dict[str, Any]) -> None:
            out.write(json.dumps(line) + "\n")
            out.flush()

        tell({"ready": True})
        tell(_line(answer_to(_question(order))))


def _question(order: dict[str, Any]) -> Question:
    contract = order.pop("contract", None)
    if contract is None:
        return Question(**order)
    read = read_contracts(contract["text"], contract["file"], contract["module"])
    if isinstance(read, BadContracts):  # it was read before
        raise ValueError(read.rendered)
    name = order["new_name"]
    others = {
        each.function: each
        for each in read.contracts
        if each.loop is None and each.function != name
    }
    return Question(**order, contract=read.of(name), callees=others, loops=read.loops_of(name))


def _line(answer: Answer) -> dict[str, Any]:
    match answer:
        case Proved():
            return {
                "answer": "proved",
                "assumptions": answer.assumptions,
                "bound": answer.bound,
                "vacuous": answer.vacuous,
            }
        case Refuted(arguments, trace, breach):
            return {
                "answer": "refuted",
                "arguments": _encoded(arguments),
                "trace": [(step.side.value, step.line, step.names) for step in trace],
                "breach": None if breach is None else (breach.why, breach.file, breach.line),
            }
        case Unsupported(construct, line, side, file):
            place = {"line": line, "side": side.value, "file": file}
            return {"answer": "unsupported", "what": construct, **place}
        case Unknown(why, candidate):
            return {"answer": "unknown", "why": why, "arguments": _encoded(candidate or ())}


def _encoded(arguments: tuple[tuple[str, object], ...]) -> list[tuple[str, Any]] | None:
    try:
        return [(name, _argument(value)) for name, value in arguments]
    except BadRecipe:
        return None


def _argument(value: object) -> Any:
    if isinstance(value, Fields):
        return {"class": value.class_name, "fields": _encoded(value.attributes)}
    return encode_recipe(recipe_from_value(value))
