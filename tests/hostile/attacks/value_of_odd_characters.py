# shows: returned
# threat: values
"""Returns names and texts that cannot be encoded, printed or trusted."""


def attack(place):
    texts = ["\ud800", "\x00", "\x1b[2J\x1b[31m", "\u202e", "a" * 3 + "\r\n"]
    odd = type("\x1b[2J\n", (), {"\x1b[31m": 1})()
    odd.__dict__["\x00\ud800"] = texts
    return [*texts, odd, {text: text for text in texts}]
