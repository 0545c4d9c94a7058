#!/usr/bin/env bash
# Installs swerve in an environment of its own, and what its strictest sandbox needs.
#   SWERVE_VERSION  what to install, as pip takes it; the version of this action when empty
# Outputs: home (the environment), cache (a folder), version.
set -euo pipefail

# The workspace holds what a stranger wrote, and decides nothing: not by a file beside which a program
# is started, not by a variable of the job that leads there. Of pip's, those stay that name a server.
cd "$RUNNER_TEMP"
outside=""
IFS=: read -ra folders <<<"$PATH"
for folder in "${folders[@]}"; do
    case "$folder" in
        "$GITHUB_WORKSPACE" | "$GITHUB_WORKSPACE"/*) ;;
        /*) outside="$outside:$folder" ;;
    esac
done
export PATH="${outside#:}"
for name in ${!PIP_*}; do
    case "$name" in
        PIP_INDEX_URL | PIP_EXTRA_INDEX_URL | PIP_TRUSTED_HOST | PIP_PROXY | PIP_CERT) ;;
        PIP_CLIENT_CERT | PIP_DEFAULT_TIMEOUT | PIP_RETRIES) ;;
        *) unset "$name" ;;
    esac
done

get_bubblewrap() {
    if ! command -v bwrap >/dev/null; then
        command -v apt-get >/dev/null || return 1
        local sudo=""
        if [ "$(id -u)" != 0 ]; then
            sudo=sudo
            command -v sudo >/dev/null || return 1
        fi
        $sudo apt-get update -qq && $sudo apt-get install -y -qq bubblewrap || return 1
    fi
    if ! bwrap --ro-bind / / true 2>/dev/null; then
        # Ubuntu 24.04 keeps programs from making the namespaces that bubblewrap is made of.
        sudo -n sysctl -q -w kernel.apparmor_restrict_unprivileged_userns=0 || return 1
    fi
}

get_bubblewrap >&2 || echo "::notice title=swerve::bubblewrap cannot be used here: code of the change runs in a weaker sandbox (docs/sandbox.md)."

home="$RUNNER_TEMP/swerve"
python=""
for name in python3 python; do
    if "$name" -I -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; then
        python="$name"
        break
    fi
done
if [ -z "$python" ]; then
    echo "::error title=swerve::swerve needs Python 3.10 or newer on the PATH: use actions/setup-python first."
    exit 2
fi
"$python" -I -m venv "$home"
"$home/bin/python" -I -m pip install --quiet --disable-pip-version-check -- "${SWERVE_VERSION:-$GITHUB_ACTION_PATH}"

version="$("$home/bin/python" -I -m swerve --version)"
{
    echo "home=$home"
    echo "cache=$RUNNER_TEMP/swerve-cache"
    echo "version=${version#swerve }"
} >>"$GITHUB_OUTPUT"
