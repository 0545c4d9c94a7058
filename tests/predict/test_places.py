"""Where in the code is the value at a path found again?"""

from __future__ import annotations

import ast
import textwrap

import pytest
from tests.predict.reading_code import read

from swerve.facts.locating import Version
from swerve.facts.reading import usages_of
from swerve.facts.usage import Kind, Usages


def _shown(usages: Usages, path: str) -> list[str]:
    """The places of a path, as the code has them: `name x`."""
    found = []
    for place in usages.places.get(path, []):
        lines = usages.versions[place.version].text.encode().split(b"\n")
        assert place.line == place.end_line
        text = lines[place.line - 1][place.column : place.end_column].decode()
        found.append(f"{place.kind.value} {text}")
    return found


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        pytest.param(
            "x = self.items[i]\nx.go()",
            {
                "self": ["name self"],
                "self.items": ["attribute self.items"],
                "self.items[]": ["item self.items[i]", "name x"],
                "self.items[].go": ["attribute x.go"],
                "self.items[].go()": ["call x.go()"],
            },
            id="a local alias",
        ),
        pytest.param(
            "for row in self.rows:\n    print(row.name)",
            {"self.rows[]": ["item row", "name row"], "self.rows[].name": ["attribute row.name"]},
            id="the target of a loop",
        ),
        pytest.param(
            "return [row.name for row in self.rows if row]",
            {"self.rows[]": ["item row", "name row", "name row"]},
            id="the target of a comprehension",
        ),
        pytest.param(
            "for name, port in self.ports.items():\n    print(name, port)",
            {
                "self.ports.items()": ["call self.ports.items()"],
                "self.ports{}": ["name name"],
                "self.ports[]": ["name port"],
            },
            id="pairs have no place, their parts do",
        ),
        pytest.param(
            "a, b = self.pair\nreturn b",
            {"self.pair[1]": ["name b"], "self.pair[0]": []},
            id="unpacked",
        ),
        pytest.param(
            "x = self.items[0]\nx.go()",
            {
                "self.items[0]": ["item self.items[0]", "name x"],
                "self.items[]": ["item self.items[0]", "name x"],
            },
            id="any other item is like the one that is read",
        ),
        pytest.param(
            "y = fetch(self.url)\nreturn y",
            {"fetch": ["name fetch"], "fetch()": ["call fetch(self.url)", "name y"]},
            id="results of calls",
        ),
        pytest.param(
            "y = await self.fetch(1)\nreturn y",
            {"self.fetch()": ["call await self.fetch(1)", "name y"]},
            id="what comes in the end of a call",
        ),
        pytest.param(
            "return await self.task",
            {"self.task": ["attribute self.task"]},
            id="awaiting what is no call reads nothing more",
        ),
        pytest.param(
            "return self.options['depth'], self.options.get('depth')",
            {
                "self.options['depth']": [
                    "item self.options['depth']",
                    "call self.options.get('depth')",
                ]
            },
            id="keys",
        ),
        pytest.param(
            "return getattr(self, 'size')",
            {"self.size": ["call getattr(self, 'size')"]},
            id="getattr",
        ),
        pytest.param(
            "if (n := self.size) > 3:\n    return n",
            {"self.size": ["attribute self.size", "name n"]},
            id="named on the way",
        ),
        pytest.param(
            "return sorted(self.rows, key=lambda row: row.age)",
            {"self.rows[]": ["name row"], "self.rows[].age": ["attribute row.age"]},
            id="what a lambda gets",
        ),
        pytest.param(
            "self.a.count += 1",
            {"self.a": ["attribute self.a"], "self.a.count": []},
            id="what is read to be changed",
        ),
        pytest.param("self.count = 1", {"self.count": []}, id="what is only written"),
        pytest.param(
            "if isinstance(self.x, str) and self.x:\n    return self.x",
            {"self.x": ["attribute self.x"] * 3},
            id="conditions are read once, whatever they narrow",
        ),
    ],
)
def test_places_of_paths(body: str, expected: dict[str, list[str]]) -> None:
    usages = read(f"async def f(self):\n{textwrap.indent(body, '    ')}\n")
    assert {path: _shown(usages, path) for path in expected} == expected


