"""How is a report told to people and to programs?"""

from ._schema import function_schema, schema
from ._table import render_table
from ._text import console_for, render_explained, render_text
from .exit import INTERRUPTED, exit_status, objections
from .json import render_json, render_json_line, report_object, well_formed
from .summary import Summary, summarise
from .words import exit_words, summary_words
