"""Calls in, behaviours out: recipes that build calls, snapshots of what they did, comparison."""
