"""Which arrays and tables are made as values, rather than as instances of some class?"""

from __future__ import annotations

#: Libraries whose values are made.
LIBRARIES = ("numpy", "pandas", "scipy", "xarray")
#: By form: the library that must be there.
LIBRARY_OF = {
    "array": "numpy",
    "generator": "numpy",
    "scalar": "numpy",
    "series": "pandas",
    "frame": "pandas",
    "index": "pandas",
    "sparse": "scipy",
    "dataarray": "xarray",
    "dataset": "xarray",
}
#: By form: the class that has the attributes of all of them.
CLASS_OF = {
    "array": "numpy.ndarray",
    "generator": "numpy.random.Generator",
    "scalar": "numpy.float64",
    "series": "pandas.Series",
    "frame": "pandas.DataFrame",
    "index": "pandas.Index",
    "sparse": "scipy.sparse.csr_matrix",
    "dataarray": "xarray.DataArray",
    "dataset": "xarray.Dataset",
}
#: Classes of libraries that can be made, by their name.
FORMS = {
    "ndarray": "array",
    "Series": "series",
    "DataFrame": "frame",
    "Index": "index",
    "DataArray": "dataarray",
    "Dataset": "dataset",
    **{
        f"{kind}_{what}": "sparse"
        for kind in ("csr", "csc", "coo", "lil", "dok", "bsr", "dia")
        for what in ("matrix", "array")
    },
    "spmatrix": "sparse",
    "sparray": "sparse",
    "Generator": "generator",
    "RandomState": "generator",
    "floating": "scalar",
    "float64": "scalar",
    "number": "scalar",
    "generic": "scalar",
}
