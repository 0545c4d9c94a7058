# The environment of the program is a copy with one more name, made in one step.
# function: run_build
# calls: run_build("web", debug=True)
# calls: run_build("api")

import os
import subprocess


def run_build(target: str, debug: bool = False) -> int:
    env = os.environ.copy()
    env["BUILD_TARGET"] = target
    if debug:
        env["BUILD_DEBUG"] = "1"
    command = ["sh", "-c", 'echo "$BUILD_TARGET" > build.log']
    process = subprocess.Popen(command, env=env)
    return process.wait()
# --- new ---
import os
import subprocess


def run_build(target: str, debug: bool = False) -> int:
    flags = {"BUILD_DEBUG": "1"} if debug else {}
    env = {**os.environ, "BUILD_TARGET": target, **flags}
    command = ["sh", "-c", 'echo "$BUILD_TARGET" > build.log']
    return subprocess.run(command, env=env, check=False).returncode
