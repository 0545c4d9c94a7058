# A space was lost in the message.
# shows: f("Ann")

def f(name: str) -> str:
    return "Dear " + name + ","
# --- new ---
def f(name: str) -> str:
    return f"Dear{name},"
