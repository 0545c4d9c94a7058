"""Both sides get the same calls, and what they do is compared."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.run.host.grounds import both_sides, call, job, one_side, ran, seen

from swerve.model import DifferenceKind
from swerve.model.behaviour import Behaviour
from swerve.observe.comparison import Different, Same, Unknown
from swerve.observe.recipe import Call, CallRecipe, List, Name
from swerve.run.host import Compared, Conduct, Sides, answers_of


def confirmed(sides: Sides, function: str, *args: object) -> Compared:
    return sides.confirm(call(function, *args))  # type: ignore[arg-type]


def test_calls_come_back_in_order_with_what_each_side_did(tmp_path: Path) -> None:
    old = "def f(x):\n    return x * 2\n"
    new = "def f(x):\n    return x * 2 if x != 7 else 0\n"
    with both_sides(tmp_path, old, new) as sides:
        found = list(sides.run(call("f", number) for number in range(30)))
    assert [compared.call.args[0] for compared in found] == list(range(30))
    different = [c for c in found if isinstance(c.agreement, Different)]
    assert [c.call.args[0] for c in different] == [7]
    assert all(isinstance(c.agreement, Same) for c in found if c not in different)
    assert (seen(different[0].old)["result"], seen(different[0].new)["result"]) == ("14", "0")


def test_a_changed_argument_is_found_with_its_path(tmp_path: Path) -> None:
    old = "def f(items):\n    items[1].append(1)\n"
    new = "def f(items):\n    items[1].append(2)\n"
    with both_sides(tmp_path, old, new) as sides:
        compared = sides.confirm(call("f", List((0, List(())))))
    assert isinstance(compared.agreement, Different)
    assert compared.agreement.kind is DifferenceKind.ARGUMENT
    assert compared.agreement.path == "arguments[0][1][0]"


def test_what_a_call_is_given_can_be_seen_before_it_is_made(tmp_path: Path) -> None:
    old = "import sys\ndef f(items, n, *, key=None):\n    items.append(sys.exit(1))\n"
    with both_sides(tmp_path, old, old.replace("1", "2")) as sides:
        entries = sides.entries(call("f", List((3,)), 4, key="a"))
    assert [seen(each) for each in entries] == [
        {"arguments[0]": "[3]", "arguments[1]": "4", "arguments.key": "'a'"}
    ] * 2


def test_entries_come_beside_what_calls_did_and_use_nothing_up(tmp_path: Path) -> None:
    """An iterator that is looked at is used up: the call gets another one."""
    old = "def f(items):\n    return [each for each in items if each]\n"
    calls = [call("f", Call(Name("builtins", "iter"), (List((n, 0)),))) for n in range(1, 40)]
    with both_sides(tmp_path, old, old.replace("if each", "if each > 5")) as sides:
        found = list(sides.run_seeing_entries(calls))
    assert [each.compared.call for each in found] == calls
    assert [seen(each.compared.old)["result"] for each in found] == [f"[{n}]" for n in range(1, 40)]
    assert all(seen(each.old) == seen(each.new) for each in found)
    assert [isinstance(each.compared.agreement, Different) for each in found] == [
        n <= 5 for n in range(1, 40)
    ]
    assert str(7) in seen(found[6].new)["arguments[0]"]


CART = """
class Cart:
    def __init__(self, items):
        self.items = items

    def add(self, price):
        self.items.append(price)
        return len(self.items)
