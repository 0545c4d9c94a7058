"""`swerve serve`: the results of campaigns in a browser."""

from __future__ import annotations

import click

from swerve.apps.cli._campaign_store import opened_store, store_option


@click.command()
@store_option
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="Where to listen. Anything but this machine alone needs a token.",
)
@click.option("--port", default=8365, show_default=True, type=click.IntRange(0, 65535))
@click.option(
    "--token",
    metavar="TOKEN",
    envvar="SWERVE_SERVE_TOKEN",
    default="",
    help="What visitors have to enter. Better given as SWERVE_SERVE_TOKEN: other users of this "
    "machine can see the words of a command.",
)
@click.option(
    "--allow-host",
    metavar="NAME",
    multiple=True,
    help="Another name that visitors know this machine by. May be given several times.",
)
def serve(store: str, host: str, port: int, token: str, allow_host: tuple[str, ...]) -> int:
    """Show the results of campaigns in a browser, also while they come in.

    Only this machine can look, unless `--host` says otherwise. Ctrl-C ends it.
    """
    from swerve.tell.serving import access_to, address_of, listening  # takes a while to load
    from swerve.tell.serving import serve as serve_store

    access = access_to(host, token, allow_host)
    with opened_store(store, patience_s=5.0) as opened, listening(host, port) as sock:
        click.echo(f"swerve: {opened.name} is at {address_of(sock)} (Ctrl-C ends it)")
        serve_store(opened, access, sock)
    return 0
