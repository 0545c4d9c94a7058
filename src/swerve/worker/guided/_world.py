"""What is true in one run about everything that is missing?

A world answers every question by its seed, the question's own words and what the code says about
the place: asked again, and on the other side, it answers the same. Nothing is stored between runs,
and no run sees what another one did.
"""

from __future__ import annotations

from _blake2 import blake2b
from ast import literal_eval
from collections.abc import Mapping, Sequence
from sys import _getframe as _get_frame
from typing import Any

from ..core.jobs import KIND, REDRAWN

#: A choice is made of eight bytes of a digest.
_RANGE = float(1 << 64)
_SEED_BYTES = 16
#: What is remembered of the choices of one run, and of the values that were made up.
_MOST_CHOICES = 2_000
_MOST_SHOWN = 400
_MOST_CHARACTERS = 4
#: What texts are made of that come apart.
LETTERS = "abcdefgh"
#: Numbers, strings and bytes that are tried everywhere, as ChangeGuard's table 1 has them.
_INTEGERS = (-100, -10, -1, 0, 1, 2, 3, 10, 100)
_FLOATS = (-100.0, -10.0, -1.0, 0.0, 0.5, 1.0, 10.0, 100.0)
_STRINGS = ("", "a", "ab c", "x.y", "  Some Words: 1, two\n\tand/more-of_it  ")
_BYTES = (b"", b"a", b"ab c")
#: How much likelier a value is that the code compares with this very place.
_FITTING = 4.0


#: What may be done to a text before it is taken apart.
_STILL_TEXTS = ("", ".strip()", ".lower()", ".upper()", ".rstrip()", ".lstrip()", ".casefold()")


class Fact:
    """What the code says about the values at one place."""

    __slots__ = (
        *("array", "asked", "classes", "effect", "instance_of", "is_array", "is_mapping"),
        "is_statement",
        *(
            "key_paths",
            "keys",
            "lengths",
            "literals",
            "may_lack",
            "only",
            "raises",
            "sizes",
            "truth",
            "typed",
        ),
    )

    def __init__(self, data: Mapping[str, Any]) -> None:
        #: Abstract classes with their weights.
        self.classes: list[tuple[str, float]] = [(name, w) for name, w in data.get("classes", ())]
        #: How likely it is to be true where nothing else says so.
        self.truth: float | None = data.get("truth")
        self.literals: list[object] = [literal_eval(text) for text in data.get("literals", ())]
        #: Whether nothing but these literals makes sense.
        self.only: bool = bool(data.get("only"))
        #: Constant keys; whether somebody asks if they are there.
        self.keys: list[tuple[object, bool]] = [
            (literal_eval(key), asked) for key, asked in data.get("keys", ())
        ]
        #: Places whose values are keys, or are asked for.
        self.key_paths: list[str] = list(data.get("key_paths", ()))
        #: Whether the code expects that it lacks keys which it does not name.
        self.may_lack: list[str] = list(data.get("may_lack", ()))
        #: Lengths that the code compares its length with.
        self.lengths: list[int] = list(data.get("lengths", ()))
        #: Whether the code uses it as a mapping somewhere.
        self.is_mapping: bool = bool(data.get("mapping"))
        #: Whether it is an array, a table or a tensor.
        self.is_array: bool = "array" in data
        #: What kind of one: its forms, dimensions and types.
        self.array: Mapping[str, Any] = data.get("array", {})
        #: Attributes that somebody asks for before reading them.
        self.asked: frozenset[str] = frozenset(data.get("asked", ()))
        #: Exceptions that the code around expects of a call.
        self.raises: list[str] = list(data.get("raises", ()))
        #: Into how many parts it is taken apart.
        self.sizes: list[int] = list(data.get("sizes", ()))
        #: Classes of the file that annotations name, and those it is tested against.
        self.typed: list[str] = list(data.get("typed", ()))
        self.instance_of: list[str] = list(data.get("instance_of", ()))
        #: For a call: whether it has an effect, and whether its result is thrown away somewhere.
        self.effect: bool | None = data.get("effect")
        self.is_statement: bool = bool(data.get("is_statement"))


NOTHING_KNOWN = Fact({})


