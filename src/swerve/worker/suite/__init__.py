"""The tests of a project, run with their calls or reads observed."""
