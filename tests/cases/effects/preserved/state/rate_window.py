# extend takes the stamps that were appended one by one, and the counter is changed once.
# function: note_requests
# calls: note_requests("10.0.0.1", [100, 101, 103])
# calls: note_requests("10.0.0.2", [])

_seen = {}
_total = 0


def note_requests(address: str, stamps: list[int]) -> int:
    global _total
    if address not in _seen:
        _seen[address] = []
    for stamp in stamps:
        _seen[address].append(stamp)
        _total += 1
    return len(_seen[address])
# --- new ---
_seen = {}
_total = 0


def _window(address: str) -> list[int]:
    return _seen.setdefault(address, [])


def note_requests(address: str, stamps: list[int]) -> int:
    global _total
    window = _window(address)
    window.extend(stamps)
    _total += len(stamps)
    return len(window)
