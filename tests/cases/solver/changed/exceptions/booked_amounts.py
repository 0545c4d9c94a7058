# An amount of 404 raises another error. Intended: a list of ints.
# shows: booked([12, 404])


def booked(amounts):
    log = []
    for amount in amounts:
        try:
            if amount < 0:
                raise ValueError(amount)
            log.append(1000 // (amount - 404))
        except ValueError:
            log.append(None)
    return log


# --- new ---


def booked(amounts):
    log = []
    for amount in amounts:
        try:
            if amount < 0:
                raise ValueError(amount)
            log.append(1000 // (amount - 404))
        except ValueError:
            log.append(None)
        except ZeroDivisionError:
            raise LookupError("account") from None
    return log
