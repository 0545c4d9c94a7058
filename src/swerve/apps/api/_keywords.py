"""Which settings do functions of the Python interface take, and of which types?

Written by scripts/settings_reference.py from swerve.model.settings: run `make docs`.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypedDict

from swerve.model import Effort


class RunKeywords(TypedDict, total=False):
    """How two functions are compared."""

    run: bool | None
    skip: Sequence[str] | None
    python: str | os.PathLike[str] | None
    readable: Sequence[str] | None
    sandbox: str | None
    ignore: Sequence[str] | None
    tolerance: float | None
    runs: int | None
    context: str | None
    real_imports: bool | None
    predictor: str | None
    effort: str | Effort | None
    jobs: int | None
    seed: int | None


class CheckKeywords(RunKeywords, total=False):
    """How a change is checked."""

    trust_change: bool | None
    include: Sequence[str] | None
    exclude: Sequence[str] | None
    max_file_size: int | None
    max_files: int | None
    max_functions: int | None
    setup: str | None
    scripts: bool | None
    latest: str | None
    llm_url: str | None
    llm_model: str | None
    llm_prices: str | None
    max_tokens: int | None
    max_cost: float | None
    judge: str | None
    judge_samples: int | None
