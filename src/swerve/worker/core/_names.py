"""What are classes and exceptions called, without running a line of their code?"""

from __future__ import annotations

from types import GetSetDescriptorType, MemberDescriptorType

_module_of: GetSetDescriptorType = type.__dict__["__module__"]
_qualname_of: GetSetDescriptorType = type.__dict__["__qualname__"]
_args_of: GetSetDescriptorType = BaseException.__dict__["args"]
_strerror_of: MemberDescriptorType = OSError.__dict__["strerror"]
_filename_of: MemberDescriptorType = OSError.__dict__["filename"]
_MOST_TEXT = 500


def type_name(kind: type) -> str:
    """The qualified name of a class, with its module unless that is `builtins`."""
    try:
        module = _module_of.__get__(kind)
    except AttributeError:
        module = None
    name = _qualname_of.__get__(kind)
    return str(name) if type(module) is not str or module == "builtins" else f"{module}.{name}"


def message_of(error: BaseException) -> str:
    """The plain arguments of an exception, joined; for one of the system what it is about."""
    if issubclass(type(error), OSError):
        said, about = _strerror_of.__get__(error), _filename_of.__get__(error)
        if type(said) is str:
            return (f"{said}: {about!r}" if type(about) is str else said)[:_MOST_TEXT]
    shown = [
        str(arg)
        for arg in tuple.__iter__(_args_of.__get__(error))
        if type(arg) in (str, int, float, bool)
    ]
    return ", ".join(shown)[:_MOST_TEXT]


def described(error: BaseException) -> str:
    """Type and message: "ValueError: no such currency"."""
    message = message_of(error)
    name = type_name(type(error))
    return f"{name}: {message}" if message else name
