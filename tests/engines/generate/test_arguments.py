"""Arguments fit the parameters of functions, declared or not, and reach what is inside."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.engines.generate.makers import bare_about, subject
from tests.run.host.grounds import seen

from swerve.engines.generate._arguments import ArgumentMaker
from swerve.engines.generate._making import Choices, Making, mood_of
from swerve.engines.generate._shaping import Shaping
from swerve.observe.recipe import (
    CallRecipe,
    Known,
    List,
    Name,
    Parameter,
    ParameterKind,
    encode_call,
    python_of_recipe,
)

ORDINARY = Path(__file__).with_name("ordinary.txt").read_text()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("function", "share"),
    [
        ("chunks", 0.9),
        ("fields", 0.85),
        ("grouped", 0.75),
        ("total", 0.8),
        ("moved", 0.75),
        ("mapping", 0.7),
        ("clamped", 0.8),
        ("dated", 0.9),
        ("lines", 0.9),
        ("folded", 0.6),
        ("variadic", 0.95),
        ("identities", 0.6),
        ("handed_on", 0.6),
    ],
)
def test_functions_without_annotations_return_from_most_calls(
    tmp_path: Path, function: str, share: float
) -> None:
    with subject(tmp_path, ORDINARY, function) as found:
        assert found.share_that_returns() >= share


SHOP = """
from __future__ import annotations
import dataclasses, enum, typing
from collections.abc import Callable, Iterable, Mapping

class Color(enum.Enum):
    RED = 1
    BLUE = 2

@dataclasses.dataclass
class Item:
    price: int
    name: str = ""

class Order:
    def __init__(self, items: list[Item], color: Color | None = None, *, note: str = "") -> None:
        self.items = list(items)
        self.color = color
        self.note = note

class Known(typing.TypedDict):
    id: int

class Row(Known, total=False):
    label: str

def total(order: Order) -> int:
    assert order.color is None or isinstance(order.color, Color)
    return sum(item.price for item in order.items)

def shown(
    row: Row, mode: typing.Literal["a", "b"], pair: tuple[int, str], pick: Callable[[int], str]
) -> str:
    assert mode in ("a", "b")
    return str(pick(row["id"])) + pair[1] + row.get("label", "") * (pair[0] % 5)

def merged(tables: Iterable[Mapping[str, int]], kind: type[Item] = Item) -> dict:
    return {key: kind(value) for table in tables for key, value in table.items()}
"""


@pytest.mark.parametrize("function", ["total", "shown", "merged"])
def test_declared_types_are_made(tmp_path: Path, function: str) -> None:
    with subject(tmp_path, SHOP, function, "Order", "Item", "Color") as found:
        assert found.share_that_returns() >= 0.9


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ("if x == 'magic':\n        return 1\n    return 0", 'f("magic")'),
        ("if x > 4711:\n        return 1\n    return 0", "f(4712)"),
        ("return LIMITS[x]", 'f("north")'),
        ("return x.startswith('pre-')", 'f("pre-a")'),
        ("import re\n    return re.match(r'\\d+:[a-z]', x)", 'f("7:a")'),
        ("if isinstance(x, bytes):\n        return 1\n    return str(x)", 'f(b"a")'),
        ("return x if x is None else x + 1", "f(None)"),
    ],
)
def test_what_the_code_mentions_is_tried(tmp_path: Path, body: str, wanted: str) -> None:
    source = f"LIMITS = {{'north': 1, 'south': 2}}\n\ndef f(x):\n    {body}\n"
    with subject(tmp_path, source, "f") as function:
        shown = {f"f({python_of_recipe(call.args[0]).expression})" for call in function.calls(600)}
    assert wanted in shown


def test_parameters_with_defaults_are_left_out_and_given(tmp_path: Path) -> None:
    source = "def f(a, flag=False, *, count=3):\n    return a, flag, count\n"
    with subject(tmp_path, source, "f") as function:
        calls = function.calls()
    assert {len(call.args) for call in calls} == {1, 2}
    flags = [call.args[1] for call in calls if len(call.args) == 2]
    assert any(flag is True for flag in flags)
    assert any(flag is False for flag in flags)
    counts = [value for call in calls for name, value in call.kwargs if name == "count"]
    assert {2, 3, 4} <= {each for each in counts if type(each) is int}


def test_equal_values_and_duplicates_occur() -> None:
    about = bare_about("def f(a, b):\n    return a == b\n", "f")
    maker = ArgumentMaker(_parameters("a", "b"), about)
    drawn = [maker.make(Choices(str(number)))[0] for number in range(200)]
    assert any(a == b and type(a) is type(b) for a, b in drawn)


def test_recorded_values_come_back() -> None:
    source = "def f(a, b):\n    return a + b\n"
    seed_call = CallRecipe(Name("subject", "f"), args=(List((4242,)), 1777))
    about = bare_about(source, "f")
    with_seed = type(about)(about.code, about.inventory, about.sources, (seed_call,))
    maker = ArgumentMaker(_parameters("a", "b"), with_seed)
    drawn = [maker.make(Choices(str(number)))[0] for number in range(100)]
    assert sum(args[1] == 1777 for args in drawn) > 10
    assert sum(args[0] == List((4242,)) for args in drawn) > 10


def test_the_same_choices_make_the_same_arguments() -> None:
    about = bare_about("def f(a, b):\n    return a + b\n", "f")

    def drawn() -> list[object]:
        maker = ArgumentMaker(_parameters("a", "b"), about)
        return [maker.make(Choices(str(number))) for number in range(200)]

    first = drawn()
    assert first == drawn()
    assert len({repr(each) for each in first}) > 100


def test_instances_are_made_with_what_their_constructor_needs(tmp_path: Path) -> None:
    source = """
