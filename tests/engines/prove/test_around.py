"""Is anything around a function taken for the same that is not?"""

from __future__ import annotations

import pytest

from swerve.engines.prove.solver import Proved, Question, prove

#: Both modules; what differs stands around `f`, or behind its back.
AROUND = {
    "members of an enumeration": (
        "from enum import Enum\nclass K(Enum):\n    A = 1\ndef f(x):\n    return K(x)\n",
        "from enum import Enum\nclass K(Enum):\n    A = 2\ndef f(x):\n    y = K(x)\n    return y\n",
    ),
    "a registry that a decorator fills": (
        "REG = {}\ndef reg(g):\n    REG[g.__name__] = g\n    return g\n"
        "@reg\ndef h(x):\n    return 1\ndef f(x):\n    return REG[x](x)\n",
        "REG = {}\ndef reg(g):\n    REG[g.__name__] = g\n    return g\n"
        "@reg\ndef h(x):\n    return 2\ndef f(x):\n    g = REG[x]\n    return g(x)\n",
    ),
    "the exception at hand": (
        "import traceback\ndef f(g):\n    try:\n        n = g()\n    except ValueError:\n"
        "        print(traceback.format_exc()[-20:])\n        return None\n    return n\n",
        "import traceback\ndef f(g):\n    failed = False\n    try:\n        n = g()\n"
        "    except ValueError:\n        failed = True\n    if failed:\n"
        "        print(traceback.format_exc()[-20:])\n        return None\n    return n\n",
    ),
    "a default of a dataclass": (
        "from dataclasses import dataclass\n@dataclass\nclass P:\n    a: int = 0\n"
        "def f():\n    return P()\n",
        "from dataclasses import dataclass\n@dataclass\nclass P:\n    a: int = 1\n"
        "def f():\n    p = P()\n    return p\n",
    ),
    "the order of fields": (
        "from dataclasses import dataclass\n@dataclass\nclass P:\n    a: int\n    b: int\n"
        "def f():\n    return P(1, 2)\n",
        "from dataclasses import dataclass\n@dataclass\nclass P:\n    b: int\n    a: int\n"
        "def f():\n    p = P(1, 2)\n    return p\n",
    ),
    "a method that a base class calls": (
        "import json\nclass H(json.JSONEncoder):\n    def default(self, o):\n        return 1\n"
        "def f(x):\n    return json.dumps(x, cls=H)\n",
        "import json\nclass H(json.JSONEncoder):\n    def default(self, o):\n        return 2\n"
        "def f(x):\n    y = json.dumps(x, cls=H)\n    return y\n",
    ),
    "a default that is named by keyword": (
        "A = 1\ndef f(*, x=A):\n    return x\n",
        "A = 2\ndef f(*, x=A):\n    y = x\n    return y\n",
    ),
    "a default of a class": (
        "class C:\n    k = 1\ndef f(x=C.k):\n    return x\n",
        "class C:\n    k = 2\ndef f(x=C.k):\n    y = x\n    return y\n",
    ),
    "a function that is wrapped later": (
        "def t(g, n):\n    return lambda x: g(x) * n\ndef f(x):\n    return x\nf = t(f, 2)\n",
        "def t(g, n):\n    return lambda x: g(x) * n\n"
        "def f(x):\n    y = x\n    return y\nf = t(f, 3)\n",
    ),
    "a name that a comprehension binds, too": (
        "def f():\n    x = 1\n    return lambda y: [x for x in y] + [x]\n",
        "def f():\n    x = 2\n    return lambda y: [x for x in y] + [x]\n",
    ),
    "a name that a lambda binds, too": (
        "def f():\n    x = 1\n    return lambda: (lambda x: x)(1) + x\n",
        "def f():\n    x = 2\n    return lambda: (lambda x: x)(1) + x\n",
    ),
    "what does not run as a program": (
        "X = 1\nif __name__ != '__main__':\n    X = 2\ndef f(x):\n    return X\n",
        "X = 1\nif __name__ != '__main__':\n    X = 2\ndef f(x):\n    return 1\n",
    ),
    "the other side of a guard": (
        "if __name__ == '__main__':\n    pass\nelse:\n    X = 2\ndef f(x):\n    return X\n",
        "if __name__ == '__main__':\n    pass\nelse:\n    X = 3\n"
        "def f(x):\n    y = X\n    return y\n",
    ),
    "the order of statements": (
        "A = 1\nA = 2\nB = A\ndef f():\n    return B\n",
        "A = 1\nB = A\nA = 2\ndef f():\n    b = B\n    return b\n",
    ),
    "the order of effects": (
        "D = {}\nD.update(a=1)\nE = dict(D)\ndef f():\n    return E\n",
        "D = {}\nE = dict(D)\nD.update(a=1)\ndef f():\n    e = E\n    return e\n",
    ),
    "a builtin that is rebound": (
        "def s():\n    global len\n    len = lambda x: 0\ns()\n"
        "def f(x: list):\n    return len(x) > 0\n",
        "def s():\n    global len\n    len = lambda x: 0\ns()\n"
        "def f(x: list):\n    return bool(x)\n",
    ),
    "an attribute that is named at run time": (
        "class A:\n    k = 1\ndef f(a, name):\n    return getattr(a, name)\n",
        "class A:\n    k = 2\ndef f(a, name):\n    y = getattr(a, name)\n    return y\n",
    ),
}


@pytest.mark.parametrize("name", AROUND)
def test_what_differs_around_is_no_proof_without_reservations(name: str) -> None:
    old, new = AROUND[name]
    answer = prove(Question(old, new, "f", "f", 4.0))
    if isinstance(answer, Proved):
        assert any(each.endswith("changes nothing") for each in answer.assumptions), answer


def test_a_private_name_of_a_class_is_not_one_of_the_module() -> None:
    old = "__g = 5\nclass A:\n    def f(self):\n        return __g\n"
    answer = prove(Question(old, old.replace("return __g", "return 5"), "A.f", "A.f", 4.0))
    assert not isinstance(answer, Proved)


@pytest.mark.parametrize(
    "around",
    [
        pytest.param("import json\n", id="an import"),
        pytest.param("LIMIT = -3\n", id="a constant"),
        pytest.param("def helper(y):\n    return y + 1\n", id="a function"),
        pytest.param('"""What it is about."""\n', id="a docstring"),
        pytest.param("if __name__ == '__main__':\n    pass\n", id="a guard on both sides"),
    ],
)
def test_what_comes_by_name_only_is_no_reservation(around: str) -> None:
    old = "def f(x: int) -> int:\n    return x + 1\n"
    new = "def f(x: int) -> int:\n    return 1 + x\n"
    guard = around if around.startswith("if") else ""
    answer = prove(Question(guard + old, around + new, "f", "f", 4.0))
    assert isinstance(answer, Proved)
    assert not any(each.endswith("changes nothing") for each in answer.assumptions), answer


@pytest.mark.parametrize(
    "body", ["return x + 1", "match x:\n        case 1:\n            return 2"]
)
def test_a_function_whose_text_stayed_is_proved(body: str) -> None:
    """Also where it holds what has no meaning: nothing of it is looked at."""
    text = f"def f(x):\n    {body}\n"
    assert prove(Question(text, text, "f", "f")) == Proved((), None)
