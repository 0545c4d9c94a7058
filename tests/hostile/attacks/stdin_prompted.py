# shows: raised EOFError
# threat: streams
"""Asks the user a question."""


def attack(place):
    return input("password: ")
