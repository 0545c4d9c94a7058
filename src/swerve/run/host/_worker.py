"""How is the worker of one side started, told what to import, and ended?"""

from __future__ import annotations

import fcntl
import hmac
import json
import mmap
import os
import secrets
import select
import socket
import tempfile
import time
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import chain
from pathlib import Path

import swerve.worker
from swerve.model.errors import WorkerFailed
from swerve.run.sandbox import LIMITS, Cell, Confined, Level, Limits, start
from swerve.worker.core.area import clear_area
from swerve.worker.core.frames import MOST_BYTES, ChannelClosed, framed, send_frame
from swerve.worker.core.jobs import put_jobs
from swerve.worker.core.warm import REQUEST, STATUS
from swerve.worker.snapshot.format import TREE

from ._answers import ImportNews, read_import_news

_PACKAGE = Path(swerve.worker.__file__).parent
#: Where the worker is seen where mounts are possible, on both sides alike, as the tree is at TREE.
_WORKER = "/srv/u/library"
#: Bytes of one area: answers of one batch.
_AREA_BYTES = 16 << 20
#: Bytes of all jobs of a batch, or of one; they stand in memory with their lengths.
MOST_JOB_BYTES = 16 << 20
_JOBS_BYTES = MOST_JOB_BYTES + (1 << 16)
#: Seconds for an interpreter to start and load the worker.
START_S = 20.0
#: Seconds for the base to answer an order before the whole cell is ended.
_OBEY_S = 0.15
_MOST_TEXT = 500
#: What target code finds in its environment, beside what every cell has.
_ENVIRONMENT = {
    "LC_ALL": "C.UTF-8",
    "PYTHONDONTWRITEBYTECODE": "1",
    "PYTHONHASHSEED": "0",
    "PYTHONNOUSERSITE": "1",
}


class Channel:
    """The parent's end of a socket: sends what fits, keeps the rest, and collects messages."""

    def __init__(self, sock: socket.socket) -> None:
        sock.setblocking(False)
        self._sock = sock
        self._outgoing = bytearray()
        self._incoming = bytearray()
        self._messages: deque[bytes] = deque()
        self.is_closed = False

    def fileno(self) -> int:
        """The descriptor, for `select`."""
        return self._sock.fileno()

    @property
    def has_more_to_send(self) -> bool:
        """Whether something waits for the other end to read."""
        return bool(self._outgoing) and not self.is_closed

    def send(self, message: bytes) -> None:
        """Send a message, now or as soon as there is room."""
        self._outgoing += framed(message)
        self.flush()

    def send_with(self, message: bytes, fds: tuple[int, ...], seconds: float) -> None:
        """Send a message with descriptors, and wait so long for the other end to take it."""
        self._sock.settimeout(seconds)
        try:
            send_frame(self._sock, message, fds)
        finally:
            self._sock.setblocking(False)

    def flush(self) -> None:
        """Send what there is room for."""
        while self._outgoing and not self.is_closed:
            try:
                sent = self._sock.send(self._outgoing)
            except BlockingIOError:
                return
            except OSError:
                self.is_closed = True
                return
            del self._outgoing[:sent]

    def next_message(self) -> bytes | None:
        """The next message that has arrived in full, if any."""
        if not self._messages:
            self._read()
        return self._messages.popleft() if self._messages else None

    def close(self) -> None:
        """Hang up."""
        self.is_closed = True
        self._sock.close()

    def _read(self) -> None:
        while not self.is_closed:
            try:
                data = self._sock.recv(1 << 16)
            except BlockingIOError:
                break
            except OSError:
                data = b""
            if not data:
                self.is_closed = True
                break
            self._incoming += data
            if len(data) < 1 << 16:
                break
        while len(self._incoming) >= 4:
            length = int.from_bytes(self._incoming[:4], "big")
            if length > MOST_BYTES:
                self.is_closed = True  # not the worker's words: nothing after it can be trusted
                return
            if len(self._incoming) < 4 + length:
                return
            self._messages.append(bytes(self._incoming[4 : 4 + length]))
            del self._incoming[: 4 + length]


