"""Which language model may a command ask, and how much may that cost?

None of this is a setting: a project must not be able to choose who gets to see the user's code.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from swerve.check.checking import Asked
from swerve.model.errors import BadUsage
from swerve.source import tree_at

if TYPE_CHECKING:  # takes a while to load
    from swerve.meaning.llm import Client

_Command = TypeVar("_Command", bound=Callable[..., object])


def language_model_options(command: _Command) -> _Command:
    """The options that say which language model may be asked."""
    for option in reversed(
        (
            click.option(
                "--llm-url",
                metavar="URL",
                help="Where the language model is: the base of an OpenAI-compatible interface.  "
                "[default: SWERVE_LLM_URL, OPENAI_BASE_URL, OpenAI's]",
            ),
            click.option(
                "--llm-model",
                metavar="NAME",
                help="The language model to ask. Its key is in SWERVE_LLM_KEY or OPENAI_API_KEY.  "
                "[default: SWERVE_LLM_MODEL]",
            ),
            click.option(
                "--llm-prices",
                metavar="SENT,RECEIVED",
                help="What a million tokens cost.  [default: SWERVE_LLM_PRICES]",
            ),
            click.option(
                "--max-tokens",
                metavar="N",
                type=click.IntRange(min=0),
                help="How many tokens the language model may take in this run.",
            ),
            click.option(
                "--max-cost",
                metavar="X",
                type=click.FloatRange(min=0),
                help="How much the language model may cost in this run; needs prices.",
            ),
        )
    ):
        command = option(command)
    return command


def judge_options(command: _Command) -> _Command:
    """The options that say who judges differences."""
    for option in reversed(
        (
            click.option(
                "--judge",
                type=click.Choice(["offline", "model", "none"]),
                default="offline",
                show_default=True,
                help="Who says whether a difference is meant, by what was said about the change: "
                "rules on this machine, a language model, or nobody. Contracts come first.",
            ),
            click.option(
                "--judge-samples",
                metavar="N",
                type=click.IntRange(min=1),
                default=1,
                show_default=True,
                help="How many replies of the language model vote.",
            ),
        )
    ):
        command = option(command)
    return language_model_options(command)


def asked_from(values: dict[str, object], folder: Path | None = None) -> Asked:
    """Who is asked, taken out of a command's parameters; `folder` is in the repository."""
    judge, samples, writes = values.pop("judge"), values.pop("judge_samples"), values.pop("scripts")
    latest = values.pop("latest", None)
    if latest is not None and not writes:
        raise BadUsage("`--latest` says nothing without `--scripts`.", "Add `--scripts`.")
    wanted = "--scripts" if writes else "--judge model" if judge == "model" else ""
    count = samples if isinstance(samples, int) else 1
    client = client_from(values, wanted)
    tree = tree_at(folder, str(latest)) if latest is not None and folder is not None else None
    return Asked(str(judge), count, client, bool(writes), tree)


def client_from(values: dict[str, object], wanted_by: str) -> Client | None:
    """The model that was configured, taken out of a command's parameters.

    `wanted_by` is the option that needs one: without it, none is there.
    """
    url, model, prices = (values.pop(name) for name in ("llm_url", "llm_model", "llm_prices"))
    max_tokens, max_cost = values.pop("max_tokens"), values.pop("max_cost")
    if not wanted_by:
        return None
    from swerve.meaning.llm import Budget, Client, Ledger, configured_server

    server = configured_server(
        os.environ,
        url=url if isinstance(url, str) else None,
        model=model if isinstance(model, str) else None,
        prices=prices if isinstance(prices, str) else None,
    )
    if server is None:
        raise BadUsage(
            f"`{wanted_by}` needs a language model, and none is configured.",
            "Name one with --llm-model or SWERVE_LLM_MODEL.",
        )
    if max_cost is not None and server.prices is None:
        raise BadUsage(
            "`--max-cost` needs to know what tokens cost.",
            "Give --llm-prices SENT,RECEIVED for a million tokens, or use --max-tokens.",
        )
    budget = Budget(
        max_tokens if isinstance(max_tokens, int) else None,
        max_cost if isinstance(max_cost, float) else None,
    )
    return Client(server, Ledger(budget, server.prices))


def tell_spending(client: Client | None) -> None:
    """Say what the language model took, where people look for such things."""
    for line in client.ledger.lines() if client is not None else ():
        click.echo(f"swerve: language model, {line}", err=True)
