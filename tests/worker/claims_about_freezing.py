"""What target code sees of the clock, of chance and of names, and what it does not notice."""

from __future__ import annotations

import importlib
import os
import pickle
import sys
import time
from collections.abc import Callable
from typing import Any

from tests.worker.claims import Real, worker

NEEDS = (
    *("frozen._freezing", "frozen.clock", "core._deadline", "frozen._function"),
    "core._surroundings",
)
SEED = 7
#: Imported once, before the claims are checked, because that takes a while.
_USED = (
    "asyncio",
    "concurrent.futures",
    "datetime",
    "email.utils",
    "http.cookiejar",
    "inspect",
    "logging",
    "multiprocessing",
    "sched",
    "secrets",
    "subprocess",
    "tempfile",
    "uuid",
)

_PICKLED_TIME = pickle.dumps(time.time)


def prepare() -> None:
    """As in a warm process: frozen before anything else is imported, and forked then."""
    worker("frozen._freezing").freeze(SEED, worker("frozen._freezing").PARTS)
    for name in _USED:
        importlib.import_module(name)


def _rewound() -> None:
    worker("frozen._freezing").rewind()


def _twice(see: Callable[[], object]) -> Any:
    """What is seen in a call, after making sure that the next call sees the same."""
    _rewound()
    first = see()
    for _ in range(2):
        _rewound()
        assert see() == first, (see(), first)
    return first


def _refused(function: Callable[..., object], *words: Any, **named: Any) -> str:
    try:
        function(*words, **named)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    raise AssertionError(f"{function} took {words} {named}")


class _Took:
    """Real seconds and seconds of the target's clock that a block takes, as a call."""

    def __enter__(self) -> _Took:
        _rewound()
        self._real = Real.monotonic()
        self._frozen = time.monotonic()
        return self

    def __exit__(self, *words: object) -> None:
        self.real = Real.monotonic() - self._real
        self.frozen = time.monotonic() - self._frozen


def _about(seconds: float, expected: float) -> bool:
    return expected <= seconds < expected + 0.001


# The clock


def calls_begin_at_a_fixed_instant() -> None:
    assert _twice(time.time) == 1_782_910_800.000001
    assert _twice(lambda: time.gmtime()[:6]) == (2026, 7, 1, 13, 0, 0)


def every_reading_moves_the_clock_by_a_microsecond() -> None:
    _rewound()
    first = time.time_ns()
    assert [time.time_ns() - first for _ in range(3)] == [1000, 2000, 3000]


def every_clock_shows_the_same_in_every_call() -> None:
    import datetime

    _twice(
        lambda: (
            time.time(),
            time.time_ns(),
            time.monotonic(),
            time.monotonic_ns(),
            time.perf_counter(),
            time.perf_counter_ns(),
            time.process_time(),
            time.process_time_ns(),
            time.thread_time(),
            time.thread_time_ns(),
            time.clock_gettime(time.CLOCK_REALTIME),
            time.clock_gettime(time.CLOCK_MONOTONIC),
            time.clock_gettime_ns(time.CLOCK_PROCESS_CPUTIME_ID),
            time.localtime(),
            time.gmtime(None),
            time.ctime(),
            time.asctime(),
            time.strftime("%Y-%m-%d %H:%M:%S"),
            tuple(os.times()),
            datetime.datetime.now(),
            datetime.datetime.today(),
            datetime.date.today(),
        )
    )


def clocks_go_forwards_from_import_to_call() -> None:
    at_import = time.monotonic(), time.time(), time.process_time()
    _rewound()
    assert time.monotonic() > at_import[0]
    assert time.time() > at_import[1]
    assert time.process_time() > at_import[2]


def clocks_of_work_do_not_count_waiting() -> None:
    _rewound()
    before = time.process_time(), time.monotonic()
    time.sleep(5)
    assert time.process_time() - before[0] < 0.1
    assert time.monotonic() - before[1] > 5


def arguments_are_converted_as_ever() -> None:
    assert time.gmtime(86400)[:3] == (1970, 1, 2)
    assert time.localtime(0.5) == time.localtime(0)
    assert time.ctime(0) == time.asctime(time.localtime(0))
    assert time.strftime("%Y", time.gmtime(0)) == "1970"
    assert time.clock_gettime(time.CLOCK_THREAD_CPUTIME_ID) > 0


