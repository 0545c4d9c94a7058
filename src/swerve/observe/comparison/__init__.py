"""Two behaviours of one call: same, different (and where), or unknown (and why)."""

from ._agreement import (
    NO_NOISE,
    Agreement,
    Different,
    Noise,
    Same,
    Unknown,
    ending_words,
    equal_words,
)
from ._compare import compare, compare_graphs, noise_between
from ._paths import MEMBER, BadPath, path_from, steps_of
from ._rules import RULES, RULES_WITH_A_WORD, Rule, Rules, rules_from
