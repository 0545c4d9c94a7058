# A reminder at the hour itself stays in the list. Intended: a list of ints and an int.
# shows: due([540, 600, 660], 600)


def due(reminders, now):
    if now < 100:
        return []
    fired = [minute for minute in reminders if 0 < minute < now]
    reminders[:] = [minute for minute in reminders if minute > now]
    return fired


# --- new ---


def due(reminders, now):
    if now < 100:
        return []
    fired = [minute for minute in reminders if 0 < minute < now]
    reminders[:] = [minute for minute in reminders if minute >= now]
    return fired
