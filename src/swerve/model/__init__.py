"""Which values travel between the stages?

Everything here is frozen, made of plain data, and pickles: pairs go to worker processes and
reports come back. The two sides are always `old` and `new`, in that order.
"""

from ._change import (
    AsideKind,
    Brought,
    BroughtKind,
    Cause,
    CauseKind,
    Change,
    Function,
    LeftOut,
    LineNo,
    Listed,
    Module,
    Outside,
    Pair,
    Problem,
    Renaming,
    SetAside,
    Side,
    is_public,
    used_by,
)
from ._findings import (
    NOTHING_LEARNED,
    DifferenceKind,
    Evidence,
    Findings,
    FunctionReport,
    Given,
    InterfaceDifference,
    Learned,
    Realism,
    Report,
    Seed,
    Traced,
    Verdict,
    Witness,
    evidence_about,
)
from ._runtime import Missing, ModuleImports, Runtime, modules_of
from ._words import Intent, Words, WordsKind, intent_from
from .settings import Effort, FailOn, Settings
