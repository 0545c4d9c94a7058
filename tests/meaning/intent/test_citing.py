"""A model's answer counts where it cites what the author wrote, or a test."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.meaning.intent.replies import FIGURE_1, intent, judge, replying
from tests.meaning.llm.scripted_server import scripted

from swerve.meaning.intent import Question, Shown
from swerve.meaning.intent._prompt import request_for
from swerve.model import Intent, Words, WordsKind, intent_from

TEST = Words(
    "tests/test_stats.py",
    "def test_entropy_of_arrays():\n    assert entropy(xp.asarray([1, 2])) == pytest.approx(1.5)",
    WordsKind.TEST,
)
WRITTEN = Question(
    intent_from(
        Words("pull request", "Modernise", WordsKind.TITLE),
        Words("pull request", "It takes arrays of\n**any** library.\x1b[2J", WordsKind.DESCRIPTION),
        Words("comment", "The result stays as it is.", WordsKind.REMARK),
        Words("pull request", "api change", WordsKind.LABEL),
        Words("comment", "I expect other results here.", WordsKind.DISCUSSION),
        TEST,
    ),
    Shown("entropy([1])", "1", "2", test="tests/test_old.py::TestOld::test_one[a]"),
    docs="Give the entropy of a sample.",
)


@pytest.mark.parametrize(
    "cites",
    [
        pytest.param("It takes arrays of **any** library.", id="sentence over two lines"),
        pytest.param("it TAKES   arrays", id="part of it, in other capitals"),
        pytest.param("“The result stays as it is”", id="in quotes"),
        pytest.param("Give the entropy of a sample.", id="docstring"),
        pytest.param("modernise", id="title of one word"),
        pytest.param("test_entropy_of_arrays", id="test of the change"),
        pytest.param("tests/test_stats.py::test_entropy_of_arrays", id="with its file"),
        pytest.param("assert entropy(xp.asarray([1, 2])) ==", id="line of a test"),
        pytest.param("test_one", id="test of the witness"),
        pytest.param("tests/test_old.py::TestOld::test_one[a]", id="all of its name"),
    ],
)
def test_a_citation_that_is_there_counts(cites: str, tmp_path: Path) -> None:
    with scripted(replying(cites=cites)) as script:
        judged = judge(script, tmp_path, WRITTEN)
    assert judged.judgement == "unintended"
    bare = " ".join(cites.strip("“”").split())
    assert judged.why.endswith(f"The language model cites “{bare}”.")
    assert not judged.notes


@pytest.mark.parametrize(
    "cites",
    [
        pytest.param("", id="nothing"),
        pytest.param(" … ", id="marks"),
        pytest.param("It takes lists of any library.", id="other words"),
        pytest.param("arrays", id="one word"),
        pytest.param("t takes arr", id="parts of words"),
        pytest.param("I expect other results here.", id="what another says"),
        pytest.param("api change", id="label"),
        pytest.param("test_entropy", id="test that is not there"),
        pytest.param("It takes arrays of **any** library. And more.", id="more than is there"),
    ],
)
@pytest.mark.parametrize("answer", ["intended", "unintended"])
def test_an_answer_that_cites_nothing_is_unclear(answer: str, cites: str, tmp_path: Path) -> None:
    with scripted(replying(intent=intent(answer), cites=cites)) as script:
        judged = judge(script, tmp_path, WRITTEN)
    assert (judged.judgement, judged.confidence) == ("unclear", "low")
    assert judged.why == (
        f"The language model says “{answer}”, and cites no sentence of the author and no test."
    )
    assert judged.notes[0].startswith("no citation: it cites ")
    assert len(script.asked) == 1


def test_unclear_needs_no_citation(tmp_path: Path) -> None:
    with scripted(replying(intent=intent("unclear"), cites="")) as script:
        judged = judge(script, tmp_path, WRITTEN)
    assert (judged.judgement, judged.notes) == ("unclear", ())
    assert judged.why == "Adding support should not change results."


def test_where_nothing_can_be_cited_nobody_is_asked(tmp_path: Path) -> None:
    asked = Question(Intent((Words("x", "bug", WordsKind.LABEL),)), FIGURE_1.shown)
    with scripted(finally_says=replying()) as script:
        assert judge(script, tmp_path, asked).judgement == "unclear"
    assert not script.asked


def test_what_cannot_be_printed_is_not_shown(tmp_path: Path) -> None:
    """The author of a change may hope that it reaches a terminal."""
    with scripted(replying(cites="**any** library.\x1b[2J")) as script:
        judged = judge(script, tmp_path, WRITTEN)
    assert judged.judgement == "unintended"
    assert judged.why.isprintable()


def test_samples_vote_with_what_they_can_cite(tmp_path: Path) -> None:
    bare = replying(cites="")
    with scripted(bare, replying(), bare) as script:
        judged = judge(script, tmp_path, samples=3)
    assert judged.judgement == "unclear"
    assert judged.notes == ("3 samples: 2 unclear, 1 unintended", "no citation: it cites nothing")


def test_claims_evidence_tests_and_like_differences_are_in_the_prompt() -> None:
    others = tuple(Shown(f"entropy([{n}])", f"old {n}", f"new {n}") for n in range(5))
    words = intent_from(Words("x", "Refactor entropy", WordsKind.TITLE), TEST)
    evidence = ("The words are about the lines that were edited here.",)
    asked = Question(words, FIGURE_1.shown, evidence=evidence, others=others)
    for is_single in (False, True):
        request, mark = request_for(asked, project="scipy", is_single=is_single)
        said = request.messages[1].text
        for part, text in (
            (
                "evidence",
                "The title claims: a refactoring.\nThat promises to leave behaviour alone.\n"
                "The words are about the lines that were edited here.",
            ),
            ("tests", f"# tests/test_stats.py\n{TEST.text}"),
            (
                "others",
                "\n\n".join(f"entropy([{n}])\nbefore: old {n}\nafter: new {n}" for n in range(3)),
            ),
        ):
            assert f"<<<{mark} begin {part}>>>\n{text}\n<<<{mark} end {part}>>>" in said
        assert '"cites"' in said


def test_a_prompt_is_small_whatever_others_wrote() -> None:
    """About 9,000 tokens."""
    much = "word " * 20_000
    shown = Shown(much, much, much, test="t")
    kinds = (WordsKind.TITLE, WordsKind.DESCRIPTION, WordsKind.COMMIT, WordsKind.ISSUE)
    words = (*(Words("x", much, kind) for kind in kinds), Words("t.py", much, WordsKind.TEST))
    asked = Question(
        intent_from(*words),
        shown,
        much,
        much,
        much,
        much,
        evidence=(much,) * 9,
        others=(shown,) * 9,
    )
    request, _ = request_for(asked, project=much, is_single=False)
    assert sum(len(message.text) for message in request.messages) < 40_000
