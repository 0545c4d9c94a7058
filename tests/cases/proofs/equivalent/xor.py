# A comparison of truth values became an exclusive or.
# calls: f(True, False); f(True, True); f(False, False)

def f(left: bool, right: bool) -> bool:
    return (left and not right) or (right and not left)
# --- new ---
def f(left: bool, right: bool) -> bool:
    return left != right
