"""Which contracts must the static checker prove, and which must it refute?

Each is two versions and a contract for `f`, or for the function that is named. What is refuted is
run, and judged as the dynamic checker does.
"""

from __future__ import annotations

import ast
import textwrap
from dataclasses import dataclass
from random import Random

from tests.meaning.contract.two_versions import Versions, contracts_from

from swerve.engines.prove.solver import Question
from swerve.meaning.contract import Contract, Judgement
from swerve.model import Side

_VALUES: dict[str, tuple[object, ...]] = {
    "int": (0, 1, -1, 2, 3, -5, 7, 10, 11, 99, 100, 101),
    "str": ("", "a", "b", "ab", "price", "-1", "A"),
    "bool": (True, False),
    "float": (0.0, 1.5, -2.0, 0.1, 1e9),
    "list[int]": ([], [1], [0, -1], [3, 1, 2], [5, 5]),
    "dict[str, int]": ({}, {"a": 1}, {"b": -1, "a": 0}),
    "int | None": (None, 0, 1, -3),
    "tuple[int, int]": ((0, 0), (1, 2), (2, 1)),
}


@dataclass(frozen=True, slots=True)
class Sworn:
    """Two versions with a contract between them."""

    name: str
    old: str
    new: str
    contract: str
    function: str = "f"

    @property
    def question(self) -> Question:
        """What is asked of the static checker."""
        contracts = contracts_from(self.contract)
        callees = {
            one.function: one
            for one in contracts.contracts
            if one.loop is None and one.function != self.function
        }
        return Question(
            textwrap.dedent(self.old),
            textwrap.dedent(self.new),
            self._contract.old_function,
            self.function,
            120.0,  # other tests may run beside this one
            self._contract,
            callees,
            contracts.loops_of(self.function),
        )

    @property
    def _contract(self) -> Contract:
        found = contracts_from(self.contract).of(self.function)
        assert found is not None
        return found

    @property
    def versions(self) -> Versions:
        """Both versions, ready to run."""
        return Versions(self.old, self.new, self.contract)

    def judged(self, versions: Versions, arguments: dict[str, object]) -> Judgement:
        """Run a call of both versions, and judge it."""
        contract = self._contract
        texts = {}
        for side in Side:
            given = {
                one.old_name if side is Side.OLD else one.name: arguments[one.name]
                for one in contract.parameters
                if one.presence.is_in(side)
            }
            texts[side] = ", ".join(f"{name}={value!r}" for name, value in given.items())
        return versions.judged(
            self.function,
            old=texts[Side.OLD],
            new=texts[Side.NEW],
            old_function=contract.old_function,
        )

    def drawn(self, random: Random) -> dict[str, object]:
        """Arguments by the annotations of the contract."""
        contract = self._contract
        types = _annotations("\n".join(contract.source), self.function)
        return {one.name: random.choice(_VALUES[types[one.name]]) for one in contract.parameters}


def _annotations(text: str, function: str) -> dict[str, str]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef) and node.name == function.rpartition(".")[2]:
            return {one.arg: _plain(one.annotation) for one in node.args.args}
    raise AssertionError(function)


def _plain(node: object) -> str:
    assert isinstance(node, ast.expr), "contracts of these tests name the types of parameters"
    if isinstance(node, ast.Subscript) and ast.unparse(node.value) in ("New", "Old"):
        node = node.slice
    return ast.unparse(node)


