"""Tests that swerve writes: they pass on one side, fail on the other, and read well."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from tests.run.host.grounds import LEVEL, call, ground

from swerve.engines.guided import Places
from swerve.model import Pair, Side
from swerve.observe.recipe import Access, Call, CallRecipe, List, Name
from swerve.observe.recipe.parts import parts_of, with_parts
from swerve.run.host import Lane, Sides, Worker
from swerve.source import Selection, pair_up, read_paths
from swerve.witness.tests import Verifier, WrittenTest, written_test

A = Name("subject", "A")
WITH_PRICE = "class A:\n    def __init__(self, p):\n        self.prices = [p]\n"

BOX = """
class Box:
    @property
    def size(self):
        return self._size

    @size.setter
    def size(self, v):
        self._size = v
"""
SET = Access.SET


@dataclass
class Written:
    sides: Sides
    verifier: Verifier
    pairs: dict[str, Pair]

    def test(
        self, made: CallRecipe, pinned: Side = Side.OLD, *, lacks_pytest: bool = False
    ) -> WrittenTest | str:
        self.verifier.lacks_pytest = lacks_pytest
        test = written_test(
            self.pairs[f"{made.target.module}.py"],
            self.sides.confirm(made),
            self.sides.confirm,
            self.verifier,
            pinned=pinned,
            change='abc..def "Make it better"',
            source="swerve (generate)",
            is_free=lambda name: True,
        )
        assert self.verifier.lacks_pytest == lacks_pytest
        return test


class Alone(Verifier):
    """Never loads pytest's plugins, which takes longer than all the rest."""

    def why_not(self, text: str, name: str, pinned: Side, *, plugins: bool) -> str:
        return "" if plugins else super().why_not(text, name, pinned, plugins=False)


@contextmanager
def opened(
    folder: Path, modules: dict[str, tuple[str, str]], verifier: type[Verifier] = Verifier
) -> Iterator[Written]:
    """Both sides of some modules, each with one function that changed."""
    grounds = [
        ground(folder / side, {f"{name}.py": texts[at] for name, texts in modules.items()})
        for at, side in enumerate(("old", "new"))
    ]
    pairs = pair_up(read_paths(folder / "old", folder / "new", Selection())).pairs
    with Worker(grounds[0], LEVEL) as old, Worker(grounds[1], LEVEL) as new:
        places = Places(grounds[0], grounds[1], LEVEL)
        lines = {f"{name}.py": (*range(1, 20),) for name in modules}
        sides = Sides(Lane(old, tuple(modules), lines), Lane(new, tuple(modules), lines))
        yield Written(sides, verifier(places), {pair.new.module.path: pair for pair in pairs})


def moved(made: CallRecipe, module: str) -> CallRecipe:
    """The call of a function of `subject`, for another module."""

    def change(part: Any) -> Any:
        if isinstance(part, Name):
            return Name(module if part.module == "subject" else part.module, part.qualname)
        parts = parts_of(part)
        return with_parts(part, tuple(map(change, parts))) if parts else part

    state = tuple((change(name), value) for name, value in made.state)
    changed: CallRecipe = change(made)
    return replace(changed, target=change(made.target), state=state)


def body_of(made: WrittenTest | str) -> str:
    """What stands behind the docstring."""
    assert isinstance(made, WrittenTest), made
    lines = made.text.partition('    """\n')[2].splitlines()
    return "\n".join(line[4:] for line in lines)


