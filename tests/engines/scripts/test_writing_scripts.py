"""A model is asked for usage examples, and those that are fit to be run are kept."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from tests.meaning.llm.scripted_server import Says, chat, failure, scripted

from swerve.engines.scripts import Wanted, Written, write_scripts
from swerve.engines.scripts._reducing import reduced
from swerve.engines.scripts._screening import normal_form, private_names, undefined_names
from swerve.engines.scripts._writing import read_scripts
from swerve.meaning.llm import Client, Malformed
from swerve.source import FileVersions, RawChange, diff_text
from swerve.source.store import Store

WANTED = Wanted(("shop.total",), "full +print(1)", "filtered +print(1)", "shop", count=3)
SAME = Wanted(("shop.total",), "one diff", "one diff")


def block(*scripts: str) -> str:
    return "\n".join(f"Some words.\n```python\n{script}```" for script in scripts)


def written(folder: Path, *says: Says, wanted: Wanted = SAME) -> tuple[Written, list[str], Client]:
    with scripted(*says) as script:
        client = Client(script.server(), store=Store(folder), sleep=lambda seconds: None)
        found = write_scripts(client, wanted)
        return found, [script.prompt(each) for each in range(len(script.asked))], client


def test_both_diffs_are_asked_about(tmp_path: Path) -> None:
    one, other = "import shop\nprint(shop.total([1]))\n", "import shop\nprint(shop.total([]))\n"
    found, prompts, client = written(
        tmp_path, chat(block(one, other)), chat(block(other)), wanted=WANTED
    )
    assert found == Written((one, other), ("1 left out: a duplicate",))
    assert "full +print(1)" in prompts[0]
    assert "filtered +print(1)" in prompts[1]
    for prompt in prompts:
        assert "The functions that changed: shop.total\n" in prompt
        assert "Write 3 usage examples for normal cases, and 3 for corner cases" in prompt
        assert "{{" not in prompt
    assert client.ledger.steps["scripts"].requests == 2


def test_equal_diffs_are_asked_about_once(tmp_path: Path) -> None:
    _, prompts, _ = written(tmp_path, chat(block("print(1)\n")))
    assert len(prompts) == 1


def test_what_is_not_fit_is_left_out(tmp_path: Path) -> None:
    scripts = (
        "print(1)\n",
        "print( 1 )  # the same\n",
        "import shop._inner\nprint(shop._inner)\n",
        "def broken(:\n",
        f"print({'1' * 7000!r})\n",
    )
    found, _, _ = written(tmp_path, chat(block(*scripts)))
    assert found.scripts == ("print(1)\n",)
    assert set(found.notes) == {
        "1 left out: a duplicate",
        "1 left out: uses private names",
        "1 left out: not valid Python",
        "1 left out: too long",
    }


def test_names_that_are_defined_nowhere_are_sent_back_once(tmp_path: Path) -> None:
    repaired = "import shop\nprint(shop.total([1]))\n"
    found, prompts, client = written(
        tmp_path,
        chat(block("print(shop.total([1]))\n", "print(nothing)\n")),
        chat(block(repaired)),
        chat(block("print(nothing, again)\n")),
    )
    assert found.scripts == (repaired,)
    assert found.notes == ("1 left out: uses undefined names",)
    assert "The names: shop\n" in prompts[1]
    assert "print(shop.total([1]))" in prompts[1]
    assert client.ledger.steps["scripts, repaired"].requests == 2


def test_a_model_that_does_not_answer_leaves_a_note(tmp_path: Path) -> None:
    found, _, _ = written(tmp_path, failure(401, "no"))
    assert found == Written(
        (), ("the language model wrote no scripts: the server rejected the key: no",)
    )


def test_a_reply_without_code_is_asked_for_again(tmp_path: Path) -> None:
    found, prompts, _ = written(tmp_path, chat("Sure!"), chat(block("print(1)\n")))
    assert found.scripts == ("print(1)\n",)
    assert len(prompts) == 2


def test_a_block_that_is_cut_off_does_not_count() -> None:
    whole = block("print(1)\n")
    assert read_scripts(f"{whole}\n```python\nprint(2)\npri") == ("print(1)\n",)
    assert isinstance(read_scripts("```python\nprint(2)\npri"), Malformed)


# --- what is fit to be run ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("print(x)", ("x",)),
        ("x = 1\nprint(x)", ()),
        ("def f():\n    return x\nf()", ("x",)),
        ("def f():\n    return x\nx = 1\nf()", ()),
        ("def f(a, *b, c=1, **d):\n    return a, b, c, d", ()),
        ("print([x for x in y])", ("y",)),
        ("class A:\n    x = 1\n    def f(self):\n        return x", ("x",)),
        ("def f():\n    global x\n    x = 1\nf()\nprint(x)", ()),
        ("import a.b as c, d.e\nprint(c, d)", ()),
        ("from a import *\nprint(x)", ()),
        ("try:\n    pass\nexcept ValueError as e:\n    print(e)", ()),
        ("with open('a') as f:\n    print(f.read(), __name__)", ()),
        ("print((y := 1), y)", ()),
        ("lambda: z", ("z",)),
        ("x += 1", ()),
        ("def f(x: T) -> None: ...", ("T",)),
        ("not python(", ()),
    ],
)
def test_undefined_names(source: str, names: tuple[str, ...]) -> None:
    assert undefined_names(source) == names


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("import a._b", ("a._b",)),
        ("from a import _b", ("a._b",)),
        ("from a._b import c", ("a._b.c",)),
        ("from a import b\nb._c()", ("_c",)),
        ("from a import b\nb.__len__()", ()),
        ("from __future__ import annotations", ()),
        ("class A:\n    def f(self):\n        return self._x", ()),
        ("from a import p\np._replace(x=1)", ()),
        ("from . import a", ()),
    ],
)
def test_private_names(source: str, names: tuple[str, ...]) -> None:
    assert private_names(source) == names


def test_normal_forms() -> None:
    assert normal_form("print( 1 ) # one\n") == normal_form("print(1)")
    assert normal_form("print(") is None


# --- what is taken away ---------------------------------------------------------------------------


def _prints(source: str, wanted: str) -> bool:
    """Whether a script prints something, without running it for real."""
    lines: list[str] = []
    names = {"print": lambda *values: lines.append(" ".join(map(str, values)))}
    try:
        exec(source, names)  # noqa: S102 - written in this file
    except Exception:
        return False
    return wanted in lines


@pytest.mark.parametrize(
    ("source", "left"),
    [
        ("print(1)\nprint(2)\nprint(3)\n", "print(2)\n"),
        ("x = 1\nx = 2\nfor y in [1]:\n    print(x)\n    print(y)\n", "x = 2\nprint(x)\n"),
        ("if 1:\n    z = 1\n    print(2)\nelse:\n    print(3)\n", "print(2)\n"),
        ("def f():\n    a = 1\n    return 2\nprint(f())\n", "def f():\n    return 2\nprint(f())\n"),
        ("try:\n    print(2)\nfinally:\n    print(3)\n", "print(2)\n"),
        ("print(2)  # as it was\n", "print(2)  # as it was\n"),
    ],
)
def test_a_script_is_reduced_anywhere(source: str, left: str) -> None:
    assert reduced(source, lambda text: _prints(text, "2"), seconds=30) == left


def test_reducing_ends_when_it_has_run_enough() -> None:
    source = "".join(f"print({each})\n" for each in range(100))
    tried: list[str] = []

    def never(text: str) -> bool:
        ast.parse(text)
        tried.append(text)
        return False

    assert reduced(source, never, seconds=30, most=20) == source
    assert len(tried) == 20


# --- the change as a text -------------------------------------------------------------------------


def test_a_change_reads_as_a_diff() -> None:
    raw = RawChange(
        "old",
        "new",
        (
            FileVersions("a.py", b"x = 1\n", b"x = 2"),
            FileVersions("b.py", None, b"y = 1\n"),
        ),
    )
    assert diff_text(raw) == (
        "--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n-x = 1\n+x = 2\n"
        "--- /dev/null\n+++ b/b.py\n@@ -0,0 +1 @@\n+y = 1\n"
    )
    assert "a.py" not in diff_text(raw, {"b.py"})
