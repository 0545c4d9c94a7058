# What was written before an error is no longer removed.
# function: Exporter.export
# shows: Exporter("out").export("prices", [("pen", 150), ("ink", None)])
# effect: file out/prices.csv

import os


class Exporter:
    def __init__(self, folder):
        self.folder = folder

    def export(self, name, rows):
        """Write rows to a file, which is only there when all of them were written."""
        os.makedirs(self.folder, exist_ok=True)
        path = os.path.join(self.folder, name + ".csv")
        try:
            with open(path, "w") as out:
                for label, cents in rows:
                    out.write("%s,%.2f\n" % (label, cents / 100))
        except Exception:
            os.unlink(path)
            raise
        return len(rows)
# --- new ---
import os


class Exporter:
    def __init__(self, folder):
        self.folder = folder

    def export(self, name, rows):
        """Write rows to a file, which is only there when all of them were written."""
        os.makedirs(self.folder, exist_ok=True)
        with open(os.path.join(self.folder, name + ".csv"), "w") as out:
            out.writelines(self._line(label, cents) for label, cents in rows)
        return len(rows)

    @staticmethod
    def _line(label, cents):
        return "%s,%.2f\n" % (label, cents / 100)
