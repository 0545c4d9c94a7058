# A test of the length became a truth test before `pop`.
# calls: f([1, 2]); f([]); f([7])

def f(stack: list[int]) -> int:
    if len(stack) > 0:
        return stack.pop()
    return -1
# --- new ---
def f(stack: list[int]) -> int:
    if not stack:
        return -1
    return stack.pop()
