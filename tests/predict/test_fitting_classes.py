"""Are predicted values able to do what the code does with them?"""

from __future__ import annotations

import pytest
from tests.predict.reading_code import likeliest, predictions, read

from swerve.facts.classes import CoarseClass, Distribution, ValueClass

_ANYTHING = {CoarseClass.OBJECT, CoarseClass.CALLABLE, CoarseClass.RESOURCE}


def kinds(distribution: Distribution) -> set[CoarseClass]:
    return {kind.coarse for kind, share in distribution.items() if share > 0}


@pytest.mark.parametrize(
    "code",
    [
        pytest.param(
            "def f(name):\n    return name.owner, name.upper()\n", id="no string's member"
        ),
        pytest.param("def f(is_open):\n    return is_open(1)\n", id="called"),
        pytest.param("def f(count):\n    with count: pass\n", id="entered"),
        pytest.param("def f(path):\n    return path / 'a'\n", id="joined like a path"),
        pytest.param(
            "def f(index):\n    index += 1\n    return len(index)\n", id="added and sized"
        ),
        pytest.param("def f(x, mode):\n    x.append(1) if mode else x.items()\n", id="two classes"),
        pytest.param("from a import params\ndef f():\n    return params.Depends\n", id="module"),
        pytest.param("def f(options):\n    return options.Flag, options.name\n", id="capitalised"),
    ],
)
def test_contradictory_evidence_means_an_object(code: str) -> None:
    name = next(iter(read(code).parameters), "params")
    assert kinds(predictions(code)[name]) <= _ANYTHING


@pytest.mark.parametrize(
    ("body", "excluded"),
    [
        pytest.param("return count[0]", {CoarseClass.INTEGER}, id="item of a number"),
        pytest.param("for e in count: e", {CoarseClass.INTEGER}, id="iteration over a number"),
        pytest.param("return len(count)", {CoarseClass.INTEGER}, id="length of a number"),
        pytest.param("count[y] = 1", {CoarseClass.STRING, CoarseClass.TUPLE}, id="item written"),
        pytest.param("return {count: 1}", {CoarseClass.LIST, CoarseClass.DICT}, id="key"),
        pytest.param("return y.get(count)", {CoarseClass.LIST, CoarseClass.SET}, id="key of get"),
        pytest.param("return '  ' * count", {CoarseClass.FLOAT, CoarseClass.STRING}, id="repeated"),
        pytest.param("count.update(a=1)", {CoarseClass.SET}, id="updated by keywords"),
        pytest.param(
            "return count.pop(0)", {CoarseClass.DICT, CoarseClass.SET}, id="pop of a place"
        ),
        pytest.param("return count[0].size", {CoarseClass.STRING}, id="parts that are no texts"),
        pytest.param("for e in count: e < 3.5", {CoarseClass.STRING}, id="parts that are numbers"),
    ],
)
def test_what_a_class_cannot_do_rules_it_out(body: str, excluded: set[CoarseClass]) -> None:
    found = predictions(f"def f(count, y):\n    {body}\n")["count"]
    assert not kinds(found) & excluded


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("if isinstance(x, str):\n        return x.split()", id="if"),
        pytest.param("return x.split() if isinstance(x, str) else 1", id="choice"),
        pytest.param("return isinstance(x, str) and x.split()", id="and"),
        pytest.param("return not isinstance(x, str) or x.split()", id="or"),
        pytest.param("if not isinstance(x, str): pass\n    else: x.split()", id="else"),
        pytest.param("if type(x) is str:\n        return x.split()", id="type"),
        pytest.param("if y and isinstance(x, str):\n        return x.split()", id="with another"),
    ],
)
def test_what_holds_for_one_class_says_nothing_about_others(body: str) -> None:
    usages = read(f"def f(x, y):\n    {body}\n    return x\n")
    assert usages.paths["x"].methods == set()
    assert usages.paths["x"].instance_of == ["str"]


def test_constants_count_whatever_the_class() -> None:
    code = "def f(x):\n    if isinstance(x, str):\n        return x == 'a' or x['k']\n"
    assert read(code).paths["x"].literals == ["a"]
    assert read(code).paths["x"].keys == {"k": False}


