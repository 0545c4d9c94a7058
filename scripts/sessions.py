"""What does a reader see who types what a page says, from its top to its end?

A mark in front of a fenced block says what is done with it, in a folder that all blocks of the page
with the same scenario share:

    <!-- runs: SCENARIO -->          `$ ` lines are typed into bash (`> ` lines continue them);
                                     what stands below each is what it writes, on either stream
    <!-- runs: SCENARIO, exit 1 -->  the last of them ends with this status, all others with 0
    <!-- edits: SCENARIO FILE -->    lines with `-` in a file become those with `+`
    <!-- writes: SCENARIO FILE -->   the block is the text of a file
    <!-- not run: WHY -->            commands that nobody runs here

A line `...` below a command stands for any lines.
"""

from __future__ import annotations

import difflib
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from scripts.scenarios import environment, make_scenario, scenario_names

#: A mark and the fenced block behind it.
_BLOCK = re.compile(
    r"^<!-- (?P<verb>runs|edits|writes): (?P<scenario>[\w-]+)(?:, exit (?P<status>\d+))?"
    r"(?: (?P<file>\S+))? -->\n(?P<open>(?P<fence>`{3,})[^`\n]*\n)(?P<text>.*?)^(?P=fence)$",
    re.DOTALL | re.MULTILINE,
)
_ANY_MARK = re.compile(r"^<!-- (?:runs|edits|writes): .*-->$", re.MULTILINE)
_DEADLINE_S = 600
#: What is said while a reader waits; how often depends on the machine.
_PROGRESS = re.compile(
    r"^swerve: (?:(?:[\w-]+: )?\d+/\d+ .*"
    r"|.* · (?:a moment left|(?:about )?[\d.]+ (?:s|min|h)(?: left)?)(?: · .*)?)\n",
    re.MULTILINE,
)
#: Where the reader of the docs lives.
_HOME = "/home/ada"
#: What differs from run to run, from machine to machine, or with every release.
_PASSING = (
    # How much of the title there is room for depends on how many digits the seconds have.
    (re.compile(r'"[^"\n]*… +(?=\d+ edited)'), '"… '),
    (re.compile(r"(?<=\S) +(?=(\d+ (edited|moved|affected|added|removed),? ?)+· )"), " "),
    (re.compile(r" +\d+\.\d+ s(?=  )"), "  0.0 s"),  # in a table
    (re.compile(r"\b\d+\.\d+ ?s\b"), "0.0 s"),
    (re.compile(r'\btime="[\d.]+"'), 'time="0"'),
    (re.compile(r'("seconds": )[\d.e-]+'), r"\g<1>0.0"),
    (re.compile(r'("(?:version|python|found_by|sandbox)": )"[^"]*"'), r'\1""'),
    (re.compile(r'("missing": )\[[^]]*\]'), r"\1[]"),
    # Where its line breaks depends on how long the version is.
    (
        re.compile(
            r"Python\s[\d.]+\s\([^)]*\),\s\w+\ssandbox;"
            r"\simported\s(\d+)\sof\s(\d+)\s(modules?)\swith\sundecided\sfunctions"
        ),
        r"Python 3 (), strict sandbox; imported \1 of \2 \3 with undecided functions",
    ),
    (re.compile(r"Found by swerve [\w.]+"), "Found by swerve 0"),
    (re.compile(r"edited it. Checksum: [0-9a-f]+"), "edited it. Checksum: 0"),
    # A search that its budget ends earlier has made fewer calls.
    (
        re.compile(
            r"\b(?:[\d,]+ of )?[\d,]+ ((?:more |generated |simulated )*(?:run|call|path)s?)\b"
        ),
        r"N \1",
    ),
    (re.compile(r"\band \d+ more\b"), "and N more"),
    # Where bubblewrap is missing, the first line on standard error says so.
    (re.compile(r"^swerve: sandbox level .*\n  hint: .*\n", re.MULTILINE), ""),
)


@dataclass(frozen=True, slots=True)
class Fault:
    """A place where a page does not say what happens."""

    #: Where in the text of the page, counted from 0.
    at: int
    why: str
    #: Whether the output of today in its place is all it takes.
    is_stale: bool


@dataclass(slots=True)
class _Session:
    """The folders of one page."""

    home: Path
    folders: dict[str, Path] = field(default_factory=dict)
    #: One process group a command.
    groups: list[int] = field(default_factory=list)

    def folder(self, scenario: str) -> Path:
        if scenario not in self.folders:
            self.folders[scenario] = self.home / scenario
            make_scenario(scenario, self.folders[scenario])
        return self.folders[scenario]

    def typed(self, command: str, scenario: str) -> tuple[str, int]:
        """What a command writes, and its exit status."""
        with subprocess.Popen(
            ["bash", "-c", command],
            cwd=self.folder(scenario),
            env=environment(self.home, Path(sys.executable).parent),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            start_new_session=True,
        ) as shell:
            self.groups.append(shell.pid)
            try:
                written, _ = shell.communicate(timeout=_DEADLINE_S)
            except subprocess.TimeoutExpired:
                self.end()
                raise _Wrong(f"`{command}` takes longer than {_DEADLINE_S} s") from None
        output = _PROGRESS.sub("", written).replace(str(self.home), _HOME)
        return (output if output.endswith("\n") or not output else output + "\n"), shell.returncode

    def end(self) -> None:
        """End what commands left running in the background."""
        for group in self.groups:
            with suppress(ProcessLookupError):
                os.killpg(group, signal.SIGKILL)


