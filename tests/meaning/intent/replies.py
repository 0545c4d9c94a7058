"""What is a scripted model asked about a difference, and how does it reply?"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.meaning.llm.scripted_server import Says, Script, Speaker, chat

from swerve.meaning.intent import AskedModel, Judged, Question, Shown
from swerve.meaning.llm import Client
from swerve.model import DifferenceKind, Intent, Words, WordsKind
from swerve.source.store import Store

_MARK = re.compile(r'"mark": "([0-9a-f]{16})"')


def question(title: str, *, description: str = "", example: str, old: str, new: str) -> Question:
    words = (
        Words("pull request", title, WordsKind.TITLE),
        Words("pull request", description, WordsKind.DESCRIPTION),
    )
    shown = Shown(example, old, new, DifferenceKind.OUTPUT, function="scipy.stats.entropy")
    return Question(Intent(words), shown, diff="-    return a\n+    return b\n")


FIGURE_1 = question(
    "ENH: stats.differential_entropy: add array API support",
    description="Adds array API support to differential_entropy",
    example="""\
import numpy as np
from scipy.stats import differential_entropy
values = np.array([1, 1, 2, 3, 3, 4, 5, 5, 6, 7, 8, 9, 10, 11])
result = differential_entropy(values)
print(result)
""",
    old="2.3588\n",
    new="2.5285\n",
)
FIGURE_3 = question(
    "ENH: special.logsumexp: improve precision when one element is much bigger than the rest",
    description="can lose precision when one element is much bigger than the rest",
    example="import numpy as np\nfrom scipy.special import logsumexp\n"
    "a = np.array([1.0, 2.0, 3.0])\nresult = logsumexp(a)\nprint(result)\n",
    old="3.4076059644443806\n",
    new="3.40760596444438\n",
)
FIGURE_6 = question(
    "PERF: improve performance of groupby",
    example="import pandas as pd\n"
    "df = pd.DataFrame({'A': ['foo', 'bar', None], 'B': [1, 2, 3]})\n"
    "grouped = df.groupby('A', dropna=False)\nprint(len(grouped))\n",
    old="Traceback (most recent call last):\n...\nValueError: Categorical categories\n",
    new="3\n",
)


def answers(**changed: object) -> dict[str, object]:
    """A whole reply, but for its mark."""
    reply: dict[str, object] = {
        "noteworthy": {"thoughts": "Another value.", "answer": "noteworthy"},
        "deterministic": {"thoughts": "No chance.", "answer": "deterministic"},
        "api": {"thoughts": "Imported from the top.", "answer": "public"},
        "inputs": {"thoughts": "An array.", "answer": "legal"},
        "intent": {"thoughts": "Support only.", "answer": "unintended", "repairs": False},
        "cites": "ENH: stats.differential_entropy: add array API support",
        "explanation": "Adding support should not change results.",
    }
    return {name: value for name, value in {**reply, **changed}.items() if value is not None}


def intent(answer: str, repairs: bool = False) -> dict[str, object]:
    return {"thoughts": "So it is.", "answer": answer, "repairs": repairs}


def aside(answer: str) -> dict[str, object]:
    return {"thoughts": "So it is.", "answer": answer}


def replying(**changed: object) -> Speaker:
    """A model that does as it is told: it repeats the mark."""
    return written(lambda mark: json.dumps({"mark": mark, **answers(**changed)}))


def written(text: Callable[[str], str], **more: Any) -> Speaker:
    def say(body: dict[str, Any]) -> Says:
        marks = _MARK.findall(body["messages"][-1]["content"])
        return chat(text(marks[-1]), **more)  # the request is at the end, behind what others wrote

    return say


def judge(script: Script, folder: Path, asked: Question = FIGURE_1, **options: Any) -> Judged:
    client = Client(script.server(), store=Store(folder / "replies"))
    client._sleep = lambda seconds: None
    return AskedModel(client, "scipy", **options).judge(asked)