class Facts:
    """What the code of both sides says about all places."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self._facts = {path: Fact(fact) for path, fact in data.get("places", {}).items()}
        self._asked = frozenset(name for fact in self._facts.values() for name in fact.asked)
        attributes: dict[str, set[str]] = {}
        for path in self._facts:
            holder, _, name = (path[:-2] if path.endswith("()") else path).rpartition(".")
            if holder and name.isidentifier():
                attributes.setdefault(holder, set()).add(name)
        self._attributes = {holder: frozenset(names) for holder, names in attributes.items()}
        called = [path[:-2] for path in self._facts if path.endswith("()")]
        self._holders = frozenset([path.rpartition(".")[0] for path in self._facts] + called)
        #: What is expected of calls, by the last name of who is called.
        self.expected: dict[str, list[str]] = {}
        for path, fact in self._facts.items():
            if fact.raises and path.endswith("()"):
                self.expected.setdefault(path[:-2].rpartition(".")[2], fact.raises)
        pool: dict[type, list[object]] = {
            int: list(_INTEGERS),
            float: list(_FLOATS),
            str: list(_STRINGS),
            bytes: list(_BYTES),
        }
        for text in data.get("pool", ()):
            value = literal_eval(text)
            values = pool.get(type(value))
            if values is not None and value not in values:
                values.append(value)
        self.pool: dict[type, tuple[object, ...]] = {
            kind: tuple(all_) for kind, all_ in pool.items()
        }
        #: Classes that either side tests for.
        self.instance_classes: list[str] = list(data.get("instance_classes", ()))
        #: Places that only one side holds against None: there, None is no mistake of a world.
        self.guarded: frozenset[str] = frozenset(data.get("guarded", ()))
        #: The same for those that only one side holds against a class.
        self.class_guarded: frozenset[str] = frozenset(data.get("class_guarded", ()))
        #: Parameters that are left out rather than None.
        self.sentinels: frozenset[str] = frozenset(data.get("sentinels", ()))
        #: Parameters whose default is another one on the other side: `function.parameter`.
        self.redefined: frozenset[str] = frozenset(data.get("redefined", ()))
        #: Functions that the file of one side only has: no other side can make up their results.
        self.one_sided: frozenset[str] = frozenset(data.get("one_sided", ()))
        #: Private attributes that the file of one side only names: what is in them is no matter.
        self.own_notes: frozenset[str] = frozenset(data.get("own_notes", ()))
        #: By what one side calls a function, what the other calls it.
        self.aliases: dict[str, str] = dict(data.get("aliases", {}))
        #: Functions that one side gives by name what the other gives by position.
        self.by_name: frozenset[str] = frozenset(data.get("by_name", ()))
        #: By pattern, a text that matches it.
        self.matching: dict[str, str] = dict(data.get("matching", {}))
        #: Names that the functions of both sides read.
        self.shared: frozenset[str] = frozenset(data.get("shared", ()))
        #: Names that the files of both sides have.
        self.kept: frozenset[str] = frozenset(data.get("kept", ()))
        #: Keywords that hand on what only one side has as a parameter, and their defaults.
        self.handed_on: dict[str, str] = dict(data.get("handed_on", {}))
        #: Whether there are libraries of arrays that are not used.
        self.hides_arrays: bool = data.get("hides_arrays", False)
        #: What the code expects exceptions to say.
        self.messages: list[str] = [literal_eval(text) for text in data.get("messages", ())]
        #: Numbers of errors that the code names.
        self.errnos: list[int] = list(data.get("errnos", ()))
        #: How likely a call outside raises what the code around expects.
        self.failure: float = data.get("failure", 0.15)
        #: Whether calls without effects are left out of the log.
        self.filters_effects: bool = data.get("filters_effects", True)

    def asks_for(self, kind: str, attribute: str) -> bool:
        """Whether the code asks if something at a place has an attribute."""
        fact = self._facts.get(kind)
        return attribute in (self._asked if fact is None else fact.asked)

    def is_taken_apart(self, kind: str) -> bool:
        """Whether the code reads attributes of a place, or calls it."""
        return kind in self._holders

    def has(self, kind: str) -> bool:
        """Whether the code says anything about a place."""
        return kind in self._facts

    def attributes_of(self, kind: str) -> frozenset[str]:
        """What the code names as attributes of what is at a place."""
        return self._attributes.get(kind, frozenset())

    def text_keys(self, kind: str) -> list[str]:
        """Texts by which the code takes items of what is at a place, and of parts of that."""
        parts = f"{kind}[", f"{kind}."
        places = [self.of(kind), *(f for path, f in self._facts.items() if path.startswith(parts))]
        keys = [key for fact in places for key, _ in fact.keys if type(key) is str]
        return list(dict.fromkeys(keys))

    def of(self, kind: str) -> Fact:
        """What is known about a place."""
        return self._facts.get(kind, NOTHING_KNOWN)

    def declare(self, kind: str, fact: Fact) -> None:
        """Know what values a place holds: a class says so about its fields."""
        known = self._facts.setdefault(kind, fact)
        known.classes, known.typed = fact.classes, fact.typed


class World:
    """One run's answers."""

    def __init__(
        self,
        facts: Facts,
        seed: int,
        choices: Mapping[str, int] | None = None,
        *,
        is_likely: bool = False,
        pins: Mapping[str, str] | None = None,
    ) -> None:
        self.facts = facts
        #: What is at some paths, as Python writes it; empty for an object.
        self.pins = pins or {}
        #: Whether the next call that may fail does.
        self.fails = False
        #: Whether every question gets its likeliest answer.
        self.is_likely = is_likely
        #: The answer that a test is to have which is being made; nothing where none is.
        self.wish: bool | None = None
        self._key = seed.to_bytes(_SEED_BYTES, "little", signed=True)
        self._decided = choices or {}
        #: Whether some call is to raise something.
        self.decided_to_fail = any(each.endswith(" raises") for each in self._decided)
        self._preferred: dict[str, int] = {}
        #: Every choice that was made: which option, of how many.
        self.choices: dict[str, tuple[int, int]] = {}
        #: Values by the path that leads to them, and what became of objects.
        self.values: dict[str, object] = {}
        self.objects: dict[str, Any] = {}
        self.states: dict[str, Any] = {}
        #: How large arrays are, by path.
        self.shapes: dict[str, tuple[int, ...]] = {}
        #: Libraries whose arrays and tables are made, and what those are like, by path.
        self.libraries: frozenset[str] = frozenset()
        self.tables: dict[str, str] = {}
        #: What was made up, for a person to read.
        self.shown: dict[str, str] = {}
        #: The file whose lines are told with that, where anybody wants to know, and the lines.
        self.file = ""
        self.places: dict[str, int] = {}
        #: Calls outside that have an effect, and how often each was made.
        self.calls: list[str] = []
        #: Paths, and numbers of files, that it has really made or changed.
        self.touched: set[object] = set()
        self.counts: dict[str, int] = {}
        #: Exceptions that the code raised itself, and those that the world raised.
        self.intended: list[BaseException] = []
        self.external: list[BaseException] = []
        #: Those that functions of the library raised, where the code expects that of them.
        self.refusals: list[BaseException] = []
        #: Containers that were made up, with their path and how they looked; objects likewise.
        self.containers: dict[int, tuple[str, str, object]] = {}
        self.instances: dict[int, tuple[str, str, object]] = {}
        self.before: dict[str, tuple[dict[str, str], object]] = {}
        #: Names of modules that are missing, and what raises the exceptions of calls outside.
        self.modules: frozenset[str] = frozenset()
        #: Names of modules of the standard library.
        self.library: frozenset[str] = frozenset()
        self.raises: Any = None
        #: Calls a function that was given to something outside, and how many were.
        self.call_back: Any = None
        #: Keys that an empty mapping of the code itself does not have.
        self.own_lacks: set[str] = set()
        #: Objects without a path whose `id` the code asked for, each with its number.
        self.identities: dict[int, tuple[int, object]] = {}
        #: By path, the kind of place of what was made up there.
        self.kinds: dict[str, str] = {}
        #: Whether None was given for something that is not there.
        self.has_given_none = False
        #: Texts that did not match a pattern, each with one that does.
        self.mismatches: list[tuple[str, str]] = []
        #: Functions made in the run that others may call later.
        self.handed_over: list[Any] = []
        #: Modules whose functions were called: those that are missing, and those of the library.
        self.strange: set[str] = set()
        self.familiar: set[str] = set()
        #: By the path of a comparison: another one that is false where it is true, and whether it
        #: is true where that is false.
        self.opposites: dict[str, tuple[str, bool]] = {}
        #: Whether the function is a generator that somebody drives, who takes what it returns.
        self.is_driven = False
        self.called_back = 0
        #: Functions of arrays that were called: nobody knows how their results hang together. And
        #: methods, which have a sign, where these are known and hidden.
        self.computed: set[str] = set()
        #: Whether something is None that only one side is prepared for.
        self.is_none_meant = False
        #: Exceptions that handlers of the code took, in words.
        self.handled: set[str] = set()
        #: Whether shortcuts are taken; and lines of loops whose first round was.
        self.has_shortcuts = False
        self.assumed: set[int] = set()
        self.iterations = 0
        #: How often a loop was left before its end.
        self.cuts = 0
        self.loops: dict[int, int] = {}

    def choose(self, question: str, weights: Sequence[float]) -> int:
        """Answer a question: the number of one of its options."""
        count = len(weights)
        if count == 1:
            return 0
        option = self._decided.get(question, self._preferred.get(question))
        if option is None or not 0 <= option < count:
            if self.is_likely:
                most = max(weights)
                weights = [float(weight == most) for weight in weights]
            digest = blake2b(
                question.encode("utf-8", "surrogatepass"), digest_size=8, key=self._key
            )
            point = int.from_bytes(digest.digest(), "little") / _RANGE * sum(weights)
            option = 0
            while option < count - 1 and point >= weights[option]:
                point -= weights[option]
                option += 1
        if len(self.choices) < _MOST_CHOICES:
            self.choices[question] = option, count
        return option

    def is_redrawn(self, path: str, kind: str) -> bool:
        """Whether nothing that is known of a place holds: a value of that kind was to blame."""
        return REDRAWN in (self._decided.get(path), self._decided.get(f"{KIND}{kind}"))

    def has_decided(self, question: str) -> bool:
        """Whether a question was answered before this run."""
        return question in self._decided

    def prefer(self, question: str, option: int) -> None:
        """Answer a question that was not asked yet, unless it is decided already."""
        self._preferred.setdefault(question, option)

    def is_so(self, question: str, likely: float) -> bool:
        """Answer a question with yes or no."""
        if self.wish is not None:
            likely = float(self.wish)
        return self.choose(question, (1.0 - likely, likely)) == 1

    def scalar(self, cls: type, path: str, kind: str, keep: Any = None) -> Any:
        """One number or string, of those that the code mentions and those that often matter."""
        fact = self.facts.of(kind)
        fitting = [value for value in fact.literals if type(value) is cls]
        if cls is str:
            fitting += [*self._with_characters(kind), *self._in_parts(kind)]
            fitting += [(LETTERS * 400)[:each] for each in fact.lengths]
        others = [value for value in self.facts.pool[cls] if value not in fitting]
        if fact.only and fitting:
            others = []
        values = fitting + others
        weights = [_FITTING] * len(fitting) + [1.0] * len(others)
        if keep is not None:
            kept = [(value, weight) for value, weight in zip(values, weights) if keep(value)]
            if kept:
                values, weights = [v for v, _ in kept], [w for _, w in kept]
        return values[self.choose(f"{path} as {cls.__name__}", weights)]

    def _with_characters(self, kind: str) -> list[object]:
        """Texts that hold the characters which the code looks for in them, one by one."""
        literals = self.facts.of(f"{kind}[]").literals
        found = [each for each in literals if type(each) is str and len(each) == 1]
        texts: list[object] = [f"a{each}b" for each in found[:_MOST_CHARACTERS]]
        return [*texts, "".join(found)] if found else []

    def _in_parts(self, kind: str) -> list[object]:
        """Texts that come apart into as many parts as the code takes from `split`."""
        facts = self.facts
        splits = [
            facts.of(f"{kind}{first}.{name}()").sizes
            for first in _STILL_TEXTS
            for name in ("split", "rsplit", "partition")
        ]
        sizes = [size for each in splits for size in each if size <= len(LETTERS)]
        texts = [each for each in facts.pool[str] if type(each) is str]
        signs = [each for each in texts if len(each) == 1 and not each.isalnum()]
        return [
            sign.join(LETTERS[:size])
            for size in dict.fromkeys(sizes)
            for sign in (" ", *signs[:_MOST_CHARACTERS])
        ]

    def is_receiver(self, value: object) -> bool:
        """Whether a value is an object of the file's classes that was made up."""
        return id(value) in self.instances

    def has_raised(self, error: BaseException) -> bool:
        """Whether an exception is the code's own, or what the world raised on purpose."""
        return any(error is each for each in (*self.intended, *self.external))

    def show(self, path: str, text: str) -> None:
        """Remember what was made up at a path."""
        if len(self.shown) < _MOST_SHOWN:
            self.shown[path] = text
            if self.file and path not in self.places:
                self.places[path] = self._line()

    def _line(self) -> int:
        """The line of the snippet that is being run; 0 while none is."""
        frame: Any = _get_frame(2)
        while frame is not None and frame.f_code.co_filename != self.file:
            frame = frame.f_back
        return 0 if frame is None else frame.f_lineno


class Stage:
    """Which world is the present one? There is one stage in a process."""

    __slots__ = ("world",)

    def __init__(self) -> None:
        #: A world that makes up values; nothing while no guided code runs.
        self.world: Any = None


STAGE = Stage()
