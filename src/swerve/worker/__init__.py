"""Runs inside the target's interpreter: standard library only, Python 3.9 and newer.

The parent loads this package there under another name, without installing anything.
"""
