"""Witnesses that outlive their run: kept in files, and shown again."""
