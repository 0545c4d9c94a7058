"""What does the static checker say of contracts beyond yes and no?"""

from __future__ import annotations

import textwrap
from dataclasses import replace

import pytest
from tests.engines.prove.contracts import REFUTED, Sworn
from tests.meaning.contract.two_versions import Versions

from swerve.engines.prove.solver import (
    Answer,
    Breach,
    Fields,
    Proved,
    Question,
    Refuted,
    Unknown,
    Unsupported,
    prove,
    suspects,
)
from swerve.meaning.contract import Unintended
from swerve.model import Side

_CLASS = """
class Order:
    discount: int
    def total(self, x: int) -> int:
        {}
        return x - self.discount
"""
_NOT_BELOW_ZERO = """
class Order:
    discount: int
    def total(self, x):
        requires(self.discount > 0)
        when_ensured(result < 0)
        ensures(result == 0)
"""


def _asked(old: str, new: str, contract: str, function: str = "f") -> Answer:
    return prove(Sworn("", old, new, contract, function).question)


def _order(line: str) -> str:
    return _CLASS.format(line)


# --- refutations --------------------------------------------------------------------------------


def test_figure_13_a_refutation_shows_both_versions_line_by_line() -> None:
    (sworn,) = [one for one in REFUTED if one.name == "figure 13"]
    answer = prove(sworn.question)
    assert isinstance(answer, Refuted)
    lines = {side: [step for step in answer.trace if step.side is side] for side in Side}
    assert [step.line for step in lines[Side.OLD]] == [2, 3, 4, 5, 5]
    assert [step.line for step in lines[Side.NEW]] == [2, 3, 4, 5, 5]
    assert {name for name, _ in lines[Side.OLD][3].names} == {"i", "o", "r", "time"}
    (ending,) = lines[Side.NEW][-1].names
    assert ending[0] == "result"
    breach = answer.breach
    assert breach is not None
    if breach.clause is not None:
        assert dict(breach.values)["result"] == ending[1]


def test_a_difference_outside_names_no_clause() -> None:
    answer = _asked(
        "def f(x: int): return x",
        "def f(x: int): return x + 1",
        "def f(x: int):\n    when_ensured(result > 0)\n    ensures(result == prev(result) + 1)",
    )
    assert isinstance(answer, Refuted)
    assert answer.breach == Breach(
        "a difference, but no update condition holds for this call", "contracts/shop/orders.py", 1
    )


def test_a_violated_clause_is_named_with_its_line_and_values() -> None:
    answer = _asked(
        "def f(x: int): return x",
        "def f(x: int): return x + 2",
        "def f(x: int):\n    when_required(x == 3)\n    ensures(result == prev(result) + 1)\n"
        "    with case('others'):\n        ensures(True)",
    )
    assert isinstance(answer, Refuted)
    assert answer.breach is not None
    assert answer.arguments == (("x", 3),)
    assert answer.breach.why == "`ensures(result == prev(result) + 1)` does not hold"
    assert answer.breach.line == 3
    assert answer.breach.values == (
        ("result", "5"),
        ("prev(result)", "3"),
        ("prev(result) + 1", "4"),
        ("result == prev(result) + 1", "False"),
    )


# --- methods ------------------------------------------------------------------------------------


def test_a_method_is_proved_over_its_attributes() -> None:
    line = "if self.discount > 0: return max(x - self.discount, 0)"
    answer = _asked(_order("pass"), _order(line), _NOT_BELOW_ZERO, "Order.total")
    assert isinstance(answer, Proved), answer
    assert "self.discount is int, not a subclass" in answer.assumptions


