"""What does code do that stands alone, with whatever it lacks made up?

One warm process serves any number of snippets, one after the other. Each runs in processes of its
own, which are forked from it: no snippet sees what another one did.
"""

from __future__ import annotations

import ast
import io
import json
import sys
import textwrap
import time
import tokenize
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from swerve.facts.effects import analysed
from swerve.facts.locating import Version
from swerve.facts.reading import usages_of
from swerve.model import LineNo
from swerve.predict import Predictor
from swerve.run.host import Conduct, Ground, Lane, Worker, wait_for_news
from swerve.run.sandbox import Level
from swerve.source.syntax import Unreadable, names_read_unbound, parse
from swerve.worker.core.jobs import LENGTH, SNIPPET

from ._facts import facts_of
from ._limits import BATCH_S, RUN_S, SNIPPET_NOTHING_NEW, SNIPPET_ROUNDS
from ._runs import Guidance, guidance_from
from ._worlds import WorldRecipe, Worlds

_SNIPPET = bytes((SNIPPET,))
_LIBRARY = sorted(sys.stdlib_module_names)
_NO_CODE = frozenset(
    (
        tokenize.COMMENT,
        tokenize.NL,
        tokenize.NEWLINE,
        tokenize.INDENT,
        tokenize.DEDENT,
        tokenize.ENCODING,
        tokenize.ENDMARKER,
    )
)
_Key = TypeVar("_Key")


@dataclass(frozen=True, slots=True)
class SnippetRuns:
    """What came of running a snippet."""

    #: Lines that hold code.
    lines: frozenset[LineNo]
    #: In the order they were tried; none when the text is no Python.
    runs: tuple[Guidance, ...] = ()
    #: Why it was not run at all; empty when it was.
    unreadable: str = ""
    #: Wall-clock time from when the text was taken up until its last answer was read.
    seconds: float = 0.0

    @property
    def executed(self) -> frozenset[LineNo]:
        """Lines of code that ran to their end, in one of the runs at least."""
        return self.lines & frozenset(line for run in self.runs for line in run.done)

    @property
    def is_finished(self) -> bool:
        """Whether one of the runs at least came to an end of its own."""
        return any(run.is_whole for run in self.runs)


class SnippetRunner:
    """Runs one snippet after the other in a confined process."""

    def __init__(
        self, ground: Ground, level: Level, predictor: Predictor, *, runs: int = 1, seed: int = 0
    ) -> None:
        self._predictor = predictor
        self._runs = runs
        self._seed = seed
        self._worker = Worker(ground, level, Conduct(seed=seed, is_guided=True))
        self.lane = Lane(self._worker, (), limit_s=RUN_S, batch_s=BATCH_S)
        self._work: _Work | None = None

    def __enter__(self) -> SnippetRunner:
        return self

    def __exit__(self, *_: object) -> None:
        self.lane.close()
        self._worker.close()

    def run(self, text: str) -> SnippetRuns:
        """Run a snippet, and wait for what comes of it."""
        self.begin(text)
        while (done := self.step()) is None:
            wait_for_news(self.lane)
        return done

    def begin(self, text: str, since: float | None = None) -> None:
        """Take up a snippet; its time counts from `since`, or from now."""
        started = time.perf_counter() if since is None else since
        self._work = _Work(text, self._predictor, self._runs, self._seed, started)

    def step(self) -> SnippetRuns | None:
        """Do what can be done without waiting; give what came of the snippet, once."""
        work = self._work
        assert work is not None  # noqa: S101
        while True:
            work.send(self.lane)
            self.lane.step()
            if not work.take(self.lane):
                break
        if not work.is_done:
            return None
        self._work = None
        return work.answer()


def run_all(
    runners: Sequence[SnippetRunner], snippets: Iterable[tuple[_Key, str]], since: float
) -> Iterator[tuple[_Key, SnippetRuns]]:
    """Run snippets, as many at once as there are runners; answers come in the order given.

    What was spent on starting, from `since` on, counts for the first snippet of each runner.
    """
    left = iter(snippets)
    idle: list[tuple[SnippetRunner, float | None]] = [(runner, since) for runner in runners]
    busy: dict[int, tuple[SnippetRunner, _Key]] = {}
    done: dict[int, tuple[_Key, SnippetRuns]] = {}
    begun = given = 0
    has_more = True
    while has_more or busy:
        while idle and has_more:
            row = next(left, None)
            if row is None:
                has_more = False
                break
            runner, started = idle.pop()
            key, text = row
            runner.begin(text, started)
            busy[begun] = runner, key
            begun += 1
        for number, (runner, key) in list(busy.items()):
            answer = runner.step()
            if answer is not None:
                del busy[number]
                done[number] = key, answer
                idle.append((runner, None))
        while given in done:
            yield done.pop(given)
            given += 1
        if busy and not (idle and has_more):
            wait_for_news(*(runner.lane for runner, _ in busy.values()))