CASES = [
    pytest.param(
        "def f(x):\n    return x + 1\n",
        "def f(x):\n    return x + 2\n",
        call("f", 1),
        "assert f(1) == 2",
        id="a value",
    ),
    pytest.param(
        "def f(x):\n    return None\n",
        "def f(x):\n    return x\n",
        call("f", x=1),
        "assert f(x=1) is None",
        id="nothing",
    ),
    pytest.param(
        "def f(x):\n    return x\n",
        "def f(x):\n    return float(x)\n",
        call("f", 1),
        "assert type(f(1)) is int",
        id="only the type differs",
    ),
    pytest.param(
        f"{WITH_PRICE}def f(x):\n    return A(x)\n",
        f"{WITH_PRICE}def f(x):\n    return A(x + 1)\n",
        call("f", 1),
        "assert f(1).prices[0] == 1",
        id="an object that knows no equality",
    ),
    pytest.param(
        "def f(x):\n    return {'a': 1, 'b': [1, 2, 3] * 50}\n",
        "def f(x):\n    return {'b': [1, 2, 3] * 50}\n",
        call("f", 1),
        "assert f(1)['a'] == 1",
        id="a part of something large",
    ),
    pytest.param(
        "def f(x):\n    raise KeyError(x)\n",
        "def f(x):\n    return x\n",
        call("f", "a"),
        'with pytest.raises(KeyError, match="\'a\'"):\n    f("a")',
        id="an exception",
    ),
    pytest.param(
        "def f(x):\n    raise ValueError('bad (x)')\n",
        "def f(x):\n    raise ValueError('bad (y)')\n",
        call("f", 1),
        'with pytest.raises(ValueError, match=re.escape("bad (x)")):\n    f(1)',
        id="another message",
    ),
    pytest.param(
        "class Bad(Exception): pass\ndef f(x):\n    raise Bad\n",
        "class Bad(Exception): pass\nclass Worse(Bad): pass\ndef f(x):\n    raise Worse\n",
        call("f", 1),
        'with pytest.raises(Bad) as caught:\n    f(1)\nassert type(caught.value).__name__ == "Bad"',
        id="a derived exception",
    ),
    pytest.param(
        "def f(x):\n    x.append(1)\n",
        "def f(x):\n    x.append(2)\n",
        call("f", List()),
        "items = []\nf(items)\nassert items == [1]",
        id="an argument afterwards",
    ),
    pytest.param(
        "class A:\n    n = 0\n    def add(self, k):\n        self.n += k\n",
        "class A:\n    n = 0\n    def add(self, k):\n        self.n -= k\n",
        CallRecipe(Name("subject", "A.add"), Call(A), kwargs=(("k", 1),)),
        "a = A()\na.add(k=1)\nassert a.n == 1",
        id="the object afterwards",
    ),
    pytest.param(
        BOX,
        BOX.replace("= v", "= -v"),
        CallRecipe(Name("subject", "Box.size"), Call(Name("subject", "Box")), (1,), access=SET),
        "box = Box()\nbox.size = 1\nassert box._size == 1",
        id="what is set",
    ),
    pytest.param(
        "def f(n):\n    return [[n] * 9 for _ in range(n)]\n",
        "def f(n):\n    return [[n] * 9 for _ in range(n - 1)]\n",
        call("f", 60),
        "assert len(f(60)) == 60",
        id="how much there is of something large",
    ),
    pytest.param(
        "def f(x):\n    print('a', x)\n",
        "def f(x):\n    print('b', x)\n",
        call("f", 1),
        'f(1)\nassert capsys.readouterr().out == "a 1\\n"',
        id="output",
    ),
    pytest.param(
        "import warnings\ndef f(x):\n    warnings.warn('a')\n",
        "import warnings\ndef f(x):\n    pass\n",
        call("f", 1),
        "with warnings.catch_warnings(record=True) as caught:\n"
        '    warnings.simplefilter("always")\n'
        "    f(1)\n"
        "seen = [(each.category.__name__, str(each.message)) for each in caught]\n"
        'assert seen == [("UserWarning", "a")]',
        id="warnings",
    ),
    pytest.param(
        "def f(x):\n    yield x\n",
        "def f(x):\n    yield x + 1\n",
        call("f", 2),
        "assert list(f(2)) == [2]",
        id="a generator",
    ),
    pytest.param(
        "async def f(x):\n    return x\n",
        "async def f(x):\n    return x + 1\n",
        call("f", 2),
        "assert asyncio.run(f(2)) == 2",
        id="a coroutine",
    ),
    pytest.param(
        "LIMIT = 1\ndef f(x):\n    return LIMIT\n",
        "LIMIT = 1\ndef f(x):\n    return LIMIT + 1\n",
        CallRecipe(Name("subject", "f"), args=(2,), state=((Name("subject", "LIMIT"), 5),)),
        'monkeypatch.setattr(subject, "LIMIT", 5)\nassert f(2) == 5',
        id="what is set before",
    ),
    pytest.param(
        "import datetime\ndef f(x):\n    return datetime.datetime(2020, 1, 2)\n",
        "import datetime\ndef f(x):\n    return datetime.datetime(2020, 1, 3)\n",
        call("f", 1),
        "assert f(1) == datetime(2020, 1, 2)",
        id="a type of the standard library",
    ),
]