def test_a_method_is_refuted_with_the_attributes_of_its_object() -> None:
    new = _order("return max(x - self.discount, 0)")
    answer = _asked(_order("pass"), new, _NOT_BELOW_ZERO, "Order.total")
    assert isinstance(answer, Refuted), answer
    (_, own), (_, x) = answer.arguments
    assert isinstance(own, Fields)
    made = f"(o := Order(), vars(o).update({dict(own.attributes)!r}))[0]"
    versions = Versions(_order("pass"), new, _NOT_BELOW_ZERO)
    judgement = versions.judged("Order.total", f"x={x}", on=made)
    assert isinstance(judgement, Unintended)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        pytest.param("if x > 0: self.discount += 1", Proved, id="satisfied"),
        pytest.param("self.discount += 1 if x > 0 else 0", Proved, id="nothing is added"),
        pytest.param("self.discount += 1", Refuted, id="outside"),
        pytest.param("if x > 0: self.discount += 2", Refuted, id="violated"),
    ],
)
def test_attributes_that_a_method_sets(line: str, expected: type[object]) -> None:
    body = "class A:\n    discount: int\n    def f(self, x: int) -> None:\n        {}\n"
    contract = """
        class A:
            def f(self, x):
                when_required(x > 0)
                ensures(self.discount == old(self.discount) + 1)
    """
    answer = _asked(body.format("pass"), body.format(line), contract, "A.f")
    assert isinstance(answer, expected), answer


# --- exceptions of the module -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        pytest.param("raise Broken('low')", "return 0", Proved, id="satisfied"),
        pytest.param("raise Worse('low')", "return 0", Proved, id="a class below"),
        pytest.param("raise Worse('low')", "return 1", Refuted, id="violated"),
        pytest.param("raise ValueError('low')", "return 0", Refuted, id="another class"),
    ],
)
def test_exceptions_of_the_module(old: str, new: str, expected: type[object]) -> None:
    module = """
class Broken(Exception):
    "What is wrong."
class Worse(Broken): pass
def f(x: int) -> int:
    if x < 0:
        {}
    return x
"""
    contract = """
        from shop.orders import Broken
        def f(x: int):
            when_signaled(Broken, "low" in str(exc))
            signals(Exception, False)
            ensures(result == 0)
    """
    answer = _asked(module.format(old), module.format(new), contract)
    assert isinstance(answer, expected), answer


# --- what a proof covers ------------------------------------------------------------------------


def test_a_case_that_no_call_meets_is_told() -> None:
    answer = _asked(
        "def f(x: int): return abs(x)",
        "def f(x: int): return max(x, -x)",
        "def f(x: int):\n    with case('below zero'):\n        when_ensured(result < 0)\n"
        "        ensures(result == 0)",
    )
    assert isinstance(answer, Proved)
    assert answer.vacuous == ("below zero",)


def test_loops_that_do_not_go_together_are_followed_to_a_bound() -> None:
    old = """
        def f(n: int) -> int:
            total = 0
            for i in range(n):
                total += 2
            return total
    """
    new = old.replace("range(n)", "range(n + n)").replace("+= 2", "+= 1")
    answer = _asked(old, new, "def f(n: int):\n    when_required(n > 1)\n    ensures(result > 1)")
    assert isinstance(answer, Proved)
    assert answer.bound == 4


def test_what_is_relied_on_is_listed() -> None:
    sworn = next(one for one in REFUTED if one.name == "figure 12")
    question = replace(sworn.question, new_text=sworn.question.new_text.replace("k + 2", "k + 1"))
    answer = prove(question)
    assert isinstance(answer, Proved)
    assert any("loop 1 of f keeps its contract" in words for words in answer.assumptions)
    without = prove(replace(question, loops=()))
    assert not isinstance(without, Proved) or without.bound is not None


def test_a_changed_callee_without_a_contract_is_looked_into() -> None:
    old = "def p(x: int) -> int: return x\ndef f(x: int) -> int: return p(x)"
    new = old.replace("return x\n", "return x + 1\n")
    contract = "def f(x: int):\n    ensures(result == prev(result) + {})"
    assert isinstance(_asked(old, new, contract.format(1)), Proved)
    assert isinstance(_asked(old, new, contract.format(2)), Refuted)


def test_a_recursive_call_is_not_taken_to_be_the_same() -> None:
    """The contract says that `f` changes, so its calls of itself change too."""
    old = "def f(n: int) -> int:\n    if n <= 0: return 0\n    return f(n - 1) + 1"
    new = old.replace("return 0", "return 5")
    contract = "def f(n: int):\n    when_required(n <= 0)\n    ensures(result == 5)"
    assert not isinstance(_asked(old, new, contract), Proved)


