"""Functions that run with what they lack made up."""
