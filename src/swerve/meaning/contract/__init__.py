"""Change contracts: what a change is meant to do, as a file that can be checked.

Contract files import the language from here; it costs next to nothing, and running it raises. What
reads and judges contracts is loaded when it is first asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ._language import (
    DAC,
    FIXED,
    RV,
    TEST,
    ContractExecuted,
    New,
    Old,
    Predefined,
    applies,
    case,
    effects,
    ensures,
    exc,
    implies,
    loop,
    old,
    preserves_when,
    prev,
    renamed_from,
    requires,
    result,
    signals,
    when_ensured,
    when_required,
    when_signaled,
)

if TYPE_CHECKING:
    from ._classes import Classes
    from ._files import LANGUAGE_MODULES, contract_files_of, is_contract_text, module_of
    from ._guesses import conditions_on
    from ._inferring import contract_file, inferred
    from ._meaning import default_predicate, has_same_input, judge, relevant_cases
    from ._model import (
        BadContracts,
        Case,
        Clause,
        ClauseKind,
        Condition,
        Contract,
        ContractFault,
        Contracts,
        Faulty,
        Field,
        Intended,
        Judgement,
        Loop,
        NotRelevant,
        Parameter,
        Presence,
        Signature,
        Span,
        Unclear,
        Unintended,
        Violation,
    )
    from ._names import check_against, signature_of, signatures_in
    from ._nearness import assignment_holds, distance
    from ._predefined import Trailer, predefined, trailers_in
    from ._reading import read_contracts
    from ._states import ObservedCall, SideRun
    from ._writing import Difference, contract_text, contracts_text

_LATER = {
    "_classes": ("Classes",),
    "_files": ("LANGUAGE_MODULES", "contract_files_of", "is_contract_text", "module_of"),
    "_guesses": ("conditions_on",),
    "_inferring": ("contract_file", "inferred"),
    "_meaning": ("default_predicate", "has_same_input", "judge", "relevant_cases"),
    "_model": (
        *("BadContracts", "Case", "Clause", "ClauseKind", "Condition", "Contract"),
        *("ContractFault", "Contracts", "Faulty", "Field", "Intended", "Judgement", "Loop"),
        *("NotRelevant", "Parameter", "Presence", "Signature", "Span", "Unclear", "Unintended"),
        "Violation",
    ),
    "_names": ("check_against", "signature_of", "signatures_in"),
    "_nearness": ("assignment_holds", "distance"),
    "_predefined": ("Trailer", "predefined", "trailers_in"),
    "_reading": ("read_contracts",),
    "_states": ("ObservedCall", "SideRun"),
    "_writing": ("Difference", "contract_text", "contracts_text"),
}
_MODULES = {name: module for module, names in _LATER.items() for name in names}


def __getattr__(name: str) -> Any:
    module = _MODULES.get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{module}"), name)


__all__ = [
    "DAC",
    "FIXED",
    "LANGUAGE_MODULES",
    "RV",
    "TEST",
    "BadContracts",
    "Case",
    "Classes",
    "Clause",
    "ClauseKind",
    "Condition",
    "Contract",
    "ContractExecuted",
    "ContractFault",
    "Contracts",
    "Difference",
    "Faulty",
    "Field",
    "Intended",
    "Judgement",
    "Loop",
    "New",
    "NotRelevant",
    "ObservedCall",
    "Old",
    "Parameter",
    "Predefined",
    "Presence",
    "SideRun",
    "Signature",
    "Span",
    "Trailer",
    "Unclear",
    "Unintended",
    "Violation",
    "applies",
    "assignment_holds",
    "case",
    "check_against",
    "conditions_on",
    "contract_file",
    "contract_files_of",
    "contract_text",
    "contracts_text",
    "default_predicate",
    "distance",
    "effects",
    "ensures",
    "exc",
    "has_same_input",
    "implies",
    "inferred",
    "is_contract_text",
    "judge",
    "loop",
    "module_of",
    "old",
    "predefined",
    "preserves_when",
    "prev",
    "read_contracts",
    "relevant_cases",
    "renamed_from",
    "requires",
    "result",
    "signals",
    "signature_of",
    "signatures_in",
    "trailers_in",
    "when_ensured",
    "when_required",
    "when_signaled",
]
