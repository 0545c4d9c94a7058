# shows: returned 'refused'
# threat: network
"""Connects to a server on this machine."""

import socket


def attack(place):
    try:
        socket.create_connection(("127.0.0.1", place["tcp"]), timeout=1).close()
    except OSError:
        return "refused"
    return "connected"
