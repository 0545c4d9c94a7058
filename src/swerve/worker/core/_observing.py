"""What does one call do, as far as anybody can see?"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Coroutine, Iterator
from functools import partial
from gc import collect as collect_garbage
from sys import getrecursionlimit, modules, setprofile, setrecursionlimit, settrace
from time import perf_counter
from types import AsyncGeneratorType, CodeType, CoroutineType, ModuleType
from typing import Any

from ..effects.trace import Trace
from ..frozen._freezing import freeze, rewind
from ..recipes.building import (
    BadRecipe,
    BuiltCall,
    NotBuilt,
    Setting,
    build_call,
    put_back,
    resolve_name,
)
from ..snapshot.format import CUT_SHORT, EXHAUSTED
from ..snapshot.format import RAISED as RAISED_INSIDE
from ..snapshot.snapshot import LIMITS, Drained, take_snapshot
from ._deadline import Deadline
from ._importing import REFUSED
from ._names import described
from ._probes import blindness, lines_run, start_call, watch
from ._streams import Streams, Warned
from ._timer import Timer
from .answers import RAISED, RETURNED, TOLD, UNFINISHED, Parts, answer_parts
from .descendants import has_children
from .identity import identity
from .jobs import CALL, ENTRY, SCRIPT
from .scratch import Scratch

#: Seconds to look at what a call left, beside the limit of the call itself.
_TO_LOOK = 0.2
#: Arguments of these types are the same after the call as before. By id: the hash of a class is its
#: metaclass's to say.
_UNCHANGING = frozenset(map(identity, (type(None), bool, int, float, complex, str, bytes)))
_NAME = "__main__"


class Observer:
    """Runs calls from equal surroundings. Made before anything of the target is imported."""

    def __init__(self, order: dict[str, Any], timer: Timer, scratch: Scratch) -> None:
        self._timer = timer
        has_own_mounts = order["has_own_mounts"]
        self._hidden_tree = "" if has_own_mounts else order["tree"]
        self._hidden_scratch = "" if has_own_mounts else order["scratch"]
        self._streams = Streams()
        self._warned = Warned()
        freeze(order["seed"], frozenset(order["freeze"]))
        watch(order["watch"])
        self._trace = Trace(order, scratch)
        self._recursion_limit = getrecursionlimit()
        #: Whether a call was cut off or left something running: nobody knows what comes of that.
        self.is_spent = False

    def settle(self) -> None:
        """Take what the imports did as given: what they printed, the folder they went to."""
        self._streams.settle()
        self._warned.settle()
        self._trace.settle()
        self._recursion_limit = getrecursionlimit()

    def forget_output(self) -> None:
        """Leave nothing that a process wrote which is gone."""
        self._streams.empty()

    def start_batch(self) -> None:
        """Take the threads that there are as given, and start with no garbage."""
        self._trace.start_batch()
        collect_garbage()

    def observe(self, kind: int, data: bytes, limit: float) -> Parts:
        """Do one of `OBSERVED` and write down what it did."""
        return self._observe(partial(_OBSERVERS[kind], self, data, limit), limit)

    def observe_guided(
        self,
        run: Callable[[Any, bytes, Any], bytes],
        load: Callable[[], Any],
        job: bytes,
        limit: float,
    ) -> Parts:
        """Run a function with what it lacks made up, and write down what it did."""
        return self._observe(partial(self._guided, run, load, job), limit)

    def _guided(
        self, run: Callable[[Any, bytes, Any], bytes], load: Callable[[], Any], job: bytes
    ) -> Parts:
        answer = run(load(), job, self._left_for_all)
        if self._timer.rang:
            raise Deadline  # whatever the code made of it
        self._left_behind()
        return answer_parts(TOLD, 0.0, rest=answer)

    def _observe(self, run: Callable[[], Parts], limit: float) -> Parts:
        self._streams.restore()
        self._streams.empty()
        self._warned.start()
        rewind()
        self._trace.begin()
        started = perf_counter()
        try:
            try:
                self._timer.arm(limit)
                return run()
            finally:
                self._timer.disarm()
                self._unhook()
                if not self._trace.end():
                    self.is_spent = True
        except Deadline:
            reason, detail = "timeout", f"not finished after {limit:g} s"
        except MemoryError:
            reason, detail = "out of memory", "MemoryError"
        except BadRecipe as error:
            reason, detail = "not built", f"bad recipe: {error}"
        except NotBuilt as error:
            reason, detail = "not built", f"{error.doing}: {described(error.error)}"
        except BaseException as error:  # a destructor, or a bug of ours: said, not hidden
            reason, detail = "unseen", f"could not be observed: {described(error)}"
        self.is_spent = self.is_spent or reason != "not built"
        seconds = perf_counter() - started
        return answer_parts(UNFINISHED, seconds, lines_run(), (), b"", reason, detail)

    def _observed(self, recipe: bytes, limit: float) -> Parts:
        """Everything that may run target code, destructors included, is in here."""
        call = build_call(recipe, self._resolve)

        def run() -> object:
            value = call.function(*call.args, **call.kwargs)
            if type(value) is CoroutineType:
                return _awaited(value)
            return _awaited(_drained(value)) if type(value) is AsyncGeneratorType else value

        kind, value, seconds = self._run(run)
        # A generator runs only now, and has what is left of the time.
        self._timer.extend(max(limit - seconds, 0.0) + _TO_LOOK)
        return self._seen(kind, seconds, self._roots(kind, value, call), call.settings)

    def _scripted(self, source: bytes, limit: float) -> Parts:
        """Run a whole program: what it printed and how it ended."""
        program = compiled(source)
        kind, value, seconds = self._run(partial(run_program, program))
        self._timer.extend(_TO_LOOK)
        return self._seen(kind, seconds, self._printed(kind, value), [])

    def _run(self, run: Callable[[], object]) -> tuple[int, object, float]:
        """Run target code: how it ended, with what, and after how many seconds."""
        kind = RETURNED
        start_call()
        began = perf_counter()
        try:
            value = run()
        except (Deadline, MemoryError):
            raise
        except BaseException as error:
            kind, value = RAISED, error
        self._unhook()
        if self._timer.rang:
            raise Deadline  # whatever the code made of it
        return kind, value, perf_counter() - began

    def _seen(
        self,
        kind: int,
        seconds: float,
        roots: Iterator[tuple[str, object]],
        settings: list[Setting],
    ) -> Parts:
        """What a run left, once it has ended."""
        snapshot = take_snapshot(roots, tree=self._hidden_tree, scratch=self._hidden_scratch)
        put_back(settings)
        reached = lines_run()
        notes = [*self._left_behind(), *blindness()]
        return answer_parts(kind, seconds, reached, notes, snapshot)

    def _printed(self, kind: int, value: object) -> Iterator[tuple[str, object]]:
        """What a program shows to whoever starts it; what it writes to stderr is for others."""
        yield ("result" if kind == RETURNED else "exception"), value
        for name, text in self._written():
            if name == "stdout":
                yield name, text

    def _entered(self, recipe: bytes, limit: float) -> Parts:
        """Build one call without making it: what it would be given."""
        call = build_call(recipe, self._resolve)
        roots = _given(call)
        snapshot = take_snapshot(roots, tree=self._hidden_tree, scratch=self._hidden_scratch)
        put_back(call.settings)
        return answer_parts(RETURNED, 0.0, (), self._left_behind(), snapshot)

    def _left_behind(self) -> list[str]:
        """What is still at work after the call; the next one then gets a fresh process."""
        notes = []
        threads = self._trace.threads_left()
        if threads > 0:
            notes.append(
                f"left {threads} threads running" if threads > 1 else "left a thread running"
            )
        if has_children():
            notes.append("left a child process")
        if self._trace.has_more():
            notes.append("left effects to iterators in its result")
        if notes:
            self.is_spent = True
        return notes

    def _roots(self, kind: int, value: object, call: BuiltCall) -> Iterator[tuple[str, object]]:
        """What is compared, in this order: a generator's body runs while `result` is looked at."""
        yield ("result" if kind == RETURNED else "exception"), value
        for name, given in _given(call):
            if identity(type(given)) not in _UNCHANGING:
                yield name, given
        yield from self._left_for_all()

    def _left_for_all(self) -> Iterator[tuple[str, object]]:
        yield from self._trace.roots()
        yield from self._written()
        warned = self._warned.take()
        if warned:
            yield "warnings", warned

    def _written(self) -> Iterator[tuple[str, object]]:
        self._streams.flush()
        for name, number in (("stdout", 1), ("stderr", 2)):
            text, length = self._streams.take(number)
            if length:
                yield name, text

    def _resolve(self, module: str, qualname: str) -> object:
        if module in REFUSED:
            raise ImportError(f"{module!r} is not the module of the tree")
        self._trace.name(module)
        return resolve_name(module, qualname)

    def _unhook(self) -> None:
        """Keep what target code hooked into the interpreter away from the code that looks at it."""
        settrace(None)
        setprofile(None)
        setrecursionlimit(self._recursion_limit)


