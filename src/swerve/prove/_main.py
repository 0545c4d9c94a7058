"""What does the confined process do that proves?

    python -m swerve.prove._main ORDER_DESCRIPTOR OUT_DESCRIPTOR

The order is one JSON object. It says `{"ready": true}` once the solver is loaded, and then its
answer in one more line. Arguments are recipes.
"""

from __future__ import annotations

import json
import os
import resource
import sys
from typing import Any

from swerve.prove._answers import Answer, Proved, Question, Refuted, Unknown, Unsupported
from swerve.prove._proving import answer_to
from swerve.recipe import BadRecipe, encode_recipe, recipe_from_value


def main(order_fd: int, out_fd: int) -> None:
    """Answer one question."""
    with os.fdopen(order_fd, "rb") as stream:
        order = json.load(stream)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with os.fdopen(out_fd, "w", encoding="utf-8") as out:

        def tell(line: dict[str, Any]) -> None:
            out.write(json.dumps(line) + "\n")
            out.flush()

        tell({"ready": True})
        tell(_line(answer_to(Question(**order))))


def _line(answer: Answer) -> dict[str, Any]:
    match answer:
        case Proved(assumptions, bound):
            return {"answer": "proved", "assumptions": assumptions, "bound": bound}
        case Refuted(arguments, trace):
            steps = [(step.side.value, step.line, step.names) for step in trace]
            return {"answer": "refuted", "arguments": _encoded(arguments), "trace": steps}
        case Unsupported(construct, line, side):
            return {"answer": "unsupported", "what": construct, "line": line, "side": side.value}
        case Unknown(why, candidate):
            return {"answer": "unknown", "why": why, "arguments": _encoded(candidate or ())}


def _encoded(arguments: tuple[tuple[str, object], ...]) -> list[tuple[str, Any]] | None:
    try:
        return [(name, encode_recipe(recipe_from_value(value))) for name, value in arguments]
    except BadRecipe:
        return None


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
