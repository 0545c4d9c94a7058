"""Which distribution has to be installed for an import that fails?"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping

from swerve.project._dependencies import normalised

#: Modules whose distribution has another name, case and dashes aside; several where several hold
#: the module, the usual one first.
_KNOWN = {
    "_cffi_backend": "cffi",
    "_pytest": "pytest",
    "_yaml": "PyYAML",
    "absl": "absl-py",
    "aifc": "standard-aifc",
    "airflow": "apache-airflow",
    "allauth": "django-allauth",
    "ansible": "ansible-core ansible",
    "apiclient": "google-api-python-client",
    "asynchat": "pyasynchat",
    "asyncore": "pyasyncore",
    "attr": "attrs",
    "audioop": "audioop-lts",
    "axes": "django-axes",
    "barcode": "python-barcode",
    "bidi": "python-bidi",
    "Bio": "biopython",
    "bluetooth": "PyBluez",
    "bs4": "beautifulsoup4",
    "bson": "pymongo",
    "cairo": "pycairo",
    "can": "python-can",
    "cassandra": "cassandra-driver",
    "cgi": "legacy-cgi",
    "cgitb": "legacy-cgi",
    "chunk": "standard-chunk",
    "ckeditor": "django-ckeditor",
    "clang": "libclang",
    "community": "python-louvain",
    "compressor": "django_compressor",
    "constraint": "python-constraint",
    "consul": "python-consul",
    "corsheaders": "django-cors-headers",
    "cpuinfo": "py-cpuinfo",
    "crispy_forms": "django-crispy-forms",
    "Crypto": "pycryptodome pycrypto",
    "Cryptodome": "pycryptodomex",
    "cv2": "opencv-python opencv-python-headless opencv-contrib-python",
    "daemon": "python-daemon",
    "dateutil": "python-dateutil",
    "dbus": "dbus-python",
    "debug_toolbar": "django-debug-toolbar",
    "decouple": "python-decouple",
    "discord": "discord.py",
    "distutils": "setuptools",
    "django_filters": "django-filter",
    "dns": "dnspython",
    "docx": "python-docx",
    "dotenv": "python-dotenv",
    "editor": "python-editor",
    "engineio": "python-engineio",
    "environ": "django-environ",
    "faiss": "faiss-cpu faiss-gpu",
    "ffmpeg": "ffmpeg-python",
    "fitz": "PyMuPDF",
    "freetype": "freetype-py",
    "gi": "PyGObject",
    "git": "GitPython",
    "github": "PyGithub",
    "gitlab": "python-gitlab",
    "gnupg": "python-gnupg",
    "google.api": "googleapis-common-protos",
    "google.protobuf": "protobuf",
    "google.rpc": "googleapis-common-protos",
    "googleapiclient": "google-api-python-client",
    "graphql": "graphql-core",
    "gridfs": "pymongo",
    "grpc": "grpcio",
    "grpc_status": "grpcio-status",
    "grpc_tools": "grpcio-tools",
    "guardian": "django-guardian",
    "haystack": "django-haystack",
    "hydra": "hydra-core",
    "imagekit": "django-imagekit",
    "imblearn": "imbalanced-learn",
    "imghdr": "standard-imghdr",
    "impala": "impyla",
    "import_export": "django-import-export",
    "jenkins": "python-jenkins",
    "jose": "python-jose",
    "jwt": "PyJWT",
    "kafka": "kafka-python kafka-python-ng",
    "keycloak": "python-keycloak",
    "ldap": "python-ldap",
    "levenshtein": "Levenshtein python-Levenshtein",
    "Levenshtein": "Levenshtein python-Levenshtein",
    "lzo": "python-lzo",
    "magic": "python-magic",
    "mailcap": "standard-mailcap",
    "markdown_it": "markdown-it-py",
    "memcache": "python-memcached",
    "model_utils": "django-model-utils",
    "mpl_toolkits": "matplotlib",
    "mptt": "django-mptt",
    "multipart": "python-multipart",
    "mysql": "mysql-connector-python",
    "MySQLdb": "mysqlclient",
    "nacl": "PyNaCl",
    "nio": "matrix-nio",
    "nmap": "python-nmap",
    "nntplib": "standard-nntplib",
    "oauth2_provider": "django-oauth-toolkit",
    "odf": "odfpy",
    "ogr": "GDAL",
    "OpenGL": "PyOpenGL",
    "openid": "python3-openid",
    "OpenSSL": "pyOpenSSL",
    "opentelemetry": "opentelemetry-api",
    "osgeo": "GDAL",
    "paho": "paho-mqtt",
    "past": "future",
    "pdfminer": "pdfminer.six",
    "phonenumber_field": "django-phonenumber-field",
    "PIL": "Pillow",
    "pipes": "standard-pipes",
    "pkg_resources": "setuptools",
    "playhouse": "peewee",
    "pptx": "python-pptx",
    "psycopg": "psycopg psycopg-binary",
    "psycopg2": "psycopg2-binary psycopg2",
    "pwiz": "peewee",
    "pylab": "matplotlib",
    "pythoncom": "pywin32",
    "pywintypes": "pywin32",
    "rest_framework": "djangorestframework",
    "rest_framework_simplejwt": "djangorestframework-simplejwt",
    "reversion": "django-reversion",
    "RPi": "RPi.GPIO",
    "serial": "pyserial",
    "shapefile": "pyshp",
    "skbio": "scikit-bio",
    "skimage": "scikit-image",
    "sklearn": "scikit-learn",
    "skopt": "scikit-optimize",
    "sksparse": "scikit-sparse",
    "slack": "slackclient",
    "slugify": "python-slugify",
    "smbus": "smbus2 smbus",
    "snappy": "python-snappy",
    "sndhdr": "standard-sndhdr",
    "snowflake": "snowflake-connector-python",
    "social_core": "social-auth-core",
    "social_django": "social-auth-app-django",
    "socketio": "python-socketio",
    "socks": "PySocks",
    "speech_recognition": "SpeechRecognition",
    "stdnum": "python-stdnum",
    "storages": "django-storages",
    "sunau": "standard-sunau",
    "systemd": "systemd-python",
    "taggit": "django-taggit",
    "telegram": "python-telegram-bot",
    "telnetlib": "standard-telnetlib",
    "tensorflow": "tensorflow tensorflow-cpu",
    "tlz": "toolz",
    "umap": "umap-learn",
    "usb": "pyusb",
    "usb1": "libusb1",
    "uu": "standard-uu",
    "waffle": "django-waffle",
    "websocket": "websocket-client",
    "whois": "python-whois",
    "win32api": "pywin32",
    "win32com": "pywin32",
    "win32con": "pywin32",
    "win32event": "pywin32",
    "win32file": "pywin32",
    "win32gui": "pywin32",
    "wx": "wxPython",
    "xdg": "pyxdg",
    "xdrlib": "standard-xdrlib",
    "Xlib": "python-xlib",
    "yaml": "PyYAML",
    "zmq": "pyzmq",
}
#: Packages that many distributions have a part of, each called after its part.
_NAMESPACES = {
    "azure": "azure-{}",
    "backports": "backports.{}",
    "google.cloud": "google-cloud-{}",
    "jaraco": "jaraco.{}",
    "plone": "plone.{}",
    "repoze": "repoze.{}",
    "ruamel": "ruamel.{}",
    "sphinxcontrib": "sphinxcontrib-{}",
    "zope": "zope.{}",
}
#: Ends the names of generated clients: google.cloud.tasks_v2.
_VERSION = re.compile(r"_v\d\w*$")
#: How a distribution may be called that holds a module, when the two are not called the same.
_SHAPES = ("python-{}", "{}-python", "py{}", "{}-py", "{}py", "django-{}", "flask-{}", "pytest-{}")


def distribution_of(module: str, declared: Iterable[str] = ()) -> str:
    """The distribution to install for a missing import, as a package index calls it.

    `declared` are the names of what the project needs, which decide where several would do.
    Where nothing is known it is the name of the module, and empty for a module of the standard
    library that this Python or system does not have: nothing would bring it.
    """
    wanted = {normalised(name): name for name in declared}
    module = _VERSION.sub("", module)
    known = [name for prefix in _prefixes(module) for name in _KNOWN.get(prefix, "").split()]
    for name in (*known, *_likely(module)):
        if normalised(name) in wanted:
            return wanted[normalised(name)]
    top = module.partition(".")[0]
    if not known and top in sys.stdlib_module_names:
        return ""
    guesses = [*known, *_in_namespace(module), *_parts_of(top, wanted), top.replace("_", "-")]
    return guesses[0]


def _parts_of(top: str, wanted: Mapping[str, str]) -> list[str]:
    """Declared parts of a namespace: without any of them installed, only its name is missed."""
    if top not in {name.partition(".")[0] for name in _NAMESPACES}:
        return []
    return [wanted[name] for name in sorted(wanted) if name.startswith(f"{normalised(top)}-")]


def _in_namespace(module: str) -> Iterator[str]:
    for prefix in _prefixes(module):
        above, _, part = prefix.rpartition(".")
        if above in _NAMESPACES:
            yield _NAMESPACES[above].format(part.replace("_", "-"))


def _prefixes(module: str) -> Iterator[str]:
    """ "a.b.c", "a.b", "a": the longest says most."""
    while module:
        yield module
        module = module.rpartition(".")[0]


def _likely(module: str) -> Iterator[str]:
    """Names to look for among the declared ones, best first."""
    yield from _prefixes(module)
    top = module.partition(".")[0].strip("_")
    for shape in _SHAPES:
        yield shape.format(top)
