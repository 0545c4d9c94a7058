"""Names of fields may hold hyphens."""

from swerve.meaning.contract import ensures, requires, result


class Parser:
    def _to_group_name(self, field: str) -> None:
        requires("-" in field)
        ensures("-" not in result and len(result) >= len(field))
