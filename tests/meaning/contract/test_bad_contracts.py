"""Is everything that is wrong with a contract file said, with its place?"""

from __future__ import annotations

import ast
import textwrap

import pytest
from tests.meaning.contract.two_versions import FILE, contracts_from, faults_of

from swerve.meaning.contract import (
    BadContracts,
    Contracts,
    check_against,
    read_contracts,
    signatures_in,
)


def rendered(place: str, message: str, line: str, carets: str) -> str:
    return f"{FILE}:{place}: {message}\n    {line}\n    {carets}"


def test_an_unknown_clause() -> None:
    assert faults_of("def f(x):\n    when_signalled(KeyError)\n") == [
        rendered(
            "2:5",
            "unknown clause `when_signalled`; did you mean `when_signaled`?",
            "when_signalled(KeyError)",
            "^^^^^^^^^^^^^^",
        )
    ]


def test_a_result_before_the_call() -> None:
    assert faults_of("def f(x):\n    requires(x > 0 and result > 0)\n") == [
        rendered(
            "2:24",
            "`result` in `requires`: before the call there is no result",
            "requires(x > 0 and result > 0)",
            "                   ^^^^^^",
        )
    ]


def test_carets_count_characters_and_not_bytes() -> None:
    (fault,) = faults_of('def f(x):\n\tensures("ä→" == x and y)\n')
    assert fault.splitlines()[1:] == ['    ensures("ä→" == x and y)', " " * 26 + "^"]


def test_all_faults_of_a_file_come_at_once_and_in_order() -> None:
    text = """
        def f(x):
            ensures(reslt == 1)
            signals(KeyErorr)
            with cas("a"):
                requires(x)

        def g(y):
            requires(old(y))
    """
    assert [fault.splitlines()[0] for fault in faults_of(text)] == [
        f"{FILE}:2:13: unknown name `reslt`; did you mean `result`?",
        f"{FILE}:3:13: unknown exception `KeyErorr`; did you mean `KeyError`?",
        f"{FILE}:4:10: only `with case(...)` is allowed here; did you mean `case`?",
        f"{FILE}:8:14: `old` has no meaning in `requires`, which is about the state before the "
        "call",
    ]


#: The clause and what is said about it; `^` stands for the part that the carets are under.
CLAUSES = [
    ("when_ensured(prev(result) > 0)", "prev(result)", "`prev` has no meaning in `when_ensured`"),
    ("when_required(prev(x) > 0)", "prev(x)", "`prev` has no meaning in `when_required`"),
    ("ensures(prev(3) == result)", "prev(3)", "`prev` has no effect here: `3` is the same in both"),
    ("ensures(prev(prev(result)) == 1)", "prev(result)", "`prev` inside `prev`"),
    ("ensures(prev(x) is x)", "prev(x)", "`prev` cannot be compared with `is`"),
    ("ensures(result is old(x))", "old(x)", "`old` cannot be compared with `is`"),
    ("ensures(any(prev(y) for y in x))", "prev(y)", "`prev` has no effect here: `y` is the same"),
    ("requires(prev(result) == 1)", "result", "`result` in `requires`"),
    ("preserves_when(result == 1)", "result", "`result` in `preserves_when`"),
    ("ensures(old(result) == 1)", "result", "`old(result)`: before the call there is no result"),
    ("signals(KeyError, result == 1)", "result", "a call that raises has no result"),
    ("when_signaled(KeyError, result)", "result", "a call that raises has no result"),
    ("ensures(str(exc) == '')", "exc", "`exc` in `ensures`: a call that returns raises nothing"),
    ("when_ensured(exc)", "exc", "use `when_signaled`"),
    ("requires(x.append(1))", "x.append", "`append` changes `x`: a clause cannot have side"),
    ("ensures(x.pop() == 1)", "x.pop", "`pop` changes `x`"),
    ("ensures(x.startwith('a'))", "x.startwith", "did you mean `startswith`?"),
    ("ensures(x.total() > 1)", "x.total", "the method `total` is not known to be pure"),
    ("ensures(compute(x))", "compute", "`compute` is not known to be pure"),
    ("ensures(lenn(x))", "lenn", "did you mean `len`?"),
    ("ensures(x(3))", "x(3)", "would run code of the project"),
    ("ensures(print(x))", "print(x)", "`print` cannot be used in a clause: it writes"),
    ("ensures(hash(x) == 1)", "hash(x)", "hashes may differ between the two versions"),
    ("ensures((y := x))", "y := x", "a clause cannot have side effects: `:=` assigns"),
    ("ensures(lambda: x)", "lambda: x", "a lambda can only be the `key`"),
    ("ensures(x.__dict__)", "x.__dict__", "`__dict__` cannot be inspected"),
    ("ensures(len)", "len", "`len` is a function: call it"),
    ("ensures(prev)", "prev", "`prev` must be called"),
    ("signals(int)", "int", "`int` is not an exception"),
    ("signals('x')", "'x'", "must be an exception class, not"),
    ("signals(NotThere)", "NotThere", "import it in the contract file"),
    ("signals()", "signals()", "`signals` takes an exception and a condition"),
    ("requires()", "requires()", "`requires` takes one condition"),
    ("ensures(x, x)", "ensures(x, x)", "`ensures` takes one condition"),
    ("ensures(condition=x)", "ensures(condition=x)", "`ensures` takes only positional arguments"),
    ("x = 3", "x = 3", "only clauses and `with case(...)`; `x = 3` is neither"),
    ("case('a')", "case('a')", "a case must open a block"),
    ("applies(TESTS)", "TESTS", "did you mean `TEST`?"),
    ("renamed_from(f)", "renamed_from(f)", "takes a name as a string"),
    ("requires(False)", "requires(False)", "never holds; this case applies to no call"),
    ("when_ensured(False)", "when_ensured(False)", "never holds; this case applies to no call"),
    ("requires(x > 3 and x < 2)", "requires(x > 3 and x < 2)", "contradicts `x > 3` beside it"),
]