@pytest.mark.parametrize(
    ("body", "path", "expected"),
    [
        pytest.param(
            "y = sorted(x)\nreturn y", "x", ["name x"], id="another value of the same items"
        ),
        pytest.param("y = dict(x)\nreturn y", "x", ["name x"], id="a copy of another class"),
        pytest.param("y = filter(None, x)\nreturn y", "x", ["name x"], id="filter"),
        pytest.param("y = x[1:]\nreturn y", "x", ["name x"], id="a slice"),
        pytest.param("with x as y:\n    y.go()", "x", ["name x"], id="what entering gives"),
        pytest.param("x = x or []\nreturn x", "x", ["name x"], id="or something else"),
        pytest.param("y = x and x.y\nreturn y", "x.y", ["attribute x.y"], id="if there is one"),
        pytest.param("if x.a: x = x.b\nreturn x", "x", ["name x", "name x"], id="or reassigned"),
        pytest.param("y = x\ny += 1\nreturn y", "x", ["name x"], id="changed"),
        pytest.param(
            "y = x.a if x else x.b\nreturn y", "x.a", ["attribute x.a"], id="one of two things"
        ),
    ],
)
def test_what_may_be_something_else_does_not_count(
    body: str, path: str, expected: list[str]
) -> None:
    usages = read(f"def f(x):\n{textwrap.indent(body, '    ')}\n")
    assert _shown(usages, path) == expected


def test_what_is_in_doubt_counts_where_nothing_else_does() -> None:
    code = """
    def f(self):
        node = self.head
        while node:
            node = node.next
    """
    usages = read(code)
    assert _shown(usages, "self.head") == ["attribute self.head"]
    assert "attribute node.next" in _shown(usages, "self.head.next")


def test_a_parameter_that_is_changed_first_is_read_afterwards() -> None:
    usages = read("def f(year):\n    year -= 1\n    return year // 4\n")
    assert _shown(usages, "year") == ["name year"]
    assert usages.places["year"][0].line == 3


def test_the_same_in_both_branches_is_still_the_same() -> None:
    code = """
    def f(x, flag):
        if flag:
            y = x.a
        else:
            y = x.a
        return y
    """
    shown = _shown(read(code), "x.a")
    assert shown == ["attribute x.a", "attribute x.a", "name y"]


def test_columns_are_bytes_of_the_tree() -> None:
    usages = read("def f(x):\n    return 'é', x.ß\n")
    (place,) = usages.places["x.ß"]
    assert place[1:] == (Kind.ATTRIBUTE, 2, 17, 2, 21)


def test_places_of_all_versions_the_new_one_first() -> None:
    old = Version("def f(a):\n    log(a)\n    return a.x\n", "f", 0, {"a": "b"})
    new = Version("def f(b):\n    return b.y\n", "f")
    usages = usages_of([old, new])
    assert [place.version for place in usages.places["b"]] == [1, 0, 0]
    assert _shown(usages, "b") == ["name b", "name a", "name a"]
    assert [place.version for place in usages.places["b.x"]] == [0]
    assert usages.versions == (old, new)


def test_places_speak_of_the_trees_that_were_read() -> None:
    """A method that was cut out of its file is read as if it stood in a block."""
    cut_out = Version("    def f(self):\n        return self.x\n", "f")
    broken = Version("def f(:\n", "f")
    usages = usages_of([broken, cut_out])
    assert usages.located[0] is None
    found = usages.located[1]
    assert found is not None
    (place,) = usages.places["self.x"]
    assert any(
        isinstance(node, ast.Attribute) and (node.lineno, node.col_offset) == place[2:4]
        for node in ast.walk(found.module)
    )


def test_a_path_read_everywhere_has_no_more_places_than_matter() -> None:
    usages = read("def f(x):\n" + "    x.go()\n" * 200)
    assert len(usages.places["x"]) == 16
    assert usages.places["x"][0].line == 2


def test_every_place_is_of_a_site() -> None:
    usages = read("def f(a, b):\n    return a.x(b)['k'][0] + len(str(b)) + g.y\n")
    assert set(usages.places) == {site.path for site in usages.sites}
