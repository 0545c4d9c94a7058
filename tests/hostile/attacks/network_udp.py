# shows: returned
# threat: network
"""Sends a datagram to a server on this machine; whether it arrives, only the server knows."""

import socket


def attack(place):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        for address in ("127.0.0.1", "127.1.2.3", "localhost"):
            try:
                sender.sendto(b"hello", (address, place["udp"]))
            except OSError:
                continue
    return "sent"
