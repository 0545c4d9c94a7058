"""How many tokens and how much money does each step take, and when is it enough?"""

from __future__ import annotations

import threading
from dataclasses import dataclass

#: Characters of one token, for texts that nobody has counted: few, so that the guess is high.
_CHARACTERS_A_TOKEN = 3
_MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Prices:
    """What a million tokens cost, in dollars or whatever the server charges in."""

    prompt: float
    reply: float


@dataclass(frozen=True, slots=True)
class Allowance:
    """How much may be spent; `None` where that is not bounded."""

    max_tokens: int | None = None
    #: In the currency of the prices.
    max_cost: float | None = None


@dataclass(frozen=True, slots=True)
class Spent:
    """What requests took. Replies that were remembered took nothing."""

    requests: int = 0
    prompt_tokens: int = 0
    reply_tokens: int = 0
    #: Replies that were there from an earlier run.
    remembered: int = 0
    #: Tokens among these that the server did not count.
    guessed_tokens: int = 0

    @property
    def tokens(self) -> int:
        """Of prompts and replies together."""
        return self.prompt_tokens + self.reply_tokens

    def __add__(self, other: Spent) -> Spent:
        return Spent(
            self.requests + other.requests,
            self.prompt_tokens + other.prompt_tokens,
            self.reply_tokens + other.reply_tokens,
            self.remembered + other.remembered,
            self.guessed_tokens + other.guessed_tokens,
        )

    def cost(self, prices: Prices | None) -> float | None:
        """In the currency of the prices; `None` when there are none."""
        if prices is None:
            return None
        paid = self.prompt_tokens * prices.prompt + self.reply_tokens * prices.reply
        return paid / _MILLION


def guessed_tokens(text: str) -> int:
    """About how many tokens a text has, rather too many."""
    return -(-len(text) // _CHARACTERS_A_TOKEN)


class Ledger:
    """What was spent, by step. Several threads may write to it."""

    def __init__(self, budget: Allowance | None = None, prices: Prices | None = None) -> None:
        self.budget = budget or Allowance()
        self.prices = prices
        self._steps: dict[str, Spent] = {}
        self._lock = threading.Lock()

    def note(self, step: str, spent: Spent) -> None:
        """Add what a step took."""
        with self._lock:
            self._steps[step] = self._steps.get(step, Spent()) + spent

    @property
    def steps(self) -> dict[str, Spent]:
        """What each step took, in the order in which they began."""
        with self._lock:
            return dict(self._steps)

    @property
    def total(self) -> Spent:
        """What all steps took."""
        return sum(self.steps.values(), Spent())

    @property
    def cost(self) -> float | None:
        """What it came to; `None` when nobody knows the prices."""
        return self.total.cost(self.prices)

    def room_for(self, prompt_tokens: int, reply_tokens: int) -> int:
        """How many tokens a reply may have, at most `reply_tokens`; 0 when the budget is spent."""
        total, budget, prices = self.total, self.budget, self.prices
        rooms = [reply_tokens]
        if budget.max_tokens is not None:
            rooms.append(budget.max_tokens - total.tokens - prompt_tokens)
        if budget.max_cost is not None and prices is not None:
            left = budget.max_cost * _MILLION - (total.cost(prices) or 0.0) * _MILLION
            left -= prompt_tokens * prices.prompt
            if left < 0:
                rooms.append(0)
            elif prices.reply:
                rooms.append(int(left / prices.reply))
        return max(0, min(rooms))

    def lines(self) -> tuple[str, ...]:
        """What was spent, for a person: a line a step, and all of it."""
        steps = self.steps
        told = [f"{step}: {_words(spent, self.prices)}" for step, spent in steps.items()]
        if len(steps) > 1:
            told.append(f"total: {_words(self.total, self.prices)}")
        return tuple(told)


def _words(spent: Spent, prices: Prices | None) -> str:
    asked = "1 request" if spent.requests == 1 else f"{spent.requests} requests"
    words = f"{asked}, {spent.prompt_tokens:,} tokens sent, {spent.reply_tokens:,} received"
    if spent.guessed_tokens:
        words += f" ({spent.guessed_tokens:,} of them estimated)"
    if spent.remembered:
        words += f", {spent.remembered} replies from the cache"
    cost = spent.cost(prices)
    return words if cost is None else f"{words}, {cost:.4f} spent"
