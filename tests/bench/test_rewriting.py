import ast
import textwrap

import pytest
from bench.rewriting import Around, applied, rewrites_of
from bench.source import Source


def _rewritten(code: str, around: Around | None = None) -> dict[str, list[str]]:
    """Kinds of rewrites with the modules they give, as Python writes them, for the function `f`."""
    source = Source(textwrap.dedent(code))
    found: dict[str, list[str]] = {}
    name = next(name for name in source.functions if name.rpartition(".")[2] == "f")
    for rewrite in rewrites_of(source, source.functions[name], around or Around()):
        text = applied(source, rewrite)
        assert text is not None
        found.setdefault(rewrite.kind, []).append(ast.unparse(ast.parse(text)))
    return found


def _same(code: str) -> str:
    return ast.unparse(ast.parse(textwrap.dedent(code)))


@pytest.mark.parametrize(
    ("kind", "code", "rewritten"),
    [
        (
            "extract variable",
            "def f(a, b):\n    return a.x + b\n",
            "def f(a, b):\n    extracted = a.x\n    return extracted + b\n",
        ),
        (
            "extract variable",
            "def f(a, b):\n    if a in b:\n        return 1\n",
            "def f(a, b):\n    extracted = a in b\n    if extracted:\n        return 1\n",
        ),
        (
            "inline variable",
            "def f(a):\n    x = a()\n    return x\n",
            "def f(a):\n    return a()\n",
        ),
        (
            "invert condition",
            "def f(a):\n    if a:\n        return 1\n    else:\n        return 2\n",
            "def f(a):\n    if not a:\n        return 2\n    else:\n        return 1\n",
        ),
        (
            "invert condition",
            "def f(a):\n    return 1 if a else 2\n",
            "def f(a):\n    return 2 if not a else 1\n",
        ),
        (
            "loop to comprehension",
            "def f(a):\n    r = []\n    for x in a:\n        if x:\n"
            "            r.append(x + 1)\n    return r\n",
            "def f(a):\n    r = [x + 1 for x in a if x]\n    return r\n",
        ),
        (
            "loop to comprehension",
            "def f(a):\n    r = []\n    r.append(0)\n    for x in a:\n"
            "        r.append(x)\n    return r\n",
            "def f(a):\n    r = []\n    r.append(0)\n    r.extend([x for x in a])\n    return r\n",
        ),
        (
            "loop to comprehension",
            "def f(a):\n    r = {}\n    for k, v in a:\n        r[k] = v\n    return r\n",
            "def f(a):\n    r = {k: v for k, v in a}\n    return r\n",
        ),
        (
            "comprehension to loop",
            "def f(a):\n    return [x + 1 for x in a if x]\n",
            "def f(a):\n    gathered = []\n    for x in a:\n        if x:\n"
            "            gathered.append(x + 1)\n    return gathered\n",
        ),
        (
            "reorder statements",
            "def f(a):\n    x = a()\n    y = []\n    return x, y\n",
            "def f(a):\n    y = []\n    x = a()\n    return x, y\n",
        ),
        (
            "extract helper",
            "def f(a, b):\n    return a.x(b)\n",
            "def _helper(a, b):\n    return a.x(b)\n\ndef f(a, b):\n    return _helper(a, b)\n",
        ),
        (
            "inline helper",
            "def g(x, y):\n    return x * 2 + y\n\ndef f(a):\n    b = a\n    return h(g(b, 1))\n",
            "def g(x, y):\n    return x * 2 + y\n\ndef f(a):\n    b = a\n    return h(b * 2 + 1)\n",
        ),
    ],
)
def test_a_function_is_written_otherwise(kind: str, code: str, rewritten: str) -> None:
    assert _same(rewritten) in _rewritten(code)[kind]


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        pytest.param(
            "extract variable", "def f(a):\n    return locals()\n", id="it looks at its own names"
        ),
        pytest.param(
            "inline variable",
            "def f(a):\n    try:\n        x = a()\n        return x\n"
            "    finally:\n        print(x)\n",
            id="used elsewhere",
        ),
        pytest.param(
            "loop to comprehension",
            "def f(a):\n    r = []\n    for x in a:\n        r.append(x)\n    return r, x\n",
            id="the last item is used",
        ),
        pytest.param(
            "loop to comprehension",
            "def f(a):\n    r = []\n    for x in a:\n        r.append(len(r))\n    return r\n",
            id="the list is read while it grows",
        ),
        pytest.param(
            "loop to comprehension",
            "def f(a):\n    r = []\n    try:\n        for x in a:\n            r.append(x())\n"
            "    except E:\n        return r\n",
            id="seen half done",
        ),
        pytest.param(
            "loop to comprehension",
            "def f(a):\n    r = []\n    a.r = r\n    for x in a:\n        r.append(x())\n",
            id="known under another name",
        ),
        pytest.param(
            "loop to comprehension",
            "def f(a):\n    r = []\n    for x in a:\n        r.append(lambda: x)\n    return r\n",
            id="read later",
        ),
        pytest.param(
            "loop to comprehension",
            "def f(a):\n    r = {}\n    for x in a:\n        r[x.k()] = x.v()\n    return r\n",
            id="keys are made after values",
        ),
        pytest.param(
            "loop to comprehension",
            "def f(a, b):\n    r = []\n    if b:\n        y = 1\n    for x in a:\n"
            "        r.append(x + y)\n    return r\n",
            id="a name without a value is another error in there",
        ),
        pytest.param(
            "comprehension to loop",
            "def f(a):\n    r = [x for x in a]\n    return x\n",
            id="the name is another's",
        ),
        pytest.param(
            "reorder statements",
            "def f(a):\n    x = a()\n    y = a.b\n    return x, y\n",
            id="both run code",
        ),
        pytest.param(
            "reorder statements",
            "def f(a):\n    x = a()\n    y = x\n    return y\n",
            id="one needs the other",
        ),
        pytest.param(
            "reorder statements",
            "def f(a):\n    y = 0\n    def g():\n        return y\n"
            "    x = a(g)\n    y = 1\n    return x\n",
            id="a function inside sees it",
        ),
        pytest.param(
            "extract helper",
            "def f(a):\n    if a:\n        x = 1\n    return a(x)\n",
            id="a name may have no value",
        ),
        pytest.param(
            "extract helper",
            "class A:\n    def f(self):\n        return self.__x + 1\n",
            id="private to its class",
        ),
        pytest.param(
            "inline helper",
            "def g(x):\n    return x + y\n\ndef f(a):\n    y = 1\n    return g(a)\n",
            id="a name means something else here",
        ),
        pytest.param(
            "inline helper",
            "def g(x):\n    return (y for y in x)\n\ndef f(a):\n    return g(a)\n",
            id="evaluated later",
        ),
        pytest.param(
            "inline helper",
            "def g(x, y):\n    return y + x\n\ndef f(a):\n    return g(a(), a())\n",
            id="arguments are evaluated first",
        ),
    ],
)
def test_what_could_be_told_apart_is_left_alone(kind: str, code: str) -> None:
    assert kind not in _rewritten(code)


@pytest.mark.parametrize("value", ["a + b.x", "g(a.x)", "a.x(b.y)", "[*a.x, b]"])
def test_what_is_not_evaluated_first_is_not_extracted(value: str) -> None:
    """What would be read too early could fail, or be changed by what should have come before."""
    some = _rewritten(f"def f(a, b, g):\n    return {value}\n")["extract variable"]
    assert not any("= b." in text or "= a.x\n    return g" in text for text in some)


def test_a_helper_that_tests_replace_is_not_inlined() -> None:
    code = "def g(x):\n    return x + 1\n\ndef f(a):\n    return g(a)\n"
    assert "inline helper" in _rewritten(code)
    patched = Around(("monkeypatch.setattr(module, 'g', None)",))
    assert "inline helper" not in _rewritten(code, patched)


def test_a_branch_of_a_longer_condition_stays() -> None:
    source = Source(
        "def f(a):\n    if a:\n        x = 1\n"
        "    elif a.b:\n        x = 2\n    else:\n        x = 3\n"
    )
    some = [
        rewrite
        for rewrite in rewrites_of(source, source.functions["f"], Around())
        if rewrite.kind == "invert condition"
    ]
    assert [applied(source, rewrite) is None for rewrite in some] == [False, True]
