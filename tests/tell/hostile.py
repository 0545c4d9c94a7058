"""Text and reports that somebody made to fool a terminal or a parser."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st
from tests.tell.builders import function, pair, report

from swerve.model import (
    Brought,
    BroughtKind,
    Cause,
    CauseKind,
    DifferenceKind,
    Evidence,
    FunctionReport,
    InterfaceDifference,
    LeftOut,
    Listed,
    Outside,
    Problem,
    Realism,
    Report,
    Side,
    Traced,
    Verdict,
    Witness,
)

_TRICKS = st.sampled_from(
    [
        "\x1b[31mred\x1b[0m",
        "\x1b]0;title\x07",
        "\x9b2J",
        "\r",
        "\t",
        "\n",
        "\u2028",
        "\u202eoverride\u202c",
        "\u200b",
        "\ufe0f",
        "\u3164",
        "\udcff",
        "\ud83d\udca9",
        "[red]markup[/red]",
        "[/]",
        ":smile:",
        "日本語の識別子",
        "e\u0301",
        "👩\u200d💻",
        "x" * 300,
        " " * 150,
        "a, " * 60,
    ]
)


def hostile_text() -> st.SearchStrategy[str]:
    anything = st.text(st.characters(exclude_categories=()), max_size=12)
    return st.lists(_TRICKS | anything, max_size=4).map("".join)


def _functions() -> st.SearchStrategy[FunctionReport]:
    text = hostile_text()
    sources = st.lists(text, min_size=1, max_size=6).map("\n".join)
    sides = st.builds(function, text, sources, text, st.integers(1, 10**6))
    count = st.integers(0, 9)
    ran = st.lists(st.integers(1, 9), max_size=3).map(tuple)
    return st.builds(
        FunctionReport,
        st.builds(pair, sides, sides, st.just((Cause(CauseKind.READS, "reads `a`"),))),
        st.sampled_from(Verdict),
        text,
        st.floats(0, 10_000),
        st.lists(st.builds(InterfaceDifference, text, st.booleans(), text), max_size=1).map(tuple),
        st.lists(_witnesses(), max_size=2).map(tuple),
        st.builds(Evidence, text, count, count, ran, ran, text).map(lambda one: (one,)),
    )


def _witnesses() -> st.SearchStrategy[Witness]:
    text = hostile_text()
    plain = st.builds(
        Witness,
        text,
        st.sampled_from(Realism),
        st.sampled_from(DifferenceKind),
        text,
        text,
        text,
        text,
        st.sampled_from([None, "intended", "unintended", "unclear"]),
        st.none() | text,
        st.none() | text,
        claim=text,
        path=text,
    )
    traced = st.builds(Traced, text, st.none() | text, st.none() | text)
    return st.builds(_with_effects, plain, st.lists(traced, max_size=2))


def _with_effects(witness: Witness, effects: list[Traced]) -> Witness:
    place = effects[-1].place if effects else ""
    return replace(witness, effects=tuple(effects), place=place)


def hostile_reports() -> st.SearchStrategy[Report]:
    text = hostile_text()
    line = st.integers(1, 10**6)
    listed = st.lists(st.builds(Listed, text, text, line, st.booleans()), max_size=2).map(tuple)
    outside = st.builds(Outside, text, line, text, text)
    sides = st.none() | st.sampled_from(Side)
    carets = st.integers(0, 300).map(lambda column: " " * column + "^")
    excerpts = text | st.builds("{}\n{}".format, text, carets)
    problem = st.builds(Problem, text, text, sides, text, text, st.none() | line, excerpts)
    return st.lists(_functions(), max_size=2).flatmap(
        lambda functions: st.builds(
            report,
            *map(st.just, functions),
            words=st.lists(text, max_size=2).map(tuple),
            added=listed,
            removed=listed,
            outside=st.lists(outside, max_size=1).map(tuple),
            problems=st.lists(problem, max_size=1).map(tuple),
            left_out=st.lists(st.builds(LeftOut, text, text), max_size=2).map(tuple),
            brought=st.lists(
                st.builds(Brought, st.sampled_from(BroughtKind), text, text, text), max_size=1
            ).map(tuple),
            files=st.integers(0, 3),
            interrupted=st.booleans(),
        )
    )
