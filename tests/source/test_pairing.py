"""Which functions become pairs, and what is recorded of them."""

from __future__ import annotations

from textwrap import dedent

import pytest

from swerve.model import CauseKind, Change, Pair, Problem, Renaming, Side
from swerve.source import FileVersions, RawChange, pair_in, pair_up


def change_of(**files: tuple[str | None, str | None]) -> Change:
    def data(text: str | None) -> bytes | None:
        return None if text is None else dedent(text).encode()

    found = [FileVersions(f"{n}.py", data(old), data(new)) for n, (old, new) in files.items()]
    return pair_up(RawChange("old", "new", tuple(found)))


def test_only_functions_that_differ_are_pairs() -> None:
    old = "def a():\n    return 1\n\ndef b():\n    return 2\n"
    change = change_of(m=(old, old.replace("2", "3")))
    assert [pair.id for pair in change.pairs] == ["m.py::b"]


def test_changed_lines_are_those_the_other_side_lacks() -> None:
    change = change_of(
        m=(
            "X = 1\n\ndef f(a):\n    b = a\n    c = b\n    return c\n",
            "def f(a):\n    b = a\n    c = b + 1\n    d = c\n    return c\n",
        )
    )
    (pair,) = change.pairs
    assert (pair.old.first_line, pair.old.changed_lines) == (3, (5,))
    assert (pair.new.first_line, pair.new.changed_lines) == (1, (3, 4))


def test_a_text_of_several_lines_does_not_change_the_lines_around_it() -> None:
    body = "        for x in xs:\n            self.add(x)\n        return self\n"
    told = '        warn(\n            f"{xs}: "\n            "said twice"\n        )\n'
    head = "class Cart:\n    def fill(self, xs):\n"
    change = change_of(m=(head + told + body, head + "        pass\n" + body))
    (pair,) = change.pairs
    assert (pair.old.changed_lines, pair.new.changed_lines) == ((3, 4, 5, 6), (3,))


def test_a_text_that_a_move_changes_is_a_changed_line() -> None:
    function = 'def f():\n    return """a\n    b"""\n'
    moved = "if X:\n" + "".join(f"    {line}\n" for line in function.splitlines())
    (pair,) = change_of(m=(function, moved)).pairs
    assert pair.old.changed_lines
    assert pair.new.changed_lines


def test_decorators_belong_to_the_function() -> None:
    text = "import d\n\n@d.one\n@d.two\ndef f():\n    pass\n"
    (pair,) = change_of(m=(text, text.replace("@d.one\n", ""))).pairs
    assert pair.old.source.startswith("@d.one")
    assert (pair.new.first_line, pair.new.def_line) == (3, 4)


def test_definitions_of_one_name_are_told_apart() -> None:
    text = """
        import sys
        if sys.version_info > (3, 12):
            def f(): return 1
        elif sys.platform == "win32":
            def f(): return 2
        else:
            def f(): return 3
        try:
            import fast
        except ImportError:
            def g(): return 4
        else:
            def g(): return 5
        class C:
            @property
            def x(self): return 6
            @x.setter
            def x(self, v): self.v = 7
            @x.deleter
            def x(self): del self.v, self.w
    """
    new = text
    for number in "2457":
        new = new.replace(f"return {number}", f"return -{number}").replace("= 7", "= -7")
    pairs = change_of(m=(text, new)).pairs
    assert [pair.id for pair in pairs] == [
        "m.py::f",
        "m.py::g",
        "m.py::g#2",
        "m.py::C.x.setter",
    ]
    for pair in pairs:
        assert pair.old.source.replace("-", "") == pair.new.source.replace("-", "")


