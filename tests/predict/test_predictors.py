"""Which values are predicted for real-looking code?"""

from __future__ import annotations

import subprocess
import sys

import pytest
from tests.costs import need_cheap
from tests.predict.reading_code import likeliest, predictions, read

from swerve.facts.classes import ValueClass
from swerve.facts.locating import Version
from swerve.facts.reading import usages_of
from swerve.facts.usage import Kind, Site, Usages
from swerve.predict import PREDICTORS, Combined, Frequency, Naive, Random, Types, default_predictor


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        pytest.param("x.append(1)", ValueClass.LIST, id="append"),
        pytest.param("return x % 2", ValueClass.POSITIVE_INT, id="modulo"),
        pytest.param("return x.split(',')", ValueClass.STRING, id="split"),
        pytest.param("for a, b in x.items(): pass", ValueClass.DICT, id="items"),
        pytest.param("with x: pass", ValueClass.RESOURCE, id="with"),
        pytest.param("return x()", ValueClass.CALLABLE, id="call"),
        pytest.param("return x.decode('utf-8')", ValueClass.BYTES, id="decode"),
        pytest.param("return x == 'a'", ValueClass.STRING, id="compared with a string"),
        pytest.param("return x['key']", ValueClass.DICT, id="string key"),
        pytest.param("a, b = x", ValueClass.TUPLE, id="unpacked"),
        pytest.param("return x.frobnicate()", ValueClass.OBJECT, id="no builtin has that"),
        pytest.param("for e in x: pass", ValueClass.LIST, id="iterated"),
        pytest.param("for i in range(x): pass", ValueClass.POSITIVE_INT, id="range"),
        pytest.param("return open(x)", ValueClass.STRING, id="open"),
        pytest.param("return f'{x:.2f}'", ValueClass.POSITIVE_FLOAT, id="format"),
        pytest.param("return x / 'folder'", ValueClass.OBJECT, id="a path in a folder"),
        pytest.param("return ', '.join(e for e in x)", ValueClass.LIST, id="joined"),
        pytest.param("return isinstance(x, str)", ValueClass.STRING, id="isinstance"),
        pytest.param("return sum(x) / len(x)", ValueClass.LIST, id="mean"),
        pytest.param("return b'GET ' + x", ValueClass.BYTES, id="added to bytes"),
        pytest.param("return x[0, 1:]", ValueClass.OBJECT, id="array"),
        pytest.param("return {**x}", ValueClass.DICT, id="unpacked by key"),
        pytest.param("x.add(1); x.discard(2)", ValueClass.SET, id="set"),
    ],
)
def test_use_tells_the_class(body: str, expected: ValueClass) -> None:
    found = predictions(f"def f(x):\n    {body}\n")["x"]
    assert likeliest(found) is expected
    assert sum(found.values()) == pytest.approx(1)


@pytest.mark.parametrize(
    ("parameter", "expected"),
    [
        pytest.param("x: int", ValueClass.POSITIVE_INT, id="annotation"),
        pytest.param("x: 'list[str] | None' = None", ValueClass.LIST, id="quoted union"),
        pytest.param("x: typing.Sequence[int]", ValueClass.LIST, id="dotted"),
        pytest.param("x: bytes", ValueClass.BYTES, id="bytes"),
        pytest.param("x: Optional[Callable[[int], str]]", ValueClass.CALLABLE, id="callable"),
        pytest.param("x: Literal['a', 'b']", ValueClass.STRING, id="literal"),
        pytest.param("x: Widget", ValueClass.OBJECT, id="some class"),
        pytest.param("x=''", ValueClass.STRING, id="default"),
        pytest.param("x=1.5", ValueClass.POSITIVE_FLOAT, id="float default"),
        pytest.param("*x", ValueClass.TUPLE, id="starred"),
        pytest.param("**x", ValueClass.DICT, id="double starred"),
    ],
)
def test_declarations_tell_the_class(parameter: str, expected: ValueClass) -> None:
    assert likeliest(predictions(f"def f({parameter}):\n    pass\n")["x"]) is expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        pytest.param("is_open", {ValueClass.TRUE, ValueClass.FALSE}, id="is_"),
        pytest.param("has_rows", {ValueClass.TRUE, ValueClass.FALSE}, id="has_"),
        pytest.param("row_count", {ValueClass.POSITIVE_INT}, id="_count"),
        pytest.param("num_rows", {ValueClass.POSITIVE_INT}, id="num_"),
        pytest.param("file_name", {ValueClass.STRING}, id="name"),
        pytest.param("base_url", {ValueClass.STRING}, id="url"),
        pytest.param("baseUrl", {ValueClass.STRING}, id="camel case"),
        pytest.param("kwargs", {ValueClass.DICT}, id="kwargs"),
        pytest.param("callback", {ValueClass.CALLABLE, ValueClass.OBJECT}, id="callback"),
    ],
)
def test_names_tell_the_class_when_nothing_else_does(name: str, expected: set[ValueClass]) -> None:
    found = predictions(f"def f({name}):\n    return {name}\n")[name]
    assert likeliest(found) in expected


def test_none_needs_a_reason() -> None:
    assert ValueClass.NONE not in predictions("def f(x):\n    return x.split()\n")["x"]
    for code in (
        "def f(x=None):\n    return x.split()\n",
        "def f(x):\n    if x is None: return\n    return x.split()\n",
        "def f(x: str | None):\n    return x.split()\n",
    ):
        assert predictions(code)["x"][ValueClass.NONE] == pytest.approx(0.2, abs=0.05)


def test_a_way_out_is_taken_less_often() -> None:
    found = predictions("def f(is_open):\n    if not is_open: return\n    go()\n")["is_open"]
    assert found[ValueClass.TRUE] > found[ValueClass.FALSE] > 0.1


