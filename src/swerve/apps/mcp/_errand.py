"""What does the process do that was started for one call of a tool?

It reads one request from standard input and writes lines of JSON to what was standard output:
how far it is, and in the end an answer or an error. Standard input is its leash: when it ends,
nobody waits for an answer any more, and the process stops what it does.
"""

from __future__ import annotations

import json
import os
import pickle
import signal
import sys
import threading
import time
import traceback
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TextIO

from swerve.check.investigating import prepare_process
from swerve.model import FunctionReport, Settings, Side, Verdict
from swerve.model.errors import ChangedSince, OutsideRoot, PathMissing, SwerveError, UnknownWitness
from swerve.model.plurals import counted
from swerve.source import repository_top
from swerve.tell.json import well_formed

#: Seconds to clean up in after the leash was let go.
_PATIENCE_S = 3.0
#: Seconds between two lines about how far it is, at least.
_PAUSE_S = 0.25
_IS_DONE = threading.Event()


def main() -> None:
    """Do one errand."""
    lines = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # whatever prints here must not reach who reads the lines
    request = json.loads(_line())
    threading.Thread(target=_hold, daemon=True).start()
    prepare_process()
    try:
        answer = _DOERS[request["tool"]](request, Heard(lines))
        _IS_DONE.set()
        _say(lines, answer=answer)
    except SwerveError as error:
        _IS_DONE.set()
        _say(lines, error={"code": error.code, "message": error.message, "hint": error.hint})
    except KeyboardInterrupt:
        _say(
            lines, error={"code": "interrupted", "message": "The call was interrupted.", "hint": ""}
        )
    except Exception as error:
        traceback.print_exc()  # to the log of the server
        _say(lines, bug=f"{type(error).__name__}: {error}")


def _say(lines: TextIO, **values: object) -> None:
    try:
        lines.write(json.dumps(well_formed(values)) + "\n")
        lines.flush()
    except BrokenPipeError:
        os._exit(1)


def _line() -> bytes:
    """The request. `sys.stdin` would be locked by the thread that holds the leash."""
    data = b""
    while not data.endswith(b"\n"):
        part = os.read(0, 1 << 16)
        if not part:
            sys.exit(1)
        data += part
    return data


def _hold() -> None:
    """Wait until the leash is let go; then end, politely at first."""
    while os.read(0, 1):
        pass
    if not _IS_DONE.is_set():
        os.kill(os.getpid(), signal.SIGINT)
    time.sleep(_PATIENCE_S)
    os.killpg(0, signal.SIGKILL)


class Heard:
    """Tells the server how far a check is, from 0 to 100; never backwards."""

    def __init__(self, lines: TextIO) -> None:
        self._lines = lines
        self._far = 0.0
        self._last = 0.0
        self._total = self._done = 0

    def started(self, total: int) -> None:
        """Reading the change is done."""
        self._total = total
        self._tell(2, f"{counted(total, 'function')} to check")

    def finished(self, report: FunctionReport) -> None:
        """Code was compared."""
        self._done += report.verdict is not Verdict.INCONCLUSIVE
        self._tell(2 + 8 * self._done / max(1, self._total), self._decided())

    def preparing(self, modules: int) -> None:
        """Both sides are made runnable."""
        self._tell(10, f"importing {counted(modules, 'module')} on both sides")

    def running(self, total: int) -> None:
        """Functions are about to run."""
        self._tell(15, f"running {counted(total, 'function')} on both sides")

    def replaying(self, done: int, total: int) -> None:
        """Tests of the project run."""
        self._tell(15 + 15 * done / max(1, total), f"{done}/{total} test files run on both sides")

    def decided(self, report: FunctionReport) -> None:
        """A function has its answer."""
        self._done += 1
        self._tell(30 + 68 * self._done / max(1, self._total), self._decided())

    def left_open(self, report: FunctionReport) -> None:
        """A function goes on to the next stage."""

    def _decided(self) -> str:
        return f"{self._done}/{self._total} functions done"

    def _tell(self, far: float, message: str) -> None:
        if far > self._far and time.monotonic() - self._last >= _PAUSE_S:
            self._far, self._last = far, time.monotonic()
            _say(self._lines, progress=round(far, 1), message=message)


# --- what the tools do ----------------------------------------------------------------------------


