# A result that was `None` by default is returned at once.
# calls: f({"a": 1}); f(None); f({})

def f(settings):
    result = None
    if settings is not None:
        result = settings.get("a")
    return result
# --- new ---
def f(settings):
    if settings is None:
        return None
    return settings.get("a")