def wrong_arguments_are_refused_in_the_same_words() -> None:
    for words, named in (((1,), {}), ((), {"x": 1})):
        assert _refused(time.time, *words, **named) == _refused(Real.time, *words, **named)
    assert "ValueError: sleep length must be non-negative" in _refused(time.sleep, -1)
    assert "TypeError" in _refused(time.sleep, "a")
    assert "TypeError" in _refused(time.sleep)
    assert "OverflowError" in _refused(time.sleep, 1e300)
    assert "ValueError" in _refused(time.sleep, float("nan"))
    assert "TypeError" in _refused(time.localtime, "a")
    assert "TypeError" in _refused(time.strftime)
    assert "OSError" in _refused(time.clock_gettime, 12345)


def functions_pass_for_the_real_ones() -> None:
    import copy
    import inspect
    from time import monotonic, sleep
    from time import time as now

    assert now is time.time
    for function, name in ((now, "time"), (sleep, "sleep"), (monotonic, "monotonic")):
        assert callable(function)
        assert function.__name__ == function.__qualname__ == name
        assert function.__module__ == "time"
        assert repr(function) == f"<built-in function {name}>"
        assert type(function).__name__ == "builtin_function_or_method"
        assert function.__doc__
        assert copy.copy(function) is copy.deepcopy(function) is function
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            assert pickle.loads(pickle.dumps(function, protocol)) is function  # noqa: S301
        assert function in {function: 1}
    assert pickle.dumps(now) == _PICKLED_TIME

    def signature(function: Any) -> str:
        try:
            return str(inspect.signature(function))
        except ValueError:
            return "none"

    assert signature(now) == signature(Real.time)
    assert signature(time.sleep) == signature(Real.sleep)


def the_worker_knows_what_a_stand_in_stands_for() -> None:
    real_function = worker("frozen._function").real_function
    assert real_function(time.time) is Real.time
    assert real_function(len) is len
    assert real_function(5) == 5


def functions_as_class_attributes_do_not_bind() -> None:
    import dataclasses
    import datetime

    class Timer:
        clock: Any = time.monotonic
        now: Any = datetime.datetime.now

    assert Timer().clock() > 0
    assert Timer().now().year == 2026

    @dataclasses.dataclass
    class Entry:
        at: float = dataclasses.field(default_factory=time.time)
        day: Any = dataclasses.field(default_factory=datetime.datetime.now)

    assert Entry().at > 1.7e9


def a_loop_that_only_looks_at_the_clock_ends() -> None:
    _rewound()
    began = Real.monotonic()
    end = time.time() + 60
    while time.time() < end:
        pass
    assert Real.monotonic() - began < 50


def the_worker_keeps_the_real_clock() -> None:
    clock = worker("frozen.clock")
    first = clock._real_monotonic_ns()
    Real.sleep(0.002)
    assert clock._real_monotonic_ns() - first >= 2_000_000
    time.sleep(3600)
    assert clock._real_monotonic_ns() - first < 60_000_000_000


def the_worker_keeps_the_real_clock_when_it_is_in_sight() -> None:
    _in_another_process(
        "import time; ours = worker('frozen._freezing'), worker('frozen.clock')\n"
        "sys.modules.update({module.__name__: module for module in ours})",
        None,
        "C = worker('frozen.clock'); first = C._real_monotonic_ns(); F.rewind(); time.sleep(3600)\n"
        "assert C._real_monotonic_ns() - first < 60e9\n",
    )


def parts_that_are_not_asked_for_are_real() -> None:
    """Here in a new interpreter, where nothing is frozen yet."""
    _in_another_process(
        "import time, datetime, random; before = time.time, datetime.datetime.now",
        frozenset({"uuid"}),
        "import uuid, tempfile; from time import time as t\n"
        "assert time.time is before[0] and 'built-in' in repr(datetime.datetime.now)\n"
        "assert abs(t() - datetime.datetime.now().timestamp()) < 60\n"
        "import os; F.rewind(); a = os.urandom(8), uuid.uuid4(), random.random()\n"
        "F.rewind(); b = os.urandom(8), uuid.uuid4(), random.random()\n"
        "assert a[0] != b[0] and a[1] == b[1] and a[2] != b[2]\n"
        "assert tempfile._name_sequence is None\n",
    )


