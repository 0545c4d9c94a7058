"""Which projects may the value model never learn from?

What swerve is measured with comes from them: code that was seen before would be judged too well.
"""

from __future__ import annotations

from collections.abc import Iterable

from swerve.model.errors import ProjectExcluded
from swerve.source.build.dependencies import normalised

#: Names as package indexes compare them, with those that the same code is published under.
NEVER = frozenset(
    (
        *("airflow", "apache-airflow", "black", "fastapi", "fastapi-slim", "flask", "httpie"),
        *("keras", "keras-nightly", "tf-keras", "tf-keras-nightly"),
        *("marshmallow", "pandas", "poetry", "poetry-core"),
        *("scikit-learn", "sklearn", "scipy", "scrapy"),
        *("tensorflow", "tensorflow-cpu", "tensorflow-gpu", "tf-nightly", "tf-nightly-cpu"),
        *("thealgorithms", "thealgorithms-python"),
    )
)
#: Parts of them that are published on their own begin so.
_BEGINNINGS = ("apache-airflow-",)


def is_excluded(name: str) -> bool:
    """Whether a distribution, however its name is spelled, is one of them."""
    plain = normalised(name)
    return plain in NEVER or plain.startswith(_BEGINNINGS)


def refuse_excluded(names: Iterable[str]) -> None:
    """Raise when one of the names that a project goes by is excluded."""
    for name in names:
        if is_excluded(name):
            raise ProjectExcluded(
                f"{name} is one of the projects that swerve is measured with: the value model "
                "must not learn from it.",
                "Collect from another project.",
            )