def _check(request: Mapping[str, Any], heard: Heard) -> dict[str, Any]:
    from swerve.apps import api

    from ._answers import checked_answer

    root, said = Path(request["root"]), request["arguments"]
    folder = repository(root, said.get("folder", "."))
    for path in said.get("paths", ()):
        confined(root, path, folder)
    checked = api.check(
        folder,
        **_words(said),
        message=said.get("message"),
        listener=heard,
        jobs=None,
        effort=said.get("effort"),
        trust_change=said.get("trust_change"),
    )
    if checked.interrupted:
        raise KeyboardInterrupt
    kept = Path(request["kept"])
    kept.with_suffix(".json").write_text(checked.to_json(), "utf-8")
    kept.with_suffix(".pickle").write_bytes(pickle.dumps((str(folder), said, checked)))
    answer = checked_answer(checked, kept.with_suffix(".json"))
    return {**answer, "witnesses": list(checked.witnesses)}


def _words(said: Mapping[str, Any]) -> dict[str, Any]:
    """Which change is meant."""
    return {
        "range": said.get("range"),
        "staged": said.get("staged", False),
        "paths": tuple(said.get("paths", ())),
    }


def _opened(request: Mapping[str, Any]) -> tuple[Path, Mapping[str, Any], Any]:
    """A check of this session: nobody else can write to where it is kept."""
    data = Path(request["kept"]).with_suffix(".pickle").read_bytes()
    folder, said, checked = pickle.loads(data)  # noqa: S301 (written by the function above)
    return Path(folder), said, checked


def _current(request: Mapping[str, Any]) -> tuple[Path, Any]:
    """A check, with the top of its repository, where the code is still what it was."""
    from swerve.source import read_git, repository_top

    folder, said, checked = _opened(request)
    words = _words(said)
    raw = read_git(
        folder,
        revisions=words["range"],
        staged=words["staged"],
        paths=words["paths"],
        selection=Settings(trust_change=said.get("trust_change", False)),
    )
    if raw.files != checked.raw.files or raw.trees != checked.raw.trees:
        raise ChangedSince(
            "The code has changed since it was checked.", "Call `check` again to get new witnesses."
        )
    return repository_top(folder), checked


def _explain(request: Mapping[str, Any], heard: Heard) -> dict[str, Any]:
    from swerve.apps.api import explain

    from ._answers import explained_answer

    name = request["arguments"]["witness"]
    if request["kept"]:
        _, _, checked = _opened(request)
        return explained_answer(checked.explain(name))
    _need_of_root(Path(request["root"]), name)
    return explained_answer(explain(name))


def _need_of_root(root: Path, name: str) -> None:
    """Raise unless a witness of an earlier run is about code in the root: others are not shown."""
    from swerve.witness.kept import find_witness
    from swerve.witness.stored import place_of, stored_from

    kept = find_witness(name)
    trees = stored_from(kept.stored).trees if kept.stored else ()
    places = [place for each in trees if (place := place_of(each)) is not None]
    if not places:
        raise UnknownWitness(
            f"No check in this session reported the witness `{name}`.", "Call `check` first."
        )
    for place in places:
        need_inside(root, place)


def _write_test(request: Mapping[str, Any], heard: Heard) -> dict[str, Any]:
    from ._answers import written_answer

    said, root = request["arguments"], Path(request["root"])
    top, checked = _current(request)
    folder = confined(root, said.get("folder", "tests"), top)
    pin = Side(said.get("pin", "old"))
    return written_answer(checked.write_test(said["witness"], folder, pin=pin), pin)


def _approve(request: Mapping[str, Any], heard: Heard) -> dict[str, Any]:
    from ._answers import approved_answer

    root = Path(request["root"])
    _, checked = _current(request)
    approved = checked.approve(
        request["arguments"]["witness"], may_write=lambda file: need_inside(root, file)
    )
    return approved_answer(approved)


_DOERS = {"check": _check, "explain": _explain, "write_test": _write_test, "approve": _approve}


if __name__ == "__main__":
    main()


def confined(root: Path, name: str, inside: Path | None = None) -> Path:
    """The path that a name means, relative to `inside` or to the root; links are followed.

    Raises `OutsideRoot` for whatever leads out of the root.
    """
    try:
        path = Path(os.path.realpath((inside or root) / name))
    except (OSError, ValueError) as error:  # a null byte
        raise PathMissing(f"`{name!r}` is not a path.", "Check the path.") from error
    need_inside(root, path)
    return path


def need_inside(root: Path, path: Path) -> None:
    """Raise unless a path, followed to where it leads, is in the root."""
    real = Path(os.path.realpath(path))
    if real != root and root not in real.parents:
        raise OutsideRoot(
            f"`{path}` is outside `{root}`, which this server is confined to.",
            "Use a path inside it, or start a server for another folder: `swerve mcp --root DIR`.",
        )


def repository(root: Path, name: str) -> Path:
    """A folder in a repository that lies in the root as a whole."""
    folder = confined(root, name)
    if not folder.is_dir():
        raise PathMissing(f"There is no folder `{folder}`.", "Check the path.")
    need_inside(root, repository_top(folder))
    return folder