def test_a_definition_put_before_others_of_its_name_does_not_shift_them() -> None:
    old = "if A:\n    def f(): return 1\nelse:\n    def f(): return 2\n"
    change = change_of(m=(old, "if B:\n    def f(): return 0\n" + old))
    assert change.pairs == ()
    assert [(listed.name, listed.line) for listed in change.added] == [("f", 2)]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        pytest.param(
            "class A:\n    def m(self, x):\n        return self.k * x + 1\n",
            "class A:\n    pass\nclass B:\n    def m(self, x):\n        return self.k * x + 1\n",
            ["moved from `A`"],
            id="to another class",
        ),
        pytest.param(
            "def f(x):\n    return [y * 2 for y in x if y]\n",
            "class A:\n    @staticmethod\n    def f(x):\n        return [y * 2 for y in x if y]\n",
            ["moved from the top level", "edited"],
            id="into a class",
        ),
        pytest.param(
            "def f(x):\n    return [y * 2 for y in x if y]\n",
            "def g(x):\n    return [y * 2 for y in x if y]\n",
            ["renamed from `f`", "edited"],
            id="renamed",
        ),
        pytest.param(
            "def f(x):\n    a = x * 2\n    b = a + 3\n    c = b - x\n    return a, b, c\n",
            "def g(x):\n    a = x * 2\n    b = a + 4\n    c = b - x\n    return a, b, c\n",
            ["renamed from `f`", "edited"],
            id="renamed and edited",
        ),
    ],
)
def test_moves_and_renames_are_recognised(old: str, new: str, words: list[str]) -> None:
    (pair,) = change_of(m=(old, new)).pairs
    own = [c.words for c in pair.causes if c.kind not in (CauseKind.READS, CauseKind.REACHES)]
    assert own == words


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("def f():\n    pass\n", "def g():\n    pass\n", id="empty bodies"),
        pytest.param(
            "def f(x):\n    return x.a\n",
            "def g(y, z):\n    for i in y:\n        z(i)\n",
            id="nothing in common",
        ),
        pytest.param(
            "class A:\n    def __init__(self):\n        self.a = 1\n",
            "class B:\n    def __init__(self, b):\n        super().__init__(b)\n",
            id="same name, other class, other body",
        ),
    ],
)
def test_functions_that_have_little_in_common_are_added_and_removed(old: str, new: str) -> None:
    change = change_of(m=(old, new))
    assert change.pairs == ()
    assert (len(change.added), len(change.removed)) == (1, 1)


def test_a_nested_function_goes_along_with_the_one_around_it() -> None:
    text = "def f(x):\n    def inner(y):\n        return x * y + 1\n    return inner(2), inner(3)\n"
    (pair,) = change_of(a=(text, ""), b=("", text)).pairs
    assert (pair.name, pair.new.module.path, pair.old_place_works) == ("f", "b.py", False)


def test_renamed_locals_come_with_their_map() -> None:
    old = "def f(a, b):\n    t = a\n    return [t for t in b] + [t]\n"
    new = "def f(a, c):\n    u = a\n    return [v for v in c] + [u]\n"
    (pair,) = change_of(m=(old, new)).pairs
    assert pair.renamings == (Renaming("t", "u"), Renaming("b", "c"), Renaming("t", "v"))


def test_names_that_only_look_renamed_are_not_in_the_map() -> None:
    old = "def f(a, b):\n    return a - b\n"
    (pair,) = change_of(m=(old, old.replace("a - b", "a - a"))).pairs
    assert pair.renamings == ()


@pytest.mark.parametrize(
    ("side", "old", "new"),
    [
        pytest.param(Side.OLD, "def f(:\n", "def f(): pass\n", id="old"),
        pytest.param(Side.NEW, "def f(): pass\n", "def f(:\n", id="new"),
    ],
)
def test_a_file_that_does_not_parse_on_one_side_adds_and_removes_nothing(
    side: Side, old: str, new: str
) -> None:
    change = change_of(
        bad=(old, new), good=("def g():\n    return 1\n", "def g():\n    return 2\n")
    )
    (problem,) = change.problems
    assert (problem.file, problem.side, problem.line) == ("bad.py", side, 1)
    assert change.added == change.removed == ()
    assert [pair.name for pair in change.pairs] == ["g"]


