"""What follows for a function that did not change itself from what is known of those it uses?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from swerve.model import CauseKind, FunctionReport, Verdict, evidence_about
from swerve.model.plurals import named

ENGINE = "composition"
_MOST_NAMED = 3


def inherited(report: FunctionReport, known: Mapping[str, FunctionReport]) -> FunctionReport | None:
    """The report of a function whose code is the same, from those of all that it uses.

    `None` where one of them may have changed, or something else counts.
    """
    used = _used(report, known)
    if not used or any(each.interface for each in used):
        return None
    told = named([f"`{each.pair.name}`" for each in used], _MOST_NAMED)
    verdicts = {each.verdict for each in used}
    if verdicts == {Verdict.PRESERVED}:
        verdict, reason = Verdict.PRESERVED, f"same code; it uses {told}, proved to be preserved"
    elif verdicts <= {Verdict.PRESERVED, Verdict.LIKELY_PRESERVED}:
        verdict = Verdict.LIKELY_PRESERVED
        reason = f"same code; it uses {told}, likely preserved"
    else:
        return None
    evidence = evidence_about(report.pair, ENGINE, reason)
    return replace(report, verdict=verdict, reason=reason, evidence=(*report.evidence, evidence))


def _used(
    report: FunctionReport, known: Mapping[str, FunctionReport]
) -> tuple[FunctionReport, ...]:
    """All that changed and that a function uses; nothing where that is not known for certain."""
    if not report.pair.is_affected or report.pair.compiled or report.pair.reached_from:
        return ()
    found: dict[str, FunctionReport] = {}
    for cause in report.pair.causes:
        if cause.kind is not CauseKind.READS or cause.uses not in known:
            return ()
        # Definitions of one name, and the parts of a property, count together.
        same = (f"{cause.uses}#", f"{cause.uses}.")
        found |= {
            each: known[each] for each in known if each == cause.uses or each.startswith(same)
        }
    return tuple(found.values())
