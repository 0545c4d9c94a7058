"""What an adversary found: equal code that seemed to differ, differences that were missed."""

from __future__ import annotations

import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import pytest
from tests.run.host.grounds import (
    LEVEL,
    both_sides,
    call,
    environment_in,
    ground,
    job,
    one_side,
    ran,
    seen,
)
from tests.run.host.test_lane import answers

from swerve.model.behaviour import StopReason, Unfinished
from swerve.observe.comparison import Different, Same, Unknown
from swerve.observe.recipe import List
from swerve.run.host import Conduct, Lane, Sides, Worker, _worker, run_alone
from swerve.run.sandbox import Level

ABOVE = "# a comment\n# another\n\nclass Other:\n    pass\n\n\ndef helper():\n    return [1]\n\n\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    "body",
    [
        "return id(object())",
        "return hash(None)",
        "return 'obj-%d' % id(A)",
        "import threading; return threading.get_ident()",
        "return [x.__name__ for x in {int, str, A, B, C}]",
        "return [type(x).__name__ for x in {A(), B(), C(), A(), B()}]",
        "return sorted([A, B, C, int, str, dict], key=id)",
        "import traceback\n    try: 1/0\n    except Exception: return traceback.format_exc()",
        "import logging; logging.getLogger('x').warning('w', stack_info=True)",
        "import os; return os.stat('/').st_ino",
    ],
)
def test_what_follows_from_addresses_or_the_cell_is_no_difference(
    tmp_path: Path, body: str
) -> None:
    source = "class A: pass\nclass B: pass\nclass C: pass\n\ndef f():\n    " + body + "\n"
    with both_sides(tmp_path, source, ABOVE + source) as sides:
        for _ in range(2):
            compared = sides.confirm(call("f"))
            assert not isinstance(compared.agreement, Different), compared


def test_garbage_of_imports_does_not_change_when_garbage_is_collected(tmp_path: Path) -> None:
    source = """
import weakref

class Node:
    pass

def f():
    alive = weakref.WeakSet()
    for _ in range(2000):
        a, b = Node(), Node()
        a.other, b.other = b, a
        alive.add(a)
    return len(alive)
"""
    junk = "X = [[] for _ in range(1234)]\n"
    with both_sides(tmp_path, source, junk + source) as sides:
        assert not isinstance(sides.confirm(call("f")).agreement, Different)


@pytest.mark.parametrize(
    "loud",
    [
        "    print('loud')\n    while True:\n        pass\n",
        "    import os\n    print('loud', flush=True)\n    os._exit(1)\n",
        "    return Late()\n",
    ],
)
def test_output_of_one_call_does_not_land_in_the_next(tmp_path: Path, loud: str) -> None:
    source = (
        "class Late:\n    def __del__(self):\n        print('late')\n\n"
        f"def loud():\n{loud}\n\ndef g():\n    print('{{}}')\n"
    )
    with both_sides(tmp_path, source.format("a"), source.format("b"), limit_s=2.0) as sides:
        list(sides.run([call("loud")]))
        agreement = sides.confirm(call("g")).agreement
    assert isinstance(agreement, Different)
    assert (agreement.old, agreement.new) == ("'a'", "'b'")


@pytest.mark.slow
@pytest.mark.parametrize(
    "wrapping",
    [
        "sys.stdout = io.TextIOWrapper(sys.stdout.buffer, encoding='utf-8')",
        "sys.stdout = open(sys.stdout.fileno(), 'w', encoding='utf8', buffering=1)",
        "sys.stdout = io.TextIOWrapper(sys.stdout.detach(), encoding='utf-8')",
        "",
    ],
)
def test_output_is_seen_whatever_wraps_it(tmp_path: Path, wrapping: str) -> None:
    source = f"import ctypes, io, os, sys\n{wrapping}\n"
    functions = """
def plain():
    print("{}")

def wrapped():
    sys.stdout = io.TextIOWrapper(sys.stdout.buffer, encoding="utf-8")
    print("{}")

def closed():
    sys.stdout.close()
    os.write(2, b"{}")

def c():
    ctypes.CDLL(None).printf(b"{}")
"""
    source += functions
    with both_sides(tmp_path, source.replace("{}", "a"), source.replace("{}", "b")) as sides:
        for name in ("plain", "wrapped", "closed", "c", "plain"):
            agreement = sides.confirm(call(name)).agreement
            assert isinstance(agreement, Different), name
        batch = list(sides.run([call("closed"), call("plain")]))
        assert isinstance(batch[1].agreement, Different)