def has_session(text: str) -> bool:
    """Whether anything of a page is run."""
    return _ANY_MARK.search(text) is not None


def renewed(text: str) -> tuple[str, list[Fault]]:
    """The page with the output of today where it says something else, and what was wrong."""
    faults: list[Fault] = []
    parts: list[str] = []
    end = 0
    with tempfile.TemporaryDirectory(prefix="swerve-docs-") as home:
        session = _Session(Path(home).resolve())
        (session.home / "tmp").mkdir()
        try:
            for block in _blocks(text):
                try:
                    wanted = _done(session, block)
                except _Wrong as wrong:
                    faults.append(Fault(block.start(), str(wrong), is_stale=False))
                    break  # what follows builds on it
                if wanted != block["text"]:
                    why = _difference(block["text"], wanted)
                    faults.append(Fault(block.start(), why, is_stale=True))
                parts.append(text[end : block.start("text")] + wanted)
                end = block.end("text")
        finally:
            session.end()
    return "".join(parts) + text[end:], faults


class _Wrong(Exception):
    """A block that cannot be done."""


def _blocks(text: str) -> Iterator[re.Match[str]]:
    blocks = {block.start(): block for block in _BLOCK.finditer(text)}
    for mark in _ANY_MARK.finditer(text):
        if mark.start() not in blocks:
            raise SystemExit(f"No block belongs to {mark[0]}")
    yield from blocks.values()


def _done(session: _Session, block: re.Match[str]) -> str:
    """Do what a block says; its text as it should be."""
    if block["scenario"] not in scenario_names():
        raise _Wrong(f"there is no scenario {block['scenario']}")
    if block["verb"] == "runs":
        return "".join(_typed(session, block))
    if not block["file"]:
        raise _Wrong(f"`{block['verb']}` needs a file")
    file = session.folder(block["scenario"]) / block["file"]
    if block["verb"] == "writes":
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(block["text"], encoding="utf-8")
    else:
        _edit(file, block["text"])
    return block["text"]


def _edit(file: Path, diff: str) -> None:
    """Put the `+` lines of a diff without line numbers where its `-` lines are."""
    if not file.exists():
        raise _Wrong(f"there is no {file.name} to edit")
    text = file.read_text(encoding="utf-8")
    old, new = _side(diff, "-"), _side(diff, "+")
    if text.count(old) != 1:
        raise _Wrong(f"{file.name} has the lines to edit {text.count(old)} times")
    file.write_text(text.replace(old, new), encoding="utf-8")


def _side(diff: str, sign: str) -> str:
    lines = diff.splitlines(keepends=True)
    return "".join(line[1:] or line for line in lines if line[0] in (" ", "\n", sign))


def _typed(session: _Session, block: re.Match[str]) -> Iterator[str]:
    """The lines of a session: every command with what it writes."""
    commands = list(_commands(block["text"]))
    for number, (lines, shown) in enumerate(commands, 1):
        command = "\n".join(line[2:] for line in lines)
        output, status = session.typed(command, block["scenario"])
        expected = int(block["status"] or 0) if number == len(commands) else 0
        if status != expected:
            raise _Wrong(f"`{command}` ended with {status}, not {expected}:\n{output}")
        yield "".join(f"{line}\n" for line in lines)
        yield shown if is_same(shown, output) else output


def _commands(text: str) -> Iterator[tuple[list[str], str]]:
    """Each command as its lines, with what is shown below it."""
    lines = text.splitlines()
    if not lines or not lines[0].startswith("$ "):
        raise _Wrong("a block that runs starts with `$ `")
    at = 0
    while at < len(lines):
        start = at
        at += 1
        while at < len(lines) and (lines[at] == ">" or lines[at].startswith("> ")):
            at += 1
        typed = lines[start:at]
        start = at
        while at < len(lines) and not lines[at].startswith("$ "):
            at += 1
        yield typed, "".join(f"{line}\n" for line in lines[start:at])


def is_same(shown: str, output: str) -> bool:
    """Whether a page shows what a command wrote, but for what differs from run to run."""
    kept = re.split(r"^\.\.\.\n", scrubbed(shown), flags=re.MULTILINE)
    pattern = r"(?:.*\n)*?".join(re.escape(part) for part in kept)
    return re.fullmatch(pattern, scrubbed(output)) is not None


def scrubbed(text: str) -> str:
    """The text without what differs from run to run."""
    for pattern, replacement in _PASSING:
        text = pattern.sub(replacement, text)
    return text


def _difference(shown: str, output: str) -> str:
    """What a reader of the page would be surprised by."""
    lines = difflib.unified_diff(
        scrubbed(shown).splitlines(),
        scrubbed(output).splitlines(),
        "the page",
        "today",
        lineterm="",
    )
    return "\n".join(lines)