"""


@pytest.mark.parametrize(
    ("edit", "is_different"),
    [
        (("self.items = items", "self.items = items; self.seen = set()"), False),
        (("append(price)", "append(price); self.seen = 1"), True),
        (("append(price)", "insert(0, price)"), True),
    ],
)
def test_a_receiver_that_differs_before_the_call_says_nothing(
    tmp_path: Path, edit: tuple[str, str], is_different: bool
) -> None:
    cart = Call(Name("subject", "Cart"), (List((1,)),))
    add = CallRecipe(Name("subject", "Cart.add"), cart, (2,))
    with both_sides(tmp_path, CART, CART.replace(*edit)) as sides:
        assert sides.differs_again(add) is is_different
        assert isinstance(sides.confirm(add).agreement, Different) is is_different
        (again,) = sides.run([add])
        assert isinstance(again.agreement, Different) is is_different
    with both_sides(tmp_path, CART, CART.replace(*edit).replace("return len", "len")) as sides:
        assert sides.differs_again(add)


def test_each_side_gets_its_own_copy(tmp_path: Path) -> None:
    source = "def f(items):\n    items.append(1)\n    return len(items)\n"
    with both_sides(tmp_path, source, source) as sides:
        found = list(sides.run(call("f", List(())) for _ in range(20)))
    assert {seen(c.old)["result"] for c in found} == {"1"}
    assert all(isinstance(c.agreement, Same) for c in found)


@pytest.mark.parametrize(
    "body",
    [
        "import random\n    return random.random()",
        "import time\n    return time.time()",
        "import uuid\n    return str(uuid.uuid4())",
        "import datetime\n    return datetime.datetime.now()",
        "import tempfile\n    return tempfile.mkdtemp()",
        "import secrets\n    return secrets.token_hex()",
        "import os\n    return os.getcwd(), sorted(os.environ.items()), __file__",
        "return {'a', 'b', 'c', 'd'}, [*{'x', 'y', 'z'}]",
        "return hash(None), [*{(), (None,), (len, type)}]",
        "return object()",
        "return repr(object())",
    ],
)
def test_what_a_run_draws_from_its_surroundings_is_equal_on_both_sides(
    tmp_path: Path, body: str
) -> None:
    source = f"def f():\n    {body}\n"
    with both_sides(tmp_path, source, source) as sides:
        for compared in sides.run([call("f"), call("f")]):
            assert isinstance(compared.agreement, Same), compared


def test_what_differs_between_two_runs_of_old_is_noise(tmp_path: Path) -> None:
    source = "import os\n\ndef f():\n    return {'noise': os.getpid(), 'value': %d}\n"
    conduct = Conduct(freeze=())
    with both_sides(tmp_path, source % 1, source % 2, conduct=conduct) as sides:
        compared = sides.confirm(call("f"))
    assert isinstance(compared.agreement, Different)
    assert compared.agreement.path == "result['value']"
    assert compared.agreement.others == ()
    with both_sides(tmp_path / "same", source % 1, source % 1, conduct=conduct) as sides:
        assert not isinstance(sides.confirm(call("f")).agreement, Different)


def test_a_difference_that_only_a_shared_process_shows_is_not_confirmed(tmp_path: Path) -> None:
    old = "SEEN = []\n\ndef f(x):\n    SEEN.append(x)\n    return x\n"
    new = "SEEN = []\n\ndef f(x):\n    SEEN.append(x)\n    return x + len(SEEN) - 1\n"
    with both_sides(tmp_path, old, new) as sides:
        candidates = [
            c.call
            for c in sides.run(call("f", n) for n in range(5))
            if isinstance(c.agreement, Different)
        ]
        assert candidates
        assert isinstance(sides.confirm(candidates[0]).agreement, Same)


@pytest.mark.slow
def test_a_side_that_is_only_slower_is_not_different(tmp_path: Path) -> None:
    # Real waiting takes the same on every machine, and on a busy one.
    source = "import select\n\ndef f():\n    select.poll().poll({} * 1000)\n    return 1\n"
    with both_sides(tmp_path, source.format(0), source.format(1), limit_s=0.6) as sides:
        (compared,) = sides.run([call("f")])
        assert isinstance(compared.agreement, Unknown)
        assert isinstance(sides.confirm(call("f")).agreement, Same)


@pytest.mark.slow
def test_a_side_that_never_ends_is_a_difference_in_termination(tmp_path: Path) -> None:
    ends = "def f():\n    return 1\n"
    loops = "def f():\n    while True:\n        pass\n"
    with both_sides(tmp_path, ends, loops, limit_s=0.4) as sides:
        compared = sides.confirm(call("f"))
    assert isinstance(compared.agreement, Different)
    assert compared.agreement.kind is DifferenceKind.TERMINATION


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        ("print('a')", "print('b')", DifferenceKind.OUTPUT),
        ("raise KeyError(1)", "raise KeyError(2)", DifferenceKind.EXCEPTION),
        ("raise KeyError(1)", "return 1", DifferenceKind.EXCEPTION),
        (
            "import warnings; warnings.warn('a')",
            "import warnings; warnings.warn('b')",
            DifferenceKind.WARNING,
        ),
        ("yield 1; yield 2", "yield 1; yield 3", DifferenceKind.RETURN),
        ("return iter([1, 2])", "return iter([1])", DifferenceKind.RETURN),
        ("import os; os._exit(1)", "return 1", DifferenceKind.TERMINATION),
    ],
)
def test_each_part_of_a_behaviour_counts(
    tmp_path: Path, old: str, new: str, kind: DifferenceKind
) -> None:
    with both_sides(tmp_path, f"def f():\n    {old}\n", f"def f():\n    {new}\n") as sides:
        agreement = sides.confirm(call("f")).agreement
    assert isinstance(agreement, Different), agreement
    assert agreement.kind is kind


@pytest.mark.parametrize(("error", "is_alike"), [("RecursionError", True), ("ValueError", False)])
def test_where_the_stack_was_used_up_says_nothing(
    tmp_path: Path, error: str, is_alike: bool
) -> None:
    old = f"def f():\n    raise {error}('maximum recursion depth exceeded in comparison')\n"
    with both_sides(tmp_path, old, old.replace(" in comparison", "")) as sides:
        agreement = confirmed(sides, "f").agreement
    assert isinstance(agreement, Same if is_alike else Different)


def test_what_is_awaited_and_what_an_async_generator_yields_counts(tmp_path: Path) -> None:
    source = """
