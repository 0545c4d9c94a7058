"""Was it meant? Contracts, the words about a change, and language models."""
