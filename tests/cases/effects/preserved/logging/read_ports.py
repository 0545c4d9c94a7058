# A helper writes the warnings, with the level as an argument.
# function: read_ports
# calls: read_ports("80, 443, http, 70000")
# calls: read_ports("")

import logging

log = logging.getLogger("settings.ports")


def read_ports(text: str) -> list[int]:
    ports = []
    for word in text.split(","):
        word = word.strip()
        if not word:
            continue
        if not (word.isascii() and word.isdigit()):
            log.warning("%r is no port", word)
            continue
        if len(word) > 5 or int(word) > 65535:
            log.error("port %s is too large", word)
            continue
        ports.append(int(word))
    return ports
# --- new ---
import logging

log = logging.getLogger("settings.ports")


def _refuse(level: int, message: str, word: str) -> None:
    log.log(level, message, word)


def _port(word: str) -> int | None:
    if not word.isascii() or not word.isdigit():
        return _refuse(logging.WARNING, "%r is no port", word)
    if len(word) > 5 or int(word) > 65535:
        return _refuse(logging.ERROR, "port %s is too large", word)
    return int(word)


def read_ports(text: str) -> list[int]:
    words = [word.strip() for word in text.split(",")]
    ports = [_port(word) for word in words if word]
    return [port for port in ports if port is not None]
