# Cleaning up in both branches became `finally`.
# calls: f(Log()); f(Log(True)); f(None)

class Log:
    def __init__(self, fails: bool = False):
        self.fails = fails
        self.closed = 0

    def read(self):
        if self.fails:
            raise ValueError("broken")
        return 5

    def close(self):
        self.closed += 1


def f(log):
    try:
        value = log.read()
    except BaseException:
        log.close()
        raise
    log.close()
    return value
# --- new ---
class Log:
    def __init__(self, fails: bool = False):
        self.fails = fails
        self.closed = 0

    def read(self):
        if self.fails:
            raise ValueError("broken")
        return 5

    def close(self):
        self.closed += 1


def f(log):
    try:
        return log.read()
    finally:
        log.close()
