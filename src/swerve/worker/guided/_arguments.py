"""What is a function called with?"""

from __future__ import annotations

from typing import Any

from ._injected import Injected
from ._module import GuidedModule
from ._strangers import exception_at
from ._values import Values

#: How likely a parameter with a default is left out.
_LEFT_OUT = 0.25
#: How likely there is a keyword argument that the code does not name.
_ANOTHER = 0.25
#: Parameters that are exceptions, by what they are called.
_EXCEPTIONS = frozenset(("e", "ex", "exc", "err", "error", "exception"))


class Arguments:
    """Arguments that are made up, for the function that is looked at and for those it makes."""

    def __init__(self, module: GuidedModule, order: dict[str, Any], world: Values) -> None:
        self._module = module
        self._order = order
        self._world = world

    def of(self, function: Any, prefix: str) -> tuple[list[Any], dict[str, Any]]:
        """Arguments of a function; paths of values that are not the caller's have a prefix."""
        code = function.__code__
        names = code.co_varnames
        positional = list(names[: code.co_argcount])
        keywords = list(names[code.co_argcount : code.co_argcount + code.co_kwonlyargcount])
        after = code.co_argcount + code.co_kwonlyargcount
        defaults = len(function.__defaults__ or ())
        optional = set(positional[len(positional) - defaults :] if defaults else ())
        optional |= set(function.__kwdefaults__ or {})
        args: list[Any] = []
        kwargs: dict[str, Any] = {}
        left_out = False
        for number, name in enumerate(positional):
            if not number and not prefix and self._takes_receiver():
                args.append(self._made_receiver(name))
                continue
            if name in optional and self._is_left_out(prefix, name):
                left_out = True
                continue
            value = self._argument(prefix, name)
            if not left_out:
                args.append(value)
            elif number >= code.co_posonlyargcount:
                kwargs[name] = value
        for name in keywords:
            if name not in optional or not self._is_left_out(prefix, name):
                kwargs[name] = self._argument(prefix, name)
        if code.co_flags & 0x04:
            if not left_out and not self._is_own(prefix, names[after]):
                args += self._several(prefix, names[after])
            after += 1
        if code.co_flags & 0x08 and not self._is_own(prefix, names[after]):
            kwargs.update(self._more(prefix, names[after], names[: len(positional + keywords)]))
        return args, kwargs

    def _more(self, prefix: str, name: str, taken: tuple[str, ...]) -> dict[str, Any]:
        """Keyword arguments that no parameter takes: with those that the code counts on."""
        made = self._argument(prefix, name)
        more = dict(made) if isinstance(made, dict) else {}
        path = self._path(prefix, name)
        for key, is_asked in self._world.facts.of(path).keys:
            if type(key) is str and not is_asked and key not in more:
                inner = f"[{key!r}]"
                more[key] = self._world.value_at(path + inner, path + inner)
        if made and self._world.is_so(f"{path} has another", _ANOTHER):
            more["another"] = self._world.value_at(f"{path}['another']", f"{path}[]")
        return {k: v for k, v in more.items() if type(k) is str and k not in taken}

    def _several(self, prefix: str, name: str) -> list[Any]:
        made = self._argument(prefix, name)
        return list(made) if isinstance(made, (list, tuple)) else []

    def _path(self, prefix: str, name: str) -> str:
        canonical = self._order.get("renamed", {}).get(name, name) if not prefix else name
        return f"{prefix}{canonical}"

    def _is_own(self, prefix: str, name: str) -> bool:
        """Whether no call can give a parameter, since only this side has it."""
        return not prefix and name in self._order.get("left_out", ())

    def _is_left_out(self, prefix: str, name: str) -> bool:
        if self._is_own(prefix, name):
            return True
        path = self._path(prefix, name)
        if path in self._world.facts.sentinels and self._argument(prefix, name) is None:
            return True
        return self._world.is_so(f"{path} is left out", _LEFT_OUT)

    def _argument(self, prefix: str, name: str) -> Any:
        path = self._path(prefix, name)
        if name in _EXCEPTIONS and path not in self._world.values:
            value = self._world.value_at(path, path)
            if type(value) is Injected:
                self._world.values[path] = exception_at(path, path)
        return self._world.value_at(path, path)

    def _takes_receiver(self) -> bool:
        return bool(self._module.owner) and self._module.binding != "static"

    def _made_receiver(self, name: str) -> Any:
        module = self._module
        cls = module.owner_class()
        if cls is None:
            return self._world.value_at(name, name)
        if module.binding == "class":
            return module.receiving_class(cls, name)
        made = module.instance(cls, name, name)
        return made if made is not None else self._world.value_at(name, name)
