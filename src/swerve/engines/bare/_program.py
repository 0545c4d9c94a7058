"""What does a program look like that makes some calls and prints what comes of them?"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable

from swerve.recipe import BadRecipe, CallRecipe, Script

#: Prints what it can of a value: no address, and no line of a file.
_HEAD = """\
import asyncio
import inspect
import itertools
import re


def show(value, depth=3):
    if inspect.iscoroutine(value):
        value = asyncio.run(value)
    if inspect.isgenerator(value) or isinstance(value, (map, filter, zip)):
        value = list(itertools.islice(value, 50))
    text = f"{type(value).__name__} {value!r}"
    inner = getattr(value, "__dict__", None)
    if depth and isinstance(inner, dict) and not isinstance(value, type):
        text += str([(name, show(each, depth - 1)) for name, each in sorted(inner.items())])
    return re.sub(r"0x[0-9a-f]{4,}|line \\d+", "...", text)[:2000]


def attempt(number, make):
    print(f"call {number}")
    try:
        print("returned", show(make()))
    except Exception as error:
        print("raised", show(error, 0))

"""


def program_for(calls: Iterable[CallRecipe]) -> tuple[str, int]:
    """The program, and how many of the calls it makes: not all can be written as Python."""
    functions: list[str] = []
    for call in calls:
        try:
            script = Script(call)
        except BadRecipe:
            continue
        if not script.runs or script.settings:
            continue
        lines = (*script.imports, *script.statements, f"return {script.call}")
        body = textwrap.indent("\n".join(lines), "    ")
        functions.append(f"\ndef call_{len(functions)}():\n{body}\n")
    made = "".join(f"\nattempt({number}, call_{number})" for number in range(len(functions)))
    return f"{_HEAD}{''.join(functions)}{made}\n", len(functions)


def answers_in(said: str) -> list[str]:
    """What was printed about each call, in order."""
    return f"\n{said}".split("\ncall ")[1:]
