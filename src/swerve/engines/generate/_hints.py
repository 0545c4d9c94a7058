"""What does the standard library say about a value that is handed to it, and what does its name?"""

from __future__ import annotations

import re

from swerve.engines.generate._leaves import last_word
from swerve.engines.generate._shapes import OPEN, Functions, Many, Numbers, Shape, Table, Texts
from swerve.facts.usage import Usage

_COUNT = Numbers(is_count=True)
_BYTES = Texts(is_bytes=True)
_TEST = Functions((1,), ("bool", "int"))
_KEY = Functions((1,), ("any",))
_MERGE = Functions((2,), ("same", "int"))
_SEVERAL = Many("iterable", OPEN)

#: Arguments whose place does not tell their kind by itself.
_READERS: dict[str, Shape] = {
    **dict.fromkeys(
        ("itertools.islice:1", "itertools.islice:2", "itertools.islice:3", "itertools.repeat:1",
         "itertools.repeat:times", "itertools.combinations:1", "itertools.permutations:1",
         "itertools.combinations_with_replacement:1", "itertools.product:repeat",
         "itertools.tee:1", "heapq.nlargest", "heapq.nsmallest", "collections.deque:1",
         "collections.deque:maxlen", "random.sample:1", "textwrap.wrap:1", "textwrap.fill:1"),
        _COUNT,
    ),
    **dict.fromkeys(
        ("itertools.takewhile", "itertools.dropwhile", "itertools.filterfalse", "filter"), _TEST
    ),
    **dict.fromkeys(
        ("itertools.groupby:1", "itertools.groupby:key", "sorted:key", "min:key", "max:key",
         "heapq.nlargest:key", "heapq.nsmallest:key", "heapq.nlargest:2", "heapq.nsmallest:2",
         "heapq.merge:key", "bisect.bisect:key"),
        _KEY,
    ),
    **dict.fromkeys(("functools.reduce", "itertools.accumulate:1", "itertools.starmap"), _MERGE),
    "functools.cmp_to_key": Functions((2,), ("int",)),
    **dict.fromkeys(
        ("zlib.compress", "zlib.decompress", "zlib.crc32", "zlib.adler32", "gzip.compress",
         "gzip.decompress", "base64.b64encode", "base64.urlsafe_b64encode", "base64.b32encode",
         "base64.b16encode", "base64.b85encode", "binascii.hexlify", "binascii.b2a_hex",
         "binascii.crc32", "hashlib.md5", "hashlib.sha1", "hashlib.sha256", "struct.unpack:1",
         "struct.unpack_from:1", "int.from_bytes", "io.BytesIO"),
        _BYTES,
    ),
    **dict.fromkeys(
        ("functools.reduce:1", "itertools.takewhile:1", "itertools.dropwhile:1", "filter:1",
         "itertools.filterfalse:1", "map:1", "map:2", "heapq.nlargest:1", "heapq.nsmallest:1",
         "itertools.chain", "itertools.cycle", "itertools.islice"),
        _SEVERAL,
    ),
    **dict.fromkeys(
        ("socket.inet_aton", "socket.inet_pton:1"), Texts(("127.0.0.1", "10.0.0.0", "192.168.1.9"))
    ),
    "itertools.starmap:1": Many("iterable", Many("tuple", OPEN, (2,))),
    "itertools.chain.from_iterable": Many("iterable", Many("list", OPEN)),
    "itertools.combinations": _SEVERAL,
}  # fmt: skip

_FUNCTION = re.compile(
    r"^(?:f|g|fn|func|function|pred|predicate|callback|cb|keyfunc|mapper|reducer|op|binop|operation|"
    r"transform|transformer|factory|condition|getter|handler|comparator|cmp|visit|enter|exit)$"
    r"|(?:_func|_fn|func|_function|_callback|_key|_pred|_factory|_filter)$"
)
_ITERABLE = re.compile(
    r"^(?:iterable|iterator|it|seq|sequence|xs|coll|collection|lst|items|values|elements|src|nums|"
    r"numbers|data|series|samples|rows|list|array|args)$|(?:_list|_seq|_iter|_items|_values)$"
)
_MAPPING = re.compile(r"^(?:d|dct|dic|mapping|dict|table|counts|dicts)$|(?:_dict|_map|_mapping)$")
_RAW = re.compile(
    r"^(?:bytestring|buf|buffer|payload|raw|blob|chunk|octets|bs|byte_str)$|(?:_bytes)$"
)
#: Anything that can be told apart from others.
_KEY_NAME = re.compile(r"^key$")


def read_as(usage: Usage) -> Shape | None:
    """What a function of the standard library wants that the value is handed to."""
    for reader in sorted(usage.passed_to):
        found = _READERS.get(reader)
        if found is not None:
            return found
    return None


def named_as(path: str) -> tuple[tuple[Shape, float], ...]:
    """What is meant by a name, with how much that counts where the code says nothing."""
    name = last_word(path)
    if name.endswith("[]"):
        name = name[:-2].rstrip("[]")
        name = name[:-1] if name.endswith("s") and len(name) > 2 else name
        if name in ("it", "arg"):
            return ()
    if _FUNCTION.search(name):
        return ((Functions((), ("any",)), 2.0),)
    if _KEY_NAME.search(name):
        return ((Functions((1,), ("any",)), 0.5), (OPEN, 0.5))
    if _ITERABLE.search(name):
        return ((_SEVERAL, 1.5),)
    if _MAPPING.search(name):
        return ((Table(OPEN, OPEN), 1.5),)
    if _RAW.search(name):
        return ((_BYTES, 1.5),)
    return ()