_SIMPLE = "def f(x: int) -> int: return x"
_WHEN_POSITIVE = """
def f(x: int):
    when_ensured(result > 0)
    ensures(result == prev(result) + 1)
"""
_SUM_OLD = """
def f(k: int) -> int:
    s = 0
    for i in range(1, k):
        s = s + i
    return s
"""
_SUM_NEW = _SUM_OLD.replace("range(1, k)", "range(1, k + 1)")
_SUM_CONTRACT = """
def f(k: int):
    requires(k >= 1)
    ensures(result == prev(result) + k)
@loop("f", 1, assigns="s")
def sum_loop(k: int):
    requires(k >= 1)
    ensures(result == prev(result) + k)
"""
_CALLER = "def f(x: int) -> int: return p(x) * 2"
_CALLEE_OLD = f"def p(x: int) -> int: return x\n{_CALLER}"
_CALLEE_NEW = f"def p(x: int) -> int: return x + 1 if x > 0 else x\n{_CALLER}"
_CALLEE_CONTRACT = """
def p(x: int):
    when_ensured(result > 0)
    ensures(result == prev(result) + 1)
def f(x: int):
    when_ensured(result > 0)
    ensures(result == prev(result) + {})
"""
#: The two versions of section 7.3, in which calls are aligned by their inputs.
_ALIGNED_OLD = """
def p(x: int) -> int: return x
def f(n: int) -> int:
    x = n
    first = p(x)
    y = -x
    second = p(y)
    return first
"""
_ALIGNED_NEW = """
def p(x: int) -> int: return x + 1 if x > 0 else x
def f(n: int) -> int:
    x = -n
    first = p(x)
    y = -x
    second = p(y)
    return second
"""
_RAISING_OLD = """
def m(x: int) -> int:
    if x == 0:
        raise KeyError("price")
    if x < 0:
        raise ValueError("negative")
    return x
def f(x: int) -> int:
    return m(x)
"""
_RAISING_NEW = _RAISING_OLD.replace('raise KeyError("price")', "return 0")
_RAISING_CONTRACT = """
def m(x: int):
    when_signaled(KeyError)
    signals(KeyError, False)
def f(x: int):
    when_signaled(KeyError, "price" in str(exc))
    signals(KeyError, False)
"""
_GUARD_OLD = """
def f(n: int) -> int:
    total = 0
    for i in range(n):
        total += i
    return total
"""
_GUARD_NEW = _GUARD_OLD.replace(
    "    total = 0\n", '    if n < 0:\n        raise ValueError("negative")\n    total = 0\n', 1
)
_GUARD_CONTRACT = """
def f(n: int):
    when_required(n < 0)
    ensures(False)
    signals(Exception, isinstance(exc, ValueError) and str(exc) == "negative")
"""
_FACTOR_OLD = """
def f(n: int) -> int:
    if n <= 0:
        return 0
    return f(n - 1) + 1
"""
_FACTOR_NEW = _FACTOR_OLD.replace("return 0", "return 5")
_CLAMP = """
def f(x: int, low: int, high: int):
    with case("low"):
        when_ensured(result < low)
        requires(low <= high)
        when_required(low <= high)
        ensures(result == low)
    with case("high"):
        when_ensured(result > high)
        requires(low <= high)
        when_required(low <= high)
        ensures(result == high)
"""
_CLAMP_OLD = "def f(x: int, low: int, high: int) -> int: return x"
_CLAMP_NEW = """
def f(x: int, low: int, high: int) -> int:
    if low > high:
        return x
    return max(low, min(x, high))
"""
_STRUCTURE_OLD = "def f(x: int, legacy: bool = False) -> int: return -x if legacy else x"
_STRUCTURE_NEW = "def f(x: int, step: int = 0) -> int: return x + step"
_STRUCTURE = """
def f(x: int, step: New[int] = 0, legacy: Old[bool] = False):
    with case("steps"):
        when_required(not legacy)
        requires(step > 0)
        ensures(result > prev(result))
    with case("legacy is gone"):
        when_required(legacy)
        ensures(result == step - prev(result))
"""
_HELPER = """
LIMIT = 10
def within(value, limit=LIMIT):
    if value > limit:
        return False
    return value >= -limit
def f(x: int):
    when_required(not within(x))
    ensures(implies(x > 0, result == LIMIT) and implies(x < 0, result == -LIMIT))
"""
_HELPER_NEW = """
def f(x: int) -> int:
    if x > 10:
        return 10
    return -10 if x < -10 else x
"""
_COUNT_OLD = """
def f(items: list[int]) -> int:
    count = 0
    for item in items:
        count += 1
    return count
"""
_COPY_OLD = """
def f(items: list[int]) -> list[int]:
    out = []
    for item in items:
        out.append(item)
    return out
"""
_APPEND_OLD = "def f(items: list[int], x: int) -> None: items.append(x)"
_APPEND_NEW = """
def f(items: list[int], x: int) -> None:
    if x > 0:
        items.append(x)
"""
_APPEND = """
def f(items: list[int], x: int):
    when_required(x <= 0)
    ensures(items == old(items))
    ensures(items == prev(old(items)))
"""
_DICT_OLD = "def f(prices: dict[str, int], name: str) -> int: return prices[name]"
_DICT_NEW = "def f(prices: dict[str, int], name: str) -> int: return prices.get(name, 0)"
_DICT = """
def f(prices: dict[str, int], name: str):
    when_signaled(KeyError)
    signals(Exception, False)
    ensures(result == 0 and name not in prices)
"""
_TUPLE_OLD = "def f(pair: tuple[int, int]) -> tuple[int, int]: return pair"
_TUPLE_NEW = """
def f(pair: tuple[int, int]) -> tuple[int, int]:
    return pair if pair[0] <= pair[1] else (pair[1], pair[0])
"""
_TUPLE = """
def f(pair: tuple[int, int]):
    when_ensured(result[0] > result[1])
    ensures(result == (prev(result)[1], prev(result)[0]) and result[0] < result[1])
"""
_TEXT_OLD = 'def f(name: str) -> str: return "Hello " + name'
_TEXT_NEW = 'def f(name: str) -> str: return f"Hello {name}!" if name else "Hello "'
_TEXT = """
def f(name: str):
    requires(len(name) > 0)
    ensures(result == prev(result) + "!" and result.endswith("!"))
"""
_NONE_OLD = "def f(x: int | None) -> int: return x + 1"
_NONE_NEW = "def f(x: int | None) -> int: return 1 if x is None else x + 1"
_NONE = """
def f(x: int | None):
    when_signaled(TypeError)
    signals(Exception, False)
    ensures(result == 1 and x is None)
"""
_PRESERVES = """
def f(x: int):
    preserves_when(x >= 0)
"""
_SHIFT_LOOP_OLD = """
def f(items: list[int]) -> int:
    total = 0
    for item in items:
        total += item
    return total
"""
_RENAMED = """
def g(x: int, by: int = renamed_from("step")):
    renamed_from("f")
    ensures(result == prev(result) + 1)
"""

