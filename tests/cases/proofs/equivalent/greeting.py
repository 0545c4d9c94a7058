# An f-string replaced concatenation.
# calls: f("Ann", 3); f("", 0); f("Bob", -1)

def f(name: str, count: int) -> str:
    return "Hello, " + name + "! You have " + str(count) + " messages."
# --- new ---
def f(name: str, count: int) -> str:
    return f"Hello, {name}! You have {count} messages."
