"""Start, batches, limits: what every process that runs target code has."""
