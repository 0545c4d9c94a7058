"""What do programmers mean by a name?"""

from __future__ import annotations

import re
from functools import lru_cache

from .annotations import classes_of_annotation
from .classes import CoarseClass


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_INTEGER_NAMES = _words(
    """n i j k m x y z idx index count counter num number length size width height depth level
    limit offset total port age year month day hour minute second seconds retries attempts
    max_retries priority position pos start end stop step row col column rows cols columns low high
    left right lo hi digit lineno line_no line_number indent id pid code status status_code
    returncode timeout capacity rank degree target steps iterations epochs batch_size seed amount
    quantity bits exponent base verbosity nbytes"""
)
_FLOAT_NAMES = _words(
    """rate ratio price probability alpha beta gamma epsilon eps delta tolerance tol threshold
    temperature weight score radius mass velocity speed distance area volume lr learning_rate
    duration elapsed latitude longitude lat lon energy pressure force angle factor percent
    percentage mean std variance accuracy loss voltage current resistance"""
)
_STRING_NAMES = _words(
    """name path filename file_name filepath file_path dirname directory folder url uri href text
    msg message key word line string s label title description desc prefix suffix sep separator
    pattern regex content body html template encoding charset mode method host hostname address
    domain scheme query username user_name password token secret email locale lang language
    command cmd source src expr expression namespace tag slug version extension ext
    basename mimetype content_type mime_type fmt sentence letter char character ch txt docstring
    doc comment uid uuid digest signature alphabet plaintext ciphertext
    delimiter delim quote newline indent_str
    __name__ __file__ __doc__ __module__ __qualname__ __package__ __version__"""
)
_BOOLEAN_NAMES = _words(
    """debug verbose quiet force strict recursive enabled disabled flag active dry_run done found
    ok success valid required optional hidden reverse inplace silent testing readonly read_only
    overwrite closed ready exists finished deprecated nullable"""
)
_LIST_NAMES = _words(
    """items values lst list_ array arr nums numbers elements entries results lines argv children
    nodes edges words tokens parts names paths files urls keys queue stack matrix grid sequence seq
    points records messages tasks jobs users fields collection"""
)
_DICT_NAMES = _words(
    """kwargs params options opts config settings headers cookies environ env mapping dict_ d dct
    context meta metadata extra payload attrs props properties cache registry graph lookup table
    counts defaults overrides form kw kwds namespace_dict"""
)
_CALLABLE_NAMES = _words(
    """func function fn callback cb handler factory predicate key_func getter setter hook decorator
    wrapper converter validator wrapped call cls klass"""
)
_OBJECT_NAMES = _words(
    """self obj object instance request response app application client server parser logger log
    node root session db connection conn cursor user model event module exc error exception e err
    ctx item tree stdin stdout stderr loop date datetime now"""
)
_RESOURCE_NAMES = _words("lock mutex semaphore fp fh file fileobj stream")

_SURELY_BOOLEAN = re.compile(r"^(?:is|has|can|should)_[a-z]")
_BOOLEAN_ANSWER = re.compile(r"^(?:are|was|will|supports?|needs?|must|allows?|exists)(?:_|$)")
_BOOLEAN_START = re.compile(
    r"^(?:is|has|can|should|use|allow|enable|disable|needs?|are|was|will|supports?|include|exclude|"
    r"ignore|show|do|skip|no|must|check|with|without|keep)_[a-z]"
)
_INTEGER_END = re.compile(
    r"(?:^|_)(?:count|num|index|idx|size|length|len|width|height|depth|id|limit|port|offset|level|"
    r"number|lineno|position|pos|times|retries|total|max|min|timeout|year|day|month|bytes_read|"
    r"priority|code|status|version_info|column|row)$"
)
_INTEGER_START = re.compile(r"^(?:num|n|nb|no|number_of|count|max|min|total|len)_[a-z]")
_STRING_END = re.compile(
    r"(?:^|_)(?:name|path|url|uri|text|msg|message|key|string|str|title|label|prefix|suffix|dir|"
    r"folder|file|filename|pattern|host|line|word|token|domain|encoding|format|fmt|template|"
    r"html|xml|email|password|description|doc|tag|type_name|version|sep|char|cmd|command|slug)$"
)
_DICT_END = re.compile(
    r"(?:^|_)(?:dict|map|mapping|kwargs|params|config|settings|options|headers|"
    r"by_[a-z]+|meta|metadata|cache|lookup|table|environ|registry|opts|attrs|cookies)$"
)
_LIST_END = re.compile(r"(?:^|_)(?:list|array|items|values|queue|stack|seq|sequence|lst|rows)$")
_CALLABLE_END = re.compile(
    r"(?:^|_)(?:func|function|fn|callback|handler|factory|hook|cb|class|cls|decorator)$"
)
_FLOAT_END = re.compile(
    r"(?:^|_)(?:rate|ratio|price|prob|probability|tolerance|threshold|weight|score|distance|"
    r"speed|factor|percent|fraction|seconds|time|duration|delay|interval)$"
)
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
#: `getint`, `to_dict`, `as_string`: the name says it.
_NAMED_RESULT = re.compile(
    r"^(?:get|to|as|into)_?(int|integer|float|bool|boolean|dict|list|str|string|bytes|json|tuple|set)$"
)
_VERBS_OF_LISTS = re.compile(r"^(?:list|get_all|find_all|iter|collect|split|fetch_all)(?:_|$)")