def test_code_outside_functions_is_listed() -> None:
    old = "import a\nX = 1\nclass C(A):\n    y = 2\n    def m(self): return 1\nif X:\n    z = 1\n"
    new = "import a\nX = 3\nclass C(B):\n    y = 2\n    def m(self): return 1\nif X:\n    z = 2\n"
    found = [(o.line, o.old, o.new) for o in change_of(m=(old, new)).outside]
    assert found == [
        (2, "X = 1", "X = 3"),
        (3, "class C(A)", "class C(B)"),
        (7, "if X: z = 1", "if X: z = 2"),
    ]


@pytest.mark.parametrize("is_added", [True, False])
def test_a_file_without_functions_that_comes_or_goes_is_listed(is_added: bool) -> None:
    there = ("LIMIT = 1\n", None)
    change = change_of(conf=there[::-1] if is_added else there)
    shown = ("", "LIMIT = 1")
    assert [(each.old, each.new) for each in change.outside] == [shown[:: 1 if is_added else -1]]


def test_functions_under_any_other_overload_are_listed() -> None:
    own = "def overload(fn): return fn\n@overload\ndef g(): return 1\n"
    change = change_of(m=("def overload(fn): return fn\n", own))
    assert [each.name for each in change.added] == ["g"]
    typed = "from typing import overload\n@overload\ndef g(): ...\n"
    assert change_of(m=("from typing import overload\n", typed)).added == ()


def test_comments_and_formatting_outside_functions_are_not() -> None:
    change = change_of(m=('"""Doc."""\nX = [1, 2]\n', "X = [\n    1,  # one\n    2,\n]\n"))
    assert change.outside == ()


READERS = """
LIMIT = {limit}
CACHE = {{}}
CACHE["a"] = {entry}

def decorate(f):
    return {decorated}

class Base:
    def hook(self):
        return {hook}

class Child(Base):
    size = {size}

    def run(self):
        return self.hook()

    def measure(self):
        return self.size

    def other(self):
        return self.unknown

def reads_limit():
    return LIMIT

def reads_cache():
    return CACHE

@decorate
def decorated():
    return 0

def makes_child():
    return Child()

def asks(x):
    return isinstance(x, Child)

def hides(LIMIT):
    return [CACHE for CACHE in LIMIT]
"""
SAME = {"limit": "1", "entry": "1", "decorated": "f", "hook": "1", "size": "1"}


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        pytest.param(
            {"limit": "2"}, {"reads_limit": "reads `LIMIT`, which changed"}, id="constant"
        ),
        pytest.param(
            {"entry": "2"}, {"reads_cache": "reads `CACHE`, which changed"}, id="filled later"
        ),
        pytest.param(
            {"decorated": "print(f)"},
            {"decorated": "is decorated with `decorate`, which changed"},
            id="decorator",
        ),
        pytest.param(
            {"hook": "2"}, {"Child.run": "uses `self.hook`, which changed"}, id="inherited method"
        ),
        pytest.param(
            {"size": "2"},
            {
                "Child.measure": "uses `self.size`, which changed",
                "makes_child": "uses `Child`, whose fields changed",
            },
            id="attribute",
        ),
        pytest.param({"limit": "(1)", "size": "1  # same"}, {}, id="formatting"),
    ],
)
def test_readers_of_what_changed_are_pairs(
    change: dict[str, str], expected: dict[str, str]
) -> None:
    old, new = READERS.format(**SAME), READERS.format(**(SAME | change))
    affected = {
        pair.name: cause.words
        for pair in change_of(m=(old, new)).pairs
        for cause in pair.causes
        if cause.kind is CauseKind.READS
    }
    assert affected == expected


def test_a_given_pair_is_a_pair_even_if_nothing_differs() -> None:
    text = "class C:\n    def m(self):\n        return 1\n"
    pair = pair_in("p.py", text, text, "C.m")
    assert isinstance(pair, Pair)
    assert pair.old.source == pair.new.source


def test_a_function_that_is_not_there_is_a_problem() -> None:
    found = pair_in("p.py", "def f(): pass\n", "def f(): pass\n", "g")
    assert isinstance(found, Problem)
    assert found.code == "function-missing"