@pytest.mark.parametrize(("clause", "part", "message"), CLAUSES, ids=[each[0] for each in CLAUSES])
def test_a_clause_that_cannot_stand(clause: str, part: str, message: str) -> None:
    (fault,) = faults_of(f"def f(x):\n    {clause}\n")
    head, line, carets = fault.splitlines()
    start = clause.index(part)
    assert head.startswith(f"{FILE}:2:{start + 5}: ")
    assert message in head
    assert line == f"    {clause}"
    assert carets == "    " + " " * start + "^" * len(part)


def test_what_only_one_version_has() -> None:
    text = """
        class Order:
            coupon: New[str]
            gone: Old[int]
            def total(self, cs: New[bool], legacy: Old[int]):
                when_ensured(cs and self.coupon)
                ensures(legacy == self.gone and prev(self.coupon) == 1)
    """
    assert [fault.splitlines()[0].partition(": ")[2] for fault in faults_of(text)] == [
        "`cs` exists only in the new version, but `when_ensured` is about the old one",
        "`self.coupon` exists only in the new version, but `when_ensured` is about the old one",
        "`legacy` exists only in the old version: use `prev(legacy)` here",
        "`self.gone` exists only in the old version: use `prev(self.gone)` here",
        "`self.coupon` exists only in the new version, but `prev(...)` is about the old one",
    ]


def test_requires_cannot_stand_for_when_required_where_a_parameter_is_new() -> None:
    (fault,) = faults_of("def f(cs: New[bool]):\n    requires(not cs)\n    ensures(True)\n")
    assert "`requires` applies to the old one too: add a `when_required(...)`" in fault
    contracts_from("def f(cs: New[bool]):\n    when_required(True)\n    requires(not cs)\n")


CONTRADICTIONS = [
    ("ensures(result == 0)", "ensures(result == 1)", "`result == 1` contradicts `result == 0`"),
    ("ensures(result < 0)", "ensures(0 <= result)", "`0 <= result` contradicts `result < 0`"),
    ("ensures(result == 3)", "ensures(result > 3)", "contradicts"),
    ("ensures(result is None)", "ensures(result is not None)", "contradicts"),
    ("ensures(result is None)", "ensures(result == 1)", "contradicts"),
    ("ensures(x in result)", "ensures(not x in result)", "contradicts"),
    ("ensures(False)", "signals(Exception, False)", "could neither return nor raise"),
    ("ensures(result == 0)", "ensures(result >= 0)", ""),
    ("ensures(result == 0)", "ensures(result == prev(result))", ""),
    ("ensures(result <= 0)", "ensures(result >= 0)", ""),
    ("ensures(result == 'a')", "ensures(result < 3)", ""),
    ("ensures(False)", "signals(KeyError, False)", ""),
]


@pytest.mark.parametrize(("first", "second", "message"), CONTRADICTIONS)
@pytest.mark.parametrize("same_update", [True, False])
def test_cases_that_contradict_each_other(
    first: str, second: str, message: str, same_update: bool
) -> None:
    text = textwrap.dedent(f"""
        def f(x):
            with case("a"):
                when_ensured(result < 0)
                {first}
            with case("b"):
                when_ensured(result < {0 if same_update else 1})
                {second}
    """)
    found = read_contracts(text, FILE)
    if message and same_update:
        assert isinstance(found, BadContracts)
        assert message in found.faults[0].message
        assert (found.faults[0].line, "on line 5" in found.faults[0].message) == (8, True)
    else:
        assert isinstance(found, Contracts)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("def f(x):\n    ensures(x ==\n", "2:12: this does not parse: '(' was never closed"),
        (
            "def f(x):\n    ensures(x)\ndef f(x):\n    ensures(x)\n",
            "3:5: a second contract for `f`",
        ),
        (
            "from swerve.meaning.contract import requirs\n",
            "1:37: `swerve.meaning.contract` has no `requirs`; did",
        ),
        (
            "import swerve.meaning.contract\n",
            "1:1: write `from swerve.meaning.contract import ...`",
        ),
        ("run()\n", "1:1: a contract file can contain only imports, constants, helper"),
        (
            "def h(x):\n    x.a = 1\n    return x\n",
            "2:5: this changes `x.a`: contracts cannot change anything",
        ),
        ("def h(x):\n    return prev(x)\n", "2:12: `prev` has no meaning here"),
        ("def h(x):\n    if x:\n        return 1\n", "1:5: `h` may end without a `return`"),
        (
            "def h(x):\n    import os\n    return x\n",
            "2:5: a helper may only assign to its own names",
        ),
        ("@wraps\ndef f(x):\n    ensures(x)\n", "1:2: the only decorator allowed on a contract is"),
        ("@loop('f')\ndef f(x):\n    ensures(x)\n", "1:2: `loop` takes a function, the number of"),
        ("def f(x):\n    with case('a'):\n        pass\n", "2:10: a case without clauses would"),
        (
            "def f(x):\n    with case('a'):\n        preserves_when(x)\n",
            "3:9: `preserves_when` is for",
        ),
        ("class A:\n    x = 3\n", "2:5: a class can contain only fields with their types"),
        ("A = []\nA.x = 3\n", "2:1: a constant must have the form `NAME = value`"),
        ("A = open('x')\n", "1:5: `open` cannot be used in a clause: it opens a file"),
    ],
)
def test_a_file_that_cannot_stand(text: str, message: str) -> None:
    (fault,) = faults_of(text)
    assert fault.startswith(f"{FILE}:{message}"), fault


