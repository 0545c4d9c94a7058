# The comparison became sensitive to case.
# shows: f("YES")

def f(answer: str) -> bool:
    return answer.lower() == "yes"
# --- new ---
def f(answer: str) -> bool:
    return answer == "yes"
