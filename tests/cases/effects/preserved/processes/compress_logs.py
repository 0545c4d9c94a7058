# run with check=True starts and waits as check_call did, and the paths are given as Path.
# function: compress_logs
# calls: compress_logs({"app": "started\n", "db": ""}, Path("logs"))
# calls: compress_logs({}, Path("logs"))

import subprocess
from pathlib import Path


def compress_logs(logs: dict[str, str], folder: Path) -> list[str]:
    folder.mkdir(parents=True, exist_ok=True)
    packed = []
    for number, name in enumerate(sorted(logs)):
        file = folder / f"{number}.log"
        file.write_bytes(logs[name].encode("utf-8", "replace"))
        subprocess.check_call(["gzip", "-n", "-f", str(file)])
        packed.append(f"{number}.log.gz")
    return packed
# --- new ---
import subprocess
from pathlib import Path


def _gzip(file: Path) -> str:
    subprocess.run(["gzip", "-n", "-f", file], check=True)
    return f"{file.name}.gz"


def compress_logs(logs: dict[str, str], folder: Path) -> list[str]:
    folder.mkdir(parents=True, exist_ok=True)
    packed = []
    for number, name in enumerate(sorted(logs)):
        file = folder / f"{number}.log"
        file.write_bytes(logs[name].encode("utf-8", "replace"))
        packed.append(_gzip(file))
    return packed