def modules_imported_before_freezing_are_frozen_too() -> None:
    _in_another_process(
        "import threading, selectors, queue, random, uuid, tempfile, datetime, asyncio, time, os",
        None,
        "def see():\n"
        "    F.rewind(); t = time.monotonic()\n"
        "    asyncio.run(asyncio.sleep(100)); threading.Event().wait(100)\n"
        "    try: queue.Queue().get(timeout=100)\n"
        "    except queue.Empty: pass\n"
        "    return (datetime.datetime.now(), random.random(), random.Random().random(),\n"
        "        random.SystemRandom().random(), uuid.uuid1(), uuid.uuid4(), tempfile.mktemp(),\n"
        "        round(time.monotonic() - t, 3))\n"
        "first = see()\n"
        "assert first == see() and first[0].year == 2026 and first[-1] == 300.0, first\n",
    )


def time_machine_gets_the_functions_that_it_takes_apart() -> None:
    """It writes into them in C, and would write into something else."""
    import datetime

    with open("time_machine.py", "w") as file:
        file.write("import time\n")
    sys.path.insert(0, "")
    import time_machine  # type: ignore[import-not-found]

    assert time_machine.time.time is Real.time
    assert time.sleep is Real.sleep
    assert type(datetime.datetime.__dict__["now"]).__name__ == "classmethod_descriptor"
    assert "built-in" in repr(datetime.datetime.now)
    assert abs(datetime.datetime.now().timestamp() - Real.time()) < 60
    assert "time_machine" in worker("frozen._freezing").unfrozen()[0]
    _rewound()


def nothing_is_left_unfrozen() -> None:
    import datetime

    assert datetime.datetime.now().year == 2026
    assert worker("frozen._freezing").unfrozen() == ()


# Dates


def datetime_stays_the_same_type() -> None:
    import copy
    import datetime

    now = datetime.datetime.now()
    assert type(now) is datetime.datetime
    assert isinstance(now, (datetime.datetime, datetime.date))
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(now, protocol)) == now  # noqa: S301
    assert pickle.loads(pickle.dumps(datetime.datetime.now))() > now  # noqa: S301
    assert copy.deepcopy(now) == now
    assert datetime.datetime.__name__ == "datetime"
    assert datetime.datetime.now.__qualname__ == "datetime.now"
    method: Any = datetime.datetime.now
    assert method.__name__ == "now"
    assert method.__self__ is datetime.datetime
    assert method.__doc__


def now_knows_time_zones() -> None:
    import datetime

    tokyo = datetime.timezone(datetime.timedelta(hours=9))
    assert _twice(lambda: datetime.datetime.now(tokyo)) == datetime.datetime(
        2026, 7, 1, 22, 0, 0, 1, tzinfo=tokyo
    )
    assert _twice(lambda: datetime.datetime.now(tz=datetime.timezone.utc).isoformat()) == (
        "2026-07-01T13:00:00.000001+00:00"
    )
    assert datetime.datetime.now(None).tzinfo is None
    assert _refused(datetime.datetime.now, 5) == (
        "TypeError: tzinfo argument must be None or of a tzinfo subclass, not type 'int'"
    )
    os.environ["TZ"] = "XYZ-05:30"
    time.tzset()
    _rewound()
    assert datetime.datetime.now().isoformat() == "2026-07-01T18:30:00.000001"
    assert datetime.datetime.now().astimezone().utcoffset() == datetime.timedelta(hours=5.5)
    assert time.localtime().tm_hour == 18


def now_asks_a_zone_of_the_target() -> None:
    import datetime

    class Zone(datetime.tzinfo):
        def fromutc(self, moment: Any) -> Any:
            return moment + datetime.timedelta(hours=1)

    zone: Any = Zone
    assert _twice(lambda: datetime.datetime.now(zone()).hour) == 14


