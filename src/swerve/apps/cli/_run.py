"""What happens around a command: errors become messages, and every way to end has a status."""

from __future__ import annotations

import errno
import os
import sys
import traceback

import click

from swerve.check.investigating import prepare_process
from swerve.model.errors import SwerveError
from swerve.tell import INTERRUPTED

from ._commands import swerve
from ._streams import complain, discard_output

#: A bug in swerve; from sysexits.h.
_BUG = 70
#: Set by a shell that completes a command; click answers, and ends the process.
_COMPLETION = "_SWERVE_COMPLETE"


def run(words: list[str]) -> int:
    """Run a command; whatever a user can cause ends in a message and a hint."""
    prepare_process()
    _keep_tokens_from_others(words)
    _open_closed_streams()
    try:
        status = swerve.main(
            words, prog_name="swerve", standalone_mode=False, complete_var=_COMPLETION
        )
        sys.stdout.flush()
        return status if isinstance(status, int) else 0
    except SwerveError as error:
        _complain(error.message, error.hint, error.code)
        return error.exit_status
    except click.ClickException as error:
        error.show()
        return 2
    except (KeyboardInterrupt, click.Abort):
        print("swerve: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        discard_output()  # the reader left, as `head` does
        return 0
    except (Exception, SystemExit) as error:  # no command ends the process by itself
        if isinstance(error, SystemExit) and _COMPLETION in os.environ:
            return error.code if isinstance(error.code, int) else 1
        if isinstance(error, OSError) and error.errno == errno.ENOSPC:
            discard_output()
            _complain(
                "There is no space left to write the output.",
                "Free some disk space.",
                "cannot-write",
            )
            return 2
        traceback.print_exc()
        print(
            "swerve: this is a bug in swerve; please report it with the lines above.",
            file=sys.stderr,
        )
        return _BUG


def _keep_tokens_from_others(words: list[str]) -> None:
    """Let what swerve starts have no token of GitHub's, nor read it where swerve got it.

    The variables that a process started with stay in its memory, and others of the same user may
    look there. Commands that ask GitHub take their token out of the environment when they have.
    """
    if not any(name.endswith("_TOKEN") for name in os.environ):
        return
    from swerve.source.github import TOKEN_VARIABLES  # takes a while to load
    from swerve.worker.core.limits import close_memory

    close_memory()
    if words[:1] not in (["pr"], ["campaign"]):
        for name in TOKEN_VARIABLES:
            os.environ.pop(name, None)


def _open_closed_streams() -> None:
    """Give a shell's `>&-` and `<&-` somewhere to go, so that nothing else has to care."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 (for good)


def _complain(message: str, hint: str, code: str) -> None:
    complain(message, f"{hint}\n  more: docs/messages.md#{code}")