WRITES = "def f(p):\n    with open(p, 'w') as file:\n        file.write('a\\nb\\n')\n"
LOGS = "import logging\ndef f(x):\n    logging.getLogger('shop').warning('%s left', x)\n"
STORES = """import sqlite3
def f(p):
    connection = sqlite3.connect(p)
    connection.execute("create table item (id integer, name text)")
    connection.execute("insert into item values (1, 'pen')")
    connection.commit()
    connection.close()
"""

EFFECTS = [
    pytest.param(
        WRITES,
        WRITES.replace("b", "c"),
        call("f", "x.txt"),
        'monkeypatch.chdir(tmp_path)\nf("x.txt")\n'
        'assert (tmp_path / "x.txt").read_text() == (\n    "a\\n"\n    "b\\n"\n)',
        id="a file",
    ),
    pytest.param(
        "import os\ndef f(p):\n    open(p, 'w').close()\n    os.remove(p)\n",
        "def f(p):\n    open(p, 'w').close()\n",
        call("f", "x.txt"),
        'monkeypatch.chdir(tmp_path)\nf("x.txt")\nassert not (tmp_path / "x.txt").exists()',
        id="a file that stays",
    ),
    pytest.param(
        STORES,
        STORES.replace("connection.commit()", "pass"),
        call("f", "x.db"),
        'monkeypatch.chdir(tmp_path)\nf("x.db")\n'
        'with closing(sqlite3.connect(tmp_path / "x.db")) as connection:\n'
        '    rows = connection.execute("select * from item").fetchall()\n'
        'assert rows == [(1, "pen")]',
        id="rows of a database",
    ),
    pytest.param(
        "import os\ndef f(x):\n    os.environ['MODE'] = x\n",
        "import os\ndef f(x):\n    os.environ['MODE'] = x * 2\n",
        call("f", "a"),
        'monkeypatch.setenv("MODE", "")\nmonkeypatch.delenv("MODE")\nf("a")\n'
        'assert os.environ.get("MODE") == "a"',
        id="the environment",
    ),
    pytest.param(
        "def f(p):\n    return p\n",
        "import os\ndef f(p):\n    os.chdir('..')\n    return p\n",
        call("f", 1),
        "monkeypatch.chdir(tmp_path)\nf(1)\nassert Path.cwd() == tmp_path",
        id="the working folder",
    ),
    pytest.param(
        "def f(x):\n    return x\n",
        "import os\ndef f(x):\n    os.umask(0o77)\n    return x\n",
        call("f", 1),
        "before = os.umask(0o022)\nf(1)\nafter = os.umask(before)\nassert after == 0o022",
        id="the umask",
    ),
    pytest.param(
        LOGS,
        LOGS.replace("warning", "error"),
        call("f", 3),
        "f(3)\nseen = [\n    (each.levelname, each.getMessage())\n"
        "    for each in caplog.records\n"
        '    if each.name == "shop" and each.levelno >= logging.WARNING\n]\n'
        'assert seen == [("WARNING", "3 left")]',
        id="the log",
    ),
    pytest.param(
        "SEEN = {}\ndef f(x):\n    SEEN[x] = 1\n",
        "SEEN = {}\ndef f(x):\n    SEEN.pop(x, None)\n",
        call("f", "a"),
        'monkeypatch.setattr(subject, "SEEN", deepcopy(subject.SEEN))\nf("a")\n'
        'assert subject.SEEN == {"a": 1}',
        id="a global",
    ),
    pytest.param(
        "SEEN = []\ndef f(x):\n    len(SEEN)\n",
        "SEEN = []\ndef f(x):\n    SEEN.append(x)\n",
        call("f", "a"),
        "before = deepcopy(subject.SEEN)\n"
        'monkeypatch.setattr(subject, "SEEN", deepcopy(before))\nf("a")\n'
        "assert subject.SEEN == before",
        id="a global that stays as it is",
    ),
    pytest.param(
        "import subprocess\ndef f(x):\n    subprocess.run(['touch', '-c', x])\n",
        "import subprocess\ndef f(x):\n    subprocess.run(['touch', '-a', x + 'a'])\n",
        call("f", "a"),
        "started, start = [], subprocess.Popen.__init__\n\n"
        "def record(self, args, *more, **options):\n"
        "    started.append((args, options))\n"
        '    start(self, ["true"], *more, **options)\n\n'
        'monkeypatch.setattr(subprocess.Popen, "__init__", record)\nf("a")\n'
        'assert [args for args, _ in started] == [["touch", "-c", "a"]]',
        id="programs",
    ),
]
CASES += EFFECTS


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Written]:
    """All cases in one tree: starting takes longer than they do."""
    modules = {
        f"case_{number}": (str(case.values[0]), str(case.values[1]))
        for number, case in enumerate(CASES)
    }
    folder = tmp_path_factory.mktemp("trees")
    folder.chmod(0o755)
    with opened(folder, modules, Alone) as made:
        yield made


