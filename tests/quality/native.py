"""What does a version really do when it is called?"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from enum import Enum
from types import CodeType, ModuleType
from typing import TypeAlias

#: A value in parts that compare as people mean it: nan is nan, 0.0 is not -0.0, 1 is not True.
Look: TypeAlias = "str | tuple[Look, ...]"

#: More than any generator here yields.
_MOST_YIELDED = 2000


def module_of(text: str) -> ModuleType:
    """Run the text of a module."""
    module = ModuleType("version")
    code = compile(text, "<version>", "exec", dont_inherit=True)
    exec(code, module.__dict__)  # noqa: S102 (the text is ours)
    return module


def arguments_of(module: ModuleType, call: str) -> dict[int | str, object]:
    """Evaluate the arguments of a call, under their position or their name."""
    expression = ast.parse(call, mode="eval").body
    assert isinstance(expression, ast.Call)
    named: list[tuple[int | str, ast.expr]] = list(enumerate(expression.args))
    named += [(word.arg, word.value) for word in expression.keywords if word.arg is not None]
    return {name: eval(_code_of(node), module.__dict__) for name, node in named}  # noqa: S307 (as above)


def _code_of(node: ast.expr) -> CodeType:
    return compile(ast.Expression(node), "<call>", "eval", dont_inherit=True)


def behaviour_of(module: ModuleType, function: str, arguments: dict[int | str, object]) -> Look:
    """Call a function; return how it ended and what became of its arguments.

    What a generator yields belongs to how it ended, up to an error it may raise.
    """
    by_position = [value for name, value in arguments.items() if isinstance(name, int)]
    by_name = {name: value for name, value in arguments.items() if isinstance(name, str)}
    ending: tuple[Look, ...]
    try:
        result = getattr(module, function)(*by_position, **by_name)
        ending = tuple(_yielded(result)) if isinstance(result, Iterator) else (look_of(result),)
    except Exception as error:
        ending = ("raised", type(error).__name__, str(error))
    return (ending, tuple(look_of(value) for value in arguments.values()))


def _yielded(values: Iterator[object]) -> Iterator[Look]:
    yield "yielded"
    try:
        for _ in range(_MOST_YIELDED):
            yield look_of(next(values))
        yield "more"
    except StopIteration as stop:
        yield ("returned", look_of(stop.value))
    except Exception as error:
        yield ("raised", type(error).__name__, str(error))


def look_of(value: object) -> Look:
    """Return how a value looks: its type and its parts, as they are ordered."""
    name = type(value).__name__
    if isinstance(value, Enum) or value is None:
        return (name, repr(value))
    if isinstance(value, dict):
        return (name, *((look_of(key), look_of(item)) for key, item in value.items()))
    if isinstance(value, set | frozenset):
        return (name, *sorted((look_of(item) for item in value), key=repr))
    if isinstance(value, list | tuple):
        return (name, *(look_of(item) for item in value))
    if hasattr(value, "__dict__"):
        return (name, look_of(vars(value)))
    return (name, repr(value))
