# Squares of int16 samples are taken in int16 and wrap around.
# function: signal_energy
# shows: signal_energy(np.array([300, -400, 500, 10], dtype=np.int16), 2)

import numpy as np


def signal_energy(samples: np.ndarray, frame: int) -> np.ndarray:
    """Energy of consecutive frames of a PCM signal; a short last frame is left out."""
    samples = np.asarray(samples)
    n_frames = samples.size // frame
    energy = np.zeros(n_frames, dtype=np.int64)
    for i in range(n_frames):
        chunk = samples[i * frame:(i + 1) * frame].astype(np.int64)
        energy[i] = np.dot(chunk, chunk)
    return energy
# --- new ---
import numpy as np


def signal_energy(samples: np.ndarray, frame: int) -> np.ndarray:
    """Energy of consecutive frames of a PCM signal; a short last frame is left out."""
    samples = np.asarray(samples)
    n_frames = samples.size // frame
    frames = samples[:n_frames * frame].reshape(n_frames, frame)
    return np.sum(frames * frames, axis=1, dtype=np.int64)
