"""What happens where rewritten code asks?

Each hook does what Python does as long as nothing injected is involved.
"""

from __future__ import annotations

import builtins
import re
import sys
import traceback
import warnings
from collections.abc import Callable, Sequence
from functools import partial
from types import (
    BuiltinFunctionType,
    CoroutineType,
    FunctionType,
    GeneratorType,
    MethodDescriptorType,
    MethodType,
)
from typing import Any, Generic, Protocol

from ._builtins import (
    by_text,
    format_error,
    identity,
    in_order,
    is_callable,
    is_subclass,
    print_error,
    type_of,
    warn_of,
)
from ._foreign import Foreign
from ._holdings import PLATFORMS, environment, getenv, on_platform
from ._injected import Injected, call_term, is_local, plain, state_of, term
from ._library import (
    ASKING,
    BY_FRAME,
    CAREFUL_MODULES,
    LOGGING,
    LOOK_AROUND,
    Asked,
    Careful,
    Outside,
    Wary,
    known_key,
)
from ._numeric import Numeric, is_numeric, key_of_table
from ._sameness import is_equal, is_instance
from ._standins import (
    MOST_ELEMENTS,
    NO_CONTAINERS,
    Helper,
    Own,
    Property,
    Ready,
    holds_injected,
    is_anything_made_up,
    missing_item,
    unwrapped,
)
from ._strangers import StrangeError, Stranger, class_at, made_error
from ._superior import Superior
from ._surroundings import Surroundings
from ._world import STAGE
from .calls import keywords_of, outside_result
from .tables import is_table

#: A loop is left after so many rounds, and a run after so many rounds of all its loops.
_MOST_ROUNDS = 200
_MOST_ITERATIONS = 10_000
#: What is no function of Python: methods of patterns are of a type of their own.
_WRITTEN_IN_C = frozenset((BuiltinFunctionType, MethodDescriptorType, type(re.compile("").match)))
_COROUTINES = (CoroutineType, GeneratorType)
#: One for all modules: what it knows is about the library, and takes a while to lay out.
_SURROUNDINGS = Surroundings()
#: Those who differ from what they stand for only where arguments are injected.
ABOUT_ARGUMENTS = frozenset(
    (
        Asked,
        Careful,
        Numeric,
        Wary,
        Own,
        Helper,
        is_instance,
        is_subclass,
        is_callable,
        type_of,
        in_order,
        warn_of,
    )
)


#: What takes type variables, and nothing that stands for one.
_GENERIC = (Generic, Protocol)


class OutOfFuel(BaseException):
    """The loops of a run went round too often."""


