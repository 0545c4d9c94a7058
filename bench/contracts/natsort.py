"""Extensions can be left where they are."""

from swerve.meaning.contract import New, ensures, preserves_when, requires, result, when_required


def path_splitter(s: str, treat_base: New[bool] = True, _d_match: object = None) -> None:
    when_required(True)
    requires(not treat_base)
    ensures(all("/" not in part or not part.strip("/") for part in result))
    preserves_when(treat_base)
