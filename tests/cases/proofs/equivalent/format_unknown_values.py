# An f-string replaced `format`, whatever the value.
# calls: f(1); f("a"); f([1, 2])

def f(value):
    return "<{}>".format(value)
# --- new ---
def f(value):
    return f"<{value}>"
