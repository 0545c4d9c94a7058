# The weighted matrix comes back in CSC format instead of CSR.
# function: inverse_document_weights
# shows: inverse_document_weights(sparse.csr_matrix([[1., 0.], [2., 1.]])).format

import numpy as np
from scipy import sparse


def inverse_document_weights(counts):
    """Weigh term counts by the inverse document frequency.

    Parameters
    ----------
    counts : sparse matrix of shape (n_documents, n_terms)
        Term counts.

    Returns
    -------
    weighted : csr_matrix of shape (n_documents, n_terms)
    """
    counts = sparse.csr_matrix(counts, dtype=float)
    n_documents, n_terms = counts.shape
    frequency = np.bincount(counts.indices, minlength=n_terms)
    idf = np.log((1 + n_documents) / (1 + frequency)) + 1
    return counts @ sparse.diags(idf, format="csr")
# --- new ---
import numpy as np
from scipy import sparse


def inverse_document_weights(counts):
    """Weigh term counts by the inverse document frequency.

    Parameters
    ----------
    counts : sparse matrix of shape (n_documents, n_terms)
        Term counts.

    Returns
    -------
    weighted : csr_matrix of shape (n_documents, n_terms)
    """
    counts = sparse.csc_matrix(counts, dtype=float)
    n_documents = counts.shape[0]
    frequency = np.diff(counts.indptr)
    idf = np.log((1 + n_documents) / (1 + frequency)) + 1
    return counts @ sparse.diags(idf, format="csc")