class _Work:
    """One snippet on its way through its runs."""

    def __init__(
        self, text: str, predictor: Predictor, runs: int, seed: int, started: float
    ) -> None:
        self._started = started
        text = textwrap.dedent(text)
        self._lines = code_lines(text)
        self._left = runs
        self._rounds = iter(SNIPPET_ROUNDS)
        self._round = 1
        self._flying: dict[int, WorldRecipe] = {}
        self._runs: list[Guidance] = []
        self._reached: set[LineNo] = set()
        self._missed = set(self._lines)
        self._idle = 0
        self._worlds = Worlds(seed, begins_likely=True)
        self._order = b""
        self._unreadable = ""
        tree = parse(text)
        if isinstance(tree, Unreadable):
            self._unreadable = f"line {tree.line} {tree.message}" if tree.line else tree.message
            self._left = 0
            return
        data = json.dumps(_order(text, tree, predictor)).encode()
        self._order = _SNIPPET + LENGTH.pack(len(data)) + data

    @property
    def is_done(self) -> bool:
        """Whether all answers are there."""
        return not self._left and not self._flying

    def send(self, lane: Lane) -> None:
        """Send the next round, once the one before is answered."""
        if self._flying or not self._left:
            return
        self._round = next(self._rounds, self._round)
        for _ in range(min(self._round, self._left)):
            self._left -= 1
            recipe = self._worlds.propose()
            request = {
                "seed": recipe.seed,
                "likely": recipe.is_likely,
                "choices": recipe.choices,
                "alone": True,
            }
            self._flying[lane.add(self._order + json.dumps(request).encode())] = recipe

    def take(self, lane: Lane) -> bool:
        """Take answers that are there; say whether another round can be sent."""
        for number, recipe in list(self._flying.items()):
            answer = lane.pop(number)
            if answer is None:
                return False
            del self._flying[number]
            run = guidance_from(answer)
            is_new = not run.began <= self._reached or not self._missed.isdisjoint(run.done)
            self._reached |= run.began
            self._missed -= run.done
            self._idle = 0 if is_new else self._idle + 1
            self._worlds.learn(recipe, run.choices, is_worth=is_new)
            self._runs.append(run)
        if not self._missed or self._idle >= SNIPPET_NOTHING_NEW:
            self._left = 0  # there is nothing more to see
        return self._left > 0

    def answer(self) -> SnippetRuns:
        """What came of it."""
        seconds = time.perf_counter() - self._started
        return SnippetRuns(self._lines, tuple(self._runs), self._unreadable, seconds)


def _order(text: str, tree: ast.Module, predictor: Predictor) -> dict[str, Any]:
    """What a worker needs to run a text as the body of a function."""
    usages = usages_of([Version(text, "")])
    return {
        "text": text,
        "file": "/srv/u/snippet.py",
        "module": "snippet",
        "package": "",
        "function": "snippet",
        "line": 0,
        "context": True,
        "real": False,
        "snippet": True,
        "parameters": names_read_unbound(tree),
        "library": _LIBRARY,
        "facts": facts_of(usages, predictor, analysed(tree)),
    }


def code_lines(text: str) -> frozenset[LineNo]:
    """Lines with a token that is neither a comment nor part of a text that stands alone."""
    lines: set[LineNo] = set()
    statement: list[tokenize.TokenInfo] = []
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type not in _NO_CODE:
                statement.append(token)
            elif token.type == tokenize.NEWLINE:
                lines |= _lines_of(statement)
                statement = []
    except (tokenize.TokenError, SyntaxError):
        pass  # what could be read up to there counts
    lines |= _lines_of(statement)
    blank = {number for number, line in enumerate(text.splitlines(), 1) if not line.strip()}
    return frozenset(lines - blank)


def _lines_of(statement: list[tokenize.TokenInfo]) -> set[LineNo]:
    if all(token.type == tokenize.STRING for token in statement):
        return set()
    return {line for token in statement for line in range(token.start[0], token.end[0] + 1)}