def test_filters_that_imports_set_count(tmp_path: Path) -> None:
    source = """
import warnings
{}

def f():
    try:
        warnings.warn("x", DeprecationWarning)
    except DeprecationWarning:
        return "raised"
    return "fine"
"""
    strict = 'warnings.simplefilter("error", DeprecationWarning)'
    with both_sides(tmp_path, source.format(strict), source.format("")) as sides:
        agreement = sides.confirm(call("f")).agreement
    assert isinstance(agreement, Different)
    assert (agreement.old, agreement.new) == ("'raised'", "'fine'")


@pytest.mark.parametrize(
    "import_time",
    [
        "import os, tempfile; os.chdir(tempfile.mkdtemp())",
        "import os; os.environ = dict(os.environ)",
        "import os\nif os.fork() == 0:\n    pass",
    ],
)
def test_a_harmless_import_harms_nobody(tmp_path: Path, import_time: str) -> None:
    files = {"odd.py": f"{import_time}\n", "subject.py": "def f():\n    return 1\n"}
    with Worker(ground(tmp_path, files), LEVEL) as worker:
        lane = Lane(worker, ("odd", "subject"), limit_s=1.0)
        assert [each.works for each in lane.imported()] == [True, True]
        for _ in range(4):
            assert seen(ran(lane, "f")) == {"result": "1"}


def test_a_generator_has_the_time_of_the_call(tmp_path: Path) -> None:
    source = """
def f():
    for _ in range(10):
        total = 0
        for number in range({}):
            total += number
        yield total - total
"""
    with both_sides(tmp_path, source.format(10), source.format(700_000), limit_s=2.0) as sides:
        assert isinstance(sides.confirm(call("f")).agreement, Same)


def test_a_process_that_speaks_for_the_worker_while_imported_is_ended(tmp_path: Path) -> None:
    source = """
import sys, time
frame = sys._getframe()
while frame and "token" not in frame.f_locals:
    frame = frame.f_back
token, channel = frame.f_locals["token"], frame.f_locals["channel"]
while True:
    try:
        message = token + b'{"importing": "x"}'
        channel.sendall(len(message).to_bytes(4, "big") + message)
        time.sleep(0.3)
        sum(range(3_000_000))
    except BaseException:
        pass
"""
    files = {"subject.py": source}
    with Worker(ground(tmp_path, files), LEVEL, Conduct(import_limit_s=0.5)) as worker:
        (imported,) = Lane(worker, ("subject",)).imported()
    assert not imported.works


def test_a_stopped_base_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = """
import os, signal

def stop():
    base = int(open(f"/proc/{os.getppid()}/stat").read().rpartition(")")[2].split()[1])
    os.kill(base, signal.SIGSTOP)

def f():
    return 1
"""
    with Worker(ground(tmp_path, {"subject.py": source}), LEVEL) as worker:
        ran(Lane(worker, ("subject",)), "stop")
        # What one that is starting gets: this one is not waited for that long.
        monkeypatch.setattr(_worker, "START_S", 600.0)
        started = time.monotonic()
        watched = {f"file{number}.py": tuple(range(1, 200)) for number in range(500)}
        assert seen(ran(Lane(worker, ("subject",), watched), "f")) == {"result": "1"}
    assert time.monotonic() - started < 100


@pytest.mark.skipif(LEVEL is not Level.STRICT, reason="the folder is the machine's own")
@pytest.mark.parametrize("place", ["/tmp", "/var/tmp"])  # noqa: S108
def test_what_a_call_leaves_beside_the_interpreter_is_gone_for_the_next(
    tmp_path: Path, place: str
) -> None:
    source = f"""
import os

def leave():
    os.makedirs("{place}/deep/er")
    open("{place}/deep/er/file", "w").close()

def f():
    return sorted(os.listdir("{place}"))
"""
    with tempfile.TemporaryDirectory(dir=place) as folder:
        above = Path(folder)
        above.chmod(0o755)
        interpreter = environment_in(above / "clone" / "environment")
        made = ground(tmp_path, {"subject.py": source})
        readable = (*made.readable, interpreter.parents[1])
        made = replace(made, interpreter=interpreter, readable=readable)
        with Worker(made, LEVEL) as worker:
            lane = Lane(worker, ("subject",))
            found = [ran(lane, name) for name in ("leave", "f", "leave", "f")]
    others = {
        Path(path).relative_to(place).parts[0]
        for path in (sys.prefix, sys.base_prefix)
        if path.startswith(f"{place}/")
    }
    expected = repr(sorted({above.name, *others}))
    assert [seen(each)["result"] for each in found] == ["None", expected, "None", expected]


