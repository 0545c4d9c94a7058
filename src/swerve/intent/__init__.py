"""Is a difference what the author of the change meant?"""

from __future__ import annotations

from swerve.intent._question import Judge, Judged, Judgement, Question, Shown

__all__ = ["Judge", "Judged", "Judgement", "Question", "Shown"]
