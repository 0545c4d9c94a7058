"""Which names are parameters of a body that was cut out of its function?"""

from __future__ import annotations

import ast

import pytest

from swerve.source.syntax import names_read_unbound


@pytest.mark.parametrize(
    ("text", "names"),
    [
        pytest.param("x = y\nreturn x", (), id="never bound is somebody else's"),
        pytest.param("x = x + 1", ("x",), id="assigned from itself"),
        pytest.param("x += 1", ("x",), id="augmented"),
        pytest.param("if a:\n    x = 1\nx", ("x",), id="in one branch"),
        pytest.param("if a:\n    x = 1\nelse:\n    x = 2\nx", (), id="in both branches"),
        pytest.param("if a:\n    x = 1\nelse:\n    return\nx", (), id="in the branch that goes on"),
        pytest.param("for x in y:\n    x\nx", ("x",), id="behind a loop"),
        pytest.param("while (x := f()):\n    x\nx", (), id="in a condition"),
        pytest.param("try:\n    x = 1\nexcept E:\n    pass\nx", ("x",), id="in a try"),
        pytest.param("try:\n    x = 1\nexcept E:\n    raise\nx", (), id="in a try that is left"),
        pytest.param("try:\n    x = 1\nfinally:\n    x", ("x",), id="in finally"),
        pytest.param("with a as x:\n    x", (), id="with"),
        pytest.param("with x as y:\n    x = y", ("x",), id="with itself"),
        pytest.param("y = [x for x in z]\nx = 1", (), id="a comprehension has names of its own"),
        pytest.param("y = [x for z in x]\nx = 1", ("x",), id="what a comprehension goes over"),
        pytest.param("def f():\n    return x\nx = 1\nf()", (), id="read later"),
        pytest.param("def f():\n    return x\nif a:\n    x = 1", ("x",), id="read later, maybe"),
        pytest.param("import a.b\na.c", (), id="imported"),
        pytest.param("global x\nx = x + 1", (), id="global"),
        pytest.param("match a:\n    case [x]:\n        x", (), id="a pattern"),
        pytest.param("del x\nx = 1", ("x",), id="deleted"),
        pytest.param("b = b; a = a", ("b", "a"), id="in order"),
    ],
)
def test_names_read_unbound(text: str, names: tuple[str, ...]) -> None:
    assert names_read_unbound(ast.parse(text)) == names
