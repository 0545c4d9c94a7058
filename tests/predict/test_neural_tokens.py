"""Is code written down for the network so that nothing is lost that was recorded?"""

from __future__ import annotations

import ast
import json
import subprocess
import sys
import sysconfig
import textwrap
from pathlib import Path

import pytest
from tests.predict.token_rows import row_of_text, said, said_of
from tests.worker.pythons import pythons

from swerve.facts.locating import Version
from swerve.facts.reading import usages_of
from swerve.facts.usage import Kind
from swerve.predict import Model
from swerve.predict._labels import Labels
from swerve.predict.neural._encoding import windows_of_function
from swerve.predict.neural._rows import SHAPES, Place, words_of
from swerve.predict.neural._tokens import row_of
from swerve.source.store import Store
from swerve.source.syntax import FunctionNode
from swerve.worker.suite import recording as _recording

_SOURCES = Path(__file__).parents[2] / "src"


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("x = y", "; store:x = name:y"),
        ("a = b.c = 1", "; store:a = name:b store_attribute:c = int:1"),
        ("x: dict[str, 'Thing'] = {}", "; store:x annotation:dict_str_Thing = dict /list"),
        ("x.y += -1", "; name:x store_attribute:y op= + u- int:1"),
        ("f(a, *b, k=c, **d)", "; name:f ( name:a * name:b keyword:k name:c ** name:d )"),
        ("x[0], x[1:n]", "; tuple name:x [ int:0 ] name:x [ int:1 slice name:n ] /list"),
        ("not a or b is not None", "; not name:a or name:b is_not None"),
        ("0 < a <= 9", "; int:0 < name:a <= int:9"),
        ("a if b else (c := d)", "; name:a ifexp name:b else store:c := name:d"),
        ("lambda a, b=1: a", "; lambda parameter:a parameter:b = int:1 : name:a"),
        (
            "[a for a in b if c]",
            "; list comprehension name:a for loop:a in name:b if name:c /list",
        ),
        (
            "{k: v for k, v in b}",
            "; dict comprehension name:k name:v for tuple store:k store:v /list in name:b /list",
        ),
        ("{**a, 'key': b}", "; dict ** name:a text:key name:b /list"),
        ("f'{a} of {b.c!r:>9}'", '; f" name:a name:b attribute:c "'),
        ("True, None, ..., b'x', 1.5, 2j", "; tuple True None ... bytes float:1.5 other /list"),
        ("999, 1000, '', '...'", "; tuple int:999 int:large text:'' text:'...' /list"),
        (
            "'One two_three fourFive six SEVEN'",
            "docstring:one_two_three_four docstring:five_six_seven",
        ),
        ("'A text of more than six words' in x", "; text:a_text_of_more_than_six in name:x"),
        ("import a.b as c, d", "import:a.b imported:c import:d"),
        ("from . import a as b, c", "from imported:b imported:c"),
        ("global a, b", "global:a_b"),
        (
            "if a: pass\nelif b: del c[0]\nelse: raise E from e",
            "if name:a : pass else if name:b : del name:c [ int:0 ] else raise name:E from name:e "
            "end end",
        ),
        ("while a:\n break\nelse: continue", "while name:a : break continue end"),
        ("for i in r: i", "for loop:i in name:r : ; name:i end"),
        ("with a as b, c: pass", "with name:a as store:b name:c : pass end"),
        (
            "try: pass\nexcept (A, B) as e: pass\nexcept: pass\nelse: pass\nfinally: pass",
            "try pass except tuple name:A name:B /list caught:e : pass except : pass else pass "
            "finally pass end",
        ),
        (
            "match a:\n case {'k': B.c} if d: e",
            "match name:a : case text:k name:B attribute:c if name:d : ; name:e end",
        ),
        (
            "@a.b\nasync def f(c, /, d: int = 2, *e, g, **h) -> str:\n 'What.'\n return await d(c)",
            "async @ name:a attribute:b def:f parameter:c parameter:d annotation:int = int:2 "
            "*args:e parameter:g **kwargs:h -> annotation:str : docstring:what return await name:d "
            "( name:c ) end",
        ),
        (
            "@d\nclass C(A, b=1):\n x = 2\n def f(self): yield self",
            "@ name:d class:C name:A int:1 : ; store:x = int:2 def:f parameter:self : ; "
            "yield name:self end end",
        ),
    ],
)
def test_tokens_say_what_the_code_says(code: str, expected: str) -> None:
    assert said_of(row_of_text(code)) == expected


def test_code_of_the_same_meaning_is_written_the_same() -> None:
    assert said_of(row_of_text("x = (1,\n 2)  # both")) == said_of(row_of_text("x = 1, 2"))


