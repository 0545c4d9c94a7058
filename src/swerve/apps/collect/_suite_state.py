"""How far has a test suite come, so that a later call can go on?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from swerve.apps.collect._chunk import Ran
from swerve.predict.training.events import Header
from swerve.run.suites import Ending

_DONE, _OUT_OF_TIME = "done", "out of time"


@dataclass(slots=True)
class SuiteState:
    """Which test files had their turn, and what came of it."""

    #: Names the content of the project and what it runs in: other content, another suite.
    key: str
    #: Test file -> "done", "out of time", or what is wrong with it.
    files: dict[str, str] = field(default_factory=dict)

    def waiting(self, tests: Sequence[str]) -> list[str]:
        """What is still to run: those that never had their turn first."""
        late = [test for test in tests if self.files.get(test) == _OUT_OF_TIME]
        return [*self.never_begun(tests), *late]

    def never_begun(self, tests: Sequence[str]) -> list[str]:
        """Those that had no turn yet."""
        return [test for test in tests if test not in self.files]

    def trouble(self, tests: Sequence[str]) -> dict[str, str]:
        """Those that had a turn and did not get to their end, with the reason."""
        return {test: why for test in tests if (why := self.files.get(test, _DONE)) != _DONE}

    def note(self, tests: Sequence[str], ran: Ran) -> list[str]:
        """Note what came of a run, and return the files that need another one."""
        again = []
        for test in tests:
            if test in ran.broken:
                self.files[test] = ran.broken[test] or "it cannot be imported"
            elif test in ran.finished or ran.ending is Ending.COMPLETE:
                self.files[test] = _DONE
            elif ran.ending is Ending.NOT_BEGUN:
                self.files[test] = ran.why
            elif ran.ending is Ending.OUT_OF_TIME and test in (*ran.begun, ran.last_file):
                self.files[test] = _OUT_OF_TIME
            elif test == ran.last_file:
                self.files[test] = ran.why
            else:
                again.append(test)
        if again and len(again) == len(tests):
            # Nobody can be blamed by name: without this they would run for ever.
            self.files.update(dict.fromkeys(again, ran.why))
            return []
        return again

    def to_json(self) -> dict[str, object]:
        """For the header of the events."""
        return {"key": self.key, "files": dict(sorted(self.files.items()))}

    @classmethod
    def from_header(cls, header: Header) -> SuiteState:
        """What `to_json` gave; nothing that fits when it was something else."""
        key, files = header.suite.get("key"), header.suite.get("files")
        known = files if isinstance(files, dict) else {}
        return cls(str(key), {str(test): str(how) for test, how in known.items()})
