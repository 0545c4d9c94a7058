# shows: returned 'refused'
# threat: network
"""Connects to another program through a socket that needs no file."""

import socket


def attack(place):
    with socket.socket(socket.AF_UNIX) as client:
        try:
            client.connect("\0" + place["abstract"])
        except OSError:
            return "refused"
    return "connected"
