"""Does the sample of calls that nobody watches tell what differs, and only that?"""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest
from tests.run.host.grounds import LEVEL, call, ground

from swerve.engines.bare import Bare
from swerve.engines.bare._bare import _difference
from swerve.engines.bare._limits import ROUNDS
from swerve.engines.bare._program import Guise, body_for, program_for
from swerve.engines.bare._runs import TOO_LONG, Answers
from swerve.model import Learned, ModuleImports, Realism, Seed
from swerve.observe.recipe import CallRecipe, List, encode_call
from swerve.run.places import Places
from swerve.run.sandbox import Level
from swerve.run.workspace import Workspace
from swerve.source import FileVersions, RawChange, pair_up

FILE = "subject.py"
CALLS = (call("f", List((3, 1, 2))), call("f", List(())))


def alarms(
    folder: Path, old: str, new: str, calls: Sequence[CallRecipe] = CALLS, level: Level = LEVEL
) -> tuple[str, ...]:
    files = FileVersions(FILE, old.encode(), new.encode())
    (pair,) = pair_up(RawChange("old", "new", (files,))).pairs
    was, now = ground(folder / "old", {FILE: old}), ground(folder / "new", {FILE: new})
    modules = (ModuleImports(FILE, "subject", "subject"),)
    bare = Bare(Workspace(Places(was, now, level), modules))
    seeds = tuple(Seed(encode_call(each), Realism.TYPED, "") for each in calls)
    return bare.alarms(pair, Learned(calls=seeds))


PLAIN = "def f(x):\n    return len(x)\n"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param(PLAIN, PLAIN.replace("len(x)", "len(x) + 1"), id="result"),
        pytest.param(
            PLAIN, f"import os\n{PLAIN}".replace("    ", "    os._exit(0)\n    "), id="end"
        ),
        pytest.param(
            PLAIN, f"import sys\n{PLAIN}".replace("    ", "    sys.exit(0)\n    "), id="exit"
        ),
        pytest.param(PLAIN, PLAIN.replace("    ", "    x.append(1)\n    "), id="argument"),
        pytest.param(PLAIN, PLAIN.replace("    ", "    print(x)\n    "), id="output"),
        pytest.param(
            PLAIN,
            f"import os\n{PLAIN}".replace("    ", "    os.write(1, b'returned int 3')\n    "),
            id="output that looks like an answer",
        ),
        pytest.param(
            PLAIN,
            f"import time\n{PLAIN}".replace("len(x)", "time.time_ns()"),
            id="only now by chance",
        ),
        pytest.param(
            "def f(x):\n    return 'a' * 5000 + '1'\n",
            "def f(x):\n    return 'a' * 5000 + '2'\n",
            id="behind much",
        ),
        pytest.param(
            "def f(x):\n    print('a' * 5000)\n",
            "def f(x):\n    print('a' * 4999 + 'b')\n",
            id="printed behind much",
        ),
    ],
)
def test_what_differs_is_an_alarm(old: str, new: str, tmp_path: Path) -> None:
    (alarm,) = alarms(tmp_path, old, new)
    assert "differ when they are not" in alarm


_SLOTS = """\
class Base:
    __slots__ = ("hidden",)

class Slotted(Base):
    __slots__ = ("seen",)
    def __repr__(self):
        return "Slotted()"

def f(x):
    made = Slotted()
    made.hidden = 1
    return made
"""


@pytest.mark.parametrize("wrapped", ["made", "[made]", "{'a': (made,)}"])
def test_slots_are_looked_into(wrapped: str, tmp_path: Path) -> None:
    old = _SLOTS.replace("return made", f"return {wrapped}")
    assert alarms(tmp_path, old, old.replace("= 1", "= 2"))


def test_who_finds_the_descriptor_cannot_answer(tmp_path: Path) -> None:
    """Words between two answers are no secret if they are the same each time."""
    new = """
import os
def f(x):
    for number in range(3, 100):
        try:
            os.write(number, b"0 returned int 3")
            os.write(number, b"\\ncall 1\\nreturned int 0")
        except OSError:
            pass
    os._exit(0)
"""
    assert alarms(tmp_path, PLAIN, new)


@pytest.mark.slow
def test_a_program_that_hangs_is_an_alarm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("swerve.engines.bare._runs.LONGER_S", 1.0)
    monkeypatch.setattr("swerve.engines.bare._runs.LONGER_TIMES", 1.0)
    new = "import time\ndef f(x):\n    time.sleep(1000)\n"
    (alarm,) = alarms(tmp_path, PLAIN, new, CALLS[:1])
    assert TOO_LONG in alarm