def test_of_functions_only_the_heads_where_wanted() -> None:
    code = "@d\ndef f(x=a): return b\nclass C:\n  y = c\n  def g(self): return e\n"
    row = row_of_text(code, whole_functions=False)
    assert said_of(row) == (
        "@ name:d def:f parameter:x = name:a : end "
        "class:C : ; store:y = name:c def:g parameter:self : end end"
    )
    assert len(row.places) == 3


def test_shapes_have_numbers_that_fit_a_byte() -> None:
    """Prepared arrays keep a shape in one byte; 0 is what windows are filled up with."""
    assert SHAPES[0] == "pad"
    assert len(set(SHAPES)) == len(SHAPES) < 256


@pytest.mark.parametrize(
    ("lexeme", "words"),
    [
        ("snake_case", ["snake", "case"]),
        ("camelCaseHTTPServer2", ["camel", "case", "http", "server", "2"]),
        ("__init__", ["init"]),
        ("MAX_SIZE", ["max", "size"]),
        ("größe", ["gr", "e"]),
        ("_", []),
        ("", []),
    ],
)
def test_names_fall_into_words(lexeme: str, words: list[str]) -> None:
    assert words_of(lexeme) == words


# --- places -------------------------------------------------------------------------------------


def test_each_place_has_the_token_that_stands_for_what_it_reads() -> None:
    code = "for row in rows: row.f(x)['key'].y = await z()\n"
    row = row_of_text(f"async def g():\n {code}")
    found = {
        (kind, f" {code}"[column:end_column]): said([row.shapes[at]], [row.lexemes[at]])
        for (kind, _, column, _, end_column), at in row.places.items()
    }
    assert found == {
        ("item", "row"): "loop:row",
        ("name", "rows"): "name:rows",
        ("name", "row"): "name:row",
        ("attribute", "row.f"): "attribute:f",
        ("name", "x"): "name:x",
        ("call", "row.f(x)"): ")",
        ("item", "row.f(x)['key']"): "]",
        ("name", "z"): "name:z",
        ("call", "z()"): ")",
        ("call", "await z()"): ")",
    }


def test_columns_are_bytes() -> None:
    assert list(row_of_text("'é', x").places) == [("name", 1, 6, 1, 7)]


def test_kinds_are_those_of_predictors_and_of_the_recorder() -> None:
    row = row_of_text("a.b(c)[d]")
    kinds = {kind.value for kind in Kind}
    assert {kind for kind, *_ in row.places} == kinds
    assert kinds == {*(_recording.NAME, _recording.ATTRIBUTE, _recording.CALL, _recording.ITEM)}


def _recorded(text: str, monkeypatch: pytest.MonkeyPatch) -> set[Place]:
    places: list[_recording.Place] = []
    monkeypatch.setattr(_recording, "_places", places)
    monkeypatch.setattr(_recording, "_counts", [])
    _recording.rewritten(ast.parse(text), "f.py")
    return {(kind, *position) for _, kind, _, *position in places}  # type: ignore[misc]


def _in_format_specs(module: ast.Module) -> set[Place]:
    """Widths and the like, which are not written down."""
    return {
        place
        for node in ast.walk(module)
        if isinstance(node, ast.FormattedValue) and node.format_spec is not None
        for part in ast.walk(node.format_spec)
        if isinstance(part, ast.FormattedValue)
        for place in row_of([part.value]).places
    }


