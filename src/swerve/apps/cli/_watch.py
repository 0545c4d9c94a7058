"""`swerve watch`: functions are checked again as soon as they are saved."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from swerve.check.checking import investigated, need_sense
from swerve.model import FunctionReport, Pair, Settings, Verdict
from swerve.model.errors import SwerveError
from swerve.model.plurals import counted
from swerve.source import pair_up, read_git
from swerve.tell.concise import function_lines
from swerve.tell.words import line_to_show, verdict_words

from ._progress import Progress
from ._streams import complain

#: What the new side is called where it is not committed.
WORK_TREE = "work tree"
#: How often files are looked at, and how long they must have stayed the same: editors write twice.
_LOOK_S, _QUIET_S = 0.2, 0.1


class Watching:
    """The work tree, against HEAD."""

    def __init__(self, folder: Path, paths: tuple[str, ...], settings: Settings) -> None:
        self._folder = folder
        self._paths = paths
        self._settings = settings
        #: Id of a pair -> what it was when it was answered.
        self._answered: dict[str, str] = {}

    def run(self, show: Callable[[str], None], rounds: int | None = None) -> None:
        """Answer for every edit, until the user interrupts; or for so many."""
        before = ""
        show(f"swerve: watching {self._folder}; Ctrl-C ends it.")
        while rounds is None or rounds > 0:
            now = self._state()
            if now == before:
                time.sleep(_LOOK_S)
                continue
            time.sleep(_QUIET_S)
            if self._state() != now:
                continue
            is_first, before = not before, now
            try:
                answered = self.answer(show)
            except SwerveError as error:
                if is_first:  # no repository, no such path: that does not pass
                    raise
                # A file that is being written, a merge under way.
                complain(error.message, error.hint)
                continue
            rounds = rounds - 1 if rounds is not None and answered else rounds

    def _state(self) -> str:
        """What tells whether a file was saved."""
        found = hashlib.sha256()
        for file in sorted(_python_files(self._folder)):
            try:
                stat = file.stat()
            except OSError:
                continue
            found.update(f"{file}\0{stat.st_mtime_ns}\0{stat.st_size}\n".encode())
        return found.hexdigest()

    def answer(self, show: Callable[[str], None]) -> bool:
        """Check what was edited since the last time; whether there was anything."""
        started = time.monotonic()
        raw = read_git(
            self._folder, revisions=None, staged=False, paths=self._paths, selection=self._settings
        )
        settings = self._settings.with_table(raw.settings)
        change = pair_up(raw, settings)
        # A clean work tree is the last commit to `check`: nothing was edited then.
        marks = {pair.id: _mark(pair) for pair in change.pairs if raw.new == WORK_TREE}
        fresh = tuple(
            pair
            for pair in change.pairs
            if marks.get(pair.id, "") not in ("", self._answered.get(pair.id))
        )
        for name in self._answered.keys() - marks.keys():
            show(f"{name}: as in {raw.old} again")
        self._answered = marks
        if not fresh:
            return False
        need_sense(settings)
        with closing(_Answers(show, started)) as answers:
            investigated(raw, replace(change, pairs=fresh), settings, answers)
        show(f"swerve: {counted(len(fresh), 'function')} checked in {answers.seconds:.1f} s")
        return True


class _Answers(Progress):
    """Tells of each function as soon as it is decided."""

    def __init__(self, show: Callable[[str], None], started: float) -> None:
        super().__init__(is_quiet=True)
        self._show = show
        self._started = started

    @property
    def seconds(self) -> float:
        """How long ago the file was saved."""
        return time.monotonic() - self._started

    def finished(self, report: FunctionReport) -> None:
        """Tell of what comparing code decides."""
        super().finished(report)
        if report.verdict is not Verdict.INCONCLUSIVE:
            self._tell(report)

    def decided(self, report: FunctionReport) -> None:
        """Tell of what running it decides."""
        super().decided(report)
        self._tell(report)

    def _tell(self, report: FunctionReport) -> None:
        lines = list(function_lines(report)) or [
            f"{verdict_words(report.verdict)}: {report.pair.name}"
        ]
        place = f"{report.pair.new.module.path}:{line_to_show(report)}"
        for line in lines:
            self._show(f"{place}: {line}")


def _mark(pair: Pair) -> str:
    """What makes a pair another one: its code, and what it uses that changed."""
    causes = "\n".join(cause.words for cause in pair.causes)
    around = pair.new.module.text if pair.is_affected else ""
    whole = "\0".join((pair.old.source, pair.new.source, causes, around))
    return hashlib.sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()


def _python_files(folder: Path) -> Iterator[Path]:
    for path in folder.iterdir():
        if path.name.startswith(".") or path.is_symlink():
            continue
        if path.is_dir() and not (path / "pyvenv.cfg").exists():
            yield from _python_files(path)
        elif path.suffix == ".py":
            yield path
