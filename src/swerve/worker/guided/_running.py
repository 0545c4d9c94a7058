"""What does a function do in one world?

in     {"seed": number, "choices": {question: option}, "parameters": …}
out    four bytes of length, an answer as any call has it, then JSON: what was chosen and made
       up, which lines began and came to their end, and why the run stopped, if it did
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from json import dumps, loads
from sys import modules
from time import perf_counter
from types import AsyncGeneratorType, CoroutineType, FunctionType, GeneratorType
from typing import Any

from ..core._deadline import Deadline
from ..core._monitoring import code_inside
from ..core._names import described
from ..core.answers import RAISED, RETURNED, answer_bytes
from ..core.jobs import LENGTH
from ..snapshot._encoder import Encoder
from ..snapshot.snapshot import register, take_snapshot
from ._arguments import Arguments
from ._blame import blamed_for
from ._holdings import Kept
from ._hooks import OutOfFuel
from ._injected import Injected, is_local, plain, state_of, term
from ._mending import instead_of, mended
from ._module import GuidedModule
from ._standins import kind_of
from ._steered import led, unled
from ._strangers import StrangeError, exception_at
from ._values import Values
from ._world import STAGE
from .calls import Returned

#: What is told of the choices and values of a run.
_MOST_TOLD = 500
_MOST_QUESTION = 300
_MOST_SHOWN = 200
_MOST_BLAMED = 8
_MOST_YIELDS = 200
_MOST_NESTED = 2
#: Functions that are called back in one run, and how likely.
_MOST_CALLBACKS = 3
_CALLED_BACK = 0.75
#: What stands for a function whose doings were seen.
_CALLED = "a function that was called"


#: Modules of this package, which stand between the code and what it calls.
_WORKER = __name__.partition(".")[0] + "."
#: How a run ends that asks for an event loop.
_NO_LOOP = "RuntimeError: no running event loop"
#: How likely the caller of such a function runs in one.
_IN_LOOP = 0.8


class Run:
    """What one run showed."""

    def __init__(self, module: GuidedModule, request: dict[str, Any]) -> None:
        self._module = module
        self._order = request
        choices = {str(key): int(value) for key, value in request.get("choices", {}).items()}
        pins = {str(path): str(text) for path, text in request.get("pins", {}).items()}
        self.world: Values = module.world(
            int(request["seed"]), choices, is_likely=bool(request.get("likely")), pins=pins
        )
        self.arguments = Arguments(module, request, self.world)
        #: The event loop that a plain function is called in.
        self._loop: Any = None
        self.kind = RETURNED
        self.value: Any = None
        self.stopped = ""
        #: What the file held before the call.
        self.kept = Kept([])
        #: Paths of what was made up and may be of a wrong kind, where it stopped.
        self.blamed: list[str] = []
        #: The line of the function that it came to, where it stopped.
        self.stopped_at = 0
        #: Whether the exception came up there or in a helper, not in some library.
        self.is_own_stop = False
        #: By path, what would have kept it from being stopped.
        self.mended: dict[str, str] = {}

    def go(self) -> None:
        """Call the function with made-up arguments, and take what comes of it."""
        module, world = self._module, self.world
        hooks = module.hooks
        hooks.began[:] = bytes(len(hooks.began))
        hooks.ended[:] = bytes(len(hooks.ended))
        STAGE.world = world
        world.has_shortcuts = bool(self._order.get("shortcuts"))
        world.call_back = self._call_back
        module.ways.start()
        if self._order.get("alone"):
            world.file = module.function.__code__.co_filename
        world.is_driven = module.is_driven
        if module.is_steered:
            hooks.on_caught = self._mend
        for name in module.injected_names:
            module.names[name] = world.value_at(name, name)
        module.holdings.renew(module.names, world)
        self.kept = module.kept()
        try:
            args, kwargs = self.arguments.of(module.function, "")
            self.value = self._followed(self._called(module.function, args, kwargs), 0)
            self._call_what_is_kept()
        except (Deadline, MemoryError):
            raise
        except OutOfFuel:
            self.stopped = "its loops did not end"
        except RecursionError as error:
            self.stopped = described(error)
        except BaseException as error:
            self.kind, self.value = RAISED, error
            if not self._is_meant(error):
                self.stopped = described(error)
                self.stopped_at, self.is_own_stop = self._place_of(error)
                self.blamed = blamed_for(error, module.file, module.lines, world)[:_MOST_BLAMED]
                self._mend(error)

    def _place_of(self, error: BaseException) -> tuple[int, bool]:
        """The line of the function that an exception came through, and whether it is its own."""
        inside = set(code_inside(self._module.function.__code__))
        traceback = error.__traceback__
        line, last = 0, ""
        while traceback is not None:
            if traceback.tb_frame.f_code in inside and not line:
                line = traceback.tb_lineno
            if not traceback.tb_frame.f_globals.get("__name__", "").startswith(_WORKER):
                last = traceback.tb_frame.f_code.co_filename
            traceback = traceback.tb_next
        return line, last == self._module.file

    def _mend(self, error: Any) -> None:
        """Take note of what would have kept an exception from coming up."""
        module, world = self._module, self.world
        if not isinstance(error, Exception) or world.has_raised(error):
            return
        with suppress(Exception):  # it may be of a class that does not want to say anything
            for path, text in mended(error, module.file, module.lines, world).items():
                self.mended.setdefault(path, text)

    @property
    def needs_loop(self) -> bool:
        """Whether it ended since nobody runs an event loop."""
        return self.kind == RAISED and described(self.value) == _NO_LOOP

    def again_with_loop(self) -> Run:
        """The run of somebody who calls the function in an event loop, as most do."""
        from asyncio import _set_running_loop, new_event_loop

        run = Run(self._module, self._order)
        if not run.world.is_so("an event loop runs", _IN_LOOP):
            self.world.is_so("an event loop runs", _IN_LOOP)
            self.stopped, self.blamed = "", []
            return self
        run._loop = new_event_loop()
        run._loop.set_exception_handler(_pass_over)
        _set_running_loop(run._loop)
        try:
            run.go()
        finally:
            _set_running_loop(None)
            run._loop.close()
        return run

    def _call_back(self, function: Any) -> bool:
        """Call what the code gave to somebody outside: that is what it is for."""
        world = self.world
        if function.__globals__ is not self._module.names or world.called_back >= _MOST_CALLBACKS:
            return False
        if function.__code__.co_flags & 0x80 and _is_loop_running():
            world.handed_over.append(function)  # once that loop is done
            return False
        world.called_back += 1
        prefix = f"callback {world.called_back}: "
        is_called: bool = world.is_so(f"{prefix}runs", _CALLED_BACK)
        if is_called:
            args, kwargs = self.arguments.of(function, prefix)
            value = self._followed(function(*args, **kwargs), _MOST_NESTED)
            world.calls.append(f"{prefix}{term(value)}")
        return is_called

    def _call_what_is_kept(self) -> None:
        """Call functions that the code left somewhere: what they do is what can be seen of them."""
        world = self.world
        kept: list[Any] = [state.attributes for state in list(world.states.values())]
        kept += [vars(made) for _, made in list(world.before.values())]
        kept += [self.value] if type(self.value) in (dict, list) else []
        kept.append(list(dict.fromkeys(world.handed_over)))
        for holder in kept:
            for key in range(len(holder)) if type(holder) is list else list(holder):
                if is_local(holder[key]) and self._call_back(holder[key]):
                    holder[key] = _CALLED

    def _called(self, function: Any, args: list[Any], kwargs: dict[str, Any]) -> Any:
        """Call the function; inside a handler when it asks for the exception that is handled."""
        if "exc_info" not in function.__code__.co_names:
            return function(*args, **kwargs)
        given = [each for each in (*args, *kwargs.values()) if isinstance(each, BaseException)]
        try:
            raise given[0] if given else exception_at("sys.exc_info()", "sys.exc_info()")
        except BaseException:
            return function(*args, **kwargs)

    def _is_meant(self, error: BaseException) -> bool:
        """Whether an exception is the code's doing, not that of the made-up values."""
        world = self.world
        if isinstance(error, (SystemExit, KeyboardInterrupt)):
            return True
        if isinstance(error, AssertionError):
            return self._is_from_target(error)
        if any(error is each for each in (*world.intended, *world.external, *world.refusals)):
            return True
        if world.has_shortcuts:
            return False
        if isinstance(error, UnboundLocalError):  # whatever is made up, the name was not bound
            return True
        if not world.values and not world.states:
            return True
        if type(error) is KeyError and error.args and term(error.args[0]) in world.own_lacks:
            return True
        if _is_about_none(error) and (world.is_none_meant or not self._has_made_up_none()):
            return True
        if isinstance(error, AttributeError):
            missing = getattr(error, "obj", world)
            if missing is None and world.has_given_none:
                return False
            if missing is None or type(missing) in (bool, int, str):
                made_up = {type(value) for value in world.values.values()}
                made_up |= {type(state.value) for state in world.states.values() if state.has_value}
                return type(missing) not in made_up
        return self._is_guarded(error)

    def _has_made_up_none(self) -> bool:
        """Whether None is among what was made up; else it is the code's own."""
        world = self.world
        taken = [state.value for state in world.states.values() if state.has_value]
        return world.has_given_none or any(
            value is None for value in (*world.values.values(), *taken)
        )

    def _is_guarded(self, error: BaseException) -> bool:
        """Whether a value is of a class that one side is prepared for, and the other is not."""
        guarded = self.world.facts.class_guarded
        if not guarded or not isinstance(error, (TypeError, AttributeError, ValueError)):
            return False
        blamed = blamed_for(error, self._module.file, self._module.lines, self.world)
        return not guarded.isdisjoint(map(kind_of, blamed))

    def _is_from_target(self, error: BaseException) -> bool:
        """Whether an exception comes out of the function itself, not out of a helper."""
        traceback = error.__traceback__
        while traceback is not None and traceback.tb_next is not None:
            traceback = traceback.tb_next
        if traceback is None:
            return False
        return traceback.tb_frame.f_code in code_inside(self._module.function.__code__)

    # --- results --------------------------------------------------------------------------------

    def _followed(self, value: Any, depth: int) -> Any:
        """What a result stands for: generators are run, coroutines awaited, functions called."""
        if type(value) is CoroutineType:
            value = self._awaited(value)
        elif type(value) is AsyncGeneratorType:
            value = self._awaited(_all_of(value))
        if type(value) is GeneratorType and self._module.is_driven:
            return self._driven(value)
        if type(value) is GeneratorType:
            items = []
            for item in value:
                items.append(item)
                if len(items) >= _MOST_YIELDS:
                    break
            return "generator", items
        own = type(value) is FunctionType and value.__globals__ is self._module.names
        if own and depth < _MOST_NESTED:
            args, kwargs = self.arguments.of(value, "result.")
            return "function", value.__name__, self._followed(value(*args, **kwargs), depth + 1)
        return value

    def _driven(self, generator: Any) -> Any:
        """Drive a generator as its decorator would: what it yields is what it waits for."""
        sent = None
        try:
            for _ in range(_MOST_YIELDS):
                sent = self._waited_for(generator.send(sent))
        except StopIteration as end:
            return end.value
        except Returned as end:
            return end.value
        except StrangeError as end:
            if type(end).__name__ != "Return":  # of Tornado
                raise
            return end.args[0] if end.args else vars(end).get("value")
        return None

    def _waited_for(self, value: Any) -> Any:
        if type(value) is GeneratorType and value.gi_frame is not None:
            return self._driven(value)
        if type(value) is CoroutineType:
            return self._awaited(value)
        if type(value) in (list, tuple):
            return type(value)([self._waited_for(each) for each in value])
        return value

    def _awaited(self, coroutine: Any) -> Any:
        from asyncio import _set_running_loop, run  # takes long to load; its module has loaded it

        if self._loop is None:
            return run(coroutine)
        _set_running_loop(None)
        return self._loop.run_until_complete(coroutine)

    def roots(self) -> Iterator[tuple[str, object]]:
        """What is compared, beside what was written."""
        world = self.world
        if self.kind == RETURNED:
            yield "result", plain(self.value)
        else:
            yield "exception", _as_caught(self.value)
        yield "arguments", self._changes()
        yield "calls", world.calls
        if state := self.kept.changed():
            yield "state", state

    def _changes(self) -> dict[str, object]:
        """What became of everything that was made up, where the code changed it."""
        world = self.world
        changed: dict[str, object] = {}
        for path, looked, container in list(world.containers.values()):
            if term(container) != looked:
                changed[path] = container
        for path, (before, made) in world.before.items():
            now = vars(made)
            notes = world.facts.own_notes
            names = [name for name in now if name not in notes]
            written = {name: now[name] for name in names if before.get(name) != term(now[name])}
            written.update({f"del {name}": None for name in before if name not in now})
            if written:
                changed[path] = written
        for path, state in list(world.states.items()):
            if state.is_changed and path in world.objects and not path.endswith(".copy()"):
                changed[path] = world.objects[path]
        if self.kind == RAISED:  # what the code has made itself is gone then
            own = [path for path, state in world.states.items() if state.made_by]
            lost = tuple(f"{path}{sign}" for path in own for sign in ".[")
            changed = {
                path: each
                for path, each in changed.items()
                if path not in own and not path.startswith(lost)
            }
        return changed

    def _instead(self) -> dict[str, str]:
        """By path, what would have led on where something stopped it or led elsewhere."""
        world = self.world
        found = {**self.mended, **self._module.ways.instead}
        for worse, better in world.mismatches[:_MOST_BLAMED]:
            for path, text in instead_of(worse, better, world):
                found.setdefault(path, text)
        return found

    def _pins(self) -> dict[str, str]:
        """What was settled on the way to wanted lines, or where anybody asks."""
        if not self._module.is_steered and not self._order.get("settles"):
            return {}
        pins = self.world.pinned()
        return {p: text for p, text in pins.items() if max(len(p), len(text)) <= _MOST_QUESTION}

    def trace(self) -> dict[str, Any]:
        """What was chosen and made up, and how far the run came."""
        world, lines = self.world, self._module.marks.lines
        hooks = self._module.hooks
        choices = [
            (question, *answer)
            for question, answer in world.choices.items()
            if len(question) <= _MOST_QUESTION
        ]
        shown = {path[:_MOST_QUESTION]: text[:_MOST_SHOWN] for path, text in world.shown.items()}
        return {
            "written": {},
            "places": {path[:_MOST_QUESTION]: line for path, line in world.places.items()},
            "choices": choices[:_MOST_TOLD],
            "shown": dict(list(shown.items())[:_MOST_TOLD]),
            "pins": self._pins(),
            "instead": self._instead(),
            "began": sorted({line for mark in _set_in(hooks.began) for line in lines[mark]}),
            "done": sorted({line for mark in _set_in(hooks.ended) for line in lines[mark]}),
            "stopped": self.stopped,
            "stopped_at": self.stopped_at,
            "own_stop": self.is_own_stop,
            "handled": sorted(world.handled),
            "blamed": [path for path in self.blamed if len(path) <= _MOST_QUESTION],
            "blamed_kinds": sorted(
                {world.kinds[path] for path in self.blamed if path in world.kinds}
            ),
            "cuts": world.cuts,
            "computed": sorted(world.computed),
            "strange": sorted(world.strange),
            "familiar": sorted(world.familiar),
            "raised": described(self.value) if self.kind == RAISED and not self.stopped else "",
        }


