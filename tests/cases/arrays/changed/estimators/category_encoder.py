# A value never seen in fit gets the code of a neighbour instead of -1.
# function: CategoryEncoder.transform
# shows: CategoryEncoder().fit(np.array(['a', 'c'])).transform(np.array(['a', 'b', 'c']))

import numpy as np


class CategoryEncoder:
    def fit(self, values):
        self.categories_ = np.unique(np.asarray(values))
        return self

    def transform(self, values):
        if not hasattr(self, "categories_"):
            raise RuntimeError("call fit before transform")
        lookup = {category: code for code, category in enumerate(self.categories_.tolist())}
        codes = [lookup.get(value, -1) for value in np.asarray(values).tolist()]
        return np.array(codes, dtype=np.int64)

    def inverse_transform(self, codes):
        codes = np.asarray(codes)
        if np.any(codes < 0):
            raise ValueError("unknown values have no inverse")
        return self.categories_[codes]
# --- new ---
import numpy as np


class CategoryEncoder:
    def fit(self, values):
        self.categories_ = np.unique(np.asarray(values))
        return self

    def transform(self, values):
        if not hasattr(self, "categories_"):
            raise RuntimeError("call fit before transform")
        values = np.asarray(values)
        codes = np.searchsorted(self.categories_, values)
        codes[codes == self.categories_.size] = -1
        return codes.astype(np.int64)

    def inverse_transform(self, codes):
        codes = np.asarray(codes)
        if np.any(codes < 0):
            raise ValueError("unknown values have no inverse")
        return self.categories_[codes]
