# The inverse document frequencies are computed by the same expressions in a helper.
# function: tfidf
# calls: tfidf(sparse.csr_matrix([[1.0, 0.0], [2.0, 3.0]])); tfidf(sparse.csr_matrix([[1, 2, 0]]))
# calls: tfidf(sparse.csr_matrix([[1.0, 0.0]]), smooth=False); tfidf(sparse.csr_matrix((0, 2)))
# calls: tfidf(sparse.csr_matrix([[np.nan, 0.0], [1.0, 1.0]])); tfidf(sparse.csr_matrix((2, 0)))
# calls: tfidf(sparse.csr_matrix([[1, 1], [4, 1], [0, 2]]), False)

import numpy as np
from scipy import sparse


def tfidf(counts, smooth=True):
    """Weight term counts by inverse document frequencies.

    Parameters
    ----------
    counts : csr_matrix of shape (n_documents, n_terms)
        How often every term occurs in every document.
    smooth : bool, default True
        Whether to count one more document with every term.

    Returns
    -------
    weighted : csr_matrix of shape (n_documents, n_terms)
    """
    n_documents, n_terms = counts.shape
    extra = 1 if smooth else 0
    frequency = np.bincount(counts.indices, minlength=n_terms) + extra
    frequency = np.maximum(frequency, 1)
    inverse = np.log((n_documents + extra) / frequency) + 1.0
    return sparse.csr_matrix(counts @ sparse.diags(inverse))
# --- new ---
import numpy as np
from scipy import sparse


def _inverse_frequency(counts, extra):
    n_documents, n_terms = counts.shape
    frequency = np.bincount(counts.indices, minlength=n_terms) + extra
    frequency = np.maximum(frequency, 1)
    return np.log((n_documents + extra) / frequency) + 1.0


def tfidf(counts, smooth=True):
    """Weight term counts by inverse document frequencies.

    Parameters
    ----------
    counts : csr_matrix of shape (n_documents, n_terms)
        How often every term occurs in every document.
    smooth : bool, default True
        Whether to count one more document with every term.

    Returns
    -------
    weighted : csr_matrix of shape (n_documents, n_terms)
    """
    inverse = _inverse_frequency(counts, extra=1 if smooth else 0)
    return sparse.csr_matrix(counts @ sparse.diags(inverse))