@dataclass(frozen=True, slots=True)
class Ground:
    """What one side runs on."""

    tree: Path
    #: Import roots, relative to the tree.
    roots: tuple[str, ...]
    interpreter: Path
    #: What the interpreter must be able to read: its prefixes, its packages.
    readable: tuple[Path, ...] = ()
    #: Where it imports from behind the roots; what it finds by itself when empty.
    sys_path: tuple[str, ...] = ()
    #: The settings of a Django project, and the folder of the tree that they are imported from.
    django: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Conduct:
    """What is equal for both sides of every run."""

    seed: int = 0
    #: What stands still: see `worker/frozen/_freezing.py`.
    freeze: tuple[str, ...] = ("clock", "random", "uuid", "tempnames")
    import_limit_s: float = 60.0
    limits: Limits = LIMITS
    #: Whether functions run with what they lack made up.
    is_guided: bool = False


_USUAL = Conduct()


class Worker:
    """One side's cell: the base process, and the warm processes it forked.

    It starts with the first order, and again when it was lost.
    """

    def __init__(
        self, ground: Ground, level: Level, conduct: Conduct = _USUAL, *, is_twin: bool = False
    ) -> None:
        self.ground = ground
        self.level = level
        self.conduct = conduct
        self._is_twin = is_twin
        self._confined: Confined | None = None
        self._control: Channel | None = None
        self._next_id = 0
        self._twin: Worker | None = None
        self._warms: list[Warm] = []
        self._refusals: dict[int, str] = {}
        self._dead: set[int] = set()
        self._has_greeted = False
        #: The youngest warm process that the base has forked.
        self._forked = 0
        #: Processes that the kernel has killed for want of memory, as last seen.
        self._killed = 0
        self._started_at = 0.0

    def warm(
        self,
        modules: tuple[str, ...],
        watched: Mapping[str, tuple[int, ...]] | None = None,
        junk: int = 0,
        guided: Mapping[str, object] | None = None,
        also: Sequence[str] = (),
    ) -> Warm:
        """Start a process that imports modules, and watches lines of files of the tree.

        It may still be importing, or have died, when this returns: ask it. `junk` makes its
        memory unlike that of others. Nobody asks what comes of importing `also`.
        """
        control = self._ensure_started()
        self._next_id += 1
        token = secrets.token_bytes(16)
        ours, theirs = socket.socketpair()
        areas = [_shared_memory(_AREA_BYTES) for _ in range(2)]
        jobs = [_shared_memory(_JOBS_BYTES) for _ in range(2)]
        tree = self._seen(self.ground.tree, TREE)
        order = {
            "warm": self._next_id,
            "token": token.hex(),
            "modules": modules,
            "junk": junk,
            "guided": guided,
            "also": also,
            "roots": [os.path.normpath(f"{tree}/{root}") for root in self.ground.roots],
            "sys_path": self.ground.sys_path,
            "django": self.ground.django
            and (
                self.ground.django[0],
                os.path.normpath(f"{tree}/{self.ground.django[1]}"),
            ),
            "tree": tree,
            # Else paths differ between the sides, and folders may be others' too.
            "has_own_mounts": self.level is Level.STRICT,
            "watch": {f"{tree}/{file}": lines for file, lines in (watched or {}).items()},
            "seed": self.conduct.seed,
            "freeze": self.conduct.freeze,
            "import_limit": self.conduct.import_limit_s,
        }
        try:
            # One that is still starting reads later; one that is up and does not read is stopped.
            patience = _OBEY_S if self._has_greeted else START_S
            # The worker reads jobs and cannot write them: target code answers for itself alone.
            pairs = [(area[0], job[1]) for area, job in zip(areas, jobs, strict=True)]
            fds = (theirs.fileno(), *chain.from_iterable(pairs))
            control.send_with(json.dumps(order).encode(), fds, patience)
        except ChannelClosed:
            self.close()  # gone, or stopped: the channel of the new process says so too
        finally:
            theirs.close()
            for _, readable in (*areas, *jobs):
                os.close(readable)
        writable = [fd for fd, _ in areas], [fd for fd, _ in jobs]
        warm = Warm(self, self._next_id, token, Channel(ours), *writable, tuple(watched or ()))
        self._warms.append(warm)
        return warm

    @property
    def has_greeted(self) -> bool:
        """Whether the base is up, as far as is known."""
        self._hear()
        return self._has_greeted and self._control is not None and not self._control.is_closed

    def has_forked(self, identity: int) -> bool:
        """Whether the base has done what it was ordered: to start a warm process."""
        self._hear()
        return self._forked >= identity

    def why_ended(self, identity: int) -> str:
        """Why the base ended something below a warm process; empty when it did not."""
        self._hear()
        return self._refusals.pop(identity, "")

    def end(self, warm: Warm) -> None:
        """End a warm process and everything below it, or the whole cell if that takes too long."""
        control, identity = self._control, warm.identity
        if control is None or warm not in self._warms:
            return
        self._warms.remove(warm)
        control.send(json.dumps({"end": identity}).encode())
        until = time.monotonic() + _OBEY_S
        while identity not in self._dead:
            left = until - time.monotonic()
            if left <= 0 or control.is_closed:
                self.close()
                return
            select.select([control], [control] if control.has_more_to_send else [], [], left)
            control.flush()
            self._hear()

    def twin(self) -> Worker:
        """Another cell for the same side: what depends on cell or addresses differs there."""
        if self._twin is None:
            self._twin = Worker(self.ground, self.level, self.conduct, is_twin=True)
        return self._twin

    def close(self) -> None:
        """End every process of this side, its twin's too; a later order starts it again."""
        if self._twin is not None:
            self._twin.close()
        for warm in self._warms:
            warm.channel.close()
        self._warms.clear()
        if self._control is not None:
            self._control.close()
        if self._confined is not None:
            self._confined.kill()
        self._confined = self._control = None

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _ensure_started(self) -> Channel:
        if self._control is not None and self._confined is not None:
            self._hear()
            if not self._control.is_closed:
                return self._control
            self.close()
        ours, theirs = socket.socketpair()
        boot = f"{self._seen(_PACKAGE, _WORKER)}/_boot.py"
        argv = [str(self.ground.interpreter), boot, str(theirs.fileno())]
        if self.conduct.is_guided:
            argv.append("guided._base")
        cell = Cell(
            read_only=(
                *((path, str(path)) for path in self.ground.readable),
                (self.ground.tree, TREE),
                (_PACKAGE, _WORKER),
            ),
            working_folder=TREE,
            environment=_ENVIRONMENT,
            limits=self.conduct.limits,
            is_aligned=not self._is_twin,
        )
        confined = start(self.level, cell, argv, pass_fds=(theirs.fileno(),))
        theirs.close()
        control = Channel(ours)
        limits = asdict(self.conduct.limits)
        control.send(json.dumps({"limits": limits, "scratch": confined.scratch}).encode())
        self._confined, self._control = confined, control
        self._refusals, self._dead = {}, set()
        self._has_greeted = False
        self._forked = 0
        self._killed = 0
        self._started_at = time.monotonic()
        return control

    def ran_out_of_memory(self) -> bool:
        """Whether the kernel has killed for want of memory since this was last asked."""
        now = 0 if self._confined is None else self._confined.out_of_memory()
        before, self._killed = self._killed, now
        return now > before

    def check_started(self) -> None:
        """Raise when the interpreter could not be started; say nothing while it may still be."""
        self._hear()
        if self._has_greeted or self._confined is None or self._control is None:
            return
        late = time.monotonic() - self._started_at > START_S
        if self._control.is_closed or late:
            said = self._confined.last_words() or ("it did not answer" if late else "it exited")
            self.close()
            raise WorkerFailed(
                f"{self.ground.interpreter} does not start at sandbox level "
                f"{self.level.value}: {said}.",
                "Run `swerve doctor`, or choose another interpreter with `--python`.",
            )

    def _seen(self, path: Path, inside: str) -> str:
        """Where the worker sees a path."""
        return inside if self.level is Level.STRICT else str(path)

    def _hear(self) -> None:
        control = self._control
        if control is None:
            return
        while (message := control.next_message()) is not None:
            try:
                news = json.loads(message)
                if "hello" in news:
                    self._has_greeted = True
                elif "forked" in news:
                    self._forked = int(news["forked"])
                elif "refused" in news:
                    self._refusals[int(news["refused"])] = str(news["why"])[:_MOST_TEXT]
                elif "dead" in news:
                    self._dead.add(int(news["dead"]))
            except (ValueError, TypeError, KeyError):
                control.is_closed = True  # not the base's words


