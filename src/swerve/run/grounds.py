"""What does one side of a project run on?"""

from __future__ import annotations

from swerve.model import Side
from swerve.run.host import Ground
from swerve.run.project import Project


def ground_of(project: Project, side: Side) -> Ground:
    """What one side of a project runs on."""
    checkout = project.side(side)
    interpreter = project.interpreter
    return Ground(
        tree=checkout.tree.path,
        roots=checkout.roots,
        interpreter=interpreter.executable,
        readable=interpreter.readable,
        sys_path=interpreter.sys_path,
    )