@pytest.mark.slow
def test_folders_without_end_do_not_hold_up_the_next_call(tmp_path: Path) -> None:
    source = """
import os, tempfile

def fill():
    number = 0
    while True:
        number += 1
        os.mkdir(f"{tempfile.gettempdir()}/d{number}")

def f():
    return os.listdir(tempfile.gettempdir())
"""
    with one_side(tmp_path, source, limit_s=1.5) as lane:
        filled, then = answers(lane, [job("fill"), job("f")])
        started = time.monotonic()
        assert seen(ran(lane, "f")) == {"result": "[]"}
    # Scratch is in memory at strict only; elsewhere it is on a disk, which is not held anyway.
    assert time.monotonic() - started < 100
    assert isinstance(filled.outcome, Unfinished)
    assert seen(then) == {"result": "[]"}


@pytest.mark.slow
def test_large_calls_are_answered(tmp_path: Path) -> None:
    with one_side(tmp_path, "def f(x):\n    return len(x)\n", limit_s=5.0) as lane:
        found = answers(lane, [job("f", "x" * 9_000_000) for _ in range(6)])
        assert [seen(each)["result"] for each in found] == ["9000000"] * 6
        too_large = ran(lane, "f", "x" * 70_000_000)
    assert isinstance(too_large.outcome, Unfinished)
    assert too_large.outcome.reason is StopReason.NOT_BUILT


@pytest.mark.parametrize(
    "body",
    [
        "import threading, time; "
        "threading.Thread(target=lambda: [time.sleep(0.3), print('{}')]).start()",
        "import os; os.fork() or os.execlp('sh', 'sh', '-c', 'sleep 0.1; echo {}')",
    ],
)
def test_what_is_still_at_work_leaves_the_answer_open(tmp_path: Path, body: str) -> None:
    source = f"def f():\n    {body}\n"
    with both_sides(tmp_path, source.replace("{}", "a"), source.replace("{}", "b")) as sides:
        (compared,) = sides.run([call("f")])
    assert isinstance(compared.agreement, Unknown), compared


def test_shared_memory_does_not_outlive_a_process_of_its_own(tmp_path: Path) -> None:
    source = """
from multiprocessing import shared_memory

def f():
    shared_memory.SharedMemory(name="swerve-test-left", create=True, size=10)
    return 1
"""
    with one_side(tmp_path, source) as lane:
        if LEVEL.value == "strict":
            assert [seen(ran(lane, "f"))["result"] for _ in range(3)] == ["1", "1", "1"]


def test_calls_that_nobody_waits_for_are_forgotten(tmp_path: Path) -> None:
    source = "def f(x):\n    return x\n"
    with both_sides(tmp_path, source, source) as sides:
        for _ in range(3):
            for _ in sides.run(call("f", number) for number in range(2000)):
                break
        assert isinstance(sides.confirm(call("f", 1)).agreement, Same)
        assert not sides.old._answers
        assert not sides.new._answers


@pytest.mark.slow
def test_answers_that_wait_for_the_other_side_are_bounded(tmp_path: Path) -> None:
    quick = "def f(n, xs):\n    return [n] * 40000\n"
    wait = "    if n == 0:\n        for i in range(30_000_000): pass\n"
    slow = quick.replace("    return", wait + "    return")
    with both_sides(tmp_path, slow, quick, limit_s=3.0) as sides:
        most = 0
        for _ in sides.run(call("f", number, List(())) for number in range(400)):
            most = max(most, sides.new._held)
    assert most < 200 << 20


def test_a_killed_warm_process_is_blamed_on_who_killed_it(tmp_path: Path) -> None:
    source = """
import os, signal

def kill():
    os.kill(os.getppid(), signal.SIGKILL)
    return 1

def f(x):
    return x
"""
    with one_side(tmp_path, source) as lane:
        found = answers(lane, [job("f", 1), job("kill"), job("f", 2), job("f", 3)] * 5)
    for number, behaviour in enumerate(found):
        if number % 4 != 1:
            assert "result" in seen(behaviour), (number, behaviour)


def test_a_module_by_whose_name_another_goes_is_not_called(tmp_path: Path) -> None:
    files = {"random.py": "def random():\n    return 'mine'\n", "subject.py": ""}
    with Worker(ground(tmp_path, files), LEVEL) as worker:
        lane = Lane(worker, ("random", "subject"))
        first, _ = lane.imported()
        behaviour = run_alone(lane, _job_of("random", "random"))
    assert not first.works
    assert isinstance(behaviour.outcome, Unfinished)  # type: ignore[union-attr]


def _job_of(module: str, function: str) -> bytes:
    from swerve.observe.recipe import CallRecipe, Name, encode_call

    return b"\x01" + encode_call(CallRecipe(Name(module, function)))


def test_sides_close_what_they_opened(tmp_path: Path) -> None:
    with both_sides(tmp_path, "def f(): return 1\n", "def f(): return 2\n") as sides:
        assert isinstance(sides.confirm(call("f")).agreement, Different)
        assert isinstance(sides, Sides)
        sides.close()
