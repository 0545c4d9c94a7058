"""Under which paths are values read?"""

from __future__ import annotations

import pytest
from tests.predict.reading_code import paths, read

from swerve.facts.locating import Version
from swerve.facts.reading import usages_of
from swerve.facts.usage import Kind, Site


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        pytest.param("a.b.c", {"a.b", "a.b.c"}, id="attributes"),
        pytest.param("a['key'].x", {"a['key']", "a['key'].x"}, id="string key"),
        pytest.param("a[0].x", {"a[0]", "a[0].x"}, id="position"),
        pytest.param("a[0].x\na[b]", {"a[]", "a[].x"}, id="number"),
        pytest.param("a[0].x\nfor e in a: e", {"a[]", "a[].x"}, id="first of several"),
        pytest.param("a[1:].x", {"a.x"}, id="a slice is the thing itself"),
        pytest.param("a.b(1).c", {"a.b", "a.b()", "a.b().c"}, id="call"),
        pytest.param("for e in a:\n  e.x", {"a[]", "a[].x"}, id="iteration"),
        pytest.param("await_ = a\nawait_.x", {"a.x"}, id="alias"),
        pytest.param("with a.open() as h:\n  h.x", {"a.open()", "a.open().x"}, id="with"),
        pytest.param("getattr(a, 'b', None).x", {"a.b", "a.b.x"}, id="getattr"),
        pytest.param("a.get('k', 0).x", {"a['k']", "a['k'].x"}, id="get"),
        pytest.param("a.pop('k').x", {"a['k']", "a['k'].x"}, id="pop"),
        pytest.param("super().save()", {"super()", "super().save()"}, id="super"),
        pytest.param(
            "for k, v in a.items():\n  k.x, v.y", {"a{}", "a[]", "a{}.x", "a[].y"}, id="items"
        ),
        pytest.param("for v in a.values():\n  v.y", {"a[].y"}, id="values"),
        pytest.param("for k in a:\n  a[k].y\n  k.x", {"a{}.x", "a[].y"}, id="own keys"),
        pytest.param("for i, e in enumerate(a):\n  e.x", {"a[].x"}, id="enumerate"),
        pytest.param("for e, g in zip(a, b):\n  e.x, g.y", {"a[].x", "b[].y"}, id="zip"),
        pytest.param("sorted(a, key=lambda e: e.age)[0].x", {"a[].age", "a[].x"}, id="sorted"),
        pytest.param("[e.x for e in a if e.ok]", {"a[].x", "a[].ok"}, id="comprehension"),
        pytest.param("p, q = a\np.x, q.y, a[1].z", {"a[0].x", "a[1].y", "a[1].z"}, id="unpacking"),
        pytest.param("p, *q, r = a\np.x, r.y", {"a[0].x", "a[].y"}, id="starred"),
        pytest.param("(p, q), r = a\nq.x", {"a[0][1].x"}, id="nested unpacking"),
        pytest.param("for p, q in a: q.x", {"a[][1].x"}, id="unpacking elements"),
        pytest.param(
            "p, q = a\nfor e in a: e.x", {"a[].x", "a[0].x", "a[1].x"}, id="parts as elements"
        ),
        pytest.param("match a:\n  case [p, q]: q.x", {"a[1].x"}, id="unpacking by case"),
        pytest.param("(n := a.b).x", {"a.b.x"}, id="walrus"),
        pytest.param("(a.b or b).x", {"a.b.x", "b.x"}, id="one or the other"),
        pytest.param("next(iter(a)).x", {"a[].x"}, id="next of iter"),
        pytest.param("import m\nm.g()", {"m", "m.g", "m.g()"}, id="import inside"),
        pytest.param("g(a)\nG.x", {"g", "g()", "G", "G.x"}, id="free names"),
        pytest.param(
            "def inner(z):\n  return z.x, late.y\nlate = a.b", {"z.x", "a.b.y"}, id="closure"
        ),
        pytest.param(
            "old = None\nfor e in a:\n  if old: old.x\n  old = e", {"a[].x"}, id="last round's"
        ),
    ],
)
def test_what_is_read_has_a_path(body: str, expected: set[str]) -> None:
    code = "def f(a, b):\n" + "".join(f"    {line}\n" for line in body.split("\n"))
    assert expected <= paths(read(code))