@pytest.mark.slow
@pytest.mark.parametrize(
    "path",
    [
        *("argparse.py", "typing.py", "asyncio/base_events.py", "dataclasses.py", "statistics.py"),
        *("swerve/tell/_side_by_side.py", "swerve/apps/cli/_doctor.py"),
        "swerve/worker/suite/recording.py",
    ],
)
def test_whatever_is_recorded_in_real_code_has_a_token(
    path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = _SOURCES if path.startswith("swerve/") else Path(sysconfig.get_path("stdlib"))
    text = (folder / path).read_text("utf-8")
    module = ast.parse(text)
    recorded = _recorded(text, monkeypatch)
    missing = recorded - row_of(module.body).places.keys()
    assert len(recorded) > 100
    assert missing <= _in_format_specs(module)


_SYNTAX = {
    (3, 10): """
        '''Words.'''
        from __future__ import annotations
        async def f(a: int, /, *b: "Thing", c: 0xF = d, **e) -> None:
            global g
            async with h as i, j as (k, l):
                async for m in n: yield m
            o = [p async for p in q() if await r]
            return
        match s.t, u[0]:
            case [v, *w, {"x": y, **z}] | C.d(e=1 as f) if g: h
            case None | -1 | "text" | _: pass
        print(f"{a!r:>{b}} {c=} {'d' f'{e}'}" "more" f'{f:{g}.{h}}', rb"bytes", 1_000j)
        with (open(a) as b, open(c) as d): ...
        @(lambda x: x)
        class E(A.B, metaclass=M, **kw):
            x: int
            def __init__(self): self.y: list[int] = []; del self.z, self[0]; nonlocal_ = ...
        (yield_ := [*a, *b], {**c}, {d: e}, {f}, x[1:2, ::3], x[..., None], not -~a @ b // c)
        """,
    (3, 11): "try: a\nexcept* (B, C) as d: raise\nexcept* E: x[*y]\nelse: f\nfinally: g",
    (3, 12): """
        def f[T: (int, str), *Ts, **P](x: T) -> list[T]: return x
        class C[T](B[T]): y = f(T)
        type X[T] = list[T] | other
        f"{'nested' + f"{x["key"]:{w}}"}"
        f'''{
            a.b
        } { c }'''
        """,
    (3, 13): "class C[T = int, *Ts = *tuple[int]]: x = T\ntype Y[**P = [a]] = P",
}
_LOOK = """
import ast, json, sys
sys.path.insert(0, sys.argv[1])
from swerve.predict.neural._context import Surroundings
from swerve.predict.neural._encoding import windows_of_function, windows_of_statements
from swerve.predict.neural._tokens import row_of
from swerve.worker.suite import recording as _recording
found = []
for text in json.loads(sys.argv[2]):
    module = ast.parse(text)
    row, surroundings = row_of(module.body), Surroundings(module)
    windows = [list(windows_of_statements(module.body, whole_functions=False))]
    for node in ast.walk(module):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            windows.append(list(windows_of_function(surroundings, node, None)))
    _recording._places.clear()
    _recording.rewritten(ast.parse(text), "f.py")
    specs = set()
    for node in ast.walk(module):
        if isinstance(node, ast.FormattedValue) and node.format_spec:
            specs |= row_of([each for each in ast.walk(node.format_spec)
                             if isinstance(each, ast.expr)]).places.keys()
    found += [each for each in _recording._places
              if (each[1], *each[3:]) not in row.places and (each[1], *each[3:]) not in specs]
print(json.dumps([len(_recording._places), found]))
"""


@pytest.mark.slow
@pytest.mark.parametrize("version", _SYNTAX)
def test_the_syntax_of_every_python_is_written_down(version: tuple[int, int]) -> None:
    """Syntax of 3.12 in 3.12 and later: each Python has trees of its own."""
    python = _python(version)
    if not python:
        pytest.skip("that Python is not installed here")
    texts = json.dumps([textwrap.dedent(_SYNTAX[each]) for each in _SYNTAX if each <= version])
    done = subprocess.run(
        [python, "-c", _LOOK, str(_SOURCES), texts], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    count, missing = json.loads(done.stdout)
    assert count
    assert missing == []


def _python(version: tuple[int, int]) -> str:
    if version == sys.version_info[:2]:
        return sys.executable
    name = ".".join(map(str, version))
    found = (path for path in pythons() if Path(path).parents[1].name.startswith(f"{name}."))
    return next(found, "")


# --- what is too much ---------------------------------------------------------------------------


def test_a_number_that_python_cannot_write_out_is_large() -> None:
    code = f"x: 0x{'f' * 5000}\ndef f(y: 0x{'f' * 5000} = 0x{'f' * 5000}): ..."
    assert said_of(row_of_text(code)).startswith(
        "; store:x annotation:large def:f parameter:y annotation:large = int:large"
    )


class _Encoding:
    """A network that looks at everything and has nothing to say."""

    checksum = "one"

    def labels_of(
        self, module: ast.Module, function: FunctionNode | None, owner: ast.ClassDef | None
    ) -> Labels:
        assert function is not None
        assert list(windows_of_function(None, function, owner))
        return {}


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("return " + "+".join(["a"] * 700), id="operators"),
        pytest.param("return a" + ".b" * 700, id="attributes"),
        pytest.param("if a: b\n    " + "elif a: b\n    " * 600, id="conditions"),
    ],
)
@pytest.mark.usefixtures("usual_depth")
def test_code_that_is_nested_too_deeply_has_no_labels(body: str, tmp_path: Path) -> None:
    text = f"def f(a, b):\n    {body}\n"
    with pytest.raises(RecursionError):
        row_of(ast.parse(text).body)
    code = usages_of([Version(text, "f")])
    found = Model(_Encoding(), Store(tmp_path)).predict(code, code.sites)
    assert found == ({},) * len(code.sites)
