"""`swerve serve`, `swerve mcp` and `swerve completion`: what others ask swerve for."""

from __future__ import annotations

from pathlib import Path

import click

from swerve.model.errors import PathMissing

from ._campaign_store import opened_store, store_option
from ._options import current_folder, path

_SHELLS = ("bash", "zsh", "fish")
#: Tells swerve that a shell asks; click reads it.
_VARIABLE = "_SWERVE_COMPLETE"


@click.command()
@store_option
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="Address to listen on. If other machines can reach it, a token is needed.",
)
@click.option(
    "--port",
    default=8365,
    show_default=True,
    type=click.IntRange(0, 65535),
    help="Port to listen on; 0 picks a free one.",
)
@click.option(
    "--token",
    metavar="TOKEN",
    envvar="SWERVE_SERVE_TOKEN",
    default="",
    help="The token that visitors must enter. Prefer SWERVE_SERVE_TOKEN: other users of this "
    "machine can see command lines.",
)
@click.option(
    "--allow-host",
    metavar="NAME",
    multiple=True,
    help="Another host name that this server answers to. May be repeated.",
)
def serve(store: str, host: str, port: int, token: str, allow_host: tuple[str, ...]) -> int:
    """Show the results of campaigns in a browser, even while a campaign runs.

    The pages can be opened only on this machine unless `--host` is given. Ctrl-C stops the server.
    """
    from swerve.tell.serving import access_to, address_of, listening  # takes a while to load
    from swerve.tell.serving import serve as serve_store

    access = access_to(host, token, allow_host)
    with opened_store(store, patience_s=5.0) as opened, listening(host, port) as sock:
        click.echo(f"swerve: serving {opened.name} at {address_of(sock)} (press Ctrl-C to stop)")
        serve_store(opened, access, sock)
    return 0


@click.command()
@path(
    "--root",
    "The folder that the server is confined to.  [default: the current one]",
    metavar="DIR",
)
def mcp(root: Path | None) -> int:
    """Serve coding agents over the Model Context Protocol, on standard input and output.

    Tools: check a change, explain a witness, write a test for it, approve it. Agents start this
    command themselves: see docs/agents.md. Needs `pip install 'swerve[mcp]'`.
    """
    from swerve.apps.mcp import serve

    folder = current_folder() if root is None else root
    if not folder.is_dir():
        raise PathMissing(f"There is no folder `{folder}`.", "Check the path.")
    serve(folder)
    return 0


@click.command()
@click.argument("shell", type=click.Choice(_SHELLS))
@click.pass_context
def completion(context: click.Context, shell: str) -> int:
    """Print a shell script that completes commands, options and witness ids.

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
