"""How does swerve talk to a Dask cluster, any part of which may go away at any time?

The rest of swerve sees a `Link`, workers by their address, and `LinkLost` for whatever Dask raises
when the scheduler is gone.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import re
import socket
import threading
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as FutureTimeoutError
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any, TypeAlias
from uuid import uuid4

from swerve.model.errors import ClusterMismatch, ClusterUnreachable, ExtraMissing
from swerve.worker.version import __version__

#: Dask has types for half of this.
_Client: TypeAlias = Any
_Future: TypeAlias = Any
Address = str
Answer: TypeAlias = "Future[object]"
#: Seconds for a connection to the scheduler, for an answer of it, for what a worker holds to
#: arrive, and for a farewell.
_CONNECT_S = 10.0
_ASK_S = 20.0
_FETCH_S = 120.0
_FETCH_SLICE_S = 5.0
_CLOSE_S = 3.0
_PAUSE_S = 0.2
_ADDRESS = re.compile(
    r"(tcp|tls|ws|wss)://((?P<name>[^][\s/@:]+)|\[(?P<number>[0-9a-f:.]+)\]):(?P<port>[0-9]{1,5})",
    re.ASCII,
)
_FETCHERS = 8
#: Characters of what was raised elsewhere.
_MOST_WORDS = 300
#: Loggers of Dask that write to the terminal; what is below one of them passes through it.
_LOUD = (
    "distributed",
    "distributed.client",
    "distributed.gc",
    "tornado",
    "tornado.application",
    "asyncio",
)
_SAME = "Install the same versions of swerve and distributed here, on the scheduler and on workers."
_CERTIFICATES = "https://distributed.dask.org/en/stable/tls.html shows how; or use tcp://."
#: What is raised, depending on the moment, when the scheduler goes away.
_GONE = (OSError, asyncio.TimeoutError, FutureTimeoutError, CancelledError, RuntimeError)


class LinkLost(Exception):
    """The scheduler is gone, or does not answer."""


class WorkerLost(Exception):
    """A worker is gone, with what it had done."""


class Raised(Exception):
    """What was asked for could not be done; in one line, why."""


@dataclass(frozen=True, slots=True)
class Worker:
    """What the scheduler says about a worker."""

    threads: int
    #: It takes no work while it is short of memory, or about to leave.
    is_willing: bool
    #: It ends because somebody wants it to.
    is_leaving: bool


#: The same question for a worker that may have no swerve: it would die of a function of ours.
QUESTION = (
    "{'swerve': __import__('swerve').__version__,"
    " 'distributed': __import__('distributed').__version__}"
)


def versions() -> Mapping[str, str]:
    """Say what this process is made of."""
    return {"swerve": __version__, "distributed": version("distributed")}


def mismatch(address: Address, theirs: object) -> str:
    """In which way a worker is not like us, in a sentence; empty where it is."""
    ours = versions()
    if theirs == ours:
        return ""
    said = theirs if isinstance(theirs, dict) else {}
    different = (
        f"{name} {said.get(name, 'unknown')}, not {wanted}"
        for name, wanted in ours.items()
        if said.get(name) != wanted
    )
    return f"The worker {address} runs {' and '.join(different)}."


@contextmanager
def quiet_dask() -> Iterator[None]:
    """Load Dask, and keep its log off the terminal: swerve says itself what matters."""
    try:
        import distributed  # noqa: F401 (takes a second, and sets up its log)
    except ImportError:
        raise ExtraMissing("Clusters need Dask.", "Run `pip install 'swerve[cluster]'`.") from None
    loggers = [logging.getLogger(name) for name in _LOUD]
    before = [(logger, logger.handlers, logger.propagate) for logger in loggers]
    for logger in loggers:
        logger.handlers, logger.propagate = [logging.NullHandler()], False
    try:
        yield
    finally:
        for logger, handlers, propagate in before:
            logger.handlers, logger.propagate = handlers, propagate


def connect(address: Address) -> Link:
    """Connect to a scheduler, or say why that does not work."""
    import distributed

    match = _ADDRESS.fullmatch(address)
    if not match or int(match["port"]) > 65535:  # Dask would take long to say so
        said = f"`{address}` is not the address of a scheduler."
        raise ClusterUnreachable(said, "Write tcp://HOST:PORT, as `dask scheduler` prints it.")
    _wait_for_somebody(address, match["name"] or match["number"], int(match["port"]))
    client: _Client = distributed.Client.__new__(distributed.Client)
    try:
        _start(client, address)
    except BaseException as error:
        Link(client, address).close()
        if isinstance(error, ImportError):
            said = f"The scheduler at {address} rejected the connection: {error}"
            raise ClusterMismatch(said, _SAME) from None
        if isinstance(error, TypeError):  # in the words of Dask, something was `None`
            said = f"{address} needs certificates, and Dask is configured without any."
            raise ClusterUnreachable(said, _CERTIFICATES) from None
        if isinstance(error, (*_GONE, ValueError)):
            raise ClusterUnreachable(*_unreachable(address)) from None
        raise
    return Link(client, address)


def _start(client: _Client, address: Address) -> None:
    """Start a client. What is no scheduler may keep Dask waiting for ever."""
    ended: Answer = Future()

    def start() -> None:
        try:
            client.__init__(address, timeout=_CONNECT_S, set_as_default=False, name="swerve")
            ended.set_result(None)
        except BaseException as error:
            ended.set_exception(error)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of versions, which swerve compares itself
        threading.Thread(target=start, daemon=True).start()
        ended.result(2 * _CONNECT_S)


def _wait_for_somebody(address: Address, host: str, port: int) -> None:
    """Wait until somebody listens, which a scheduler that is being started does not yet.

    Dask could do that, and takes as long again to clear up when nobody does.
    """
    until = time.monotonic() + _CONNECT_S
    while True:
        left = until - time.monotonic()
        try:
            socket.create_connection((host, port), timeout=max(left, 0.1)).close()
        except (OSError, UnicodeError):  # of a name that cannot be one
            if left < _PAUSE_S:
                raise ClusterUnreachable(*_unreachable(address)) from None
        else:
            return
        time.sleep(_PAUSE_S)


def _unreachable(address: Address) -> tuple[str, str]:
    hint = (
        "Check that the scheduler is running, that this machine can reach it, and that the address "
        "is the one that `dask scheduler` prints, such as tcp://10.0.0.5:8786."
    )
    return f"No Dask scheduler answers at {address}.", hint


class Link:
    """A connection to a scheduler."""

    def __init__(self, client: _Client, address: Address) -> None:
        self._client = client
        self._address = address
        #: Another one may be started at the same address, and knows nothing of what was sent.
        self._scheduler = ""
        self._finished: queue.SimpleQueue[tuple[Sent, Answer]] = queue.SimpleQueue()
        self._fetching = ThreadPoolExecutor(_FETCHERS, thread_name_prefix="fetching")

    def check_scheduler(self) -> None:
        """Raise where the scheduler runs another version of Dask."""
        try:
            theirs = self._ask(self._client.scheduler.versions)["packages"]["distributed"]
        except LinkLost:
            raise ClusterUnreachable(*_unreachable(self._address)) from None
        ours = versions()["distributed"]
        if theirs != ours:
            said = f"The scheduler at {self._address} runs distributed {theirs}, not {ours}."
            raise ClusterMismatch(said, _SAME)

    def workers(self) -> dict[Address, Worker]:
        """All workers that the scheduler knows now."""
        if self._client.status != "running":
            raise LinkLost
        said = self._ask(self._client.scheduler.identity)
        self._scheduler = self._scheduler or said["id"]
        if said["id"] != self._scheduler:
            raise LinkLost
        return {
            address: Worker(
                each["nthreads"], each["status"] == "running", each["status"].startswith("closing")
            )
            for address, each in said["workers"].items()
        }

    def send(self, worker: Address, function: Callable[..., object], *arguments: object) -> Sent:
        """Ask one worker, and no other, for something."""
        try:
            future = self._client.submit(
                function,
                *arguments,
                key=f"swerve-{uuid4().hex}",
                workers=[worker],
                allow_other_workers=False,
                pure=False,
                retries=0,
            )
        except _GONE:
            raise LinkLost from None
        sent = Sent(worker, future)
        future.add_done_callback(lambda _: self._fetch(sent))
        return sent

    def finished(self, within_s: float) -> tuple[Sent, Answer] | None:
        """Something that was sent and came to an end, if that happens soon.

        Its answer raises `Raised`, `WorkerLost` or `LinkLost` where nothing came of it.
        """
        try:
            return self._finished.get(timeout=max(within_s, 0.001))
        except queue.Empty:
            return None

    def _fetch(self, sent: Sent) -> None:
        """Fetch an answer beside the others: a worker that hangs holds up nobody."""
        with suppress(RuntimeError):  # closed, and nobody waits for it
            fetching = self._fetching.submit(self._answer, sent)
            fetching.add_done_callback(lambda answer: self._finished.put((sent, answer)))

    def _answer(self, sent: Sent) -> object:
        from distributed import KilledWorker

        future = sent.future
        if future.status == "error":
            error = future.exception(timeout=_ASK_S)
            if isinstance(error, KilledWorker):
                raise Raised("it killed its worker")
            raise Raised(f"{type(error).__name__}: {' '.join(str(error).split())}"[:_MOST_WORDS])
        until = time.monotonic() + _FETCH_S
        while future.status != "cancelled" and time.monotonic() < until:
            try:
                return future.result(timeout=_FETCH_SLICE_S)
            except _GONE:  # Dask itself would wait for a worker of that name to come back
                if sent.worker not in self.workers():
                    raise WorkerLost from None
        if future.status == "cancelled":
            raise LinkLost
        raise Raised(f"its result did not arrive within {_FETCH_S:g} s")

    def tell(self, workers: list[Address], function: Callable[[], object]) -> None:
        """Have something done on workers, in the midst of what they do, if they listen."""

        def run() -> None:
            with suppress(Exception):
                self._client.run(function, workers=workers, on_error="ignore")

        # One worker that hangs would keep all others, and us, waiting for it.
        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        thread.join(_CLOSE_S)

    def close(self) -> None:
        """Say goodbye, as far as there is somebody to say it to."""
        self._fetching.shutdown(wait=False, cancel_futures=True)
        with suppress(Exception):
            self._client.close(timeout=_CLOSE_S)
        self._client.status = "closed"  # or it tries again at the end of the program, and complains

    def _ask(self, question: Callable[..., Any]) -> Any:
        try:
            return self._client.sync(question, callback_timeout=_ASK_S)
        except _GONE:
            raise LinkLost from None


@dataclass(frozen=True, slots=True, eq=False)
class Sent:
    """Something that a worker was asked for."""

    worker: Address
    future: _Future

    def forget(self) -> None:
        """Nobody wants to know any more; it may be running all the same."""
        with suppress(Exception):
            self.future.cancel()