PROVED = (
    Sworn(
        "introduction",
        _SIMPLE,
        "def f(x: int) -> int: return x + 1 if x > 0 else x",
        _WHEN_POSITIVE,
    ),
    Sworn(
        "figure 9",
        "def f(x: int) -> int: return x * 2",
        "def f(x: int) -> int: return abs(x) * 2",
        "def f(x: int):\n    requires(x < 0)\n    when_ensured(result < 0)\n"
        "    ensures(result == -prev(result))",
    ),
    Sworn("figure 10", _CALLEE_OLD, _CALLEE_NEW, _CALLEE_CONTRACT.format(2)),
    Sworn(
        "figure 11: calls are aligned by their inputs",
        _ALIGNED_OLD,
        _ALIGNED_NEW,
        """
        def p(x: int):
            when_ensured(result > 0)
            ensures(result == prev(result) + 1)
        def f(n: int):
            when_ensured(result > 0)
            ensures(result == prev(result) + 1)
        """,
    ),
    Sworn("figure 12", _SUM_OLD, _SUM_NEW, _SUM_CONTRACT),
    Sworn("figure 14", _RAISING_OLD, _RAISING_NEW, _RAISING_CONTRACT),
    Sworn("a guard before a loop", _GUARD_OLD, _GUARD_NEW, _GUARD_CONTRACT),
    Sworn(
        "recursion",
        _FACTOR_OLD,
        _FACTOR_NEW,
        "def f(n: int):\n    ensures(result == prev(result) + 5)",
    ),
    Sworn("two cases", _CLAMP_OLD, _CLAMP_NEW, _CLAMP),
    Sworn("figure 3: parameters come and go", _STRUCTURE_OLD, _STRUCTURE_NEW, _STRUCTURE),
    Sworn("helpers, constants and implies", _SIMPLE, _HELPER_NEW, _HELPER),
    Sworn(
        "a loop that starts elsewhere",
        _COUNT_OLD,
        _COUNT_OLD.replace("count = 0", "count = 7"),
        "def f(items: list[int]):\n    ensures(result == prev(result) + 7)",
    ),
    Sworn("a list that is changed", _APPEND_OLD, _APPEND_NEW, _APPEND),
    Sworn("a missing key", _DICT_OLD, _DICT_NEW, _DICT),
    Sworn("a tuple", _TUPLE_OLD, _TUPLE_NEW, _TUPLE),
    Sworn("text", _TEXT_OLD, _TEXT_NEW, _TEXT),
    Sworn("None is taken", _NONE_OLD, _NONE_NEW, _NONE),
    Sworn(
        "figure 6: preserves_when on its own",
        _SIMPLE,
        "def f(x: int) -> int: return x if x >= 0 else 0",
        _PRESERVES,
    ),
    Sworn(
        "preserves_when beside a case",
        _SIMPLE,
        "def f(x: int) -> int: return x if x % 2 == 0 else x + 1",
        "def f(x: int):\n    ensures(result >= prev(result))\n    preserves_when(x % 2 == 0)",
    ),
    Sworn(
        "an exception is another one",
        'def f(x: int) -> int:\n    if x < 0:\n        raise ValueError("low")\n    return x',
        'def f(x: int) -> int:\n    if x < 0:\n        raise IndexError("too low")\n    return x',
        "def f(x: int):\n    when_signaled(ValueError, str(exc) == 'low')\n"
        "    ensures(False)\n    signals(Exception, isinstance(exc, IndexError))\n"
        "    signals(IndexError, exc.args == ('too low',))",
    ),
    Sworn(
        "figure 17: DAC",
        "def f(x: int) -> int:\n    assert x < 9\n    return x",
        "def f(x: int) -> int:\n    assert x < 10\n    return x + 1",
        "def f(x: int):\n    applies(DAC)",
    ),
    Sworn(
        "figure 17: RV",
        _SIMPLE,
        "def f(x: int) -> int: return 0 + x",
        "def f(x: int):\n    applies(RV)",
    ),
    Sworn(
        "a quantifier",
        "def f(items: list[int]) -> int: return len(items)",
        """
          def f(items: list[int]) -> int:
              for item in items:
                  if item < 0:
                      return -1
              return len(items)
          """,
        "def f(items: list[int]):\n    when_required(not all(item >= 0 for item in items))\n"
        "    ensures(result == -1 or result == prev(result))\n",
    ),
    Sworn(
        "a list that is made",
        _COPY_OLD,
        _COPY_OLD.replace("return out", "return out + [0]"),
        "def f(items: list[int]):\n    ensures(result == prev(result) + [0])",
    ),
    Sworn(
        "renamed",
        "def f(x: int, step: int) -> int: return x + step",
        "def g(x: int, by: int) -> int: return x + by + 1",
        _RENAMED,
        "g",
    ),
)

