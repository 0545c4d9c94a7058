# shows: returned 'connected'
# threat: network
"""Connects to a server on this machine, and gets to a stand-in: the server must not hear of it."""

import socket


def attack(place):
    try:
        socket.create_connection(("127.0.0.1", place["tcp"]), timeout=1).close()
    except OSError:
        return "refused"
    return "connected"
