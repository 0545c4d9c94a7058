"""What is a language model told about a difference, and what must its reply look like?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import resources

from swerve.meaning.llm import Fence, Message, Request, fenced, filled, shortened
from swerve.model import WordsKind

from ._claims import claims_of_title
from ._question import Judgement, Question, Shown
from ._words import said_in

#: Characters of each part; a prompt of all parts in full has about 9,000 tokens.
_MOST = {
    "title": 300,
    "description": 3_000,
    "commits": 2_000,
    "discussion": 2_000,
    "diff": 6_000,
    "old_code": 3_000,
    "new_code": 3_000,
    "docs": 2_000,
    "tests": 3_000,
    "example": 3_000,
    "old_output": 1_500,
    "new_output": 1_500,
    "others": 1_500,
    "evidence": 1_000,
}
_MOST_OTHERS = 3
#: Characters of each of them.
_MOST_OTHER = 500
#: Which words stand where in the prompt.
_PARTS: Mapping[str, tuple[WordsKind, ...]] = {
    "title": (WordsKind.TITLE,),
    "description": (WordsKind.DESCRIPTION, WordsKind.PATCH, WordsKind.REMARK),
    "commits": (WordsKind.COMMIT,),
    "discussion": (
        WordsKind.LABEL,
        WordsKind.ISSUE,
        WordsKind.CHANGELOG,
        WordsKind.DISCUSSION,
    ),
    "docs": (WordsKind.DOCSTRING,),
}
#: The four questions that set a difference aside, with the answer that lets it pass first.
ASIDE: Mapping[str, tuple[str, str]] = {
    "noteworthy": ("noteworthy", "minor"),
    "deterministic": ("deterministic", "random"),
    "api": ("public", "internal"),
    "inputs": ("legal", "illegal"),
}
INTENTS: tuple[Judgement, ...] = ("intended", "unintended", "unclear")


def request_for(
    question: Question,
    *,
    project: str,
    is_single: bool,
    sample: int = 0,
    temperature: float = 0.0,
) -> tuple[Request, str]:
    """The request to a model, and the mark that its reply has to carry."""
    fence = _fence(question)
    values = {
        **fence.texts,
        "mark": fence.mark,
        "project": _plain(project) or "(not named)",
        "functions": _plain(question.shown.function) or "(not known)",
    }
    asking = "single_question" if is_single else "five_questions"
    asked = f"{_template('material')}\n{_template(asking)}"
    request = Request(
        step="judgement",
        messages=(
            Message("system", filled(_template("judge"), values)),
            Message("user", filled(asked, values)),
        ),
        schema=schema_for(fence.mark, is_single=is_single),
        sample=sample,
        temperature=temperature,
        max_tokens=1_500,
    )
    return request, fence.mark


def schema_for(mark: str, *, is_single: bool) -> dict[str, object]:
    """The JSON schema of a reply: thoughts come before answers."""
    parts: dict[str, object] = {"mark": {"type": "string", "enum": [mark]}}
    if not is_single:
        parts.update((name, _answer(answers)) for name, answers in ASIDE.items())
    parts["intent"] = _answer(INTENTS, repairs={"type": "boolean"})
    parts["cites"] = {"type": "string"}
    parts["explanation"] = {"type": "string"}
    return _object(parts)


def _answer(answers: tuple[str, ...], **more: object) -> dict[str, object]:
    thoughts = {"type": "string"}
    return _object({"thoughts": thoughts, "answer": {"type": "string", "enum": [*answers]}, **more})


def _object(parts: dict[str, object]) -> dict[str, object]:
    return {
        "type": "object",
        "properties": parts,
        "required": [*parts],
        "additionalProperties": False,
    }


def _fence(question: Question) -> Fence:
    words = {
        part: "\n\n".join(
            each.text.strip()
            for kind in kinds
            for each in question.words.words
            if each.kind is kind and each.text.strip()
        )
        for part, kinds in _PARTS.items()
    }
    shown = question.shown
    docs = "\n\n".join(filter(None, (question.docs.strip(), words.pop("docs"))))
    texts = {
        **words,
        "docs": docs,
        "tests": "\n\n".join(f"# {each.source}\n{each.text}" for each in question.words.tests),
        "evidence": "\n".join((*_claimed(question), *question.evidence)),
        "others": "\n\n".join(map(_brief, question.others[:_MOST_OTHERS])),
        "diff": question.diff,
        "old_code": question.old_code,
        "new_code": question.new_code,
        "example": shown.call,
        "old_output": shown.old,
        "new_output": shown.new,
    }
    return fenced(texts, _MOST)


def _claimed(question: Question) -> Iterator[str]:
    """What the title of the change claims, as far as its words tell."""
    title = said_in(question.words).title
    claims = claims_of_title(title)
    if claims.found:
        yield f"The title claims: {', '.join(each.value for each in claims.found)}."
    if claims.is_quiet:
        yield "That promises to leave behaviour alone."


def _brief(shown: Shown) -> str:
    """A difference in a few lines."""
    test = f"in {shown.test}\n" if shown.test else ""
    text = f"{test}{shown.call.strip()}\nbefore: {shown.old.strip()}\nafter: {shown.new.strip()}"
    return shortened(text, _MOST_OTHER)


def _plain(name: str) -> str:
    """A name that stands outside of fences: nothing but what names are made of."""
    return "".join(each for each in name[:200] if each.isalnum() or each in "._-<>, ")


def _template(name: str) -> str:
    return (resources.files("swerve.meaning.intent") / "prompts" / f"{name}.txt").read_text("utf-8")