#: Ways to write the same; of one function, for each of its arguments.
_SAME = {
    "prints": ("print('a', x)", "print('a', end=' '); print(x)"),
    "an address": ("return object()", "y = object(); return y"),
    "an address in text": ("return [f'{object()}']", "return [str(object())]"),
    "a set": ("return {'a', 'b', 'c'}", "return {'c', 'b', 'a'}"),
    "a list of a set": ("return list({'a', 'b'})", "return [*{'a', 'b'}]"),
    "a set of objects": ("return {object(), object(), f}", "return {f, object(), object()}"),
    "lines": ("return f.__code__", "y = f; return y.__code__"),
    "exceptions": ("raise ValueError(x)", "y = x; raise ValueError(y)"),
    "an exit": ("import sys; sys.exit(3)", "raise SystemExit(3)"),
    "its file": ("return __file__", "y = __file__; return y"),
    "much of it": ("return [__file__] * 500", "return 500 * [__file__]"),
    "where it is": ("import os; return os.getcwd()", "from os import getcwd; return getcwd()"),
    "a generator": ("return (y for y in x)", "return (each for each in x)"),
    "a module": ("import os; return os", "import os as y; return y"),
    "a host": ("import socket; return socket.gethostname()", "import os; return os.uname()[1]"),
    "descriptors closed": ("import os; os.closerange(3, 99)", "for y in range(3, 99): _close(y)"),
}
_BY_CHANCE = {
    "chance": ("import random; return random.random()", "import random as r; return r.random()"),
    "coins": (
        "import os; return [os.urandom(1) < b'z' for _ in range(9)]",
        "import os; return [b'z' > os.urandom(1) for _ in range(9)]",
    ),
    "the time": ("import time; return time.time()", "from time import time; return time()"),
    "the time it took": (
        "import time; t = time.time(); print(f'{time.time() - t:.6f}')",
        "from time import time; t = time(); print('%.6f' % (time() - t))",
    ),
    "a set by address": (
        "return [y() for y in {lambda z=z: z for z in range(9)}]",
        "return [each() for each in {lambda y=y: y for y in range(9)}]",
    ),
    "an end": ("import os; os._exit(0)", "from os import _exit; _exit(0)"),
}  # fmt: skip


def versions(ways: Mapping[str, tuple[str, str]]) -> tuple[str, str]:
    """Two versions of a function that does one thing or another."""
    close = "def _close(y):\n    import os\n    try: os.close(y)\n    except OSError: pass\n"
    old, new = (
        close
        + "def f(x):\n"
        + "".join(f"    if x == {name!r}:\n        {way[side]}\n" for name, way in ways.items())
        for side in (0, 1)
    )
    return old, new


@pytest.mark.parametrize(
    "ways",
    [_SAME, *({name: way} for name, way in _BY_CHANCE.items())],
    ids=["the same", *_BY_CHANCE],
)
@pytest.mark.parametrize("level", sorted({LEVEL, Level.PROCESS}, key=str))
def test_honest_code_raises_no_alarm(
    ways: Mapping[str, tuple[str, str]], level: Level, tmp_path: Path
) -> None:
    """Also where there are no mounts: the two trees have other paths there."""
    calls = [call("f", name) for name in ways]
    assert not alarms(tmp_path, *versions(ways), calls, level)


_SIGNS = """
import gc, os, sys

def signs():
    main = sys.modules["__main__"]
    yield sorted(name for name in os.environ if name.startswith("PYTHON"))
    yield [path for path in (*sys.argv, *sys.path, os.getcwd(), __file__) if "/srv" in path]
    yield [path for path in (*sys.argv, *sys.path) if "swerve" in path.replace(sys.prefix, "")]
    yield [name for name in ("attempt", "show", "call_0") if hasattr(main, name)]
    yield [path for path in (__file__, main.__file__) if os.stat(path).st_nlink > 1]
    yield [name for name in ("asyncio", "inspect", "ast", "swerve") if name in sys.modules]
    yield [os.uname().nodename] if os.uname().nodename == "localhost" else []
    yield [number for number in range(4, 64) if os.path.exists(f"/proc/self/fd/{number}")]
    yield os.read(0, 100).decode()

def f(x):
    return [sign for sign in signs() if sign]
"""


@pytest.mark.skipif(LEVEL is not Level.STRICT, reason="needs bubblewrap")
def test_the_program_looks_like_any_other(tmp_path: Path) -> None:
    old = _SIGNS.replace("return [sign for sign in signs() if sign]", "return []")
    assert not alarms(tmp_path, old, _SIGNS)


def test_no_name_of_the_program_is_the_same_twice() -> None:
    first, second = (
        {
            node.id
            for node in ast.walk(ast.parse(text))
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        }
        | set(re.findall(r"(?:def|as) (\w+)", text))
        for text in (_program() for _ in range(2))
    )
    assert len(first) > 20
    assert len(first & second - {"_"}) < 3  # words are short


def _program() -> str:
    guise = Guise()
    body = body_for(CALLS[0], guise)
    assert body is not None
    return program_for([body], guise, "/home/a/b", ["/home/a/b"])


def said(*rounds: tuple[str, str]) -> Iterator[tuple[Answers, Answers]]:
    """What two programs say in each round, a character about each call."""
    return ((tuple(old), tuple(new)) for old, new in rounds)


def test_a_difference_is_believed_when_it_stays() -> None:
    assert _difference(said(*[("aa", "ab")] * ROUNDS)) == ("a", "b")
    assert _difference(said(("aa", "ab"), ("aa", "aa"))) is None
    by_turns = itertools.cycle("bcd")
    assert _difference(said(*(("aa", f"a{next(by_turns)}") for _ in range(ROUNDS)))) == ("a", "b")


def test_what_the_old_program_says_by_chance_is_nothing_to_go_by() -> None:
    assert _difference(said(("aa", "ab"), ("ab", "aa"))) is None
    # One call by chance makes chance likely in others, too.
    rounds = [(f"{number}a", f"{number}{'bc'[number % 2]}") for number in range(ROUNDS)]
    assert _difference(said(*rounds)) is None
    rounds = [(f"{number}a", f"{number}b") for number in range(ROUNDS)]
    assert _difference(said(*rounds)) == ("a", "b")


def test_who_takes_too_long_gets_more_time_once() -> None:
    late: tuple[Answers, Answers] = (("a",), (TOO_LONG,))
    assert _difference(iter((late, (("a",), ("a",))))) is None
    assert _difference(iter((late, late))) == ("a", TOO_LONG)
    assert _difference(iter(((late[1], late[0]),))) is None
