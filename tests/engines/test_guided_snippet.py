"""What comes of code that stands alone? In real workers."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest

from swerve.engines.guided import SnippetRunner, SnippetRuns, bare_places, run_all
from swerve.engines.guided._snippet import code_lines
from swerve.predict import default_predictor
from swerve.run.sandbox import choose_level


def runner_for(folder: Path, *, runs: int = 1) -> SnippetRunner:
    level = choose_level().level
    folder.chmod(0o755)
    ground = bare_places(folder, level).new
    return SnippetRunner(ground, level, default_predictor(), runs=runs)


@pytest.fixture(scope="module")
def runner(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SnippetRunner]:
    with runner_for(tmp_path_factory.mktemp("tree")) as made:
        yield made


def run(runner: SnippetRunner, text: str) -> SnippetRuns:
    return runner.run(textwrap.dedent(text))


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("x = a + b\nprint(x.y[0](c))\n", id="nothing is defined"),
        pytest.param("x = x + 1\nreturn x\n", id="a parameter that is assigned to"),
        pytest.param("count = 0\nfor i in items:\n    last = i\nprint(last)\n", id="maybe unbound"),
        pytest.param("nonlocal hits\nhits += 1\n", id="a name of the function around"),
        pytest.param("super().__init__(a, b=c)\nself.d = d\n", id="a method's super"),
        pytest.param("r = await client.get(url)\nreturn r.json()\n", id="a coroutine"),
        pytest.param("async for x in y:\n    yield x\n", id="an asynchronous generator"),
        pytest.param("with lock, open(p) as f:\n    yield from f\n", id="a generator"),
        pytest.param("import numpy as np\nreturn np.zeros(n).sum()\n", id="a missing module"),
        pytest.param("from . import sibling\nsibling.go()\n", id="a relative import"),
        pytest.param("@app.route('/')\ndef f():\n    pass\nreturn f\n", id="a missing decorator"),
        pytest.param("class A(Base):\n    x = y\nreturn A()\n", id="a missing base"),
        pytest.param("    indented = True\n    return indented\n", id="cut out with its indent"),
    ],
)
def test_what_is_missing_stops_nothing(runner: SnippetRunner, text: str) -> None:
    done = runner.run(text)
    assert done.runs[0].stopped == ""
    assert done.executed == done.lines


def test_a_line_that_an_exception_leaves_was_not_executed(runner: SnippetRunner) -> None:
    done = run(runner, "a = 1\nb = a / 0\nc = 2\n")
    assert done.lines == {1, 2, 3}
    assert done.executed == {1}


def test_a_raise_counts_when_what_it_raises_was_made(runner: SnippetRunner) -> None:
    done = run(runner, "a = 1\nraise ValueError(a)\n")
    assert done.executed == {1, 2}
    assert done.runs[0].raised == "ValueError: 1"
    assert done.is_finished


def test_what_is_written_and_made_up_is_told_with_its_line(runner: SnippetRunner) -> None:
    done = run(
        runner, "import sys\nprint('out')\nsys.stderr.write('err')\nif user.age > 17:\n    pass"
    )
    first = done.runs[0]
    assert first.written == {"stdout": "out\n", "stderr": "err"}
    assert first.places["user.age"] == 4
    assert int(first.shown["user.age"]) is not None


def test_no_snippet_sees_what_another_one_did(runner: SnippetRunner) -> None:
    run(runner, "import os, builtins\nos.sep = 'changed'\nbuiltins.mine = 1\n")
    done = run(runner, "import os, builtins\nprint(os.sep, hasattr(builtins, 'mine'))\n")
    assert done.runs[0].written["stdout"] == "/ False\n"


def test_one_that_ends_its_process_costs_no_other_its_answer(runner: SnippetRunner) -> None:
    done = run(runner, "import os\nos.kill(os.getpid(), 9)\nos._exit(3)\n")
    assert done.lines == {1, 2, 3}
    done = run(runner, "import ctypes\nctypes.string_at(0)\n")
    assert not done.is_finished
    assert run(runner, "x = 1\n").is_finished


def test_a_loop_without_end_is_left(runner: SnippetRunner) -> None:
    done = run(runner, "n = 0\nwhile True:\n    n += 1\nprint(n)\n")
    assert done.is_finished


def test_text_that_is_no_python_is_not_run(runner: SnippetRunner) -> None:
    done = run(runner, "x = 1\ny = (\n")
    assert done.unreadable.startswith("line 2 does not parse")
    assert (done.executed, done.is_finished, done.runs) == (frozenset(), False, ())


def test_more_runs_take_other_ways(tmp_path: Path) -> None:
    text = """
        if mode == "fast":
            a = 1
        elif mode == "slow":
            a = 2
        elif size > 1000:
            a = 3
        else:
            a = 4
        return a
        """
    with runner_for(tmp_path, runs=30) as runner:
        done = run(runner, text)
        assert done.executed == done.lines
        assert 1 < len(done.runs) <= 30  # it stops when there is nothing more to see


def test_the_same_seed_gives_the_same_runs(tmp_path: Path) -> None:
    text = "for item in basket:\n    if item.price > limit:\n        return item\n"
    found = []
    for _ in range(2):
        with runner_for(tmp_path, runs=8) as runner:
            found.append([(each.done, each.shown) for each in runner.run(text).runs])
    assert found[0] == found[1]


def test_answers_come_in_the_order_given(tmp_path: Path) -> None:
    texts = [(n, "import time\n" * (n % 3) + f"print({n})\n") for n in range(7)]
    with runner_for(tmp_path) as one, runner_for(tmp_path) as other:
        done = list(run_all([one, other], texts, 0.0))
    assert [key for key, _ in done] == list(range(7))
    assert [each.runs[0].written["stdout"] for _, each in done] == [f"{n}\n" for n in range(7)]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        pytest.param('"""Says."""\nx = 1  # one\n\n# no\n', {2}, id="docstrings and comments"),
        pytest.param("f(\n    1,\n    # no\n    2,\n)\n", {1, 2, 4, 5}, id="a call over lines"),
        pytest.param("try:\n    a\nfinally:\n    b\n", {1, 2, 3, 4}, id="blocks"),
        pytest.param("x = '''a\n\nb'''\n", {1, 3}, id="a text over lines"),
    ],
)
def test_lines_of_code(text: str, lines: set[int]) -> None:
    assert code_lines(text) == lines


@pytest.mark.parametrize(
    "text",
    [
        "try:\n    a = 1\nexcept E as e:\n    raise\nelse:\n    b = 2\nfinally:\n    c = 3\n",
        "for a in (1,):\n    b = 2\nelse:\n    c = 3\n",
        "a = 1\nif a == 2:\n    pass\nelif a == 1:\n    b = (\n        3\n    )\n",
        "match 1:\n    case 1:\n        a = 2\n",
    ],
)
def test_every_line_of_code_that_runs_is_counted(runner: SnippetRunner, text: str) -> None:
    """Lines such as `else:` are in no statement, and must not be missing for ever."""
    done = runner.run(text)
    skipped = {number for number, line in enumerate(text.splitlines(), 1) if "except" in line}
    skipped |= {number + 1 for number in skipped}
    dead = {3} if "a == 2" in text else set()
    assert done.executed == done.lines - skipped - dead


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("if not user:\n    return None\nname = user.name\n", id="truth"),
        pytest.param("if kind != 'a':\n    return\nx = 1\ny = 2\n", id="equality"),
        pytest.param("if size < 1000:\n    return\nx = 1\ny = 2\n", id="order"),
        pytest.param("if a >= b:\n    return\nx = 1\ny = 2\n", id="order of two"),
        pytest.param("if len(rows) != 3:\n    return\nx = 1\ny = 2\n", id="length"),
        pytest.param("if mode not in ('r', 'w'):\n    return\nx = 1\ny = 2\n", id="containment"),
        pytest.param("if value is not None:\n    return\nx = 1\ny = 2\n", id="None"),
        pytest.param("if not isinstance(n, Node):\n    return\nx = n.y\ny = 2\n", id="class"),
        pytest.param("if a is None or not a.b or a.c == 3:\n    return\nx = 1\ny = 2\n", id="or"),
    ],
)
def test_the_first_run_does_not_leave_early(runner: SnippetRunner, text: str) -> None:
    done = runner.run(text)
    leaves = {2}
    assert done.executed == done.lines - leaves


def test_one_run_takes_both_ways_in_a_loop(runner: SnippetRunner) -> None:
    done = run(
        runner,
        """
        for line in [first, second]:
            if line.is_comment:
                comments += 1
                continue
            code.append(line)
        """,
    )
    assert done.executed == done.lines


@pytest.mark.parametrize(
    ("text", "missed"),
    [
        pytest.param("x = [1][5]\n", {1}, id="an item where nothing is made up"),
        pytest.param("x = (1).real.nothing\n", {1}, id="an attribute where nothing is"),
        pytest.param("y = str(a)\nx = y.split('?!')[7]\n", set(), id="an item"),
        pytest.param("y = len(a)\nx = y.mean(1)\n", set(), id="an attribute"),
        pytest.param("y = str(a)\nx = int(y + '!')\n", set(), id="a number"),
        pytest.param("y = list(a)\ny[99] = 1\ny['k'] = 2\n", set(), id="an item to be stored"),
        pytest.param(
            "y = str(a)\ntry:\n    int(y + '!')\n    z = 1\nexcept ValueError:\n    z = 2\n",
            {3, 4},
            id="what the code expects to fail",
        ),
    ],
)
def test_what_made_up_values_lack_is_made_up_too(
    runner: SnippetRunner, text: str, missed: set[int]
) -> None:
    done = runner.run(text)
    assert done.lines - done.executed == missed
