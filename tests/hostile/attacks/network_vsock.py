# shows: returned 'refused'
# threat: network
"""Opens a socket to the host of a virtual machine, which no namespace covers."""

import socket


def attack(place):
    try:
        socket.socket(getattr(socket, "AF_VSOCK", 40)).close()
    except OSError:
        return "refused"
    return "opened"
