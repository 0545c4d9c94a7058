"""Where is the shape of the JSON written down?"""

from __future__ import annotations

import json
from importlib.resources import files
from typing import cast


def schema() -> dict[str, object]:
    """Return the JSON Schema (draft 2020-12) of the object that one run prints."""
    text = files("swerve.tell").joinpath("swerve-1.schema.json").read_text(encoding="utf-8")
    return cast("dict[str, object]", json.loads(text))


def function_schema() -> dict[str, object]:
    """Return the JSON Schema of one line of `swerve pairs`."""
    whole = schema()
    return {
        "$schema": whole["$schema"],
        "title": "One line of swerve pairs",
        "$ref": "#/$defs/function",
        "$defs": whole["$defs"],
    }