_OBSERVERS = {
    CALL: Observer._observed,
    ENTRY: Observer._entered,
    SCRIPT: Observer._scripted,
}
#: Jobs that an observer does by itself.
OBSERVED = frozenset(_OBSERVERS)


def _given(call: BuiltCall) -> Iterator[tuple[str, object]]:
    """What a call is given, with the names that it goes by in snapshots."""
    if call.receiver is not None:
        yield "receiver", call.receiver
    for number, argument in enumerate(call.args):
        yield f"arguments[{number}]", argument
    for name, argument in call.kwargs.items():
        yield f"arguments.{name}", argument


def _awaited(coroutine: Coroutine[Any, Any, object]) -> object:
    from asyncio import run

    return run(coroutine)


async def _drained(generator: AsyncGeneratorType[object, Any]) -> Drained:
    """What an asynchronous generator yields, up to a bound, and how that ends."""
    items: list[object] = []
    try:
        while len(items) < LIMITS.yields:
            items.append(await generator.__anext__())
    except Deadline:
        raise
    except StopAsyncIteration:
        return Drained(generator, items, EXHAUSTED)
    except BaseException as error:
        items.append(error)
        return Drained(generator, items, RAISED_INSIDE)
    return Drained(generator, items, CUT_SHORT)


def compiled(source: bytes) -> CodeType:
    """The code of a program; one that is no Python cannot be built."""
    try:
        return compile(source.decode("utf-8"), "<script>", "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise NotBuilt("compiling it", error) from None


def run_program(code: CodeType) -> None:
    """Run a program as the main module of its process, and take it away again."""
    module = ModuleType(_NAME)
    # Not the copy of the builtins that the code here has.
    module.__dict__["__builtins__"] = builtins
    before = modules.get(_NAME)
    modules[_NAME] = module
    try:
        exec(code, module.__dict__)  # noqa: S102 - in a cell, as all target code
    finally:
        if before is None:
            modules.pop(_NAME, None)
        else:
            modules[_NAME] = before
