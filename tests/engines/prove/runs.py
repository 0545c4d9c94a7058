"""How do two versions behave on one call, told apart by all that a caller can see?"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from copy import deepcopy
from dataclasses import dataclass, field
from io import StringIO
from random import Random
from types import FrameType, ModuleType

from tests.quality.draws import drawn_arguments
from tests.quality.native import Look, arguments_of, look_of, module_of

_MOST_LINES = 4000
_MOST_YIELDED = 50


class TooLong(BaseException):
    """A version runs on and on."""


@dataclass
class Probe:
    """An object that answers every operation by chance, and writes down that it was asked."""

    name: str
    log: list[object]
    chance: Random
    made: list[int] = field(default_factory=lambda: [0])

    def answer(self, word: str, *arguments: object) -> object:
        """Write an operation down; answer with a value, or raise."""
        shown = tuple(one.name if isinstance(one, Probe) else repr(one) for one in arguments)
        self.log.append((self.name, word, shown))
        drawn = self.chance.random()
        if drawn < 0.08:
            kinds = (ValueError, KeyError, IndexError, TypeError, ZeroDivisionError)
            raise self.chance.choice(kinds)(f"{word} of {self.name}")
        values: tuple[object, ...] = (0, 1, -2, "a", "", None, True, 7)
        if drawn < 0.45:
            return self.chance.choice(values)
        return self.another()

    def another(self) -> Probe:
        """Return a further probe."""
        self.made[0] += 1
        return Probe(f"probe{self.made[0]}", self.log, self.chance, self.made)

    def __getattr__(self, name: str) -> object:
        if name.startswith("__"):
            raise AttributeError(name)
        return self.answer(f"get {name}")

    def __setattr__(self, name: str, value: object) -> None:
        if name in ("name", "log", "chance", "made"):
            object.__setattr__(self, name, value)
        else:
            self.answer(f"set {name}", value)

    def __call__(self, *arguments: object, **named: object) -> object:
        return self.answer("call", *arguments, *named.items())

    def __bool__(self) -> bool:
        self.answer("bool")
        return self.chance.random() < 0.5

    def __len__(self) -> int:
        self.answer("len")
        return self.chance.randrange(4)

    def __iter__(self) -> Iterator[object]:
        self.answer("iter")
        for _ in range(self.chance.randrange(4)):
            yield self.answer("next")

    def __contains__(self, item: object) -> bool:
        self.answer("contains", item)
        return self.chance.random() < 0.5

    def __getitem__(self, key: object) -> object:
        return self.answer("item", key)

    def __setitem__(self, key: object, value: object) -> None:
        self.answer("set item", key, value)

    def __enter__(self) -> object:
        return self.answer("enter")

    def __exit__(self, *details: object) -> bool:
        self.answer("exit", details[0] is None)
        return self.chance.random() < 0.3

    def __eq__(self, other: object) -> object:  # type: ignore[override]
        return self.answer("eq", other)

    def __ne__(self, other: object) -> object:  # type: ignore[override]
        return self.answer("ne", other)

    def __hash__(self) -> int:
        self.answer("hash")
        return 7

    def __format__(self, spec: str) -> str:
        self.answer("format", spec)
        return f"<{self.name}>"

    def __str__(self) -> str:
        self.answer("str")
        return f"'{self.name}'"

    def __repr__(self) -> str:
        return self.name

    def __deepcopy__(self, memo: object) -> Probe:
        return self


def _asked(word: str) -> Callable[..., object]:
    return lambda self, *arguments: self.answer(word, *arguments)


for _word in (
    "add",
    "sub",
    "mul",
    "mod",
    "floordiv",
    "truediv",
    "lt",
    "le",
    "gt",
    "ge",
    "neg",
    "radd",
    "rsub",
    "rmul",
    "rmod",
    "rfloordiv",
    "rtruediv",
    "iadd",
    "isub",
    "imul",
):
    setattr(Probe, f"__{_word}__", _asked(_word))


def difference(
    old: str, new: str, example: str, seed: int, *, with_probes: bool
) -> dict[int | str, object] | None:
    """Return arguments on which the versions differ, or nothing."""
    modules = module_of(old), module_of(new)
    looks: list[tuple[Look, list[object]]] = []
    given: dict[int | str, object] = {}
    for module in modules:
        log: list[object] = []
        random = Random(seed)
        given = _arguments(random, module, example, log, with_probes=with_probes)
        shown = deepcopy(given)
        looks.append((_behaviour(module, given), log))
    if any(look == ("too long",) for look, _ in looks):
        return None
    return shown if looks[0] != looks[1] else None


def _arguments(
    random: Random, module: ModuleType, example: str, log: list[object], *, with_probes: bool
) -> dict[int | str, object]:
    examples = list(arguments_of(module, example).values())
    try:
        drawn = drawn_arguments(random, module, "f", examples)
    except (TypeError, AssertionError):  # a class or a function: nothing to draw
        drawn = dict(enumerate(examples))
    if not with_probes:
        return drawn
    parameters = list(inspect.signature(module.f).parameters.values())
    for at, parameter in enumerate(parameters):
        if parameter.annotation is inspect.Parameter.empty and random.random() < 0.7:
            drawn[at] = Probe(f"argument{at}", log, Random(random.random()))
    return drawn


def _behaviour(module: ModuleType, arguments: dict[int | str, object]) -> Look:
    """Call `f`; return how it ended, what it printed, and what became of its arguments."""
    values = list(arguments.values())
    output = StringIO()
    ending: Look
    lines = 0

    def count(_: FrameType, event: str, __: object) -> object:
        nonlocal lines
        lines += event == "line"
        if lines > _MOST_LINES:
            raise TooLong
        return count

    before = sys.gettrace()
    sys.settrace(count)  # type: ignore[arg-type]
    try:
        with redirect_stdout(output):
            result = module.f(*values)
            if isinstance(result, Iterator):
                result = _drained(result)
        ending = ("returned", _look(result, values))
    except TooLong:
        ending = ("too long",)
    except Exception as error:
        ending = ("raised", type(error).__name__, _look(list(error.args), values))
    finally:
        sys.settrace(before)
    if ending == ("too long",):
        return ending
    return (ending, output.getvalue(), tuple(_look(value, []) for value in values))


def _drained(values: Iterator[object]) -> list[object]:
    return [value for value, _ in zip(values, range(_MOST_YIELDED), strict=False)]


def _look(value: object, arguments: list[object]) -> Look:
    """How a value looks; an argument that comes back is told from a copy of it."""
    for at, argument in enumerate(arguments):
        if value is argument and isinstance(value, list | dict | set):
            return ("argument", str(at))
    if isinstance(value, Probe):
        return ("probe", value.name)
    if isinstance(value, list | tuple):
        return (type(value).__name__, *(_look(item, arguments) for item in value))
    if isinstance(value, dict):
        return ("dict", *((_look(k, []), _look(v, [])) for k, v in value.items()))
    return look_of(value)
