"""What is known about the names of modules, and of the distributions that bring them?"""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


#: Modules whose distribution has another name, case and dashes aside; several where several hold
#: the module, the usual one first.
KNOWN = {
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
    "databricks.sql": "databricks-sql-connector",
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
    "google.ads": "google-ads",
    "google.api": "googleapis-common-protos",
    "google.api_core": "google-api-core",
    "google.appengine": "appengine-python-standard",
    "google.auth": "google-auth",
    "google.cloud.exceptions": "google-cloud-core",
    "google.cloud.secretmanager": "google-cloud-secret-manager",
    "google.genai": "google-genai",
    "google.generativeai": "google-generativeai",
    "google.iam": "grpc-google-iam-v1",
    "google.logging": "googleapis-common-protos",
    "google.longrunning": "googleapis-common-protos",
    "google.oauth2": "google-auth",
    "google.protobuf": "protobuf",
    "google.resumable_media": "google-resumable-media",
    "google.rpc": "googleapis-common-protos",
    "google.type": "googleapis-common-protos",
    "google_auth_oauthlib": "google-auth-oauthlib",
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
    "opentelemetry.sdk": "opentelemetry-sdk",
    "opentelemetry.semconv": "opentelemetry-semantic-conventions",
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
    "snowflake.snowpark": "snowflake-snowpark-python",
    "snowflake.sqlalchemy": "snowflake-sqlalchemy",
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
    "wx": "wxPython",
    "xdg": "pyxdg",
    "xdrlib": "standard-xdrlib",
    "Xlib": "python-xlib",
    "yaml": "PyYAML",
    "zmq": "pyzmq",
}
#: Modules whose distribution has the same name, case and dashes aside.
SAME = _words(
    """
    aiofiles aiohttp alembic altair anyio argcomplete arrow asyncpg babel bcrypt black bleach bokeh
    boto boto3 botocore bottle brotli cachetools catboost celery certifi cffi channels chardet
    charset_normalizer cherrypy click cloudpickle colorama coverage croniter cryptography cupy
    cython dash dask datasets deprecated dill distributed django docker docopt docutils duckdb
    elasticsearch eventlet fabric faker falcon fastapi feedparser fiona flask flask_cors flask_login
    flask_migrate flask_restful flask_sqlalchemy flask_wtf freezegun fsspec future gensim geopandas
    gevent greenlet gunicorn h5py hatchling httplib2 httpx humanize hypothesis idna imageio
    importlib_metadata importlib_resources isodate isort itsdangerous jax jaxlib jinja2 jmespath
    joblib jsonschema jupyter keras keyring kombu langchain librosa lightgbm loguru lxml mako
    markdown markupsafe marshmallow matplotlib mlflow mock more_itertools moto mpmath msgpack
    multidict mypy nbformat netcdf4 networkx ninja nltk nose notebook numba numexpr numpy oauthlib
    openai openpyxl orjson packaging pandas paramiko parso passlib patsy peewee pendulum pexpect
    pika pint plotly pluggy ply polars prettytable prometheus_client prompt_toolkit psutil
    ptyprocess pulp py4j pyarrow pyasn1 pybind11 pycparser pycurl pydantic pydantic_settings pygame
    pygments pymongo pymysql pyodbc pyparsing pyperclip pyproj pyramid pyspark pytest pytz pyzstd
    questionary rasterio rdflib redis regex reportlab requests requests_mock requests_oauthlib
    requests_toolbelt responses retrying rich rq rsa s3fs sanic scapy schedule scipy scrapy seaborn
    selenium sentry_sdk setuptools shapely simplejson six sortedcontainers soupsieve spacy sphinx
    sqlalchemy sqlmodel sqlparse starlette statsmodels stripe structlog sympy tables tabulate
    tenacity tensorboard termcolor tiktoken tinycss2 tokenizers toml tomli tomlkit toolz torch
    torchaudio torchvision tornado tox tqdm traitlets transformers trio twisted typeguard typer
    typing_extensions tzdata tzlocal ujson unidecode urllib3 uvicorn uvloop virtualenv watchdog
    watchfiles webob websockets werkzeug wheel wrapt wtforms xarray xgboost xlrd xlsxwriter xlwt
    xmltodict yarl zipp zstandard
    """
)
#: Packages that many distributions have a part of, each called after its part.
NAMESPACES = {
    "airflow.providers": "apache-airflow-providers-{}",
    "azure": "azure-{}",
    "azure.ai": "azure-ai-{}",
    "azure.cognitiveservices": "azure-cognitiveservices-{}",
    "azure.communication": "azure-communication-{}",
    "azure.data": "azure-data-{}",
    "azure.keyvault": "azure-keyvault-{}",
    "azure.mgmt": "azure-mgmt-{}",
    "azure.monitor": "azure-monitor-{}",
    "azure.search": "azure-search-{}",
    "azure.storage": "azure-storage-{}",
    "backports": "backports.{}",
    "collective": "collective.{}",
    "databricks": "databricks-{}",
    "dogpile": "dogpile.{}",
    "google.cloud": "google-cloud-{}",
    "jaraco": "jaraco.{}",
    "opentelemetry.instrumentation": "opentelemetry-instrumentation-{}",
    "plone": "plone.{}",
    "repoze": "repoze.{}",
    "ruamel": "ruamel.{}",
    "sphinxcontrib": "sphinxcontrib-{}",
    "zope": "zope.{}",
}
#: Names of namespaces that bring nothing by themselves.
SHARED = frozenset((*NAMESPACES, "google"))
#: Modules of Python 2 with what they are called by now; empty where nothing took their place.
PYTHON_2 = {
    "__builtin__": "builtins",
    "anydbm": "dbm",
    "BaseHTTPServer": "http.server",
    "Bastion": "",
    "CGIHTTPServer": "http.server",
    "commands": "subprocess",
    "compiler": "ast",
    "ConfigParser": "configparser",
    "Cookie": "http.cookies",
    "cookielib": "http.cookiejar",
    "copy_reg": "copyreg",
    "cPickle": "pickle",
    "cStringIO": "io",
    "dbhash": "dbm",
    "dircache": "os",
    "DocXMLRPCServer": "xmlrpc.server",
    "dumbdbm": "dbm.dumb",
    "dummy_thread": "_thread",
    "exceptions": "builtins",
    "fpformat": "",
    "future_builtins": "builtins",
    "gdbm": "dbm.gnu",
    "hotshot": "cProfile",
    "htmlentitydefs": "html.entities",
    "htmllib": "html.parser",
    "HTMLParser": "html.parser",
    "httplib": "http.client",
    "ihooks": "importlib",
    "imputil": "importlib",
    "md5": "hashlib",
    "mhlib": "mailbox",
    "mimetools": "email",
    "MimeWriter": "email",
    "mimify": "email",
    "multifile": "email",
    "new": "types",
    "popen2": "subprocess",
    "posixfile": "os",
    "Queue": "queue",
    "repr": "reprlib",
    "rexec": "",
    "rfc822": "email",
    "robotparser": "urllib.robotparser",
    "ScrolledText": "tkinter.scrolledtext",
    "sets": "",
    "sgmllib": "html.parser",
    "sha": "hashlib",
    "SimpleHTTPServer": "http.server",
    "SimpleXMLRPCServer": "xmlrpc.server",
    "SocketServer": "socketserver",
    "statvfs": "os",
    "StringIO": "io",
    "thread": "_thread",
    "tkColorChooser": "tkinter.colorchooser",
    "tkCommonDialog": "tkinter.commondialog",
    "Tkconstants": "tkinter.constants",
    "tkFileDialog": "tkinter.filedialog",
    "tkFont": "tkinter.font",
    "Tkinter": "tkinter",
    "tkMessageBox": "tkinter.messagebox",
    "tkSimpleDialog": "tkinter.simpledialog",
    "ttk": "tkinter.ttk",
    "urllib2": "urllib.request",
    "urlparse": "urllib.parse",
    "UserDict": "collections",
    "UserList": "collections",
    "UserString": "collections",
    "whichdb": "dbm",
    "xmlrpclib": "xmlrpc.client",
}
#: Modules that came and went with versions of the standard library, and that nothing else brings.
STANDARD = _words(
    """
    _bootlocale _crypt _dummy_threading _sysconfigdata annotationlib binhex compression crypt
    dummy_threading formatter graphlib imp lib2to3 macpath nis ossaudiodev parser smtpd spwd symbol
    tomllib zoneinfo
    """
)
#: Modules that only Windows has, and nothing installs elsewhere.
WINDOWS = _words(
    """
    _winapi _winreg _msi _overlapped msilib msvcrt nt ntsecuritycon pythoncom pythonwin pywintypes
    servicemanager win32 win32api win32clipboard win32com win32con win32console win32cred
    win32crypt win32event win32evtlog win32evtlogutil win32file win32gui win32job win32net
    win32pdh win32pipe win32print win32process win32profile win32security win32service
    win32serviceutil win32timezone win32ts win32ui winerror winreg winsound wmi
    """
)
#: Modules that only macOS has, and nothing installs elsewhere.
MACOS = _words(
    """
    _scproxy AppKit AVFoundation Cocoa CoreFoundation CoreGraphics CoreLocation CoreServices
    CoreText EventKit Foundation LaunchServices MacOS objc PyObjCTools Quartz ScriptingBridge
    SystemConfiguration WebKit
    """
)
