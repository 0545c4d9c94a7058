"""Differences that are meant: shown by kind, and written down as contracts."""
