"""What is the hook called that a probe calls at each change?"""

from __future__ import annotations

#: A name that no module has; not mangled in classes.
HOOK = "__swerve_change__"
