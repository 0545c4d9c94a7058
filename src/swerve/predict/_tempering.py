"""How is drawing from a distribution made bolder or more careful?"""

from __future__ import annotations

from swerve.facts.classes import Distribution


def tempered(distribution: Distribution, temperature: float) -> Distribution:
    """Draw classes nearer together (above 1) or farther apart (below 1); the sum stays.

    The order of the classes stays too: the likeliest is so at every temperature.
    """
    if temperature <= 0:
        raise ValueError(f"a temperature is above 0, and not {temperature}")
    most = max(distribution.values(), default=0.0)
    if temperature == 1 or most <= 0:
        return distribution
    powers = {kind: (share / most) ** (1 / temperature) for kind, share in distribution.items()}
    scale = sum(distribution.values()) / sum(powers.values())
    return {kind: power * scale for kind, power in powers.items()}
