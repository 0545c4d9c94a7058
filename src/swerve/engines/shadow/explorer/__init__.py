"""Both versions of a function beside a solver, in a confined process of swerve's own interpreter.

Nothing here is imported by the parent except what goes over the wire. `_main` is what runs there.
"""

#: What a probe calls at each change: a name that no module has; not mangled in classes.
HOOK = "__swerve_change__"
#: Where versions part that end alike.
INSIDE = "inside"
