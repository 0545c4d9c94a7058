# A loop that calls keeps the order of its calls.
# calls: f(str, [1, 2]); f(len, []); f(int, ["4"])

def f(function, arguments):
    results = []
    for argument in arguments:
        result = function(argument)
        if result is not None:
            results.append(result)
    return results
# --- new ---
def f(function, arguments):
    results = []
    for argument in arguments:
        result = function(argument)
        if result is None:
            continue
        results.append(result)
    return results