class Hooks:
    """What rewritten code calls."""

    def __init__(self, names: dict[str, Any]) -> None:
        #: The names of the module that is being run.
        self._names = names
        self._surroundings = _SURROUNDINGS
        #: The function that is looked at, as it is below its decorators.
        self.function: Any = None
        #: Functions that run again with a made-up result when they cannot deal with what they get.
        self.make: Any = None
        #: Told of exceptions that the code looks at, in runs that lead somewhere.
        self.on_caught: Any = None
        #: Modules of the standard library.
        self.library: frozenset[str] = frozenset()
        self.began = bytearray()
        self.ended = bytearray()
        self._replaced: dict[int, Callable[..., Any]] = {
            id(isinstance): is_instance,
            id(issubclass): is_subclass,
            id(callable): is_callable,
            id(getattr): by_text(getattr),
            id(setattr): by_text(setattr),
            id(hasattr): by_text(hasattr),
            id(type): type_of,
            id(sorted): in_order,
            id(id): identity,
            id(traceback.format_exc): format_error,
            id(traceback.format_exception): format_error,
            id(traceback.print_exc): print_error,
            id(traceback.print_exception): print_error,
            id(warnings.warn): warn_of,
            id(input): self._outside("input"),
        }

    # --- what is looked at ----------------------------------------------------------------------

    def target(self, function: Any) -> Any:
        """Take the function that is looked at, before anything is put around it."""
        self.function = function
        return function

    def done(self, mark: int, value: Any) -> Any:
        """A statement came to where it returns, raises, or goes into its block."""
        self.ended[mark] = 1
        return value

    def decorator(self, value: Any) -> Any:
        """A decorator that is missing leaves what it decorates, unless it is some property."""
        if type(value) is not Injected:
            return value
        name = value._within_path.partition("(")[0].rpartition(".")[2].lower()
        return Property if name == "reify" or name.endswith("property") else _handed_over

    # --- exceptions -----------------------------------------------------------------------------

    def raised(self, value: Any) -> Any:
        """What is raised on purpose."""
        world = STAGE.world
        if type(value) is Injected:
            value = self._exception(value)
        elif isinstance(value, type) and issubclass(value, BaseException):
            value = value()
        elif isinstance(value, (Stranger, type)):
            return value
        if world is not None and isinstance(value, BaseException):
            world.intended.append(value)
        return value

    def cause(self, value: Any) -> Any:
        """What is named behind `from`."""
        return self._exception(value) if type(value) is Injected else value

    def caught(self, value: Any) -> Any:
        """What an `except` clause names."""
        if self.on_caught is not None and STAGE.world is not None and STAGE.world.is_likely:
            self.on_caught(sys.exc_info()[1])
        if type(value) is Injected:
            return class_at(value._within_path, True)
        if isinstance(value, tuple):
            return tuple([self.caught(each) for each in value])
        return value

    def _exception(self, value: Injected) -> BaseException:
        state = state_of(value)
        if isinstance(state.value, BaseException):
            return state.value
        path = value._within_path
        if state.made_by:
            callee = path.partition("(")[0]
            made = class_at(callee, True)(*state.given[0], **state.given[1])
            vars(made).update(state.attributes)
        else:
            made = class_at(path, True)()
        state.take(made)
        return made  # type: ignore[no-any-return]

    def raise_expected(self, path: str, names: Sequence[str]) -> None:
        """Raise what the code around a call expects, every now and then."""
        world = STAGE.world
        failure = world.facts.failure
        if not failure:
            return
        if world.fails:
            world.fails = False
            first = world.choose(f"{path} raises first", [1.0] * len(names))
            world.prefer(f"{path} raises", 1 + first)
        option = world.choose(
            f"{path} raises", [1.0 - failure, *[failure / len(names)] * len(names)]
        )
        if not option:
            return
        name = names[option - 1]
        cls = self._class(name)
        messages = world.facts.messages
        if messages and world.is_so(f"{path} says something expected", 0.7):
            message = messages[world.choose(f"{path} says", [1.0] * len(messages))]
        else:
            message = world.scalar(str, f"{path} message", f"{name}.args[]")
        error = made_error(cls, message)
        numbers = world.facts.errnos
        if numbers and cls is OSError:  # others have numbers of their own
            number = world.choose(f"{path} has errno", [1.0] * (len(numbers) + 1))
            error = cls((*numbers, 0)[number], message)
        world.external.append(error)
        world.show(path, f"raises {name}")
        raise error

    def _class(self, name: str) -> Any:
        first, *rest = name.split(".")
        value = self._names.get(first, getattr(builtins, first, None))
        for each in rest:
            value = getattr(value, each, None)
        if isinstance(value, type) and issubclass(value, BaseException):
            return value
        return class_at(name, True)

    # --- calls ----------------------------------------------------------------------------------

    def bound(self, function: Any, /, *args: Any, **kwargs: Any) -> Any:
        """A call that only has to be made: `f(x)` is rewritten to `bound(f, x)()`.

        Where nothing injected is involved it is made without a frame in between: `namedtuple`,
        `warnings.warn` and their like look at who calls them.
        """
        called = self.callee(function)
        if called is not function and not _is_concerned(called, args, kwargs):
            called = function
        return partial(called, *args, **kwargs) if callable(called) else called

    def callee(self, function: Any) -> Any:
        """Who is called, or somebody who can deal with injected arguments in its place."""
        if STAGE.world is None or type(function) is Injected:
            return function
        replaced = self._replaced.get(id(function))
        if replaced is not None:
            return replaced
        if STAGE.world.libraries and is_numeric(function):
            return Numeric(function)
        touch = self._surroundings.of(function)
        if touch is not None:
            if touch.path in LOGGING:
                return function
            return Outside(self._surroundings, function)
        cls = type(function)
        if cls is FunctionType:
            own = function if function.__globals__ is self._names else unwrapped(function)
            if own.__globals__ is self._names:
                return function if function is self.function else Helper(function, self)
            path = f"{function.__module__}.{function.__name__}"
            if path in PLATFORMS:
                return partial(self.platform, path, "")
            if path == "os.getenv":
                return getenv
            if function.__module__ in ASKING and function.__name__.startswith("is"):
                return Asked(function)
            if function.__module__ in CAREFUL_MODULES or self._is_settled_outside(function):
                STAGE.world.familiar.add(function.__module__)
                return Careful(function)
            return Wary(function) if self._is_of_library(function) else function
        if cls in _WRITTEN_IN_C:
            return function if id(function) in BY_FRAME else Careful(function)
        if issubclass(cls, type) and function.__module__ == self._names["__name__"]:
            return Own(function, self)
        if cls is type and function.__module__ in CAREFUL_MODULES:
            return Careful(function) if function is not type and function is not super else function
        if cls is MethodType:
            inner = function.__func__
            if getattr(inner, "__globals__", None) is self._names:
                return function if inner is self.function else Helper(function, self)
            if getattr(inner, "__module__", None) in CAREFUL_MODULES:
                return Careful(function)
            if STAGE.world.is_receiver(function.__self__) and not self._is_of_library(inner):
                return Foreign(function)
            return Wary(function) if self._is_of_library(inner) else function
        return function

    def _is_of_library(self, function: Any) -> bool:
        """Whether a function of the library may refuse what is made up, and looks at nobody."""
        root = (getattr(function, "__module__", None) or "").partition(".")[0]
        return root in self.library and root not in LOOK_AROUND

    def _is_settled_outside(self, function: Any) -> bool:
        """Whether a function of the library is called for what it does, with what is made up."""
        root = (function.__module__ or "").partition(".")[0]
        if root not in self.library:
            return False
        facts, name = STAGE.world.facts, function.__name__
        places = f"{function.__module__}.{name}()", f"{root}.{name}()", f"{name}()"
        return any(facts.of(place).is_statement for place in places)

    def _outside(self, path: str) -> Callable[..., Any]:
        def called(*args: Any, **kwargs: Any) -> Any:
            value = outside_result(
                call_term(path, args, kwargs), f"{path}()", True, path, args, kwargs
            )
            return STAGE.world.as_role(value, str) if type(value) is Injected else value

        return called

    def awaited(self, value: Any) -> Any:
        """What is awaited: a made-up value is there at once."""
        if (
            STAGE.world is None
            or hasattr(type(value), "__await__")
            or isinstance(value, _COROUTINES)
            or not is_anything_made_up()
        ):
            return value
        return Ready(value)

    def superior(self, cls: Any, receiver: Any) -> Any:
        """`super()`, where classes above may be missing."""
        world = STAGE.world
        if cls is not None and type(receiver) is not Injected:
            owner = receiver if issubclass(type(receiver), type) else type(receiver)
            if not issubclass(owner, (Stranger, StrangeError)) and (
                world is None or not world.is_receiver(receiver)
            ):
                return super(cls, receiver)
        return Superior(cls, receiver)

    def class_of(self, value: Any) -> Any:
        """`value.__class__`."""
        return type_of(value) if type(value) is Injected else value.__class__

    def platform(self, path: str, value: Any) -> Any:
        """What says which platform this is: code may run on any."""
        world = STAGE.world
        return value if world is None or self.function is None else on_platform(world, path)

    def environ(self, value: Any) -> Any:
        """The environment: what is in it is for others to say."""
        world = STAGE.world
        return value if world is None or self.function is None else environment(world)

    #: A slice among several keys.
    part = slice

    # --- containers -----------------------------------------------------------------------------

    def item(self, container: Any, key: Any) -> Any:
        """`container[key]`."""
        world = STAGE.world
        if world is None:
            return container[key]
        if type(key) in (Injected, tuple) and type(container) is not Injected:
            key = self._fitting_key(container, key)
        try:
            return container[key]
        except (LookupError, TypeError):
            if any(container is each for each in _GENERIC):
                return type("Generic", (), {"__class_getitem__": classmethod(_unparametrised)})
            if container is sys.modules:
                path = f"sys.modules[{key!r}]"
                return world.value_at(path, path)
            made = world.containers.get(id(container))
            is_own = made is None or made[2] is not container
            if made is None or is_own or isinstance(key, slice) or is_table(container):
                if type(key) is str and isinstance(container, dict):
                    texts = (each for each in container if type(each) is str)
                    world.mismatches += [(key, each) for each in [next(texts, "")] if each]
                if type(container) is dict and not container:
                    world.own_lacks.add(term(key))  # the code's own: it has put nothing there
                raise
            return missing_item(key, made[0])

    def _fitting_key(self, container: Any, key: Any) -> Any:
        if is_table(container):
            return key_of_table(container, key)
        if type(key) is Injected and isinstance(container, (list, tuple, str, bytes)):
            return key.__index__()
        if not isinstance(container, dict) or type(key) is tuple:
            return key
        keys = [each for each in list(container)[:MOST_ELEMENTS] if type(each) in (str, int)]
        is_constant = any(container is each for each in self._names.values())
        if keys and is_constant and not state_of(key).has_value:
            option = STAGE.world.choose(f"{key._within_path} is a key", [1.0] * (len(keys) + 1))
            if option < len(keys):
                state_of(key).take(keys[option])
                STAGE.world.show(key._within_path, repr(keys[option]))
        return known_key(container, key)

    def isin(self, value: Any, container: Any) -> bool:
        """`value in container`."""
        if type(value) is Injected and type(container) is not Injected:
            value = plain(value)
            if type(value) is Injected:
                if isinstance(container, str):
                    value = STAGE.world.as_role(value, str)
                elif isinstance(container, (set, frozenset, dict, list, tuple)):
                    items = list(container)[:MOST_ELEMENTS]
                    return any(item is value or is_equal(value, item) for item in items)
                elif isinstance(container, range):
                    value = STAGE.world.as_role(value, int)
        if type(container) is Injected:
            container = plain(container)
        return value in container

    def same(self, one: Any, other: Any) -> bool:
        """`one is other`."""
        if one is other:
            return True
        if type(one) is Injected or type(other) is Injected:
            mine, theirs = (one, other) if type(one) is Injected else (other, one)
            return is_equal(mine, theirs)
        return False

    def keywords(self, value: Any, *taken: str) -> Any:
        """What stands behind `**`."""
        return value if STAGE.world is None else keywords_of(value, taken)

    def is_truth(self, value: Any, truth: bool) -> bool:
        """`value is True`: only what is a bool is one of them."""
        return is_instance(value, bool) and plain(value) is truth

    # --- loops ----------------------------------------------------------------------------------

    def cut(self, line: int) -> bool:
        """Whether a `while` loop has gone round often enough."""
        world = STAGE.world
        if world is None:
            return False
        self.step()
        rounds = world.loops[line] = world.loops.get(line, 0) + 1
        if rounds <= _MOST_ROUNDS:
            return False
        world.cuts += 1
        return True

    def step(self) -> None:
        """Another round of a loop."""
        world = STAGE.world
        if world is not None:
            world.iterations += 1
            if world.iterations > _MOST_ITERATIONS:
                raise OutOfFuel


def _is_concerned(called: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
    """Whether somebody in the place of a function has anything to do."""
    cls = type(called)
    if cls is Helper and called.is_asked():
        return True
    if cls is Own and is_anything_made_up():
        return True
    if cls not in ABOUT_ARGUMENTS and called not in ABOUT_ARGUMENTS:
        return True
    if cls is Careful and called.reads_texts and is_anything_made_up():
        return True
    for each in args:
        if type(each) not in NO_CONTAINERS and holds_injected(each, 0):
            return True
    return bool(kwargs) and holds_injected(kwargs, 0)


def _unparametrised(cls: type, key: Any) -> type:
    return cls


def _handed_over(value: Any) -> Any:
    """What a missing decorator leaves of a function; who wrote it may call one made in a run."""
    if STAGE.world is not None and is_local(value):
        STAGE.world.handed_over.append(value)
    return value
