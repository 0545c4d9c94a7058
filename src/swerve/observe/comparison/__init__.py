"""Two behaviours of one call: same, different (and where), or unknown (and why)."""

from swerve.observe.comparison._agreement import (
    NO_NOISE,
    Agreement,
    Different,
    Noise,
    Same,
    Unknown,
    ending_words,
)
from swerve.observe.comparison._compare import compare, compare_graphs, noise_between
from swerve.observe.comparison._paths import MEMBER, BadPath, path_from
from swerve.observe.comparison._rules import RULES, RULES_WITH_A_WORD, Rule, Rules, rules_from