import asyncio

async def f():
    await asyncio.sleep(0)
    return {value}

async def g():
    yield 1
    yield {value}
"""
    with both_sides(
        tmp_path, source.replace("{value}", "2"), source.replace("{value}", "3")
    ) as sides:
        awaited, drained = sides.confirm(call("f")), sides.confirm(call("g"))
    assert isinstance(awaited.agreement, Different)
    assert (awaited.agreement.old, awaited.agreement.new) == ("2", "3")
    assert isinstance(drained.agreement, Different)
    assert drained.agreement.path == "result[1]"


def test_what_was_seen_is_a_behaviour(tmp_path: Path) -> None:
    with both_sides(tmp_path, "def f(): return 1\n", "def f(): return 1\n") as sides:
        compared = sides.confirm(call("f"))
    assert isinstance(compared.old, Behaviour)
    assert compared.old.seconds >= 0


def test_what_a_call_imports_is_imported_once_for_all(tmp_path: Path) -> None:
    source = """
import sys

def f(n):
    was_there = "colorsys" in sys.modules
    import colorsys
    return was_there, n
"""
    with both_sides(tmp_path, source, source) as sides:
        first = next(iter(sides.run([call("f", 1)])))
        assert "False" in seen(first.old)["result"]
        sides.preload(call("f", 1))
        for compared in (next(iter(sides.run([call("f", 2)]))), sides.confirm(call("f", 3))):
            assert "True" in seen(compared.old)["result"]
            assert "True" in seen(compared.new)["result"]


def test_junk_moves_what_a_call_makes(tmp_path: Path) -> None:
    # Small objects fill the gaps that the warm process leaves, and these differ; large ones do not.
    source = "def f():\n    return id(bytes(700))\n"
    with one_side(tmp_path, source) as lane:
        numbers = [lane.add_alone(job("f"), junk=junk) for junk in (0, 0, 1, 2)]
        answers = answers_of([(lane, number) for number in numbers])
    places = [seen(each)["result"] for each in answers if isinstance(each, Behaviour)]
    assert places[0] == places[1]
    assert len(set(places)) == 3


def test_a_call_that_only_waits_is_ended(tmp_path: Path) -> None:
    source = "import os\n\ndef f():\n    return os.read(os.pipe()[0], 1)\n"
    with one_side(tmp_path, source, limit_s=0.3) as lane:
        found = ran(lane, "f")
    assert found.is_late
