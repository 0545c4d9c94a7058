"""Two behaviours of one call: same, different (and where), or unknown (and why)."""

from swerve.observe.comparison._agreement import Agreement, Different, Same, Unknown
from swerve.observe.comparison._compare import compare, compare_graphs, noise_between
from swerve.observe.comparison._noise import NO_NOISE, Noise
from swerve.observe.comparison._rules import RULES, RULES_WITH_A_WORD, Rule, Rules, rules_from

__all__ = [
    "NO_NOISE",
    "RULES",
    "RULES_WITH_A_WORD",
    "Agreement",
    "Different",
    "Noise",
    "Rule",
    "Rules",
    "Same",
    "Unknown",
    "compare",
    "compare_graphs",
    "noise_between",
    "rules_from",
]
