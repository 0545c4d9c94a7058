"""What is a witness called, in this run and in the next one?"""

from __future__ import annotations

from hashlib import blake2b

from swerve.model import Pair, Witness

_DIGITS = 8


def witness_id(pair: Pair, witness: Witness) -> str:
    """A short name that stays the same as long as the call and what came of it do."""
    parts = (pair.id, witness.kind.value, witness.call, witness.old, witness.new)
    made_up = (f"{each.path}={each.value}" for each in witness.given)
    data = "\0".join((*parts, *made_up)).encode("utf-8", "surrogatepass")
    return f"w-{blake2b(data, digest_size=_DIGITS // 2).hexdigest()}"