@pytest.mark.usefixtures("usual_depth")
def test_a_null_byte_and_nesting_without_end() -> None:
    for text in ("def f(x):\n    ensures(x)\x00\n", "x = " + "(" * 5000 + "1" + ")" * 5000):
        found = read_contracts(text, FILE)
        assert isinstance(found, BadContracts)
        assert "this does not parse" in found.rendered
    found = read_contracts("def f(x):\n    ensures(" + "x + " * 2000 + "1)\n", FILE)
    assert isinstance(found, BadContracts)
    assert "nested too deeply" in found.rendered


# --- against the code ---------------------------------------------------------------------------


def against(contract: str, old: str, new: str) -> list[str]:
    found = [signatures_in(ast.parse(textwrap.dedent(text))) for text in (old, new)]
    faults = check_against(contracts_from(contract), *found)
    assert all(fault.source for fault in faults)
    return [f"{fault.line}:{fault.column}: {fault.message}" for fault in faults]


@pytest.mark.parametrize(
    ("contract", "old", "new", "faults"),
    [
        pytest.param(
            "def totl(x): ensures(x)",
            "def total(x): pass",
            "def total(x): pass",
            ["1:5: unknown function `totl`; did you mean `total`?"],
            id="unknown function",
        ),
        pytest.param(
            "class A:\n    def m(self): ensures(self.x)",
            "class A:\n    def n(self): pass",
            "class A:\n    def m(self): pass",
            ["2:9: `A.m` does not exist in the old version; did you mean `A.n`?"],
            id="new function",
        ),
        pytest.param(
            "def f(x): ensures(x)",
            "def f(x): pass",
            "",
            ["1:5: `f` does not exist in the new version: there is nothing to check"],
            id="removed function",
        ),
        pytest.param(
            'def f(x):\n    renamed_from("h")\n    ensures(x)',
            "def g(x): pass",
            "def f(x): pass",
            ["1:5: the old version has no `h`"],
            id="renamed from nothing",
        ),
        pytest.param(
            "def f(widht): ensures(widht)",
            "def f(width): pass",
            "def f(width): pass",
            ["1:7: unknown parameter `widht`; did you mean `width`?"],
            id="unknown parameter",
        ),
        pytest.param(
            "def f(a, b: New[int], c: Old[int]): ensures(a)",
            "def f(b): pass",
            "def f(a, c): pass",
            [
                "1:7: the old version has no parameter `a`: write `New[...]`",
                "1:10: the new version has no parameter `b`",
                "1:23: the old version has no parameter `c`",
            ],
            id="wrong versions",
        ),
        pytest.param(
            "def f(a: New[int], b: Old[int]): ensures(a)",
            "def f(a, b): pass",
            "def f(a, b): pass",
            [
                "1:7: the old version has the parameter `a` too",
                "1:20: the new version has the parameter `b` too",
            ],
            id="in both versions",
        ),
        pytest.param(
            'def f(width=renamed_from("w")): ensures(width)',
            "def f(v): pass",
            "def f(width): pass",
            ["1:7: the old version has no parameter `w`"],
            id="parameter renamed from nothing",
        ),
        pytest.param(
            '@loop("f", 2, assigns="s")\ndef g(k): ensures(k)',
            "def f(k):\n    for i in k:\n        while i: pass",
            "def f(k):\n    for i in k: pass",
            ["2:5: `f` has one loop in the new version, not 2"],
            id="loop",
        ),
        pytest.param(
            "class A:\n    def m(self, x, *rest, k: New[int] = 3, **more): ensures(x)",
            "class A:\n    if True:\n        def m(self, x, *rest, **more): pass",
            "class A:\n    def m(self, x, *rest, k=3, **more): pass",
            [],
            id="nothing wrong",
        ),
    ],
)
def test_contracts_against_the_code(contract: str, old: str, new: str, faults: list[str]) -> None:
    assert against(contract, old, new) == faults
