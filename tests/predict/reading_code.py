"""Code in, usages and predictions out: what the tests of this folder share."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping

from swerve.facts.classes import Distribution, ValueClass
from swerve.facts.locating import Version
from swerve.facts.reading import usages_of
from swerve.facts.usage import Usages
from swerve.predict import default_predictor


def read(code: str, function: str = "f", **renamed: str) -> Usages:
    """The usages of one function in a text."""
    return usages_of([Version(textwrap.dedent(code), function, 0, renamed)])


def paths(usages: Usages) -> set[str]:
    return {site.path for site in usages.sites}


def predictions(code: str, function: str = "f") -> Mapping[str, Distribution]:
    usages = read(code, function)
    found = default_predictor().predict(usages, usages.sites)
    return {site.path: one for site, one in zip(usages.sites, found, strict=True)}


def likeliest(distribution: Distribution) -> ValueClass:
    return max(distribution, key=lambda kind: distribution[kind])
