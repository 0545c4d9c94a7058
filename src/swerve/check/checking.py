"""How is a change checked from end to end: paired up, investigated, and judged?

What the command line, campaigns, the Python interface and agents have in common.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from swerve.model import Change, DifferenceKind, Pair, Report, Settings
from swerve.model.errors import BadUsage
from swerve.source import RawChange, diff_text, pair_up, tree_at

from .investigating import Plan
from .pipeline import Listener, Prepared
from .pipeline import check as check_change

if TYPE_CHECKING:  # takes a while to load
    from swerve.meaning.llm import Client


def language_model(settings: Settings) -> Client | None:
    """The language model that is to be asked; `None` where settings ask none."""
    if settings.latest is not None and not settings.scripts:
        raise BadUsage("`--latest` has no effect without `--scripts`.", "Add `--scripts`.")
    if not settings.scripts and settings.judge != "model":
        return None
    from swerve.meaning.llm import Allowance, Client, Ledger, configured_server

    server = configured_server(
        os.environ,
        url=settings.llm_url,
        model=settings.llm_model,
        prices=settings.llm_prices,
    )
    if server is None:
        wanted_by = "--scripts" if settings.scripts else "--judge model"
        raise BadUsage(
            f"`{wanted_by}` needs a language model, and none is configured.",
            "Set one with --llm-model or SWERVE_LLM_MODEL.",
        )
    if settings.max_cost is not None and server.prices is None:
        raise BadUsage(
            "`--max-cost` needs the prices of tokens.",
            "Give --llm-prices SENT,RECEIVED for a million tokens, or use --max-tokens.",
        )
    budget = Allowance(settings.max_tokens, settings.max_cost)
    return Client(server, Ledger(budget, server.prices))


def need_sense(settings: Settings) -> None:
    """Raise where rules or the interpreter make no sense, before anything is done."""
    if settings.ignore or settings.tolerance is not None:
        from swerve.observe.comparison import rules_from  # takes a while to load

        rules_from(settings.ignore, settings.tolerance)
    if settings.python and settings.run:
        from .running import check_python  # takes a while to load

        check_python(settings.python, settings.sandbox, settings.folder, settings.readable)


def plan_of(settings: Settings) -> Plan:
    """How pairs are to be investigated."""
    return Plan(effort=settings.effort, jobs=settings.jobs, seed=settings.seed)


def check_raw(
    raw: RawChange,
    settings: Settings,
    listener: Listener | None = None,
    client: Client | None = None,
) -> Report:
    """Pair up a change that was read, investigate it, and judge what is found."""
    report = investigated(raw, pair_up(raw, settings), settings, listener, client)
    return judged(report, raw, settings, client)


def investigated(
    raw: RawChange,
    change: Change,
    settings: Settings,
    listener: Listener | None = None,
    client: Client | None = None,
) -> Report:
    """Investigate the pairs of a change. The language model, if there is one, writes examples."""
    here = settings.folder or Path.cwd()
    latest = None if settings.latest is None else tree_at(here, settings.latest)

    def prepare(pairs: Sequence[Pair]) -> AbstractContextManager[Prepared]:
        from .running import prepare as prepare_trees  # takes a while to load

        writer = client if settings.scripts else None
        return prepare_trees(raw, settings, pairs, writer, latest)

    plan = plan_of(settings)
    plan = replace(plan, engines=()) if settings.only_contracted else plan
    report = check_change(change, plan, listener, prepare if settings.run else None)
    kinds = {witness.kind for function in report.functions for witness in function.witnesses}
    if DifferenceKind.DEFAULT in kinds:
        from .promises import with_promises  # takes a while to load

        report = with_promises(report, raw, trusts_change=settings.trust_change)
    return report


def judged(report: Report, raw: RawChange, settings: Settings, client: Client | None) -> Report:
    """The report with what the judge says about differences that no contract speaks of."""
    if settings.judge == "none" or not any(function.witnesses for function in report.functions):
        return report
    from swerve.meaning.intent import AskedModel, Judge, OfflineJudge, judged_report

    judge: Judge = OfflineJudge()
    if settings.judge == "model" and client is not None:
        judge = AskedModel(client, samples=settings.judge_samples)

    def diff_of(pair: Pair) -> str:
        return diff_text(raw, {pair.old.module.path, pair.new.module.path})

    return judged_report(report, judge, diff_of)