def subclasses_get_their_own_kind() -> None:
    import datetime

    made = []

    class Moment(datetime.datetime):
        def __new__(cls, *words: Any, **named: Any) -> Any:
            made.append(words)
            return super().__new__(cls, *words, **named)

        @classmethod
        def fromtimestamp(cls, *words: Any, **named: Any) -> Any:
            raise AssertionError("the real `now` does not ask it")

    class Day(datetime.date):
        pass

    assert type(Moment.now()) is Moment
    assert type(Moment.now(datetime.timezone.utc)) is Moment
    assert [len(words) for words in made[:1]] == [8]
    assert type(Day.today()) is Day
    assert Day.today() == datetime.date(2026, 7, 1)

    class Plain(datetime.datetime):
        pass

    assert type(Plain.today()) is Plain


def utcnow_is_frozen_and_warns_where_the_real_one_does() -> None:
    import datetime
    import warnings

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        _rewound()
        seen = datetime.datetime.utcnow()
    assert seen == datetime.datetime(2026, 7, 1, 13, 0, 0, 1)
    if sys.version_info >= (3, 12):
        assert [one.category for one in caught] == [DeprecationWarning]
        assert str(caught[0].message).startswith("datetime.datetime.utcnow() is deprecated")
        assert caught[0].filename == __file__
    else:
        assert not caught


def the_library_sees_the_frozen_clock() -> None:
    import email.utils
    import logging

    cookies: Any = importlib.import_module("http.cookiejar")

    def see() -> Any:
        record = logging.LogRecord("n", 1, "p", 1, "m", None, None)
        return (
            email.utils.formatdate(),
            email.utils.localtime().isoformat(),
            record.created,
            record.relativeCreated,
            logging.Formatter().formatTime(record),
            cookies.time2isoz(),
        )

    assert _twice(see)[0] == "Wed, 01 Jul 2026 13:00:00 -0000"


# Waiting


def sleeping_alone_takes_no_time_and_moves_the_clock() -> None:
    with _Took() as took:
        time.sleep(3600)
        time.sleep(0)
        time.sleep(True)
    assert took.real < 60
    assert _about(took.frozen, 3601)


def sleeping_is_real_beside_a_thread() -> None:
    import threading

    with _Took() as took:
        thread = threading.Thread(target=time.sleep, args=(0.2,))
        thread.start()
        time.sleep(0.1)
        thread.join()
    assert took.real >= 0.19
    assert 0.2 <= took.frozen < 60, took.frozen


def sleeping_is_real_beside_a_child_process() -> None:
    import subprocess

    child = subprocess.Popen(["sleep", "0.2"])
    looked = 0
    while child.poll() is None:
        looked += 1
        time.sleep(0.05)
    assert 2 <= looked < 20
    with _Took() as took:
        time.sleep(100)
    assert took.real < 60


def a_timer_of_the_target_interrupts_its_sleep() -> None:
    import signal

    class TooLate(Exception):
        pass

    def ring(*words: object) -> None:
        raise TooLate

    signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 0.1)
    assert "TooLate" in _refused(time.sleep, 5)


def a_deadline_passes_through_every_wait() -> None:
    import signal
    import threading

    deadline = worker("core._deadline").Deadline

    def ring(*words: object) -> None:
        raise deadline

    threading.Thread(target=Real.sleep, args=(5,), daemon=True).start()
    signal.signal(signal.SIGALRM, ring)
    for wait in (lambda: time.sleep(5), lambda: threading.Event().wait(5)):
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        try:
            wait()
        except deadline:
            continue
        raise AssertionError(wait)


def asyncio_sleeps_without_waiting() -> None:
    import asyncio

    async def several() -> list[str]:
        order: list[str] = []

        async def one(name: str, seconds: float) -> None:
            await asyncio.sleep(seconds)
            order.append(name)

        await asyncio.gather(one("c", 300), one("a", 100), one("b", 200))
        asyncio.get_running_loop().call_later(50, order.append, "d")
        await asyncio.sleep(60)
        return order

    with _Took() as took:
        assert asyncio.run(several()) == ["a", "b", "c", "d"]
    assert took.real < 60
    assert _about(took.frozen, 360)

    async def seen() -> Any:
        loop = asyncio.get_running_loop()
        began = loop.time()
        await asyncio.sleep(1.5)
        return loop.time() - began, time.time()

    _twice(lambda: asyncio.run(seen()))


