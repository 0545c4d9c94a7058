"""How does a graph of objects become bytes? The format is docs/dev/snapshot-format.md.

Objects are numbered when they are first met and written in that order, breadth first: nothing here
recurses, and what is cut for lack of room is what lies deepest. What kind of record a type becomes
is said by the handlers of the other modules.

Values are hostile. No method of theirs runs: they are looked at with `type`, with unbound methods
and with descriptors of builtin types, and they are never hashed or compared.
"""

from __future__ import annotations

from _blake2 import blake2b
from collections.abc import Callable, Sequence
from marshal import dumps
from typing import Any

from ..core._deadline import Deadline
from ..core.identity import identity
from ..core.varint import put_uint
from ._classes import class_name
from ._parts import (
    BIG,
    INLINE,
    NEGATIVE_BIG,
    SHORT,
    Digested,
    Drained,
    Folders,
    Limits,
    Unseen,
    are_small_atoms,
    lacks_folders,
    with_packed,
)
from .format import (
    ATOM,
    COMPLETE,
    CUT,
    CUT_SHORT,
    DICT,
    END,
    ENTRIES,
    FILL,
    HAS_CONTENT,
    HEAD_BYTES,
    ITEMS,
    LATER,
    LONG_INT,
    MUTABLE,
    NAMED,
    OBJECT,
    OPAQUE,
    RAISED,
    REF,
    head,
)

Handler = Callable[["Encoder", Any], None]
#: How much there is of everything that a record adds to.
Mark = tuple[int, int, int, int, int, int]


#: Kept of a string or a number that is cut.
PREFIX = 200
_DIGEST_BYTES = 16
_DIGEST_STEP = 1 << 20
_MOST_NOTES = 20
_MOST_LATER = 200
_MARSHAL = 2
#: Up to so many children it is no use to look at all of them first.
_FEW = 16
#: `marshal` starts a list with a letter and its length; the slots come after.
_LIST_HEAD = 5
_HEAD = head(0, complete=False)


