"""Extensions can be left where they are."""

from swerve.contract import New, ensures, preserves_when, prev, requires, result, when_required


def path_splitter(s: str, treat_base: New[bool] = True, _d_match: object = None) -> None:
    when_required(True)
    requires(not treat_base)
    ensures("".join(result) == "".join(prev(result)) and len(result) <= len(prev(result)))
    preserves_when(treat_base)
