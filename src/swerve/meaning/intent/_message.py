"""Which lines of a message did a person write for this change?"""

from __future__ import annotations

import re

#: Signatures and numbers: "Signed-off-by: x", "Change-Id: Iab", "Cc: x".
_TRAILER = re.compile(
    r"""^\s*(?:
      [a-z]+(?:-[a-z]+)*-(?:by|id|on|from|with|to|url|revid)\s*: | cc\s*:\s*\S*@
    | co-authored | differential[ ]revision\s*: | original-commit\s*:
    | (?:link|bug|issues?|tickets?|tasks?|refs?|references|see|xref|related(?:[ ]to)?|part[ ]of)
      \s*:?\s+(?:https?:\S+|\#?\d+|gh-\d+|[a-z]\w+-\d+|\S+\#\d+)[.,]?\s*$
    | \(cherry[ ]picked[ ]from[ ]commit\b
    )""",
    re.IGNORECASE | re.VERBOSE,
)
_ISSUE = r"(?:https?://[^\s,]+|#\d+|gh-?\d+|[A-Z][A-Z\d]+-\d+|[\w.-]+/[\w.-]+#\d+)"
_CLOSES = r"(?:clos(?:e[sd]?|ing)|fix(?:e[sd]|ing)?|resolv(?:e[sd]?|ing))"
_NEXT = r"(?:\s*[,&]\s*|\s+and\s+|\s+)"
_CLOSED = rf"{_CLOSES}\s*:?\s+(?:(?:issues?|bugs?|tickets?)\s+)?{_ISSUE}(?:{_NEXT}{_ISSUE})*"
#: A linked issue, alone on its line: "Fixes #12", "Closes: gh-3 and resolves #4".
_CLOSING = re.compile(rf"^[\s*+(-]*{_CLOSED}(?:{_NEXT}{_CLOSED})*[\s.)]*$", re.IGNORECASE)
#: What tools write when they merge, squash or pick; "Merge branch coverage data" is a person's.
_MACHINE = re.compile(
    r"""^\s*(?:
      merge[ ]pull[ ]request[ ]\#?\d+[ ]from\b
    | merge[ ](?:remote-tracking[ ])?(?:branch(?:es)?|tags?|commit)[ ](?:'|"|\S+[ ]into[ ])
    | merge[ ]remote-tracking\b
    | merge[ ]\S+[ ]into[ ]\S+\s*$
    | merge[ ](?:from[ ])?(?:\S+/)?(?:main|master|trunk|develop|upstream)\s*$
    | merged[ ]in[ ]\S+[ ]\(pull[ ]request
    | auto(?:matic)?[ -]merge\b | see[ ]merge[ ]request\b
    | squashed[ ]commit[ ]of[ ]the[ ]following | commit[ ][0-9a-f]{7,64}\s*$
    | author:[ ].*@ | (?:author|commit)?date:\s+\w{3}[ ]\w{3}[ ]
    | this[ ]is[ ]a[ ]combination[ ]of[ ]\d+[ ]commits | this[ ]is[ ]the[ ]\S+[ ]commit[ ]message
    )""",
    re.IGNORECASE | re.VERBOSE,
)
#: What a machine writes around the title of a change: one that goes to an older branch, too, one
#: that mends a commit, one that is merged.
_FRAMES = (
    re.compile(r"^\s*Backport (?:PR )?\S+ (?:on|to) (?:branch )?\S+ \((?P<title>.+)\)\s*$", re.I),
    re.compile(r"^\s*(?:fixup|squash|amend)!\s+(?P<title>.+)$"),
    re.compile(r"^\s*Merged PR \d+: (?P<title>.+)$"),
)
_SKIPPING = re.compile(r"\[(?:(?:skip|no)[ -][\w ]+|ci skip)\]", re.IGNORECASE)


def is_by_machine(line: str) -> bool:
    """Whether a tool wrote the line, or etiquette asks for it."""
    return bool(_TRAILER.match(line) or _MACHINE.match(line) or _CLOSING.match(line))


def closes_issue(text: str) -> bool:
    """Whether a line of a message only links to an issue that the change closes."""
    return any(map(_CLOSING.match, text.splitlines()))


def without_frame(line: str) -> str:
    """The title in a line that a machine wrote around it."""
    for frame in _FRAMES:
        found = frame.match(line)
        if found:
            line = found["title"]
    return _SKIPPING.sub("", line)
