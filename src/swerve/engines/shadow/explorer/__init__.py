"""Both versions of a function beside a solver, in a confined process of swerve's own interpreter.

Nothing here is imported by the parent except what goes over the wire. `_main` is what runs there.
"""