def cases(*, pattern: str = "") -> list[Any]:
    """The module, the call and the body of each case whose body fits."""
    return [
        pytest.param(f"case_{number}", *case.values[2:], id=str(case.id))
        for number, case in enumerate(CASES)
        if re.search(pattern, str(case.values[3]))
    ]


@pytest.mark.slow
@pytest.mark.parametrize(("module", "made", "body"), cases())
def test_a_test_says_what_the_old_version_did(
    written: Written, module: str, made: CallRecipe, body: str
) -> None:
    """That it was run on both sides is a part of writing it."""
    text = body_of(written.test(moved(made, module)))
    assert text.replace(module, "subject") == body


@pytest.mark.slow
@pytest.mark.parametrize(
    ("module", "made", "body"), cases(pattern="pytest|capsys|caplog|monkeypatch|warnings")
)
def test_without_pytest_the_same_tests_hold(
    written: Written, module: str, made: CallRecipe, body: str
) -> None:
    text = body_of(written.test(moved(made, module), lacks_pytest=True))
    assert text.replace(module, "subject") == body


@pytest.mark.slow
def test_pinning_the_new_version_turns_it_around(tmp_path: Path) -> None:
    old, new = "def f(x):\n    return x + 1\n", "def f(x):\n    return x + 2\n"
    with opened(tmp_path, {"subject": (old, new)}) as written:
        made = written.test(call("f", 1), Side.NEW)
    assert body_of(made) == "assert f(1) == 3"
    assert isinstance(made, WrittenTest)
    assert "does this after the change" in made.text


@pytest.mark.slow
def test_name_and_docstring_say_why(tmp_path: Path) -> None:
    old = "class Cart:\n    def total(self, currency=''):\n        return 3\n"
    new = old.replace("3", "4")
    total = CallRecipe(
        Name("subject", "Cart.total"),
        Call(Name("subject", "Cart")),
        kwargs=(("currency", None),),
    )
    with opened(tmp_path, {"subject": (old, new)}) as written:
        made = written.test(total)
    assert isinstance(made, WrittenTest)
    assert made.name == "test_total_of_cart_returns_3_when_currency_is_none"
    assert "\nfrom subject import Cart\n\n\ndef test_total_of_cart" in made.text
    for words in ("`Cart.total` did this before", "`result`", "old: 3", "new: 4", "Make it better"):
        assert words in made.text


@pytest.mark.slow
@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        pytest.param(
            "import random\ndef f():\n    return random.random()\n",
            "import random\ndef f():\n    return random.random() + 1\n",
            "it does not pass on the old version",
            id="chance",
        ),
        pytest.param(
            "def f():\n    return 1\n",
            "import os\ndef f():\n    os._exit(3)\n",
            "would not finish",
            id="the process ends",
        ),
        pytest.param(
            "def f():\n    a = []\n    return [a, a]\n",
            "def f():\n    return [[], []]\n",
            "it passes on the new version too",
            id="only which objects are one",
        ),
        pytest.param(
            "import urllib.request as r\ndef f():\n    r.urlopen('http://a.example/b').close()\n",
            "import urllib.request as r\ndef f():\n    r.urlopen('http://a.example/c').close()\n",
            "the services that it calls are simulated",
            id="a request",
        ),
    ],
)
def test_what_cannot_be_shown_is_not_written(tmp_path: Path, old: str, new: str, why: str) -> None:
    with opened(tmp_path, {"subject": (old, new)}) as written:
        made = written.test(call("f"))
    assert isinstance(made, str)
    assert why in made


@pytest.mark.slow
def test_a_docstring_holds_whatever_was_seen(tmp_path: Path) -> None:
    """Values come from the code under test: none may end the docstring, or start code."""
    odd = 'x = """\\\\ + "" \\n\\t\\x00 \\u2028 \\\\'
    old = f"def f():\n    return '{odd}'\n"
    new = "def f():\n    return 1\n"
    with opened(tmp_path, {"subject": (old, new)}) as written:
        made = written.test(call("f"))
    assert isinstance(made, WrittenTest)
    assert len(re.findall("^def ", made.text, re.MULTILINE)) == 1
    compile(made.text, "test", "exec")
    assert sys.executable not in made.text
