"""Which usage examples does a language model write for a change?"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from importlib import resources

from swerve.meaning.llm import (
    Answer,
    Client,
    Fence,
    Malformed,
    Message,
    NoReply,
    Request,
    ask,
    fenced,
    filled,
)

from ._limits import MOST_REPAIRS, MOST_SCRIPTS
from ._screening import normal_form, private_names, undefined_names

_BLOCK = re.compile(r"^```[a-zA-Z0-9]*[ \t]*\n(.*?)^```[ \t]*$", re.MULTILINE | re.DOTALL)
#: Characters of a diff, and of a script.
_MOST_DIFF, _MOST_SCRIPT = 30_000, 6_000


@dataclass(frozen=True, slots=True)
class Wanted:
    """What examples are to be about."""

    #: Qualified names of the functions that changed: "shop.cart.Cart.total".
    functions: tuple[str, ...]
    #: The change in all files, and in those that hold the functions: each is asked about.
    full_diff: str
    filtered_diff: str
    project: str = ""
    #: Examples for normal cases, and as many for corner cases.
    count: int = 10


@dataclass(frozen=True, slots=True)
class Written:
    """Scripts that can be run, and what happened to the others."""

    scripts: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def write_scripts(client: Client, wanted: Wanted) -> Written:
    """Ask for examples, keep those that are fit to be run, each once."""
    drafts: list[str] = []
    notes: list[str] = []
    for diff in dict.fromkeys((wanted.full_diff, wanted.filtered_diff)):
        answer = ask(client, _request(wanted, diff), read_scripts)
        if isinstance(answer, NoReply):
            notes.append(f"the language model wrote no scripts: {answer.why}")
        else:
            drafts += answer.value
    screening = _Screening(client, wanted)
    for draft in drafts:
        screening.take(draft)
    return Written(tuple(screening.fit.values())[:MOST_SCRIPTS], (*notes, *screening.notes()))


def read_scripts(text: str) -> tuple[str, ...] | Malformed:
    """The code blocks of a reply; one that is not closed was cut off, and does not count."""
    found = tuple(block.strip("\n") + "\n" for block in _BLOCK.findall(text) if block.strip())
    return found or Malformed("it contains no code block")


class _Screening:
    """Takes scripts one by one; keeps those that are fit, by their normal form."""

    def __init__(self, client: Client, wanted: Wanted) -> None:
        self.fit: dict[str, str] = {}
        self._client = client
        self._wanted = wanted
        self._left_out: Counter[str] = Counter()
        self._repairs = 0

    def take(self, draft: str) -> None:
        """Keep a script, repaired where it has to be, or count why not."""
        why = self._keep(draft)
        if why:
            self._left_out[why] += 1

    def notes(self) -> tuple[str, ...]:
        """What was left out, for a person."""
        return tuple(f"{count} left out: {why}" for why, count in self._left_out.most_common())

    def _keep(self, draft: str) -> str:
        if len(draft) > _MOST_SCRIPT:
            return "too long"
        names = undefined_names(draft)
        if names:
            draft = self._repaired(draft, names)
            if not draft or undefined_names(draft):
                return "uses undefined names"
        form = normal_form(draft)
        if form is None:
            return "not valid Python"
        if private_names(draft):
            return "uses private names"
        if form in self.fit:
            return "a duplicate"
        self.fit[form] = draft
        return ""

    def _repaired(self, draft: str, names: tuple[str, ...]) -> str:
        """The script as the model writes it when told which names it lacks; empty if it can't."""
        if self._repairs >= MOST_REPAIRS:
            return ""
        self._repairs += 1
        fence = fenced({"example": draft})
        values = _values(self._wanted, fence, names=", ".join(names))
        messages = (
            Message("system", filled(_template("write"), values)),
            Message("user", filled(_template("repair"), values)),
        )
        answer = ask(self._client, Request("scripts, repaired", messages), read_scripts)
        return answer.value[0] if isinstance(answer, Answer) else ""


def _request(wanted: Wanted, diff: str) -> Request:
    fence = fenced({"diff": diff}, {"diff": _MOST_DIFF})
    values = _values(
        wanted,
        fence,
        functions=", ".join(wanted.functions) or "(see the diff)",
        count=str(wanted.count),
    )
    messages = (
        Message("system", filled(_template("write"), values)),
        Message("user", filled(_template("wanted"), values)),
    )
    return Request("scripts", messages, max_tokens=400 * 2 * wanted.count)


def _values(wanted: Wanted, fence: Fence, **more: str) -> dict[str, str]:
    project = wanted.project or "below"
    return {**fence.texts, "mark": fence.mark, "project": project, **more}


def _template(name: str) -> str:
    folder = resources.files("swerve.engines.scripts") / "prompts"
    return (folder / f"{name}.txt").read_text("utf-8")
