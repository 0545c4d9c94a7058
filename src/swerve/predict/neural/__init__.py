"""The value model: one network that labels every read of a function in one pass."""

from swerve.predict.neural._labels import Labels, labels_of, model_checksum

__all__ = ["Labels", "labels_of", "model_checksum"]
