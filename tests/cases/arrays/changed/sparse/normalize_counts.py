# The data of the caller's CSR matrix is divided in place.
# function: normalize_counts
# shows: (lambda m: (normalize_counts(m).sum(), m.toarray()))(sparse.csr_matrix([[1., 3.]]))

import numpy as np
from scipy import sparse


def normalize_counts(X):
    """Divide every row of a count matrix by its sum.

    Parameters
    ----------
    X : sparse matrix of shape (n_documents, n_terms)
        Term counts.

    Returns
    -------
    frequencies : csr_matrix of shape (n_documents, n_terms)
        Rows sum to one; empty rows stay empty.
    """
    X = sparse.csr_matrix(X, dtype=np.float64, copy=True)
    totals = np.asarray(X.sum(axis=1)).ravel()
    totals[totals == 0] = 1.0
    X.data /= np.repeat(totals, np.diff(X.indptr))
    return X
# --- new ---
import numpy as np
from scipy import sparse


def normalize_counts(X):
    """Divide every row of a count matrix by its sum.

    Parameters
    ----------
    X : sparse matrix of shape (n_documents, n_terms)
        Term counts.

    Returns
    -------
    frequencies : csr_matrix of shape (n_documents, n_terms)
        Rows sum to one; empty rows stay empty.
    """
    X = sparse.csr_matrix(X, dtype=np.float64)
    totals = np.asarray(X.sum(axis=1)).ravel()
    totals[totals == 0] = 1.0
    X.data /= np.repeat(totals, np.diff(X.indptr))
    return X
