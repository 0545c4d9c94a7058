"""What does this change do to the behaviour of the code, and was that meant?"""

__version__ = "0.1.0"
