"""Time, chance and waiting, equal on both sides."""