class Cart:
    def __init__(self, owner, items=()):
        self.owner = owner.strip().title()
        self.items = [item["price"] + 1 for item in items]

def f(cart):
    return cart
"""
    with subject(tmp_path, source, "f", "Cart") as function:
        about = function.about()
        making, shape = Making(about.code.pools), Shaping(about).of_class(Name("subject", "Cart"))
        draws = [Choices(str(number)) for number in range(60)]
        carts = [making.make(shape, choices, mood_of(choices)) for choices in draws]
        found = [CallRecipe(function.name, args=(cart,)) for cart in carts]
        behaviours = function.run(found)
    assert sum(type(each.outcome).__name__ == "Returned" for each in behaviours) > len(found) * 0.6


def test_an_unannotated_parameter_gets_instances_of_the_class_that_has_its_members(
    tmp_path: Path,
) -> None:
    source = """
class Cart:
    def __init__(self, limit):
        self.limit = limit + 1
    def checked_total(self):
        return self.limit

def f(cart):
    return cart.checked_total() + cart.limit
"""
    with subject(tmp_path, source, "f", "Cart") as function:
        assert "Cart" in {_made_by(call) for call in function.calls()}
        assert function.share_that_returns() > 0.6


def test_values_are_small_and_can_travel(tmp_path: Path) -> None:
    with subject(tmp_path, SHOP, "total", "Order", "Item", "Color") as function:
        sizes = [len(encode_call(call)) for call in function.calls()]
    assert max(sizes) < 5_000


def _made_by(call: CallRecipe) -> str:
    name = getattr(getattr(call.args[0], "function", None), "qualname", "")
    return str(name)


def _parameters(*names: str) -> tuple[Parameter, ...]:
    last = Parameter(names[-1], ParameterKind.POSITIONAL, default=Known(2))
    first = tuple(Parameter(name, ParameterKind.POSITIONAL) for name in names[:-1])
    return (
        (*first, last)
        if len(names) > 2
        else tuple(Parameter(name, ParameterKind.POSITIONAL) for name in names)
    )


def test_attributes_that_the_code_reads_are_set_now_and_then(tmp_path: Path) -> None:
    """A constructor alone leaves most of them as they are."""
    source = """
class Request:
    def __init__(self):
        self.body = None
        self.tries = 0

def f(request):
    if request.tries > 3:
        return "enough"
    return request.body is None
"""
    with subject(tmp_path, source, "f", "Request") as function:
        behaviours = function.run(function.calls(300))
        shown = {seen(each).get("result") for each in behaviours}
    assert {'"enough"', "True", "False"} <= {(text or "").replace("'", '"') for text in shown}
