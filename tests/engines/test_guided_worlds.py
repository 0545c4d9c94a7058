"""Worlds are proposed, varied where that is worth it, and told what the code says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from swerve.engines import Budget
from swerve.engines.guided import Guided, bare_places
from swerve.engines.guided._facts import facts_of
from swerve.engines.guided._worlds import Choice, Worlds
from swerve.facts.locating import Version
from swerve.facts.reading import usages_of
from swerve.facts.usage import Usage
from swerve.model import Pair
from swerve.predict import default_predictor
from swerve.predict.matching import strings_that_match
from swerve.predict.samples import samples_for
from swerve.run.sandbox import choose_level
from swerve.source import pair_in


@pytest.mark.parametrize(
    "pattern",
    [
        r"\$(.+)",
        r"^v\d+\.\d+(-beta)?$",
        r"\\($|\r?\n)",
        r"[^a-z]{2,5}x",
        r"(?P<name>\w+)=(?:a|b)",
        r"a{3}",
        r"\s*#\s*type:",
        r"(?<=a)b",
    ],
)
def test_strings_are_made_that_a_pattern_matches(pattern: str) -> None:
    found = strings_that_match(pattern)
    assert found
    assert all(re.search(pattern, text) for text in found)


def test_patterns_that_are_none_give_nothing() -> None:
    assert strings_that_match("(") == ()


def test_repeats_in_repeats_do_not_fill_the_memory() -> None:
    pattern = "a"
    for _ in range(12):
        pattern = f"({pattern}){{20}}"
    assert strings_that_match(pattern) == ()


def test_texts_fit_their_readers_and_their_names() -> None:
    assert "[1, 2]" in samples_for("body", Usage(passed_to={"json.loads"}))[0]
    assert any(text.startswith("http") for text in samples_for("self.base_url", Usage())[0])
    assert samples_for("encoding", Usage()) == (("utf-8", "latin-1"), True)
    assert samples_for("whatever", Usage()) == ((), False)


def facts(old: str, new: str) -> dict[str, object]:
    usages = usages_of([Version(old, "f"), Version(new, "f")])
    places = facts_of(usages, default_predictor(), {})["places"]
    assert isinstance(places, dict)
    return places


def test_literals_of_both_versions_come_with_their_neighbours() -> None:
    places = facts(
        "def f(n):\n    return n < 10\n",
        "def f(n):\n    return n < 20\n",
    )
    literals = places["n"]["literals"]  # type: ignore[index]
    assert {"9", "10", "11", "19", "20", "21"} <= set(literals)


def test_what_either_version_expects_of_a_call_may_be_raised() -> None:
    places = facts(
        "def f(x):\n    try:\n        return parse(x)\n    except ParseError:\n        return 0\n",
        "def f(x):\n    try:\n        return parse(x)\n"
        "    except (ParseError, OSError):\n        return 0\n",
    )
    assert places["parse()"]["raises"] == ["ParseError", "OSError"]  # type: ignore[index]


def test_what_leads_to_an_early_way_out_is_unlikely() -> None:
    places = facts(
        "def f(user):\n    if not user.active:\n        return None\n    return user.name\n",
        "def f(user):\n    if not user.active:\n        return None\n    return user.title\n",
    )
    assert places["user.active"]["truth"] > 0.8  # type: ignore[index]


def test_new_worlds_and_varied_ones_take_turns() -> None:
    worlds = Worlds(7)
    first = worlds.propose()
    worlds.learn(first, [Choice("a is true", 0, 2), Choice("b as int", 1, 9)], is_worth=True)
    proposed = [worlds.propose() for _ in range(6)]
    varied = [recipe for recipe in proposed if recipe.choices]
    assert 2 <= len(varied) <= 4
    assert all(recipe.seed == first.seed for recipe in varied)
    assert len({recipe.seed for recipe in proposed if not recipe.choices}) == 6 - len(varied)


def test_questions_that_the_change_speaks_of_are_varied_first() -> None:
    worlds = Worlds(0, words=frozenset({"depth"}))
    first = worlds.propose()
    asked = [Choice(f"x.other{n} is true", 0, 2) for n in range(30)]
    worlds.learn(first, [*asked, Choice("line.depth as int", 0, 3)], is_worth=True)
    varied = [recipe for recipe in (worlds.propose() for _ in range(4)) if recipe.choices]
    assert all(list(recipe.choices) == ["line.depth as int"] for recipe in varied[:2])


def test_the_same_seed_proposes_the_same_worlds() -> None:
    def run(seed: int) -> list[object]:
        worlds = Worlds(seed)
        out: list[object] = []
        for _ in range(20):
            recipe = worlds.propose()
            out.append((recipe.seed, dict(recipe.choices)))
            worlds.learn(recipe, [Choice("q is true", recipe.seed % 2, 2)], is_worth=True)
        return out

    assert run(3) == run(3)
    assert run(3) != run(4)


def test_without_feedback_every_world_is_new() -> None:
    worlds = Worlds(0, varies=False)
    for _ in range(10):
        recipe = worlds.propose()
        worlds.learn(recipe, [Choice("q is true", 0, 2)], is_worth=True)
        assert not recipe.choices


@pytest.mark.slow
def test_texts_of_a_witness_are_plain_unless_the_difference_needs_them(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    engine = Guided(bare_places(tmp_path, choose_level("auto").level))
    old = "def f(note):\n    return note.title + note.author + note.body.strip()\n"
    pair = pair_in("shop/notes.py", old, old.replace(".strip()", ""), "f")
    assert isinstance(pair, Pair)
    for seed in range(4):
        (witness,) = engine.investigate(pair, Budget(float("inf"), seed)).witnesses
        given = {each.path: each.value for each in witness.given}
        assert "\\n" in given["note.body"]  # there has to be something to strip
        for path in ("note.title", "note.author"):
            assert re.fullmatch(r"'[\w. ]*'", given[path]), (seed, given)