def _is_loop_running() -> bool:
    events = modules.get("asyncio.events")
    return events is not None and events._get_running_loop() is not None


def _is_about_none(error: BaseException) -> bool:
    """Whether somebody used None as what it is not."""
    return isinstance(error, (AttributeError, TypeError)) and "NoneType" in str(error)


def _as_caught(error: BaseException) -> BaseException:
    """An exception with what a traceback shows of where it comes from: that is all that counts."""
    if error.__suppress_context__:
        error.__context__ = None
    error.__suppress_context__ = False
    return error


def _pass_over(loop: object, context: object) -> None:
    """Say nothing about tasks that never ran: nobody runs the loop."""


async def _all_of(generator: Any) -> list[Any]:
    items = []
    async for item in generator:
        items.append(item)
        if len(items) >= _MOST_YIELDS:
            break
    return items


def _set_in(marks: bytearray) -> list[int]:
    return [number for number, is_set in enumerate(marks) if is_set]


def run_guided(module: GuidedModule, job: bytes, observed: Any) -> bytes:
    """Run a function in one world and write down what came of it."""
    request = loads(job)
    wanted = request.get("wanted", [])
    shortcuts = request["shortcuts"][module.order["side"]] if request.get("shortcuts") else []
    if wanted or shortcuts:
        module = led(module, wanted, shortcuts)
    else:
        unled(module)
    run = Run(module, request)
    began = perf_counter()
    try:
        run.go()
        if run.needs_loop:
            run = run.again_with_loop()
        seconds = perf_counter() - began

        def roots() -> Iterator[tuple[str, object]]:
            yield from run.roots()
            yield from observed()

        is_alone = request.get("alone")  # with nothing to compare it to, for a person to read
        snapshot = b"" if is_alone else take_snapshot(roots())
        trace = run.trace()
        if is_alone:
            trace["written"] = {name: text for name, text in observed() if type(text) is str}
        notes = [f"stopped: {run.stopped}"] if run.stopped else []
        answer = answer_bytes(run.kind, seconds, (), notes, snapshot)
        told = dumps(trace).encode()
    finally:
        STAGE.world = None
        run.kept.put_back()
    return LENGTH.pack(len(answer)) + answer + told


def _put_injected(encoder: Encoder, value: Any) -> None:
    """Write an injected object: its path, and what was done to it."""
    state = state_of(value)
    names: list[str] = ["path"]
    values: list[Any] = [value._within_path]
    if state.items:
        names.insert(0, "items")
        values.insert(0, {term(key): item for key, item in state.items})
    if state.changes:
        names.insert(0, "changes")
        values.insert(0, list(state.changes))
    if state.attributes:
        names.insert(0, "attributes")
        values.insert(0, dict(state.attributes))
    encoder.put_object("injected", tuple(names), values)


register(Injected, _put_injected)
