"""The value model: one network that labels every read of a function in one pass."""

from .labels import labels_of
