# Counting in a loop became a sum of ones.
# calls: f("banana"); f(""); f("xyz")

def f(word: str) -> int:
    count = 0
    for letter in word:
        if letter in "aeiou":
            count += 1
    return count
# --- new ---
def f(word: str) -> int:
    return sum(1 for letter in word if letter in "aeiou")
