"""What does a use of a value say about its class? A table.

Each row names classes that fit, of those of which it is known what they can do ("any" for all of
them, "-" where the use says nothing), and classes that the use speaks for, each with its weight.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TypeAlias

from swerve.facts.classes import CoarseClass

#: Classes with the weight of what speaks for them.
Evidence: TypeAlias = tuple[tuple[CoarseClass, float], ...]
_Rows: TypeAlias = list[tuple[str, str, str]]

#: All classes of which it is known what they can do. Objects can do anything.
KNOWN = frozenset(CoarseClass) - {
    CoarseClass.NONE,
    CoarseClass.CALLABLE,
    CoarseClass.RESOURCE,
    CoarseClass.OBJECT,
}
NUMBERS = frozenset({CoarseClass.BOOLEAN, CoarseClass.INTEGER, CoarseClass.FLOAT})
WITH_ITEMS = KNOWN - NUMBERS
_GROUPS = {
    "any": KNOWN,
    "numbers": NUMBERS,
    "items": WITH_ITEMS,
    "hashable": KNOWN - {CoarseClass.LIST, CoarseClass.DICT, CoarseClass.SET},
    "joinable": KNOWN - {CoarseClass.BOOLEAN, CoarseClass.DICT, CoarseClass.SET},
    "ordered": KNOWN - {CoarseClass.DICT},
    "nothing": frozenset[CoarseClass](),
}
#: Signs as `Usage.operators` has them.
_OPERATORS = """
%           integer float string          integer 3
//          integer float                 integer 2
/           integer float                 float 1 integer 1
-           integer float set             integer 1.5 float 0.7 set 0.1
+           joinable                      integer 0.7 object 0.7
*           joinable                      integer 1.2 float 0.8
**          integer float                 integer 1.2 float 0.8
<           ordered                       integer 1.2 float 0.5
>           ordered                       integer 1.2 float 0.5
<<          boolean integer               integer 3
>>          boolean integer               integer 3
-x          numbers                       integer 1.5 float 1
~x          boolean integer               integer 2
|           boolean integer dict set      integer 0.9 object 0.5 set 0.2
&           boolean integer set           integer 1.4 object 0.5 set 0.2
^           boolean integer set           integer 1
@           nothing                       object 3
%s          -                             string 4
%d          -                             integer 3
%f          -                             float 2.5 integer 0.5
in str      string                        string 3
prefix      string tuple                  string 3
joined      string                        string 4
contains    items                         list 1 dict 0.6 set 0.6
[int]       string list tuple dict        list 2.5 tuple 0.6 string 0.3
[str]       dict                          dict 4
**x         dict                          dict 4
[,]         dict                          object 2.5 dict 1
[key]       list dict                     dict 4
[?]         dict                          dict 4
[:]         string list tuple             list 1 string 1
[]          string list tuple dict        dict 1 list 0.4 object 0.5
[]=         list dict                     dict 1 list 0.4
del[]       list dict                     dict 1.5 list 0.5
x[i]        hashable                      integer 0.8 string 0.6 object 0.6
times       boolean integer               integer 4
updated     dict set                      dict 3
update k=   dict                          dict 3
pop()       list set                      list 2
pop(i)      list                          list 4
x[n]        boolean integer               integer 3
x[k]        hashable                      string 1.5 integer 0.5
x[s]        string                        string 4
/ str       nothing                       object 4
str /       -                             string 2 object 1
[x:]        integer                       integer 4
[at]        string list tuple dict        -
hashed      hashable                      -
"""
#: Functions that a value is handed to, as `Usage.passed_to` has them; a star stands for any ending.
_FUNCTIONS = """
items                          list 1.5 string 0.8 dict 0.3          len
boolean integer float string   string 1.2 float 0.5 integer 0.8      int
boolean integer float string   string 0.8 integer 0.8 float 0.8      float
-                              integer 0.5 object 0.5                str
boolean integer                integer 4                             chr bin hex oct
string  string 4  ord json.loads setattr:1 getattr:1 hasattr:1
string  string 4  importlib.import_module __import__ os.getenv
string                         string 4                              textwrap.dedent os.path.* re.*
-  string 4  open open:1 pathlib.Path os.makedirs os.mkdir os.remove
-  string 4  os.listdir urllib.parse.* shlex.* html.* base64.* hashlib.*
-                              string 4                              struct.* ast.parse*
numbers                        integer 1.5 float 1.5                 time.sleep abs math.*
numbers                        float 2.5                             round
-                              integer 4                             round:1 range* random.randint*
-  integer 1.5 float 1.5  pow datetime.datetime.fromtimestamp
-                              integer 2                             pow:1
numbers                        integer 3                             divmod
-  object 3  setattr dataclasses.asdict dataclasses.is_dataclass
-                              object 2                              getattr
-                              object 1                              hasattr
nothing                        object 3                              vars
-                              callable 2 object 0.5                 callable
nothing  callable 3  issubclass issubclass:1 isinstance:1 map filter sorted:key
items                          list 2 tuple 0.2 set 0.2              sorted sum
-                              dict 2.5                              dict
-                              integer 3                             enumerate:1 enumerate:start
-                              boolean 3                             sorted:reverse
nothing  callable 4  functools.wraps functools.partial inspect.signature
-                              callable 2 object 1                   inspect.isclass
-  callable 4  inspect.iscoroutinefunction asyncio.iscoroutinefunction
items  -  enumerate reversed zip any all iter list tuple set
items                          -                                     frozenset map:1 filter:1 zip:1
string  -  ast.parse builtins.__import__ urllib.parse.quote*
string                         -                                     urllib.parse.url*
boolean integer                -                                     range range:1 range:2
hashable                       -                                     hash
any  -  math.dist math.fsum math.prod os.path.commonpath
any  -  os.path.commonprefix re.compile:1 re.compile:flags
any  -  re.findall:2 re.match:2 re.search:2 re.split:2
any  -  re.split:maxsplit re.sub:1 re.sub:3 re.sub:count
any  -  re.sub:flags urllib.parse.urlencode urllib.parse.urlunparse
any                            -                                     urllib.parse.urlunsplit
-  list 2 tuple 0.2 set 0.2  random.choice* itertools.* heapq.*
"""


def _fits(rows: _Rows) -> dict[str, frozenset[CoarseClass]]:
    return {
        name: _GROUPS[fits] if fits in _GROUPS else frozenset(map(CoarseClass, fits.split()))
        for name, fits, _ in rows
        if fits != "-"
    }


def _weights(rows: _Rows) -> dict[str, Evidence]:
    found: dict[str, Evidence] = {}
    for name, _, told in rows:
        words = told.split() if told != "-" else []
        if words:
            kinds = map(CoarseClass, words[::2])
            found[name] = tuple(zip(kinds, map(float, words[1::2]), strict=True))
    return found


def _rows(table: str) -> list[list[str]]:
    return [re.split(r" {2,}", line) for line in table.strip().splitlines()]


_SIGNS: _Rows = [(name, fits, told) for name, fits, told in _rows(_OPERATORS)]
_READERS: _Rows = [
    (name, fits, told) for fits, told, names in _rows(_FUNCTIONS) for name in names.split()
]
#: Sign -> the known classes that have it, and those it speaks for.
FIT_FOR_SIGN, TOLD_BY_SIGN = _fits(_SIGNS), _weights(_SIGNS)
_FIT_FOR_READER, _TOLD_BY_READER = _fits(_READERS), _weights(_READERS)


def fit_for_reader(function: str) -> frozenset[CoarseClass]:
    """The known classes that a function takes."""
    return _FIT_FOR_READER.get(_row_of(function, _FIT_FOR_READER), KNOWN)


def told_by_reader(function: str) -> Evidence:
    """The classes that being handed to a function speaks for."""
    return _TOLD_BY_READER.get(_row_of(function, _TOLD_BY_READER), ())


def _row_of(function: str, table: Mapping[str, object]) -> str:
    """The row of a function: its own, or one that stands for all that start like it."""
    starts = (row for row in table if row[-1] == "*" and function.startswith(row[:-1]))
    return function if function in table else next(starts, "")
