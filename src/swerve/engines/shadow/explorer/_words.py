"""Which words do the explorer and those who ask it have in common?"""

from __future__ import annotations

#: What a probe calls at each change: a name that no module has; not mangled in classes.
HOOK = "__swerve_change__"
#: Where versions part that end alike.
INSIDE = "inside"