def asyncio_times_out() -> None:
    import asyncio

    async def late() -> str:
        try:
            await asyncio.wait_for(asyncio.sleep(500), 100)
        except asyncio.TimeoutError:
            done, pending = await asyncio.wait(
                {asyncio.ensure_future(asyncio.sleep(50))}, timeout=1
            )
            pending.pop().cancel()
            return f"late, {len(done)}"
        return "in time"

    with _Took() as took:
        assert asyncio.run(late()) == "late, 0"
    assert took.real < 60
    assert _about(took.frozen, 101)


def asyncio_waits_for_threads_and_pipes_in_real_time() -> None:
    import asyncio
    import socket

    async def work() -> Any:
        loop = asyncio.get_running_loop()
        slept = await asyncio.wait_for(loop.run_in_executor(None, lambda: Real.sleep(0.1) or 5), 9)
        here, there = socket.socketpair()
        here.setblocking(False)
        waiting = asyncio.ensure_future(loop.sock_recv(here, 10))
        await asyncio.sleep(0.05)
        there.send(b"word")
        word = await asyncio.wait_for(waiting, 5)
        child = await asyncio.create_subprocess_exec("sleep", "0.1")
        status = await asyncio.wait_for(child.wait(), 5)
        return slept, word, status

    assert asyncio.run(work()) == (5, b"word", 0)


def events_and_queues_time_out() -> None:
    import queue
    import threading

    with _Took() as took:
        assert threading.Event().wait(100) is False
        assert "Empty" in _refused(queue.Queue().get, timeout=100)
        assert threading.Semaphore(0).acquire(timeout=100) is False
        condition = threading.Condition()
        with condition:
            assert condition.wait_for(lambda: False, timeout=100) is False
        assert "Full" in _refused(_full(queue.Queue(1)).put, 1, timeout=100)
    assert took.real < 60
    assert _about(took.frozen, 500)


def _full(queue: Any) -> Any:
    queue.put(0)
    return queue


def events_and_queues_time_out_beside_threads() -> None:
    import queue
    import threading

    stop = threading.Event()
    thread = threading.Thread(target=stop.wait)
    thread.start()
    with _Took() as took:
        assert threading.Event().wait(0.05) is False
        assert "Empty" in _refused(queue.Queue().get, timeout=0.05)
        assert threading.Semaphore(0).acquire(timeout=0.05) is False
        condition = threading.Condition()
        with condition:
            assert condition.wait_for(lambda: False, timeout=0.05) is False
        thread.join(0.05)
        assert thread.is_alive()
    assert took.real > 0.24
    assert 0.2 <= took.frozen < 60, took.frozen
    stop.set()
    thread.join()


def threads_wake_each_other_before_time_is_up() -> None:
    import queue
    import threading

    words: Any = queue.Queue()
    event = threading.Event()
    done = threading.Event()

    def work() -> None:
        words.put(words.get(timeout=20) + 1)
        event.wait(20)
        done.set()

    thread = threading.Thread(target=work)
    with _Took() as took:
        thread.start()
        words.put(1)
        time.sleep(0.05)
        assert words.get(timeout=20) == 2
        event.set()
        assert done.wait(20)
        thread.join(20)
        timer = threading.Timer(0.05, event.clear)
        timer.start()
        timer.join(20)
    assert not thread.is_alive()
    assert not event.is_set()
    assert took.frozen < 60


def a_loop_that_polls_a_lock_comes_to_its_deadline() -> None:
    """The clock does not see the lock wait, and must not stand still."""
    import threading

    lock = threading.Lock()
    lock.acquire()
    _rewound()
    began = Real.monotonic()
    end = time.monotonic() + 0.5
    while time.monotonic() < end:
        lock.acquire(timeout=0.02)
    assert Real.monotonic() - began > 0.2


def work_does_not_move_the_clock() -> None:
    """Only idle time may, or slow calls would see a time of their own."""
    _rewound()
    spent = worker("frozen.clock")._real_thread_time_ns
    first, began = time.monotonic(), spent()
    while spent() - began < 350_000_000:
        sum(range(100_000))
        time.monotonic()
    assert time.monotonic() - first < 0.25


