"""How is a report told to people and to programs?"""

from swerve.tell._schema import function_schema, schema
from swerve.tell._table import render_table
from swerve.tell._text import console_for, render_explained, render_text
from swerve.tell.exit import INTERRUPTED, exit_status, objections
from swerve.tell.json import render_json, render_json_line, report_object, well_formed
from swerve.tell.summary import Summary, summarise
from swerve.tell.words import exit_words, summary_words