# --- what has no meaning ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("clause", "why"),
    [
        pytest.param("ensures(sum([result, 1]) == 3)", "`sum`", id="a function"),
        pytest.param("ensures(10 // x > 3 or True)", "may raise", id="it may raise"),
        pytest.param("ensures({x: 1} == {})", "Dict", id="a display"),
    ],
)
def test_a_clause_without_a_meaning_is_told_with_its_place(clause: str, why: str) -> None:
    answer = _asked(
        "def f(x: int): return abs(x)",
        "def f(x: int): return abs(x) + 1",
        f"def f(x: int):\n    {clause}",
    )
    assert isinstance(answer, Unsupported), answer
    assert why in answer.construct
    assert (answer.file, answer.line) == ("contracts/shop/orders.py", 2)


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        pytest.param("x: int = 1", "x: int = 2", "a changed default of x", id="default"),
        pytest.param("x: int", "x: int, y: int", "the parameter y", id="not declared"),
    ],
)
def test_heads_that_do_not_go_together_are_told(old: str, new: str, why: str) -> None:
    contract = "def f(x: int):\n    ensures(result == 1)"
    answer = _asked(f"def f({old}): return 1", f"def f({new}): return 1", contract)
    assert isinstance(answer, Unsupported)
    assert why in answer.construct


def test_a_value_of_unknown_type_is_never_guessed() -> None:
    answer = _asked(
        "import other\ndef f(x: int): return other.made(x)",
        "import other\ndef f(x: int): return other.made(x) + 1",
        "def f(x: int):\n    ensures(result == prev(result) + 1)",
    )
    assert isinstance(answer, Unsupported | Unknown)


# --- which callee must change -------------------------------------------------------------------

_PRINTING = """
def width(x: int) -> int:
    return x
def height(x: int) -> int:
    return 2
def f(x: int) -> int:
    if x > 10:
        return width(x) * {}
    return height(x) - 1
"""


def _suspects(contract: str, factor: str = "2") -> tuple[str, ...]:
    text = textwrap.dedent(_PRINTING.format(factor))
    return suspects(_question(text, contract))


def _question(text: str, contract: str) -> Question:
    return Sworn("", text, text, contract).question


def test_the_callee_that_must_change_is_found() -> None:
    contract = "def f(x: int):\n    when_required(x {})\n    ensures(result == prev(result) + 2)"
    assert _suspects(contract.format("> 10")) == ("width",)
    assert _suspects(contract.format("== 10")) == ("height",)


def test_no_callee_is_suspected_where_none_can_help() -> None:
    contract = "def f(x: int):\n    when_required(x > 10)\n    ensures(result == prev(result) + 1)"
    assert _suspects(contract) == ()
    assert _suspects(contract, "0") == ()


def test_nobody_is_suspected_of_what_is_kept() -> None:
    assert _suspects("def f(x: int):\n    applies(RV)") == ()


# --- traps --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "contract"),
    [
        pytest.param(
            "def f(a: list[int], b: list[int]) -> None: pass",
            "def f(a: list[int], b: list[int]) -> None: a.append(1)",
            "def f(a: list[int], b: list[int]):\n    ensures(b == old(b))",
            id="two parameters may be one list",
        ),
        pytest.param(
            "def f(x: float) -> float: return x",
            "def f(x: float) -> float: return x * 1.0",
            "def f(x: float):\n    ensures(result == prev(result))",
            id="nan equals nothing",
        ),
        pytest.param(
            "def f(x: int) -> int: return x",
            "def f(x: int) -> int:\n    while x > 0:\n        pass\n    return x",
            "def f(x: int):\n    when_required(x > 0)\n    ensures(result == 99)",
            id="a call that hangs",
        ),
        pytest.param(
            "def f(x: int):\n    yield x",
            "def f(x: int):\n    yield x + 1",
            "def f(x: int):\n    ensures(result is None)",
            id="a generator returns a generator",
        ),
        pytest.param(
            "from deco import wrap\n@wrap\ndef f(x: int): return x",
            "from deco import wrap\n@wrap\ndef f(x: int): return x + 1",
            "def f(x: int):\n    ensures(result == prev(result) + 1)",
            id="a decorator makes another function",
        ),
        pytest.param(
            "N = [3]\ndef p(x: int) -> int: return x + N[0]\ndef f(x: int) -> int:\n"
            "    a = p(x)\n    N[0] += 1\n    return p(x) - a",
            "N = [3]\ndef p(x: int) -> int: return N[0] + x\ndef f(x: int) -> int:\n"
            "    a = p(x)\n    N[0] += 1\n    return p(x) - a",
            "def p(x: int):\n    ensures(result == prev(result))\n"
            "def f(x: int):\n    ensures(result == 0)",
            id="a callee that reads what changes",
        ),
        pytest.param(
            "def f(x: int) -> int: return x",
            "def f(x: int) -> int: return x + 1",
            "def f(x: int):\n    when_signaled(ValueError)\n    ensures(result > prev(result))",
            id="when_signaled alone covers no result",
        ),
    ],
)
def test_what_does_not_hold_is_never_proved(old: str, new: str, contract: str) -> None:
    answer = _asked(old, new, contract)
    assert not isinstance(answer, Proved) or answer.bound is not None