def selecting_times_out() -> None:
    import select
    import selectors
    import socket

    here, there = socket.socketpair()
    with _Took() as took:
        assert select.select([], [], [], 100) == ([], [], [])
        assert select.select([here], [], [], 0.05) == ([], [], [])
        assert select.select([here], [there], [], 100)[1] == [there]
        with selectors.DefaultSelector() as selector:
            assert selector.select(100) == []
            selector.register(here, selectors.EVENT_READ)
            assert selector.select(0.05) == []
            there.send(b"x")
            assert len(selector.select(100)) == 1
            assert len(selector.select()) == 1
            assert len(selector.select(0)) == 1
    assert took.real >= 0.1
    assert _about(took.frozen, 200.1)
    here.recv(1)
    here.settimeout(0.05)
    assert "timed out" in _refused(here.recv, 1)


def child_processes_time_out() -> None:
    import subprocess

    for words in ({}, {"capture_output": True}, {"stdout": subprocess.PIPE}):
        with _Took() as took:
            assert "TimeoutExpired" in _refused(
                subprocess.run, ["sleep", "9"], timeout=0.1, **words
            )
        assert took.real >= 0.1
        assert 0.1 <= took.frozen < 60, took.frozen
    done = subprocess.run(["echo", "word"], timeout=20, capture_output=True, check=True)
    assert done.stdout == b"word\n"
    assert subprocess.run(["sleep", "0.1"], timeout=20, check=True).returncode == 0


def futures_time_out() -> None:
    import concurrent.futures as futures
    import threading

    stop = threading.Event()
    with futures.ThreadPoolExecutor(2) as pool:
        late = pool.submit(stop.wait, 20)
        assert "TimeoutError" in _refused(late.result, timeout=0.05)
        assert futures.wait([late], timeout=0.05).not_done == {late}
        assert "TimeoutError" in _refused(lambda: list(futures.as_completed([late], timeout=0.05)))
        assert list(pool.map(lambda n: n, range(4), timeout=20)) == [*range(4)]
        stop.set()
        assert late.result(20) is True


def schedulers_run_without_waiting() -> None:
    import sched

    ran: list[Any] = []
    plan = sched.scheduler()
    plan.enter(200, 1, ran.append, (2,))
    plan.enter(100, 1, ran.append, (1,))
    with _Took() as took:
        plan.run()
    assert ran == [1, 2]
    assert took.real < 60


def child_processes_of_multiprocessing_come_back() -> None:
    import multiprocessing

    context = multiprocessing.get_context("fork")
    process = context.Process(target=time.sleep, args=(0.05,))
    process.start()
    process.join(20)
    assert process.exitcode == 0
    late = context.Process(target=Real.sleep, args=(20,))
    late.start()
    late.join(0.1)
    assert late.is_alive()
    late.kill()
    late.join()


# Chance


def chance_is_the_same_in_every_call() -> None:
    import random
    import secrets

    def see() -> Any:
        own = random.Random(), random.Random()
        return (
            random.random(),
            random.gauss(0, 1),
            random.choice("abcdef"),
            random.sample(range(100), 5),
            own[0].random(),
            own[1].random(),
            random.SystemRandom().random(),
            random.SystemRandom().randint(0, 10**9),
            secrets.token_hex(8),
            secrets.choice(range(1000)),
            os.urandom(5),
            os.getrandom(3),
        )

    seen = _twice(see)
    assert seen[4] != seen[5]
    assert len(seen[10]) == 5


def a_seed_of_the_target_gives_what_it_always_gives() -> None:
    import random

    random.seed(42)
    assert random.random() == 0.6394267984578837
    assert random.Random("abc").random() == random.Random("abc").random()
    assert random.Random(42).random() == 0.6394267984578837
    random.seed(42)
    state = random.getstate()
    random.random()
    random.setstate(state)
    assert random.random() == 0.6394267984578837


def a_seed_of_the_target_does_not_outlive_its_call() -> None:
    import random

    _rewound()
    first = random.random(), random.gauss(0, 1)
    for disturb in (
        lambda: random.seed(42),
        lambda: random.seed(),
        lambda: [random.getrandbits(32) for _ in range(624)],
        lambda: random.gauss(0, 1),
        lambda: random.setstate(random.Random(5).getstate()),
    ):
        _rewound()
        disturb()
        _rewound()
        assert (random.random(), random.gauss(0, 1)) == first, disturb