class Encoder:
    """One snapshot in the making."""

    #: Whether nothing was left out so far, except where a digest stands for it.
    complete = True
    #: There is no room for more than a few bytes a record.
    _full = False
    #: Records written.
    _written = 0
    #: Where the objects of the current depth end in the queue.
    _level_end = 0
    _depth = 0
    #: The number of the record that stands for everything beyond the limit.
    _left_out = -1
    _postponed = 0
    #: Bytes of packed numbers.
    packed_bytes = 0
    #: How many iterators inside values were run, in all snapshots.
    late = 0

    def __init__(
        self, limits: Limits, folders: Folders, handlers: dict[int, Handler], other: Handler
    ) -> None:
        self.limits = limits
        #: How many items of one container are kept; less than the limit once there is little room.
        self.items = limits.items
        self.out = bytearray(_HEAD)
        #: Packed numbers, each with the place in `out` that they are put into at the end.
        self.packed: list[tuple[int, bytes]] = []
        #: What is written otherwise wherever it occurs in a string.
        self._folders = folders
        self._handlers = handlers
        self._other = other
        #: Every object met, by number; this also keeps their ids from being used again.
        self._queue: list[object] = []
        self._memo: dict[int, int] = {}
        self._texts: dict[tuple[str, str | bytes], int] = {}
        self._strings: dict[str, int] = {}
        self._shapes: dict[tuple[str, tuple[str, ...], int], int] = {}
        self._later: list[tuple[int, Callable[[], object]]] = []
        self._notes: dict[str, None] = {}
        self._digest_room = limits.digested
        #: What was found out about classes that live no longer than the call, by id.
        self.plans: dict[int, Any] = {}

    # --- the whole ------------------------------------------------------------------------------

    def finish(self) -> bytes:
        """Write everything that the roots reach, and return the snapshot."""
        self._level_end = len(self._queue)
        self._write_records()
        # Running an iterator runs the target's code: by now all else has been seen as it was.
        while self._later:
            index, make = self._later.pop(0)
            Encoder.late += 1
            self.out.append(FILL)
            put_uint(self.out, index)
            self._write_record(make() if not self._full else None)
            self._write_records()
        out = self.out
        out.append(END)
        out.append(len(self._notes))
        for note in self._notes:
            self.put_string(note)
        out[1] = COMPLETE if self.complete else 0
        out[2:HEAD_BYTES] = len(self._queue).to_bytes(4, "little")
        return with_packed(out, self.packed) if self.packed else bytes(out)

    def _write_records(self) -> None:
        queue = self._queue
        while self._written < len(queue):
            if self._written >= self._level_end:
                self._depth += 1
                self._level_end = len(queue)
            value = queue[self._written]
            self._written += 1
            self._write_record(value)

    def _write_record(self, value: object) -> None:
        if self._full:
            self._put_full()
            return
        if self._depth > self.limits.depth:
            self.note(f"cut below {self.limits.depth} levels")
            self.put_opaque("object", "too deep")
            return
        handler = self._handlers.get(identity(type(value)), self._other)
        written = len(self.out), len(self._queue), len(self._strings)
        mark = (*written, len(self._shapes), len(self._later), len(self.packed))
        try:
            handler(self, value)
        except Deadline:
            raise
        except BaseException as problem:
            self._give_up(value, problem, mark)
        if len(self.out) > self.limits.size:
            self._fit(handler, value, mark)

    def _give_up(self, value: object, problem: BaseException, mark: Mark) -> None:
        self._rewind(mark)
        why = f"inspecting it raised {class_name(type(problem))}"
        self.put_opaque(class_name(type(value)), why)

    def _fit(self, handler: Handler, value: object, mark: Mark) -> None:
        """Write the last record that there is room for, with fewer items."""
        self._full = True
        while self.items and len(self.out) > self.limits.size:
            self._rewind(mark)
            self.items //= 8
            try:
                handler(self, value)
            except Deadline:
                raise
            except BaseException as problem:
                self._give_up(value, problem, mark)
        if len(self.out) > self.limits.size:
            self._rewind(mark)
            self._put_full()
        self.note(f"cut at {self.limits.size} bytes")

    def _rewind(self, mark: Mark) -> None:
        """Take back a record, with everything it was the first to name."""
        size, queued, strings, shapes, later, packed = mark
        del self.out[size:]
        for value in self._queue[queued:]:
            self._memo.pop(identity(value), None)
            if type(value) is Drained:
                self._memo.pop(identity(value.source), None)
        del self._queue[queued:]
        if self._left_out >= queued:
            self._left_out = -1
        texts = self._texts
        while texts and next(reversed(texts.values())) >= queued:
            texts.popitem()
        while len(self._strings) > strings:
            self._strings.popitem()
        while len(self._shapes) > shapes:
            self._shapes.popitem()
        del self._later[later:]
        while len(self.packed) > packed:
            self.packed_bytes -= len(self.packed.pop()[1])

    def _put_full(self) -> None:
        # No new strings: there may be many records left to write.
        self.complete = False
        self.out.append(OPAQUE)
        self.put_string("object")
        self.put_string("no room left")

    def note(self, text: str) -> None:
        """Remember for a person that something is missing, and why."""
        self.complete = False
        self.mention(text)

    def mention(self, text: str) -> None:
        """Remember something for a person."""
        if len(self._notes) < _MOST_NOTES:
            self._notes[text] = None

    # --- slots ----------------------------------------------------------------------------------

    def put_slots(self, values: list[Any] | tuple[Any, ...]) -> None:
        """Write children. `values` is exactly a list or a tuple."""
        if len(values) > _FEW and are_small_atoms(values):
            payload = dumps(values, _MARSHAL)
            if lacks_folders(payload, self._folders):
                self.out += payload[_LIST_HEAD:]
                return
        out = self.out
        memo = self._memo
        for value in values:
            kind = type(value)
            if (kind is int and NEGATIVE_BIG < value < BIG) or identity(kind) in SHORT:
                out += dumps(value, _MARSHAL)
            elif kind is str or kind is bytes or kind is int:
                self._put_atom(value)
            else:
                at = memo.get(identity(value))
                if at is None:
                    at = self._enqueue(value)
                out.append(REF)
                if at < 128:
                    out.append(at)
                else:
                    put_uint(out, at)

    def _put_atom(self, value: Any) -> None:
        """Write a string, or refer to an atom that is too long to stand here."""
        if type(value) is int:
            self.out.append(REF)
            put_uint(self.out, self._enqueue(value))
            return
        if self._folders:
            value = self._without_folders(value)
        if len(value) <= INLINE:
            self.out += dumps(value, _MARSHAL)
        else:
            self._put_text_ref(value)

    def _put_text_ref(self, text: Any) -> None:
        """Refer to a long string: one node however often it occurs, whatever object it is."""
        at: int | None
        if len(text) > self.limits.text:
            at = self._memo.get(identity(text))
            if at is None:
                at = self._enqueue(text)
        else:
            key = "s" if type(text) is str else "b", text
            at = self._texts.get(key)
            if at is None:
                at = self._texts[key] = self._enqueue(text)
        self.out.append(REF)
        put_uint(self.out, at)

    def _without_folders(self, text: Any) -> Any:
        for path, shown in self._folders:
            if type(text) is str:
                text = text.replace(path, shown) if path in text else text
            else:
                folder = path.encode("utf-8", "surrogateescape")
                text = text.replace(folder, shown.encode()) if folder in text else text
        return text

    def _enqueue(self, value: object) -> int:
        at = len(self._queue)
        if at >= self.limits.nodes:
            if self._left_out < 0:
                self.note(f"cut at {self.limits.nodes} objects")
                self._left_out = at
                self._queue.append(Unseen("object", "no room left"))
            return self._left_out
        self._memo[identity(value)] = at
        if type(value) is Drained:
            self._memo[identity(value.source)] = at
        self._queue.append(value)
        return at

    # --- records --------------------------------------------------------------------------------

    def put_string(self, text: str) -> None:
        """Write a name: of a type, a field, a reason. Each is written once."""
        at = self._strings.get(text)
        out = self.out
        if at is not None:
            if at < 128:
                out.append(at)
            else:
                put_uint(out, at)
            return
        self._strings[text] = len(self._strings) + 1
        data = text.encode("utf-8", "surrogatepass")
        out.append(0)
        put_uint(out, len(data))
        out += data

    def put_whole(self, tag: int, values: list[Any] | tuple[Any, ...]) -> None:
        """Write a builtin container that is not cut."""
        out = self.out
        out.append(tag)
        count = len(values) if tag != DICT else len(values) // 2
        if count < 128:
            out.append(count)
        else:
            put_uint(out, count)
        self.put_slots(values)

    def put_items(
        self, type_name: str, values: list[Any] | tuple[Any, ...], length: int, flags: int
    ) -> None:
        """Write a sequence, a set or an iterator, of which `values` are kept."""
        if len(values) < length:
            self.note(f"{len(values)} of {length} items kept of a {type_name}")
        elif flags & RAISED == CUT_SHORT:
            self.note(f"{len(values)} items taken from a {type_name}")
        out = self.out
        out.append(ITEMS)
        self.put_string(type_name)
        out.append(flags)
        put_uint(out, length)
        put_uint(out, len(values))
        self.put_slots(values)

    def put_entries(
        self, type_name: str, flat: list[Any] | tuple[Any, ...], length: int, flags: int = 0
    ) -> None:
        """Write a dictionary, of which `flat` (key, value, key, value...) is kept."""
        kept = len(flat) // 2
        if kept < length:
            self.note(f"{kept} of {length} entries kept of a {type_name}")
        out = self.out
        out.append(ENTRIES)
        self.put_string(type_name)
        out.append(flags)
        put_uint(out, length)
        put_uint(out, kept)
        self.put_slots(flat)

    def put_object(
        self, type_name: str, names: tuple[str, ...], values: list[Any], flags: int = 0
    ) -> None:
        """Write an object. `names` are sorted and unique.

        `values` are as many, and one more where `flags` says that there is a content.
        """
        out = self.out
        out.append(OBJECT)
        key = type_name, names, flags
        at = self._shapes.get(key)
        if at is None:
            if sum(map(len, names)) > self.limits.text:
                raise ValueError("names of fields that are too long")
            self._shapes[key] = len(self._shapes) + 1
            out.append(0)
            self.put_string(type_name)
            out.append(flags)
            put_uint(out, len(names))
            for name in names:
                self.put_string(name)
        else:
            put_uint(out, at)
        self.put_slots(values)

    def put_fields(
        self,
        type_name: str,
        fields: dict[str, Any],
        content: Sequence[Any] = (),
        *,
        mutable: bool = True,
    ) -> None:
        """Write an object with these fields; `content` holds one value or none."""
        names = sorted(fields)
        values = [fields[name] for name in names]
        values += content
        flags = MUTABLE * mutable | HAS_CONTENT * len(content)
        self.put_object(type_name, tuple(names), values, flags)

    def put_named(self, kind: str, name: str) -> None:
        """Write a thing that is what its name says."""
        self.out.append(NAMED)
        self.put_string(kind)
        self.put_string(name)

    def put_opaque(self, type_name: str, why: str) -> None:
        """Write that something is there which could not be seen."""
        self.complete = False
        self.out.append(OPAQUE)
        self.put_string(type_name)
        self.put_string(why)

    def put_later(self, make: Callable[[], object]) -> None:
        """Leave this record open; what `make` returns is written in its place at the end."""
        if self._postponed >= _MOST_LATER:
            self.put_opaque("object", "too many iterators")
            return
        self._postponed += 1
        self._later.append((self._written - 1, make))
        self.out.append(LATER)

    def put_atom_record(self, value: Any) -> None:
        """Write a string or an integer that is a node of its own, cut when it is too long."""
        length = len(value) if type(value) is not int else value.bit_length() // 8 + 1
        room = self.limits.size - len(self.out)
        if length > self.limits.text or length * 3 > room:
            self._put_cut_atom(value, length)
            return
        self.out.append(ATOM)
        if type(value) is int:
            self.out.append(LONG_INT)
            put_uint(self.out, length)
            self.out += value.to_bytes(length, "little", signed=True)
        else:
            self.out += dumps(value, _MARSHAL)

    def _put_cut_atom(self, value: Any, length: int) -> None:
        if type(value) is str:
            self.mention(f"a str of {length} characters cut")
            self.put_cut("str", value[:PREFIX], length, self._digest_of_text(value))
            return
        kind = "bytes" if type(value) is bytes else "int"
        self.mention(f"a {kind} of {length} bytes cut")
        if kind == "int":
            value = value.to_bytes(length, "little", signed=True)
        self.put_cut(kind, value[:PREFIX], length, self.digest_of(value))

    def put_cut(self, type_name: str, prefix: str | bytes, length: int, digest: bytes) -> None:
        """Write that a digest stands for something."""
        if not digest:
            self.note(f"a {type_name} of length {length} was too long to digest")
        out = self.out
        out.append(CUT)
        self.put_string(type_name)
        out += dumps(prefix, _MARSHAL)
        put_uint(out, length)
        put_uint(out, len(digest))
        out += digest

    def put_digested(self, value: Digested) -> None:
        """Write bytes that matter only as a whole."""
        digest = self.digest_of(value.make()) if self.can_digest(value.size) else b""
        self.put_cut(value.type_name, value.prefix, value.length, digest)

    def can_digest(self, size: int) -> bool:
        """Whether so many bytes more may be digested."""
        return size <= self._digest_room

    def digest_of(self, data: bytes | bytearray) -> bytes:
        """The digest of bytes; nothing when too many have been digested already."""
        if not self.can_digest(len(data)):
            return b""
        self._digest_room -= len(data)
        return blake2b(data, digest_size=_DIGEST_BYTES).digest()

    def _digest_of_text(self, text: str) -> bytes:
        if not self.can_digest(len(text)):
            return b""
        self._digest_room -= len(text)
        digest = blake2b(digest_size=_DIGEST_BYTES)
        for start in range(0, len(text), _DIGEST_STEP):
            digest.update(text[start : start + _DIGEST_STEP].encode("utf-8", "surrogatepass"))
        return digest.digest()
