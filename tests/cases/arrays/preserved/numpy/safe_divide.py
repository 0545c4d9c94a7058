# An array of zeros filled with the value is the array that np.full makes.
# function: safe_divide
# calls: safe_divide([1.0, 2.0, 3.0], [2.0, 0.0, 4.0]); safe_divide(1, [[1, 0], [4, 5]], fill=-1)
# calls: safe_divide([], []); safe_divide([np.nan, 1.0], [0.0, np.nan], fill=np.nan)
# calls: safe_divide([1.0, 2.0], [1.0, 2.0, 3.0]); safe_divide(np.ones((2, 3)), 2)
# calls: safe_divide(0, 0)

import numpy as np


def safe_divide(numerator, denominator, fill=0.0):
    numerator = np.asarray(numerator, dtype=float)
    denominator = np.asarray(denominator, dtype=float)
    shape = np.broadcast(numerator, denominator).shape
    quotient = np.zeros(shape)
    quotient.fill(fill)
    np.divide(numerator, denominator, out=quotient, where=denominator != 0.0)
    return quotient
# --- new ---
import numpy as np


def safe_divide(numerator, denominator, fill=0.0):
    numerator = np.asarray(numerator, dtype=float)
    denominator = np.asarray(denominator, dtype=float)
    shape = np.broadcast(numerator, denominator).shape
    quotient = np.full(shape, fill, dtype=float)
    valid = denominator != 0.0
    np.divide(numerator, denominator, out=quotient, where=valid)
    return quotient