def generators_made_at_import_start_over_too() -> None:
    import random

    made = random.Random(), random.Random(3)

    class Own(random.Random):
        def random(self) -> float:
            return super().random() + 1

    own = Own()
    seen = _twice(lambda: (made[0].random(), own.random(), made[0].gauss(0, 1)))
    assert seen[1] > 1
    first = made[1].random()
    _rewound()
    assert made[1].random() != first, "it has a seed: what it gives is up to the target"


def generators_that_are_gone_are_forgotten() -> None:
    import gc
    import random

    made = [random.Random() for _ in range(50)]
    del made
    gc.collect()
    assert isinstance(_twice(random.random), float)


def other_seeds_give_other_numbers() -> None:
    import random

    _rewound()
    first = random.random(), os.urandom(4)
    _in_another_process(
        "",
        None,
        f"import random, os; F.rewind(); assert (random.random(), os.urandom(4)) != {first!r}",
    )


def random_methods_pass_for_the_real_ones() -> None:
    import inspect
    import random

    assert str(inspect.signature(random.Random.seed)) == "(self, a=None, version=2)"
    assert random.Random.seed.__qualname__ == "Random.seed"
    assert "def seed" in inspect.getsource(random.Random.seed)
    assert random.seed.__self__ is random._inst  # type: ignore[attr-defined]
    generator = random.Random()
    again = pickle.loads(pickle.dumps(generator))  # noqa: S301
    assert again.random() == generator.random()


def system_randomness_refuses_what_it_always_refuses() -> None:
    assert "ValueError" in _refused(os.urandom, -1)
    assert "TypeError" in _refused(os.urandom, "a")
    assert "TypeError" in _refused(os.urandom)
    assert os.urandom(0) == b""
    assert len(os.urandom(True)) == 1
    assert os.urandom.__module__ in ("posix", "nt")


def numpy_is_the_same_in_every_call() -> None:
    try:
        import numpy
        import numpy.random
    except ImportError:
        return

    def see() -> Any:
        return (
            numpy.random.rand(),
            numpy.random.normal(),
            tuple(numpy.random.permutation(5)),
            numpy.random.default_rng().random(),
            numpy.random.RandomState().random_sample(),
        )

    _twice(see)
    numpy.random.seed(3)
    _twice(see)
    assert numpy.random.RandomState(42).random_sample() == 0.3745401188473625


def identifiers_are_the_same_in_every_call_and_unique_within() -> None:
    import uuid

    seen = _twice(lambda: [uuid.uuid1(), uuid.uuid1(), uuid.uuid4(), uuid.uuid4()])
    assert len(set(seen)) == 4
    assert [one.version for one in seen] == [1, 1, 4, 4]
    assert all(one.variant == uuid.RFC_4122 for one in seen)
    given = uuid.uuid1(0x1234, 5)
    assert (given.node, given.clock_seq) == (0x1234, 5)
    assert uuid.getnode() == seen[0].node
    assert uuid.uuid5(uuid.NAMESPACE_DNS, "a.b").version == 5
    assert uuid.uuid4.__name__ == "uuid4"


def temporary_names_are_the_same_in_every_call() -> None:
    import tempfile

    tempfile.tempdir = os.getcwd()  # nobody else writes here

    def see() -> Any:
        handle, path = tempfile.mkstemp()
        os.close(handle)
        os.unlink(path)
        folder = tempfile.mkdtemp()
        os.rmdir(folder)
        with tempfile.NamedTemporaryFile(prefix="p", suffix="s") as file:
            return path, folder, file.name

    seen = _twice(see)
    assert len(set(seen)) == 3
    _rewound()
    open(seen[0], "w").close()
    handle, path = tempfile.mkstemp()
    os.close(handle)
    assert path != seen[0]
    os.unlink(path)
    os.unlink(seen[0])


def temporary_files_that_many_calls_left_are_in_nobodys_way() -> None:
    import tempfile

    tempfile.tempdir = os.getcwd()
    for _ in range(60):
        _rewound()
        os.close(tempfile.mkstemp()[0])
        tempfile.mkdtemp()
    assert len(os.listdir()) == 120


