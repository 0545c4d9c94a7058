"""How is a report told to people and to programs?"""

from swerve.report._exit import INTERRUPTED, exit_status, objections
from swerve.report._ids import witness_id
from swerve.report._json import (
    function_object,
    render_json,
    render_json_line,
    report_object,
    well_formed,
)
from swerve.report._reading import function_from_object
from swerve.report._schema import function_schema, schema
from swerve.report._summary import Summary, summarise
from swerve.report._table import render_table
from swerve.report._text import console_for, render_explained, render_text
from swerve.report._words import exit_words, summary_words

__all__ = [
    "INTERRUPTED",
    "Summary",
    "console_for",
    "exit_status",
    "exit_words",
    "function_from_object",
    "function_object",
    "function_schema",
    "objections",
    "render_explained",
    "render_json",
    "render_json_line",
    "render_table",
    "render_text",
    "report_object",
    "schema",
    "summarise",
    "summary_words",
    "well_formed",
    "witness_id",
]
