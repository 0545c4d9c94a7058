"""How do events become what a network is trained with?"""

from __future__ import annotations

import ast
import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from zipfile import is_zipfile
from zlib import crc32

from swerve.facts.classes import ValueClass
from swerve.model.errors import BadUsage
from swerve.model.writing import make_folder, opened_bytes
from swerve.predict.neural._context import Surroundings
from swerve.predict.neural._encoding import Window, windows_of_function, windows_of_statements
from swerve.predict.neural._lexicon import MOST_WORDS, Lexicon
from swerve.predict.neural._rows import Place, words_of
from swerve.predict.training.events import (
    KINDS,
    Header,
    Recorded,
    event_files,
    read,
    refuse_excluded,
)
from swerve.source.build.dependencies import normalised
from swerve.source.syntax import FUNCTIONS, FunctionNode

#: What an event is for: training, the random share as in the papers, trying things out, and
#: projects that training never sees.
TRAIN, HELD, TRIAL, UNSEEN = range(4)
SPLITS = ("train", "held", "trial", "unseen")
#: Whence it is: seen in code, seen in tests, read off the source.
CODE, TESTS, STATIC = range(3)
#: One in so many events is held out; the papers': 5%.
_ONE_IN = 20
#: Of ten projects, by their names.
_TENTHS = {0: TRIAL, 3: UNSEEN}
CLASS_NUMBER = {each.value: number for number, each in enumerate(ValueClass)}
#: What the network has numbers for; all others share the last many.
_NAMES, _WORDS, _SHARED = 12_000, 10_000, 1_500
#: Names that fewer projects have are not worth a number: they say nothing about other projects.
_FEWEST_PROJECTS = 3


def split_of_project(name: str) -> int:
    """What the events of a project are for: one in ten is never trained with."""
    return _TENTHS.get(crc32(normalised(name).encode()) % 10, TRAIN)


