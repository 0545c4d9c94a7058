"""What is the smallest call that still shows the difference?"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from swerve.model import DifferenceKind, work
from swerve.model.behaviour import Behaviour, Raised, Unfinished
from swerve.observe.comparison import Different
from swerve.observe.raised import raised_type
from swerve.observe.recipe import CallRecipe, encode_call, smaller

from .host import Compared, Sides

#: Probes that are sent at once, at first and at most: many are cheaper together, and wasted when
#: the first of them does.
_FIRST_BATCH, _MOST_BATCH = 8, 64


def shrunk(
    call: CallRecipe,
    first_that_differs: Callable[[Sequence[CallRecipe]], int | None],
    seconds: float,
    most: int,
    allows: Callable[[CallRecipe], bool] | None = None,
) -> CallRecipe:
    """Return the simplest call found that still differs.

    `call` must differ already, and comes back unchanged when nothing simpler does. At most `most`
    calls are probed; where `call` itself is allowed, no others. The search restarts after every
    success: unless it was cut short, no single step simplifies the result.
    """
    until = work.now() + seconds
    tried: set[bytes] = set()
    if allows is None or not allows(call):
        allows = _anything
    while (found := _simpler(call, first_that_differs, until, most, tried, allows)) is not None:
        call = found
    return call


def _simpler(
    call: CallRecipe,
    first_that_differs: Callable[[Sequence[CallRecipe]], int | None],
    until: float,
    most: int,
    tried: set[bytes],
    allows: Callable[[CallRecipe], bool],
) -> CallRecipe | None:
    """Return the first simpler call that differs; `tried` gathers those that do not."""
    untried = (each for each in smaller(call) if allows(each) and encode_call(each) not in tried)
    for batch in _batches(untried):
        batch = batch[: most - len(tried)]
        if not batch or work.now() >= until:
            return None
        index = first_that_differs(batch)
        tried.update(encode_call(each) for each in batch[: None if index is None else index + 1])
        if index is not None:
            return batch[index]
    return None


def _anything(_: CallRecipe) -> bool:
    return True


def _batches(calls: Iterator[CallRecipe]) -> Iterator[list[CallRecipe]]:
    size = _FIRST_BATCH
    while batch := list(islice(calls, size)):
        yield batch
        size = min(2 * size, _MOST_BATCH)


def first_like(
    sides: Sides, found: Compared, until: float = math.inf
) -> Callable[[Sequence[CallRecipe]], int | None]:
    """What `shrunk` asks: which of some calls differs in the way that was found?

    The same kind of difference, and both sides end as they did: a call that is refused where the
    first was accepted, or for another reason, shows something else.
    """
    wanted = manner_of(found)

    def first_that_differs(calls: Sequence[CallRecipe]) -> int | None:
        for index, compared in enumerate(sides.run(calls, until)):
            if isinstance(compared.agreement, Different) and manner_of(compared) == wanted:
                return index
        return None

    return first_that_differs


def smallest_confirmed(
    sides: Sides,
    found: Compared,
    seconds: float,
    most: int,
    allows: Callable[[CallRecipe], bool] | None = None,
) -> Compared | None:
    """The smallest call that differs in the way that was found, if it does so every time."""
    call = found.call
    if not isinstance(found.old.outcome, Unfinished) and not isinstance(
        found.new.outcome, Unfinished
    ):  # else every try would take as long as it took to find
        like = first_like(sides, found, work.now() + seconds)
        call = shrunk(call, like, seconds, most, allows)
    for each in dict.fromkeys((call, found.call)):
        compared = sides.confirm(each)
        if isinstance(compared.agreement, Different):
            return compared
    return None


def manner_of(compared: Compared) -> tuple[object, bool, str, str]:
    """What calls have in common that show the same.

    The kind of difference, whether effects differ beside it, and how both end.
    """
    agreement = compared.agreement
    kind: object = None
    more = False
    if isinstance(agreement, Different):
        is_effect = agreement.kind is DifferenceKind.EFFECT
        kind = agreement.path.partition("[")[0] if is_effect else agreement.kind
        more = not is_effect and bool(agreement.elsewhere)
    return kind, more, ending_of(compared.old), ending_of(compared.new)


def ending_of(behaviour: Behaviour) -> str:
    """How a run ended: the type of what it raised, the reason why it did not finish."""
    outcome = behaviour.outcome
    if isinstance(outcome, Unfinished):
        return outcome.reason.value
    return f"raised {raised_type(behaviour)}" if isinstance(outcome, Raised) else "returned"
