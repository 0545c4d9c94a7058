"""More digits before the point than were asked for are no error."""

from swerve.contract import ensures, requires, result, signals, when_signaled


def metric(value: float, unit: str = "", precision: int = 3) -> None:
    requires(value == 0 or 1e-29 < abs(value) < 1e32)
    when_signaled(ValueError)
    ensures("." not in result.removesuffix(unit))
    signals(ValueError, False)
