# A loop that fills a list became a comprehension.
# calls: f([1, 2, 3, 4]); f([]); f([7])

def f(numbers: list[int]) -> list[int]:
    evens = []
    for number in numbers:
        if number % 2 == 0:
            evens.append(number)
    return evens
# --- new ---
def f(numbers: list[int]) -> list[int]:
    return [number for number in numbers if number % 2 == 0]
