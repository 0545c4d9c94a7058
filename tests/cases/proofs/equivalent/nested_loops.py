# Two loops inside each other became one comprehension.
# calls: f([[1, 2], [3]]); f([]); f([[]])

def f(rows):
    flat = []
    for row in rows:
        for cell in row:
            flat.append(cell)
    return flat
# --- new ---
def f(rows):
    return [cell for row in rows for cell in row]
