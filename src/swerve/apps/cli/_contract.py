"""`swerve contract`: what a change is meant to do, and whether it does that."""

from __future__ import annotations

import click

from swerve.apps.cli._contract_check import check
from swerve.apps.cli._contract_explain import explain
from swerve.apps.cli._contract_infer import infer
from swerve.apps.cli._contract_prove import prove


@click.group()
def contract() -> None:
    """Say what a change is meant to do, and have it checked.

    A contract stands in a file under `contracts/` or beside the code: see docs/contracts.md.
    """


contract.add_command(check)
contract.add_command(prove)
contract.add_command(explain)
contract.add_command(infer)
