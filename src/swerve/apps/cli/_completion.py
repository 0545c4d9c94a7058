"""`swerve completion`: what a shell needs to know to complete commands and options."""

from __future__ import annotations

import click

_SHELLS = ("bash", "zsh", "fish")
#: Tells swerve that a shell asks; click reads it.
_VARIABLE = "_SWERVE_COMPLETE"


@click.command()
@click.argument("shell", type=click.Choice(_SHELLS))
@click.pass_context
def completion(context: click.Context, shell: str) -> int:
    """Print a script that makes a shell complete commands, options and ids of witnesses.

    For bash, add `eval "$(swerve completion bash)"` to ~/.bashrc; for zsh, `eval "$(swerve
    completion zsh)"` to ~/.zshrc, after compinit; for fish, write it to
    ~/.config/fish/completions/swerve.fish.
    """
    from click.shell_completion import get_completion_class

    made = get_completion_class(shell)
    if made is None:  # click has all three
        return 2
    # The script does not depend on the version of bash that click looks for on the PATH.
    complete = made(context.find_root().command, {}, "swerve", _VARIABLE)
    click.echo(complete.source_template % complete.source_vars())
    return 0