def _plain(name: str) -> str:
    """A name in lower case, its words set apart by underscores."""
    if not name.islower() and not name.isupper():
        name = _CAMEL.sub("_", name)
    return name.strip("_").lower()


@lru_cache(maxsize=4096)
def classes_of_name(name: str) -> tuple[tuple[CoarseClass, float], ...]:
    """Classes that a name of a variable or attribute suggests, with weights up to 2."""
    plain = _plain(name) if not name.startswith("__") else name
    if not plain:
        return ()
    for names, kind, weight in _NAMES:
        if plain in names:
            return ((kind, weight),)
    for pattern, kind, weight in _SHAPES:
        if pattern.search(plain):
            return ((kind, weight),)
    last = plain.rpartition("_")[2]
    if last != plain and len(last) > 2 and last not in _BOOLEAN_NAMES:
        return tuple((kind, weight * 0.7) for kind, weight in classes_of_name(last))
    if len(plain) > 3 and plain.endswith("s") and not plain.endswith(("ss", "us", "is")):
        return ((CoarseClass.LIST, 0.8), (CoarseClass.DICT, 0.2))
    return ()


_NAMES = (
    (frozenset({"args"}), CoarseClass.TUPLE, 1.5),
    (_BOOLEAN_NAMES, CoarseClass.BOOLEAN, 1.5),
    (_STRING_NAMES, CoarseClass.STRING, 1.5),
    (_DICT_NAMES, CoarseClass.DICT, 1.2),
    (_FLOAT_NAMES, CoarseClass.FLOAT, 1.0),
    (_INTEGER_NAMES, CoarseClass.INTEGER, 1.2),
    (_LIST_NAMES, CoarseClass.LIST, 1.2),
    (_CALLABLE_NAMES, CoarseClass.CALLABLE, 1.0),
    (_OBJECT_NAMES, CoarseClass.OBJECT, 1.5),
    (_RESOURCE_NAMES, CoarseClass.RESOURCE, 1.0),
)
_SHAPES = (
    (_SURELY_BOOLEAN, CoarseClass.BOOLEAN, 4.0),
    (_BOOLEAN_START, CoarseClass.BOOLEAN, 1.8),
    (_INTEGER_START, CoarseClass.INTEGER, 1.3),
    (_DICT_END, CoarseClass.DICT, 1.0),
    (_LIST_END, CoarseClass.LIST, 1.0),
    (_CALLABLE_END, CoarseClass.CALLABLE, 1.2),
    (_STRING_END, CoarseClass.STRING, 1.3),
    (_FLOAT_END, CoarseClass.FLOAT, 0.8),
    (_INTEGER_END, CoarseClass.INTEGER, 1.2),
)


@lru_cache(maxsize=4096)
def classes_of_result(name: str) -> tuple[tuple[CoarseClass, float], ...]:
    """Classes that the name of a function suggests for what it gives back."""
    plain = _plain(name)
    named = _NAMED_RESULT.search(plain)
    if named is not None:
        return tuple((kind, 3.0) for kind in classes_of_annotation(named[1].replace("json", "str")))
    if _SURELY_BOOLEAN.search(plain):
        return ((CoarseClass.BOOLEAN, 4.0),)
    if _BOOLEAN_ANSWER.search(plain):
        return ((CoarseClass.BOOLEAN, 2.0),)
    if name.lstrip("_")[:1].isupper():
        return ((CoarseClass.OBJECT, 2.5),)
    if _VERBS_OF_LISTS.search(plain):
        return ((CoarseClass.LIST, 1.2),)
    for start in ("get_", "find_", "make_", "to_", "parse_", "load_", "read_", "build_", "create_"):
        if plain.startswith(start):
            return tuple(
                (kind, weight * 0.7) for kind, weight in classes_of_name(plain[len(start) :])
            )
    if plain.endswith("_to_str") or plain.startswith(("format_", "render_", "escape", "quote")):
        return ((CoarseClass.STRING, 1.3),)
    return ()