class Warm:
    """The parent's view of a process that has imported modules and forks for batches."""

    def __init__(
        self,
        worker: Worker,
        identity: int,
        token: bytes,
        channel: Channel,
        areas: list[int],
        jobs: list[int],
        files: tuple[str, ...],
    ) -> None:
        self.worker = worker
        self.identity = identity
        self.channel = channel
        self.files = files
        self._token = token
        self.areas = [mmap.mmap(fd, _AREA_BYTES) for fd in areas]
        self._jobs = [mmap.mmap(fd, _JOBS_BYTES) for fd in jobs]
        for fd in (*areas, *jobs):
            os.close(fd)

    def next_import_news(self) -> ImportNews | None:
        """What the process says about its imports, as it goes."""
        message = self.channel.next_message()
        if message is None:
            return None
        news = read_import_news(self._checked(message))
        if news is None:
            self.channel.is_closed = True  # not its words
        return news

    def request(self, area: int, limit_s: float, jobs: Sequence[bytes], junk: int = 0) -> None:
        """Ask for a batch; its answers go to an area that holds nothing of value."""
        clear_area(self.areas[area])
        put_jobs(self._jobs[area], jobs)
        self.channel.send(REQUEST.pack(area, limit_s, junk, len(jobs)))

    def next_status(self) -> tuple[int, int, float] | None:
        """How the oldest batch that was asked for ended, once it has, and seconds of its work."""
        message = self.channel.next_message()
        if message is None:
            return None
        told = self._checked(message)
        if len(told) != STATUS.size:
            self.channel.is_closed = True
            return None
        how, code, seconds = STATUS.unpack(told)
        return how, code, seconds

    def end(self) -> None:
        """End the process, and what it started."""
        self.worker.end(self)
        self.channel.close()
        for memory in (*self.areas, *self._jobs):
            memory.close()

    def _checked(self, message: bytes) -> bytes:
        if not hmac.compare_digest(message[: len(self._token)], self._token):
            self.channel.is_closed = True
            return b""
        return message[len(self._token) :]


def _shared_memory(size: int) -> tuple[int, int]:
    """Memory that processes share: a descriptor to write to it, and one to read only."""
    flags = os.O_RDONLY | os.O_CLOEXEC
    if hasattr(os, "memfd_create"):
        fd = os.memfd_create("swerve-area", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
        os.ftruncate(fd, size)
        # Memory that shrinks under a reader kills the reader.
        fcntl.fcntl(fd, fcntl.F_ADD_SEALS, fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW)
        return fd, os.open(f"/proc/self/fd/{fd}", flags)
    fd, path = tempfile.mkstemp()
    readable = os.open(path, flags)
    os.unlink(path)
    os.ftruncate(fd, size)
    return fd, readable