def test_locals_and_builtins_are_no_sites() -> None:
    usages = read("def f(a):\n    n = len(a) + 1\n    t = str(n)\n    return t.upper(), print\n")
    assert paths(usages) == {"a"}
    assert usages.free_names == set()


def test_a_name_that_is_assigned_anew_is_something_else_from_then_on() -> None:
    usages = read("def f(a, b):\n    x = a\n    x.first\n    x = b\n    x.second\n")
    assert {"a.first", "b.second"} <= paths(usages)
    assert not {"a.second", "b.first"} & paths(usages)


def test_old_names_of_parameters_are_described_by_the_new_ones() -> None:
    old = Version("def f(w):\n    return w.size\n", "f", 1, {"w": "width"})
    new = Version("def f(width):\n    return width.area\n", "f", 1)
    usages = usages_of([old, new])
    assert usages.parameters == ["width"]
    assert usages.paths["width"].attributes == {"size", "area"}


def test_a_walk_along_links_ends() -> None:
    usages = read("def f(n):\n    while n.next:\n        n = n.next\n    return n.value\n")
    assert {"n.next", "n.next.next", "n.value", "n.next.value"} <= paths(usages)
    assert max(path.count(".") for path in paths(usages)) <= 8


def test_sites_say_how_and_under_which_name() -> None:
    code = (
        "def f(a, i):\n    width, _ = a.area()\n    return a.get('max_size'), a.rows[i], load()\n"
    )
    usages = read(code)
    assert Site("a.area()[0]", Kind.ITEM, "width") in usages.sites
    assert Site("a['max_size']", Kind.ITEM, "max_size") in usages.sites
    assert Site("a.rows", Kind.ATTRIBUTE, "rows") in usages.sites
    assert Site("a.rows[]", Kind.ITEM, "rows") in usages.sites
    assert Site("load", Kind.NAME, "load") in usages.sites
    assert Site("load()", Kind.CALL, "load") in usages.sites


@pytest.mark.parametrize(
    "version",
    [
        pytest.param(Version("def f(:\n", "f", 1), id="does not parse"),
        pytest.param(Version("def g(): pass\n", "f", 1), id="is not there"),
        pytest.param(Version("", "f", 1), id="empty"),
    ],
)
def test_a_version_that_cannot_be_read_is_skipped(version: Version) -> None:
    good = Version("def f(a):\n    return a.b\n", "f", 1)
    assert "a.b" in paths(usages_of([version, good]))


def test_code_nested_too_deeply_is_read_as_far_as_it_goes() -> None:
    deep = "def f(a):\n    a.first\n    return " + "+".join(["a.x"] * 20_000) + "\n"
    assert paths(read(deep)) <= {"a", "a.first", "a.x"}


def test_a_body_without_a_function_is_read_too() -> None:
    usages = usages_of([Version("n = box.size\nfor e in box.rows:\n    e.x\nreturn n\n", "")])
    assert {"box", "box.size", "box.rows[].x"} <= paths(usages)


def test_a_body_reads_parameters_that_it_assigns_to_later() -> None:
    usages = usages_of([Version("while n.rest:\n    n = step(n.rest)\nreturn total(n)\n", "")])
    assert {"n", "n.rest", "step()"} <= paths(usages)


def test_the_right_definition_is_found_by_its_line() -> None:
    code = "if x:\n    def f(a):\n        a.one\nelse:\n    def f(a):\n        a.two\n"
    assert "a.one" in paths(usages_of([Version(code, "f", 2)]))
    assert "a.two" in paths(usages_of([Version(code, "f", 5)]))


def test_a_method_is_found_without_its_class() -> None:
    code = "class A:\n    def f(self):\n        return self.x\n"
    assert "self.x" in paths(usages_of([Version(code, "f", 2)]))


def test_an_indented_method_alone_is_read() -> None:
    usages = usages_of([Version("    def f(self):\n        return self.x\n", "A.f", 1)])
    assert "self.x" in paths(usages)