def test_a_class_that_is_asked_for_stays_possible() -> None:
    code = """
    def f(x):
        if isinstance(x, str):
            x = [x]
        for e in x:
            e.go()
        x.append(1)
    """
    found = kinds(predictions(code)["x"])
    assert {CoarseClass.STRING, CoarseClass.LIST} <= found


@pytest.mark.parametrize("annotation", ["Path", "pathlib.Path", "datetime", "Message", "'Url'"])
def test_a_class_in_an_annotation_is_an_object_whatever_the_name(annotation: str) -> None:
    code = f"def f(path: {annotation}):\n    open(path)\n    return str(path)\n"
    assert predictions(code)["path"] == {ValueClass.OBJECT: 1.0}


def test_an_annotation_leaves_no_other_class() -> None:
    found = predictions("def f(name: int | None):\n    return name or 'x'\n")["name"]
    assert kinds(found) == {CoarseClass.INTEGER, CoarseClass.NONE}


@pytest.mark.parametrize(
    "body", ["__import__(count)", "importlib.import_module(count)", "sys.modules[count]"]
)
def test_names_of_modules_are_strings(body: str) -> None:
    code = f"import importlib, sys\ndef f(count):\n    return {body}\n"
    assert kinds(predictions(code)["count"]) == {CoarseClass.STRING}


def test_members_of_the_standard_library_are_what_they_are() -> None:
    found = predictions(
        "def f(a):\n    return os.path.join(a, os.sep), functools.cache, sys.path\n"
    )
    assert kinds(found["os.path"]) == {CoarseClass.OBJECT}
    assert kinds(found["os.sep"]) == {CoarseClass.STRING}
    assert kinds(found["functools.cache"]) == {CoarseClass.CALLABLE}
    assert kinds(found["sys.path"]) == {CoarseClass.LIST}


def test_classes_and_what_they_make() -> None:
    found = predictions("def f(m):\n    return m.Query, m.Query(), m.Query()['a'], self.copy()\n")
    assert kinds(found["m.Query"]) <= _ANYTHING
    assert kinds(found["m.Query()"]) <= _ANYTHING
    assert kinds(found["self"]) <= _ANYTHING


@pytest.mark.parametrize(
    "body", ["x.split(b',')", "x + b'a'", "pad = b'a' * 3 + b'b'\n    x + pad", "x + y.encode()"]
)
def test_bytes_go_with_bytes(body: str) -> None:
    found = predictions(f"def f(x, y):\n    {body}\n")["x"]
    assert likeliest(found) is ValueClass.BYTES
    assert ValueClass.STRING not in found


def test_values_that_would_fail_are_unlikely() -> None:
    assert predictions("def f(n):\n    return 10 % n\n")["n"][ValueClass.ZERO_INT] < 0.05
    assert predictions("def f(a: list):\n    return a[0]\n")["a"][ValueClass.EMPTY_LIST] < 0.06
    asked = predictions("def f(a: list):\n    return a[0] if a else 1\n")["a"]
    assert asked[ValueClass.EMPTY_LIST] > 0.1


def test_a_copy_tells_what_the_original_is() -> None:
    found = predictions("def f(x):\n    y = x.copy()\n    return y.items()\n")
    assert kinds(found["x"]) <= {CoarseClass.DICT, CoarseClass.OBJECT}


def test_parts_of_a_record_have_classes_of_their_own() -> None:
    code = """
    def g() -> tuple[str, int]: ...
    def f(pairs: list[tuple[int, str]], x=('a', 2)):
        for number, word in pairs: ...
        word, size = g()
        key, count = load()
        return x[0], x[1]
    """
    found = predictions(code)
    assert kinds(found["pairs[][0]"]) == kinds(found["g()[1]"]) == {CoarseClass.INTEGER}
    assert kinds(found["pairs[][1]"]) == kinds(found["g()[0]"]) == {CoarseClass.STRING}
    assert likeliest(found["load()[0]"]) is ValueClass.STRING
    assert likeliest(found["load()[1]"]) is ValueClass.POSITIVE_INT
    assert likeliest(found["x[0]"]) is ValueClass.STRING
    assert likeliest(found["x[1]"]) is ValueClass.POSITIVE_INT
    assert read(code).paths["load()"].unpacked == {2}
