"""What do tests, as the new side has them, do on both sides?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from swerve.model import Function, Pair, Side

from ..project import Project
from ..sandbox import Level
from ._errands import stage_for
from ._judging import Round
from ._rounds import batch_of, run_on_both


class NewTests:
    """Runs tests of the new side on both, with calls of the functions of some pairs observed."""

    def __init__(
        self,
        project: Project,
        level: Level,
        pairs: Sequence[Pair],
        functions: Sequence[Function] = (),
    ) -> None:
        """`functions` are test functions that are observed too; they count on behind the pairs."""
        self._old = stage_for(project, Side.OLD, level, pairs, tests_of=Side.NEW, tests=functions)
        self._new = stage_for(project, Side.NEW, level, pairs, tests=functions)

    def run(self, tests: Sequence[str], seconds: float, *, hash_seed: int = 0) -> Round:
        """Run tests by their ids, or all in a file or class, for so many seconds on each side."""
        batch = replace(batch_of(tests), each_anew=True, varies=False, stands_in=False)
        return Round(*run_on_both(self._old, self._new, batch, seconds, hash_seed=hash_seed))
