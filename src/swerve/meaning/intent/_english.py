"""Is a sentence in English?"""

from __future__ import annotations

import re
import unicodedata

from ._words import stem, words_in

#: From here on, letters of other scripts make a sentence another language's.
_FOREIGN_SHARE = 0.3
#: A sign stands for about half a word.
_LETTERS_IN_SIGN = 2.5
_SCRIPTS_OF_SIGNS = ("CJK", "HIRAGANA", "KATAKANA", "HANGUL")
#: Letters of a symbol: "µs", "Δx".
_LONGEST_SYMBOL = 2
#: A word that only grammar needs tells more than one that languages share.
_WEIGHT = 2
_QUOTED = re.compile(r"`[^`]*`|\"[^\"]*\"|(?<!\w)'[^']*'(?!\w)")
_CODE = re.compile(r"\b\w*[_\d]\w*|\b\w+\.\w[\w.]*|\b\w+\(|\b[A-Z]{2,}\b|\b\w*[a-z][A-Z]\w*")
_WORD = re.compile(r"[^\W\d_]+")
_GRAMMAR = words_in(
    """
    a about after all allow allows also an and any are as at be because been before being between
    both but by can cannot do does doesn don down during each even every for from had has have how
    if in instead into is isn it its just like longer make makes more most must no not now of off
    on only onto or other our out over own same should so some such than that the their them then
    there these they this those through to too under until up upon use used uses using via was we
    were what when where which while who will with within without would you your
    """
)
#: Words that only grammar needs, of languages in Latin letters; none that is English, too, or
#: often stands for something in code.
_FOREIGN_GRAMMAR = words_in(
    """
    der das und ist nicht für von beim wird werden wenn zum zur auf aus ein eine einen einer nach
    oder auch bei durch nur kein keine le la les du des de une dans pour avec sur aux qui que et
    est ne pas lors quand el los las del una para por cuando como sin dos das pelo pela quando uma
    não ao della dello degli nella nel gli quando sulla het een voor niet bij naar wanneer och för
    inte ett när som nie dla przy jest oraz gdy ve için ile bir
    """
)
_BORROWED = frozenset({"naïve", "naïvely", "façade", "façades", "café", "résumé", "cliché"})
#: Parts of the names of persons and places: "de Boor", "von Mises", "Los Angeles".
_IN_NAMES = re.compile(r"\b(?:[Dd]e|[Vv]on|[Dd]er|[Ll]a|[Ll]e|[Dd]u|[Ll]os|[Ll]as|[Ee]l) (?=[A-Z])")


def is_english(sentence: str, known: frozenset[str]) -> bool:
    """Whether a sentence is in English, as far as that shows; code and quotes do not count.

    `known` holds stems of English words that other languages may share: "format", "performance".
    """
    text = _CODE.sub(" ", _QUOTED.sub(" ", unicodedata.normalize("NFC", sentence)))
    if _foreign_share(text) >= _FOREIGN_SHARE:
        return False
    english = foreign = 0
    for place, word in enumerate(_WORD.findall(_IN_NAMES.sub(" ", text))):
        lower = word.lower()
        if lower in _GRAMMAR:
            english += _WEIGHT
        elif lower in _FOREIGN_GRAMMAR:
            foreign += _WEIGHT
        elif stem(lower) in known:
            english += 1
        elif (
            not lower.isascii() and lower not in _BORROWED and (place == 0 or word == lower)
        ):  # no name: "Schrödinger"
            foreign += 1
    return not foreign or english > foreign


def _foreign_share(text: str) -> float:
    """How much of a text is in letters of another script than ours."""
    own = foreign = 0.0
    for word in _WORD.findall(text):
        for letter in word:
            script = unicodedata.name(letter, "").partition(" ")[0]
            if script in _SCRIPTS_OF_SIGNS:
                foreign += _LETTERS_IN_SIGN
            elif script == "LATIN" or len(word) <= _LONGEST_SYMBOL:
                own += 1
            else:
                foreign += 1
    return foreign / (own + foreign) if own + foreign else 0.0