# Imports


def tracebacks_of_failed_imports_show_no_more_than_before() -> None:
    import traceback

    with open("broken.py", "w") as file:
        file.write("def f():\n    1 / 0\nf()\n")
    with open("outer.py", "w") as file:
        file.write("import broken\n")
    sys.path.insert(0, "")
    try:
        __import__("outer")
    except ZeroDivisionError as error:
        places = [
            (os.path.basename(one.filename), one.name)
            for one in traceback.extract_tb(error.__traceback__)
        ]
    assert [one for one in places if "importlib" not in one[0]][1:] == [
        ("outer.py", "<module>"),
        ("broken.py", "<module>"),
        ("broken.py", "f"),
    ]
    assert not [one for one in places if "importlib" in one[0]], places


def modules_are_loaded_as_before() -> None:
    import uuid
    from importlib.machinery import SourceFileLoader

    assert type(uuid.__loader__) is SourceFileLoader
    assert type(uuid.__spec__.loader) is SourceFileLoader
    assert all("_within" not in type(finder).__module__ for finder in sys.meta_path)
    assert SourceFileLoader.exec_module.__module__ == "_frozen_importlib_external"


# Surroundings


def surroundings_are_left_alone_when_nothing_changed() -> None:
    around = worker("core._surroundings").Surroundings()
    assert around.restore() == ()
    assert around.restore() == ()


def surroundings_come_back() -> None:
    import locale

    around = worker("core._surroundings").Surroundings()
    environment, folder, limit = dict(os.environ), os.getcwd(), sys.getrecursionlimit()
    zone = time.tzname
    os.mkdir("other")
    os.chdir("other")
    os.umask(0o177)
    os.environ["NEW"] = "1"
    os.environ["PATH"] = "/nowhere"
    os.environ.pop("HOME", None)
    os.environ["TZ"] = "ABC-3"
    time.tzset()
    sys.setrecursionlimit(5000)
    locale.setlocale(locale.LC_ALL, "C.UTF-8" if locale.setlocale(locale.LC_ALL) == "C" else "C")
    changed = around.restore()
    assert set(changed) == {
        "working folder",
        "umask",
        "environment",
        "time zone",
        "locale",
        "recursion limit",
    }
    assert dict(os.environ) == environment
    assert os.getcwd() == folder
    assert sys.getrecursionlimit() == limit
    assert time.tzname == zone
    assert os.umask(0) != 0o177
    assert around.restore() == ("umask",)
    assert around.restore() == ()
    assert os.system('test -z "$NEW"') == 0  # noqa: S605 - what C code sees of the environment


def a_replaced_environment_comes_back() -> None:
    around = worker("core._surroundings").Surroundings()
    original, content = os.environ, dict(os.environ)
    os.environ = {}  # type: ignore[assignment]  # noqa: B003 - the target may
    assert around.restore() == ("environment",)
    assert os.environ is original
    os.environ.clear()
    assert around.restore() == ("environment",)
    os.environ._data = {"hostile": 5}  # type: ignore[attr-defined]
    assert around.restore() == ("environment",)
    assert dict(os.environ) == content


def a_removed_working_folder_is_left() -> None:
    os.mkdir("here")
    around = worker("core._surroundings").Surroundings()
    os.chdir("here")
    inside = worker("core._surroundings").Surroundings()
    os.rmdir("../here")
    assert around.restore() == ("working folder",)
    assert inside.restore() == ("working folder",)
    assert around.restore() == ()


def _in_another_process(before: str, parts: Any, after: str) -> None:
    """Run code before and after freezing, in a new interpreter."""
    import subprocess

    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    code = (
        f"import sys; sys.path.insert(0, {root!r})\n"
        "from tests.worker.claims import load_worker, worker\n"
        f"load_worker('frozen._freezing', 'frozen.clock'); {before}\n"
        f"F = worker('frozen._freezing'); F.freeze(3, {parts!r} or F.PARTS)\n{after}"
    )
    words = [sys.executable, "-I", "-c", code]
    done = subprocess.run(words, capture_output=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr.decode()
