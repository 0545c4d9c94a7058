"""The two trees made importable and kept warm."""
