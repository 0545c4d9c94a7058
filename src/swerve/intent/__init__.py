"""Is a difference what the author of the change meant?"""

from __future__ import annotations

from swerve.intent._asked_model import AskedModel
from swerve.intent._question import Judge, Judged, Judgement, Question, Shown

__all__ = ["AskedModel", "Judge", "Judged", "Judgement", "Question", "Shown"]
