"""What stands before the words of a title: tags, emoji, tickets, and reverts."""

from __future__ import annotations

import re
from dataclasses import dataclass

#: Emoji and their codes, of gitmoji.dev and its forerunners, by the tag that says the same.
_EMOJI_OF_TAG = {
    "fix": "🐛 bug 🚑 ambulance 🩹 adhesive_bandage 🔒 lock 🥅 goal_net",
    "feat": "✨ sparkles 🚩 triangular_flag_on_post 📈 chart_with_upwards_trend",
    "refactor": "♻ recycle 🚚 truck ⚰ coffin",
    "style": "🎨 art",
    "perf": "⚡ zap 🐎 racehorse 🏇 horse_racing",
    "docs": "📝 memo 💡 bulb ✏ pencil2 📚 books 📄 page_facing_up 📖 book",
    "test": "✅ white_check_mark 🧪 test_tube 🤡 clown_face 📸 camera_flash 🔬 microscope",
    "lint": "🚨 rotating_light 👕 shirt",
    "ci": "👷 construction_worker 💚 green_heart 🧱 bricks",
    "build": "📦 package 🔨 hammer 🔖 bookmark 🙈 see_no_evil",
    "deps": "⬆ arrow_up ⬇ arrow_down 📌 pushpin ➕ heavy_plus_sign ➖ heavy_minus_sign",
    "types": "🏷 label",
    "fire": "🔥 fire",
    "deprecate": "🗑 wastebasket",
    "boom": "💥 boom",
    "revert": "⏪ rewind",
    "api": "👽 alien 👔 necktie 💬 speech_balloon 💄 lipstick 🦺 safety_vest"
    " 🌐 globe_with_meridians 🏗 building_construction",
    "chore": "🔧 wrench 🔐 closed_lock_with_key",
}
_TAG_OF_EMOJI = {emoji: tag for tag, emojis in _EMOJI_OF_TAG.items() for emoji in emojis.split()}
_EMOJI = re.compile(
    rf"^\s*(?:({'|'.join(each for each in _TAG_OF_EMOJI if not each.isascii())})\ufe0f?\u200d?"
    r"|:([a-z\d_+-]+):(?=[\s:]|$))\s*"
)
#: Any other emoji: none has a meaning that is known.
_ORNAMENT = re.compile(r"^\s*[\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff][\ufe0f\u200d]*\s*")

#: `fix(core)!:`, `ENH/PERF:`, `DOC, TST:`.
_TAG = re.compile(
    r"^\W*([A-Za-z]{2,14})(?:\(([^)]*)\))?(!?)"
    r"(?:(?:/(?=\w)|,\s?(?=[A-Z]{2,12}\s?[:,/]))|\s?:)\s*"
)
#: `[perf]`, `[2.1.x]`, `[MRG+1]`, `[pre-commit.ci]`; no link.
_BRACKET = re.compile(r"^\s*\[([\w.+/ -]{1,30})\](?!\()\s?:?\s*")
#: A tag without any mark but capitals: `CLN Use ...`.
_BARE_TAG = re.compile(r"^\s*([A-Z]{2,12})\s+(?=([\w`]))")
#: Those that are words, too: "CI of the mean", "API keys".
_BARE_WORDS = frozenset({"add", "api", "break", "ci", "dep", "new", "ref"})
#: What part of the code a title is about, after its tags: "BUG: optimize: ...".
_SCOPE = re.compile(r"^[`*]*[A-Za-z_][\w./-]*[`*]*(?:,\s*[`*]*[\w./-]+[`*]*)*:\s+(?=\S)")
_DEPENDENCIES = re.compile(r"(?:\w+[-/])?dep(?:s|endenc(?:y|ies))?(?:[-/]\w+)?", re.IGNORECASE)
#: Tags that leave it to what is in brackets what they are about: `chore(ci):`.
_WORK_TAGS = frozenset({"build", "chore", "maint", "misc"})
_BREAKING = re.compile(r"^\W*BREAKING[ -]CHANGES?(?:\([^)]*\))?\s?!?:\s*")
#: "Fixed #123 -- Corrected x.", "Refs #123, #124 -- ..."; the numbers may be gone.
_TICKET = re.compile(r"^\W*(fix(?:e[sd])?|refs?|close[sd]?|resolve[sd]?)\b[\s,#\d]*--\s*", re.I)
_REVERT_TAGS = frozenset({"revert", "reverts", "reverted", "reapply", "reland"})
_REVERT = re.compile(
    r"^\W*(?:(?:partial(?:ly)? )?revert(?:s|ed|ing)?\b|this reverts\b"
    r"|(?:re-?apply|re-?land|back(?:ed)? out):?\s*[\"“'`])",
    re.IGNORECASE,
)
#: The title that is taken back; a long one is cut off before its closing quote.
_TAKEN_BACK = re.compile(r"\s*[\"“](?:.*[\"”]|.*$)|\s['`](?:.*['`]|.*$)|:.*$|\bcommits?\b.*$")


@dataclass(frozen=True, slots=True)
class Headline:
    """A title, taken apart."""

    #: Lower case, in their order.
    tags: tuple[str, ...]
    #: One of them says that something breaks.
    breaks: bool
    #: It takes a change back.
    is_revert: bool
    words: str


def headline_of(title: str, known_tags: frozenset[str]) -> Headline:
    """Take a title apart."""
    breaks = bool(_BREAKING.match(title))
    tags, words = _marks_before(_BREAKING.sub("", title))
    tagged, is_broken, words = _tags_before(words)
    tags += tagged
    breaks = breaks or is_broken or "boom" in tags
    bare = None if tagged else _BARE_TAG.match(words)
    if bare and bare[1].lower() in (known_tags - _BARE_WORDS if bare[2].islower() else known_tags):
        tags.append(bare[1].lower())
        words = words[bare.end() :]
    if ticket := _TICKET.match(words):
        if not ticket[1].lower().startswith("ref"):
            tags.append("ticket")
        words = words[ticket.end() :]
    while scope := _SCOPE.match(words):
        words = words[scope.end() :]
    is_revert = bool(_REVERT.match(words))
    if not _REVERT_TAGS.isdisjoint(tags):
        is_revert, words = True, ""
    elif is_revert:
        words = _TAKEN_BACK.sub(" ", words)
    return Headline(tuple(tags), breaks, is_revert, words)


def _marks_before(title: str) -> tuple[list[str], str]:
    """Tags that emoji and brackets before a title stand for, and what follows them."""
    tags: list[str] = []
    while True:
        if found := _EMOJI.match(title):
            tags += filter(None, [_TAG_OF_EMOJI.get(found[1] or found[2])])
        elif found := _ORNAMENT.match(title):
            pass
        elif found := _BRACKET.match(title):
            tags += re.split(r"[ /+-]+", found[1].lower())
        else:
            return tags, title
        title = title[found.end() :]


def _tags_before(title: str) -> tuple[list[str], bool, str]:
    """Tags before a colon, whether one says that something breaks, and what follows them."""
    tags: list[str] = []
    breaks = is_open = False
    while found := _TAG.match(title):
        tag, scope, mark = found.groups()
        # After the first colon, capitals tell a tag from what the title is about.
        if tags and not is_open and not tag.isupper():
            break
        is_open = ":" not in title[found.end(3) : found.end()]
        breaks = breaks or bool(mark)
        title = title[found.end() :]
        if scope and _DEPENDENCIES.fullmatch(scope):
            tags.append("deps")
            continue
        tags.append(tag.lower())
        if scope and tag.lower() in _WORK_TAGS:
            tags.append(scope.lower())
    return tags, breaks, title
