# shows: returned 'refused'
# threat: network
"""Connects to another program through a socket in the file system."""

import socket


def attack(place):
    with socket.socket(socket.AF_UNIX) as client:
        try:
            client.connect(place["unix"])
        except OSError:
            return "refused"
    return "connected"