@dataclass(slots=True)
class Dataset:
    """Windows of code side by side, with what was read at their places."""

    shapes: list[int] = field(default_factory=list)
    #: Number of a lexeme in `texts`, for each token.
    lexemes: list[int] = field(default_factory=list)
    texts: dict[str, int] = field(default_factory=lambda: {"": 0})
    #: For each text, in how many projects it is, and the last of them.
    spread: list[tuple[int, str]] = field(default_factory=lambda: [(0, "")])
    #: Where each window starts among the tokens.
    starts: list[int] = field(default_factory=list)
    #: For each place: its token, its kind, what it is for, and whence it is.
    tokens: list[int] = field(default_factory=list)
    kinds: list[int] = field(default_factory=list)
    splits: list[int] = field(default_factory=list)
    origins: list[int] = field(default_factory=list)
    #: Classes seen at a place and how often: place, class, count.
    seen: list[tuple[int, int, int]] = field(default_factory=list)

    def add_file(self, project: str, file: Recorded, *, is_static: bool = False) -> None:
        """Add all windows of a file at whose places something was seen."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                module = ast.parse(file.source)
            except (SyntaxError, ValueError, RecursionError, MemoryError):
                return
        wanted = {(event.kind, *event.place): event for event in file.events}
        counted = project if split_of_project(project) == TRAIN else ""
        origin = STATIC if is_static else TESTS if file.is_test else CODE
        for window in _windows(module):
            found = [(place, token) for place, token in window.places.items() if place in wanted]
            if not found:
                continue
            start = len(self.shapes)
            self.starts.append(start)
            self.shapes += window.shapes
            self.lexemes += [self._number(text, counted) for text in window.lexemes]
            for place, token in found:
                event = wanted.pop(place)
                number = len(self.tokens)
                self.tokens.append(start + token)
                self.kinds.append(KINDS.index(place[0]))
                self.splits.append(split_of(project, file.file, place, is_static))
                self.origins.append(origin)
                for word, count in event.counts.items():
                    self.seen.append((number, CLASS_NUMBER[word], count))

    def _number(self, text: str, project: str) -> int:
        number = self.texts.setdefault(text, len(self.texts))
        if number == len(self.spread):
            self.spread.append((0, ""))
        projects, last = self.spread[number]
        if project and last != project:
            self.spread[number] = projects + 1, project
        return number

    def lexicon(self) -> Lexicon:
        """The names and words that most projects have."""
        names: Counter[str] = Counter()
        words: Counter[str] = Counter()
        for text, number in self.texts.items():
            projects = self.spread[number][0]
            if text and " " not in text:
                names[text] = projects
            for word in set(words_of(text)[:MOST_WORDS]):
                words[word] += projects
        return Lexicon(_frequent(names, _NAMES), _frequent(words, _WORDS), _SHARED)

    def arrays(self, lexicon: Lexicon) -> dict[str, Any]:
        """Everything as arrays."""
        import numpy as np

        names = np.zeros(len(self.texts), np.uint16)
        words = np.zeros((len(self.texts), 1 + MOST_WORDS), np.uint16)
        for text, number in self.texts.items():
            name, found = lexicon.numbers(text)
            names[number] = name
            words[number, : len(found)] = found
        return {
            **lexicon_arrays(lexicon),
            "shapes": np.array(self.shapes, np.uint8),
            "lexemes": np.array(self.lexemes, np.uint32),
            "names": names,
            "words": words,
            "starts": np.array([*self.starts, len(self.shapes)], np.uint32),
            "tokens": np.array(self.tokens, np.uint32),
            "kinds": np.array(self.kinds, np.uint8),
            "splits": np.array(self.splits, np.uint8),
            "origins": np.array(self.origins, np.uint8),
            "seen_place": np.array([each[0] for each in self.seen], np.uint32),
            "seen_class": np.array([each[1] for each in self.seen], np.uint8),
            "seen_count": np.array([min(each[2], 1 << 30) for each in self.seen], np.uint32),
        }


def _frequent(counts: Counter[str], most: int) -> list[str]:
    return [text for text, count in counts.most_common(most) if count >= _FEWEST_PROJECTS]


def lexicon_arrays(lexicon: Lexicon) -> dict[str, Any]:
    """A lexicon as arrays of bytes."""
    import numpy as np

    return {
        "lexicon_names": np.frombuffer("\0".join(lexicon.names).encode(), np.uint8),
        "lexicon_words": np.frombuffer("\0".join(lexicon.words).encode(), np.uint8),
        "lexicon_shared": np.array(lexicon.shared),
    }


def lexicon_of(arrays: Any) -> Lexicon:
    """The lexicon that arrays were made with."""
    packed = (bytes(arrays[f"lexicon_{which}"]).decode() for which in ("names", "words"))
    names, words = (each.split("\0") if each else [] for each in packed)
    return Lexicon(names, words, int(arrays["lexicon_shared"]))


def split_of(project: str, file: str, place: Place, is_static: bool) -> int:
    """What one event is for. What is read off the source of an unseen project is for nothing."""
    split = split_of_project(project)
    if split != TRAIN or is_static:
        return split
    is_held = crc32(f"{project}:{file}:{place}".encode()) % _ONE_IN == 0
    return HELD if is_held else TRAIN


def _windows(module: ast.Module) -> Iterator[Window]:
    """Every function that stands in no other, and the rest of the module.

    Without what is nested too deeply to be followed.
    """
    try:
        surroundings = Surroundings(module)
        functions = list(functions_of(module.body, None))
    except RecursionError:
        return
    for function, owner in functions:
        with suppress(RecursionError):
            yield from windows_of_function(surroundings, function, owner)
    with suppress(RecursionError):
        yield from windows_of_statements(module.body, whole_functions=False)


def functions_of(
    body: Iterable[ast.stmt], owner: ast.ClassDef | None
) -> Iterator[tuple[FunctionNode, ast.ClassDef | None]]:
    """All functions that stand in no other, each with the class whose method it is."""
    for statement in body:
        if isinstance(statement, FUNCTIONS):
            yield statement, owner
            continue
        inner = statement if isinstance(statement, ast.ClassDef) else owner
        for name in ("body", "orelse", "finalbody"):
            yield from functions_of(getattr(statement, name, ()), inner)
        for handler in getattr(statement, "handlers", ()):
            yield from functions_of(handler.body, inner)


def dataset_of(files: Iterable[Path], told: Callable[[Header], None]) -> Dataset:
    """Everything in files of events; `told` hears of each when it is done."""
    dataset = Dataset()
    for path in files:
        header, recorded = read(path)
        for file in recorded:
            dataset.add_file(header.project, file, is_static=header.origin == "static")
        told(header)
    return dataset


def prepared(given: Sequence[Path], out: Path, say: Callable[[str], None]) -> Path:
    """The file itself where it was given, else a new one with all events of some folders."""
    if len(given) == 1 and given[0].is_file():
        if not is_zipfile(given[0]):
            raise BadUsage(
                f"{given[0]} was not written by `--prepare`.", "Pass a file that was, or folders."
            )
        return given[0]
    files = [file for folder in given for file in event_files(folder)]
    if not files:
        raise BadUsage("The folders contain no events.", "`swerve model collect` writes them.")
    for file in files:
        refuse_excluded((read(file)[0].project,))
    import numpy as np

    def told(header: Header) -> None:
        say(f"{header.project} {header.version}  {header.events:,} {header.origin} events")

    dataset = dataset_of(files, told)
    make_folder(out.parent)
    with opened_bytes(out) as file_of_arrays:  # to a path, numpy would add an ending
        np.savez_compressed(file_of_arrays, **dataset.arrays(dataset.lexicon()))
    return out
