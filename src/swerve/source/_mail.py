"""Which words stand before the diffs of a patch, and which bytes are the diffs?"""

from __future__ import annotations

import base64
import binascii
import email
import email.header
import email.message
import quopri
import re
import textwrap
from dataclasses import dataclass

from .git._objects import decoded

#: The line with which `git format-patch` starts each mail.
_MAIL = re.compile(rb"^From [0-9a-f]{40,64} .*\n", re.MULTILINE)
_HEADER = re.compile(rb"(?:From|Subject|Date|Message-I[Dd]|Return-Path|Received|To): ")
_DIFF = re.compile(rb"^(?:diff --git |diff -|Index: |--- \S.*\n\+\+\+ )", re.MULTILINE)
#: In a mail the message ends at three dashes, and at the signature where there is no diff.
_END_OF_MESSAGE = re.compile(r"^(?:---|-- )$", re.MULTILINE)
_TAG = re.compile(r"^(?:\s*\[[^\]]*\])+\s*")
_GIT_SHOW = re.compile(r"commit [0-9a-f]{7,64}\b.*\n(?:[A-Z][A-Za-z]*: .*\n)+\n")


@dataclass(frozen=True, slots=True)
class Letter:
    """One part of a patch: what was written, and the diff that it is about."""

    text: str
    #: Everything that `git apply` should see; it skips what is not a diff.
    diff: bytes


def letters_from_patch(data: bytes) -> list[Letter]:
    """Split a patch into its mails; anything that is not a mail is one letter."""
    starts = [match.start() for match in _MAIL.finditer(data)]
    if starts and not data[: starts[0]].strip():
        ends = [*starts[1:], len(data)]
        mails = [data[start:end] for start, end in zip(starts, ends, strict=True)]
        return [_letter_from_mail(mail.partition(b"\n")[2]) for mail in mails]
    if _HEADER.match(data):
        return [_letter_from_mail(data)]
    before = _before_diff(data).decode("utf-8", "replace")
    shown = _GIT_SHOW.match(before)
    return [Letter(textwrap.dedent(before[shown.end() :] if shown else before).strip(), data)]


def _letter_from_mail(mail: bytes) -> Letter:
    if mail.partition(b"\n")[0].endswith(b"\r"):
        # The headers never end so by themselves: a mail program did it to every line.
        mail = mail.replace(b"\r\n", b"\n")
    head, _, body = mail.partition(b"\n\n")
    headers = email.message_from_string(head.decode("utf-8", "replace"))
    body = _decoded(body, headers)
    message = decoded(_before_diff(body), headers.get_content_charset())
    text = f"{_subject(headers)}\n\n{_END_OF_MESSAGE.split(message)[0].strip()}"
    return Letter(text.strip(), body)


def _before_diff(data: bytes) -> bytes:
    diff = _DIFF.search(data)
    return data[: diff.start()] if diff else data


def _decoded(body: bytes, headers: email.message.Message) -> bytes:
    encoding = str(headers.get("Content-Transfer-Encoding", "")).strip().lower()
    if encoding == "quoted-printable":
        return quopri.decodestring(body)
    if encoding == "base64":
        try:
            return base64.b64decode(body)
        except binascii.Error:
            return body
    return body


def _subject(headers: email.message.Message) -> str:
    words = []
    for part, charset in email.header.decode_header(str(headers.get("Subject", ""))):
        words.append(part if isinstance(part, str) else decoded(part, charset))
    return _TAG.sub("", " ".join("".join(words).split()))