REFUTED = (
    Sworn(
        "introduction",
        _SIMPLE,
        "def f(x: int) -> int: return x + 2 if x > 0 else x",
        _WHEN_POSITIVE,
    ),
    Sworn("introduction: outside", _SIMPLE, "def f(x: int) -> int: return x + 1", _WHEN_POSITIVE),
    Sworn("introduction: not made", _SIMPLE, "def f(x: int) -> int: return x + 0", _WHEN_POSITIVE),
    Sworn(
        "figure 9",
        "def f(x: int) -> int: return x * 2",
        "def f(x: int) -> int: return x * 2 if x > -9 else -2 * x",
        "def f(x: int):\n    requires(x < 0)\n    when_ensured(result < 0)\n"
        "    ensures(result == -prev(result))",
    ),
    Sworn("figure 10", _CALLEE_OLD, _CALLEE_NEW, _CALLEE_CONTRACT.format(3)),
    Sworn(
        "figure 11",
        _ALIGNED_OLD,
        _ALIGNED_NEW.replace("return second", "return first"),
        """
        def p(x: int):
            when_ensured(result > 0)
            ensures(result == prev(result) + 1)
        def f(n: int):
            when_ensured(result > 0)
            ensures(result == prev(result) + 1)
        """,
    ),
    Sworn("figure 12", _SUM_OLD, _SUM_NEW.replace("k + 1", "k + 2"), _SUM_CONTRACT),
    Sworn(
        "figure 13",
        """
        def f(i: int, time: bool) -> int:
            o = i + 4
            r = i + o
            return r - o if time else r
        """,
        """
        def f(i: int, time: bool) -> int:
            t = i + i + 4
            r = t
            return r - i
        """,
        "def f(i: int, time: bool):\n    when_ensured(result != i)\n"
        "    ensures(result == prev(result) - i)",
    ),
    Sworn(
        "figure 14",
        _RAISING_OLD,
        _RAISING_NEW.replace("return 0", 'raise KeyError("gone")'),
        _RAISING_CONTRACT,
    ),
    Sworn(
        "figure 14: another exception",
        _RAISING_OLD,
        _RAISING_OLD.replace('KeyError("price")', 'IndexError("price")'),
        "def f(x: int):\n    when_signaled(KeyError)\n    signals(LookupError, False)",
    ),
    Sworn(
        "a guard before a loop", _GUARD_OLD, _GUARD_NEW.replace("n < 0", "n < 1"), _GUARD_CONTRACT
    ),
    Sworn(
        "a guard with other words",
        _GUARD_OLD,
        _GUARD_NEW.replace('"negative"', '"n < 0"'),
        _GUARD_CONTRACT,
    ),
    Sworn("two cases", _CLAMP_OLD, _CLAMP_NEW.replace("min(x, high)", "x"), _CLAMP),
    Sworn(
        "figure 3: parameters come and go",
        _STRUCTURE_OLD,
        "def f(x: int, step: int = 0) -> int: return x + step // 2",
        _STRUCTURE,
    ),
    Sworn(
        "helpers, constants and implies", _SIMPLE, _HELPER_NEW.replace("-10 if", "-9 if"), _HELPER
    ),
    Sworn("a list that is changed", _APPEND_OLD, _APPEND_NEW.replace("x > 0", "x > 1"), _APPEND),
    Sworn("a missing key", _DICT_OLD, _DICT_NEW.replace("name, 0", "name, -1"), _DICT),
    Sworn("a tuple", _TUPLE_OLD, _TUPLE_NEW.replace("pair[0])", "pair[0] + 1)"), _TUPLE),
    Sworn("text", _TEXT_OLD, _TEXT_NEW.replace("!", "?"), _TEXT),
    Sworn("None is taken", _NONE_OLD, _NONE_NEW.replace("return 1 if", "return 0 if"), _NONE),
    Sworn(
        "figure 6: preserves_when on its own",
        _SIMPLE,
        "def f(x: int) -> int: return x if x > 0 else 1",
        _PRESERVES,
    ),
    Sworn(
        "preserves_when beside a case",
        _SIMPLE,
        "def f(x: int) -> int: return x if x % 2 == 1 else x + 1",
        "def f(x: int):\n    ensures(result >= prev(result))\n    preserves_when(x % 2 == 0)",
    ),
    Sworn(
        "figure 17: DAC",
        "def f(x: int) -> int:\n    assert x < 9\n    return x",
        "def f(x: int) -> int:\n    assert x < 8\n    return x",
        "def f(x: int):\n    applies(DAC)",
    ),
    Sworn(
        "a loop goes one further",
        _SHIFT_LOOP_OLD,
        _SHIFT_LOOP_OLD.replace("in items", "in items[1:]"),
        "def f(items: list[int]):\n    requires(len(items) > 1)\n"
        "    ensures(result == prev(result))",
    ),
    Sworn(
        "a list that is made",
        _COPY_OLD,
        _COPY_OLD.replace("return out", "return [0] + out"),
        "def f(items: list[int]):\n    ensures(result == prev(result) + [0])",
    ),
    Sworn(
        "renamed",
        "def f(x: int, step: int) -> int: return x + step",
        "def g(x: int, by: int) -> int: return x + by",
        _RENAMED,
        "g",
    ),
)
