# What is printed stays, the loop got other names.
# calls: f([1, 2]); f([]); f("ab")

def f(lines):
    for i, line in enumerate(lines):
        print(i, line)
# --- new ---
def f(lines):
    for number, text in enumerate(lines):
        print(number, text)
