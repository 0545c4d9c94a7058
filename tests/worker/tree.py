"""A package to take inventory of: what a project may hold, and what a hostile one may."""

from __future__ import annotations

from pathlib import Path

MODEL = """
from __future__ import annotations
import abc, enum, functools, typing
from collections.abc import Callable, Iterable, Mapping
from dataclasses import InitVar, dataclass, field
from decimal import Decimal
from typing import (TYPE_CHECKING, Any, ClassVar, Generic, Literal, NamedTuple, NewType, Optional,
                    Protocol, TypedDict, TypeVar, Union)
if TYPE_CHECKING:
    from .late import Late
    import goods.late as later

T = TypeVar("T", bound="Shape")
N = TypeVar("N", int, str)
UserId = NewType("UserId", int)
_MISSING = object()
LIMIT = 10
NAMES = ["a", ("b", 2)]
TEXT = "Point"

class Color(enum.Enum):
    RED = 1
    BLUE = "b"
    ALSO_RED = 1

class Shape(abc.ABC):
    @abc.abstractmethod
    def area(self) -> float: ...

@dataclass
class Square(Shape):
    side: float
    color: Color = Color.RED
    tags: list[str] = field(default_factory=list)
    limit: ClassVar[int] = 3
    late: Late | None = None
    hidden: int = field(default=0, init=False)
    given: InitVar[int] = 1
    def area(self) -> float: return self.side ** 2

class Point(NamedTuple):
    x: int
    y: int = 0

class Opts(TypedDict, total=False):
    name: str
    size: Optional[int]

class Named(Protocol):
    name: str

class Trouble(Exception): pass

class Box(Generic[T]):
    content: T
    size: "int" = 3

class Cart:
    __slots__ = ("items",)
    class Line: pass
    def __init__(self, items: Iterable[Square] = (), *, owner: "str | None" = None) -> None:
        self.items = list(items)
    @classmethod
    def of(cls, *xs: int) -> Cart: return cls()
    @staticmethod
    def plain(x: Literal[1, "a", Color.RED, -3], /): return x
    @property
    def total(self) -> Decimal: return 1
    @total.setter
    def total(self, value): pass
    @functools.cached_property
    def cached(self) -> int: return 1
    async def go(self, line: Line) -> typing.AsyncIterator[int]:
        yield 1
    def again(self) -> Iterable["Cart"]: yield self
    def __secret(self): pass

@functools.lru_cache
def cached(a: int, b: Mapping[str, list[Point]] = {}, c=_MISSING,
           d: Callable[[int, str], bool] = len, e: Callable[..., Any] = None, *args: UserId,
           k: tuple[int, ...] = (1,),
           **kw: tuple[int, str]) -> Union[int, None]:
    return 1

def decorated(f):
    @functools.wraps(f)
    def inner(*a, **k): return f(*a, **k)
    return inner

@decorated
def wrapped(x: T, y: type[Shape], z: later.Late, q: Nope[int], w: Opts = None,
            n: N = 1) -> T: yield 1

def aliased(p: TEXT, box: Box[int], named: Named, error: Trouble,
            deep: "list['Point']") -> None: ...

async def waits() -> None: ...
"""

#: The same annotations as objects.
OBJECTS = """
import enum, typing
from typing import Any, Callable, Dict, List, Literal, Optional, Tuple, Type, TypeVar, Union
from goods.model import Point, Color, UserId, Square
T = TypeVar("T")
def f(a: int, b: Optional[Point], c: Union[int, str, None], d: List["Point"], e: Dict[str, Point],
      g: Tuple[int, ...], h: Tuple[int, str], i: Tuple[()], j: Callable[[int, str], bool],
      k: Callable[..., Any], l: Callable, m: List, n: Type[Square], o: Literal[1, "a", Color.RED],
      p: UserId, q: T, r: Any, s: None, t: "int", u: list, v: list[int], w: Callable[[], int],
      x: typing.Iterable[T], y: "typing.Optional[Nope]", z=3.5) -> "Point": ...
"""

LATE = """
class Late:
    def __init__(self, n: int): self.n = n
"""


def write_tree(folder: Path) -> None:
    package = folder / "goods"
    package.mkdir()
    for name, text in (("model", MODEL), ("objects", OBJECTS), ("late", LATE), ("__init__", "")):
        (package / f"{name}.py").write_text(text)
