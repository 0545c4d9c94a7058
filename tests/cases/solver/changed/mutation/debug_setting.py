# Reading the settings takes the key `debug` out of them.
# shows: log_level({"debug": 1, "colour": 0})


def log_level(settings: dict[str, int]) -> str:
    level = settings.get("level", 20)
    if settings.get("debug", 0) == 1:
        return "debug"
    return "info" if level <= 20 else "error"


# --- new ---


def log_level(settings: dict[str, int]) -> str:
    level = settings.get("level", 20)
    if settings.pop("debug", 0) == 1:
        return "debug"
    return "info" if level <= 20 else "error"