def test_what_a_dict_holds_after_a_write() -> None:
    contract = "def f(d: dict[str, int]):\n    ensures(d['a'] == 2)"
    old, new = (f"def f(d: dict[str, int]) -> None: d['a'] = {value}" for value in (1, 2))
    assert isinstance(_asked(old, new, contract), Proved)
    assert isinstance(_asked(new, old, contract), Refuted)


# --- sections 7.7.2 and 7.7.3, figure 15 --------------------------------------------------------

_NAMED = "class Named:\n    def p(self, x):\n        {}\n"
_EMPTY_NAME = """
class Named:
    name: str | None
    def p(self, x: int):
        when_ensured(self.name is None)
        ensures(self.name == "")
"""
_ADDED_TO = """
class Named:
    name: int
    def p(self, x: int):
        ensures(self.name == prev(self.name) + 1)
"""
_FIGURE_15 = """
class Named:
    name: str | None
    def p(self, x: int | None):
        with case("abnormal termination"):
            when_signaled(TypeError)
            signals(TypeError, False)
        with case("normal termination"):
            when_ensured(self.name is None)
            ensures(self.name == "")
"""
_NAME_OR_ERROR = "self.name = None if x else str(x + 1)"


@pytest.mark.parametrize(
    ("contract", "old", "new", "expected"),
    [
        pytest.param(
            _EMPTY_NAME, "pass", "self.name = self.name or ''", Proved, id="section 7.7.2 satisfied"
        ),
        pytest.param(_EMPTY_NAME, "pass", "self.name = '?'", Refuted, id="section 7.7.2 violated"),
        pytest.param(
            _ADDED_TO, "self.name += 1", "self.name += 2", Proved, id="section 7.7.3 satisfied"
        ),
        pytest.param(
            _ADDED_TO, "self.name += 1", "self.name += 1", Refuted, id="section 7.7.3 violated"
        ),
        pytest.param(
            _FIGURE_15,
            _NAME_OR_ERROR,
            "self.name = '' if x or x is None else str(x + 1)",
            Proved,
            id="figure 15 satisfied",
        ),
        pytest.param(
            _FIGURE_15,
            _NAME_OR_ERROR,
            "self.name = '' if x else str(x + 1)",
            Refuted,
            id="figure 15 violated: it still raises",
        ),
        pytest.param(
            _FIGURE_15, _NAME_OR_ERROR, "self.name = ''", Refuted, id="figure 15 violated: outside"
        ),
    ],
)
def test_fields_that_methods_write(
    contract: str, old: str, new: str, expected: type[object]
) -> None:
    before, after = _NAMED.format(old), _NAMED.format(new)
    answer = _asked(before, after, contract, "Named.p")
    assert isinstance(answer, expected), answer
    if isinstance(answer, Refuted):
        (_, own), (_, x) = answer.arguments
        assert isinstance(own, Fields)
        made = f"(o := Named(), vars(o).update({dict(own.attributes)!r}))[0]"
        judgement = Versions(before, after, contract).judged("Named.p", f"{x}", on=made)
        assert isinstance(judgement, Unintended)
