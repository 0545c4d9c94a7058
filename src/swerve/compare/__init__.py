"""Two behaviours of one call: same, different (and where), or unknown (and why)."""

from swerve.compare._agreement import Agreement, Different, Same, Unknown
from swerve.compare._compare import compare, compare_graphs, noise_between
from swerve.compare._noise import NO_NOISE, Noise
from swerve.compare._rules import RULES, RULES_WITH_A_WORD, Rules, rules_from

__all__ = [
    "NO_NOISE",
    "RULES",
    "RULES_WITH_A_WORD",
    "Agreement",
    "Different",
    "Noise",
    "Rules",
    "Same",
    "Unknown",
    "compare",
    "compare_graphs",
    "noise_between",
    "rules_from",
]