def test_self_is_an_object_and_its_members_what_the_class_says() -> None:
    code = """
    class A:
        def __init__(self, path: str):
            self.path = path
            self.seen = set()
        def f(self):
            return self.path, self.seen, self.unknown_thing
    """
    found = predictions(code, "A.f")
    assert likeliest(found["self"]) is ValueClass.OBJECT
    assert likeliest(found["self.path"]) is ValueClass.STRING
    assert likeliest(found["self.seen"]) is ValueClass.SET
    assert likeliest(found["self.unknown_thing"]) is ValueClass.OBJECT


def test_an_enum_member_is_no_number() -> None:
    code = "class C(Enum):\n    RED = 1\ndef f(x):\n    return x is C.RED\n"
    assert likeliest(predictions(code)["C.RED"]) is ValueClass.OBJECT


def test_types_leaves_open_what_the_code_does_not_tell() -> None:
    usages = read("def f(thing):\n    return thing\n")
    assert Types().predict(usages, usages.sites) == ({},)
    weak = read("def f(row_count):\n    return row_count\n")
    (found,) = Types().predict(weak, weak.sites)
    assert 0 < sum(found.values()) < 1


def test_baselines() -> None:
    sites = [Site("x", Kind.NAME, "x"), Site("x.y", Kind.ATTRIBUTE, "y")]
    assert Naive().predict(Usages(), sites) == ({ValueClass.OBJECT: 1.0},) * 2
    uniform = Random().predict(Usages(), sites)[0]
    assert len(uniform) == 23
    assert sum(uniform.values()) == pytest.approx(1)


def test_frequency_knows_names_and_parts_of_names() -> None:
    table = {"attribute": {"user": {"string": 90, "none": 10}, "size": {"positive int": 7}}}
    asked = [
        Site("a._user", Kind.ATTRIBUTE, "_user"),
        Site("a.users", Kind.ATTRIBUTE, "users"),
        Site("a.max_size", Kind.ATTRIBUTE, "max_size"),
        Site("a.other", Kind.ATTRIBUTE, "other"),
        Site("user", Kind.NAME, "user"),
    ]
    whole, plural, last_word, other, kind = Frequency(table).predict(Usages(), asked)
    assert whole[ValueClass.STRING] > 0.85
    assert whole[ValueClass.NONE] == pytest.approx(0.1, abs=0.01)
    assert likeliest(plural) is ValueClass.STRING
    assert likeliest(last_word) is ValueClass.POSITIVE_INT
    assert other == kind == {ValueClass.OBJECT: 1.0}
    for found in (whole, plural, last_word):
        assert sum(found.values()) == pytest.approx(1)


def test_frequency_without_a_table_is_naive() -> None:
    site = Site("x", Kind.NAME, "x")
    assert Frequency({}).predict(Usages(), [site]) == ({ValueClass.OBJECT: 1.0},)


def test_combined_asks_the_second_for_the_rest_only() -> None:
    usages = read("def f(x, thing):\n    return x.split(), thing\n")
    table = {"name": {"thing": {"dict": 1000}, "x": {"dict": 1000}}}
    both = Combined(Types(), Frequency(table)).predict(usages, usages.sites)
    found = dict(zip([site.path for site in usages.sites], both, strict=True))
    assert likeliest(found["thing"]) is ValueClass.DICT
    assert likeliest(found["x"]) is ValueClass.STRING


@pytest.mark.parametrize("name", sorted(PREDICTORS))
def test_every_predictor_gives_a_distribution_for_each_site(name: str) -> None:
    usages = read("def f(a, b=None):\n    a.x(b)['k'] += g\n    return undefined[a.y]\n")
    found = PREDICTORS[name]().predict(usages, usages.sites)
    assert len(found) == len(usages.sites)
    for one in found:
        assert sum(one.values()) == pytest.approx(1)
        assert min(one.values()) >= 0


def test_the_same_code_gives_the_same_answer() -> None:
    code = "def f(a, b):\n    return a.x + b['k'] if a.y in {'p', 'q'} else b.get(a)\n"
    first, second = predictions(code), predictions(code)
    assert first == second
    assert [list(one) for one in first.values()] == [list(one) for one in second.values()]


def test_a_long_function_in_a_long_file_is_read_quickly() -> None:
    """Every pair pays for it before its first run; far more than the aim, for busy machines."""
    line = "        if self.rows[i].kind in ('a', 'b') and len(x.name) > 3: x.go(self.a.b[i])\n"
    others = "".join(f"def g{n}(a, b):\n    return a.x + b.y[{n}]\n\n" for n in range(460))
    code = f"{others}class A:\n    def f(self, x):\n        i = 0\n{line * 100}"

    def read() -> None:
        usages = usages_of([Version(code, "A.f"), Version(code, "A.f")])
        default_predictor().predict(usages, usages.sites)

    need_cheap(read, 3)


def test_every_process_gives_the_same_answer() -> None:
    """A seed replays a run only if the values it draws from stand in the same order."""
    code = """
from swerve.facts.locating import Version
from swerve.facts.reading import usages_of
from swerve.predict import default_predictor
text = '''
KINDS = {'p', 'q', 'r', 's'}
def f(a, b):
    if a.kind in KINDS and a.x + 1 < b['k'] % 2: return len(a.x), str(a.x), int(a.x), a.x[0]
'''
usages = usages_of([Version(text, 'f')])
print(usages.paths['a.kind'].literals, usages.pool, usages.sites)
print(default_predictor().predict(usages, usages.sites))
"""
    answers = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(answers) == 1
