"""What do names say about effects? The tables behind `effects`, and nothing else."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


#: Builtins: whether a call has an effect.
BUILTINS: Mapping[str, bool] = {
    **dict.fromkeys(
        _words(
            "abs all any ascii bin bool bytearray bytes callable chr classmethod complex dict dir"
            " divmod enumerate filter float format frozenset getattr globals hasattr hash hex id"
            " int isinstance issubclass iter len list locals map max memoryview min object oct ord"
            " pow property range repr reversed round set slice sorted staticmethod str sum super"
            " tuple type vars zip __import__ compile eval unicode xrange basestring long unichr"
        ),
        False,
    ),
    **dict.fromkeys(
        _words("print open input breakpoint setattr delattr exec next exit quit raw_input"), True
    ),
}

#: Libraries that exist to reach the network, other processes, or the screen.
WORLD_LIBRARIES = _words(
    "requests httpx aiohttp urllib urllib2 urllib3 httplib httplib2 http socket socketserver ssl"
    " boto boto3 botocore aiobotocore paramiko fabric smtplib ftplib imaplib poplib telnetlib"
    " xmlrpc subprocess sh pexpect plumbum multiprocessing signal pycurl websocket websockets grpc"
    " pika kombu kafka zmq redis aioredis pymongo psycopg2 pymysql MySQLdb sqlite3 asyncpg shutil"
    " webbrowser docker pyautogui selenium playwright twilio stripe tweepy telegram plt pyplot"
    " pylab turtle curses pygame serial usb smbus atexit syslog"
)
#: Parts of them, and of other libraries, that only compute.
COMPUTING_PARTS = (
    *("urllib.parse", "urllib.quote", "urllib.unquote", "urllib.urlencode", "urllib.error"),
    *("urllib.request.Request", "urllib2.Request", "urllib2.quote", "urllib.request.pathname2url"),
    *("urllib3.util", "urllib3.exceptions", "http.cookies", "http.HTTPStatus"),
    *("requests.utils", "requests.compat", "requests.exceptions", "requests.auth"),
    *("requests.Session", "requests.session", "requests.Request", "requests.structures"),
    *("requests.adapters", "requests.status_codes", "httpx.URL", "httpx.Timeout", "httpx.Limits"),
    *("httpx.Request", "httpx.Response", "httpx.Client", "httpx.AsyncClient", "httpx.Headers"),
    *("aiohttp.ClientSession", "aiohttp.ClientTimeout", "aiohttp.web.Response"),
    *("aiohttp.web.json_response", "aiohttp.TCPConnector", "aiohttp.FormData"),
    *("subprocess.list2cmdline", "signal.Signals", "boto3.client", "boto3.resource"),
    *("boto3.Session", "boto3.session", "botocore.config", "botocore.exceptions"),
    *("socket.inet_aton", "socket.inet_ntoa", "socket.inet_pton", "socket.inet_ntop"),
    *("socket.htons", "socket.ntohs", "socket.htonl", "socket.ntohl", "socket.getdefaulttimeout"),
    *("shutil.ignore_patterns", "multiprocessing.current_process", "multiprocessing.get_context"),
    *("telegram.InlineKeyboardButton", "telegram.InlineKeyboardMarkup", "plt.get_cmap"),
    *("plt.cm", "pyplot.cm", "redis.Redis", "redis.StrictRedis", "redis.from_url"),
    *("docker.types", "docker.errors", "docker.from_env", "grpc.StatusCode"),
    *("pymongo.MongoClient", "kombu.Queue", "kombu.Exchange"),
)
#: Libraries of numbers and tables: their functions are called for their value.
NUMERIC_LIBRARIES = _words(
    "np numpy jnp jax scipy torch tf tensorflow keras K F nn pd pandas xp cp cupy sympy dask xr"
    " xarray pl polars sklearn skimage cv2 nx networkx tvm theano gpd shapely"
)
#: Modules of the standard library (and their like) that compute even when nobody takes the value.
COMPUTING_LIBRARIES = _words(
    "re regex heapq json simplejson ujson orjson math cmath statistics fractions decimal string"
    " textwrap itertools functools operator collections copy datetime dt calendar hashlib hmac"
    " base64 binascii struct uuid enum dataclasses typing inspect ast types difflib unicodedata"
    " html fnmatch bisect numbers ipaddress shlex zlib abc six urlparse posixpath ntpath platform"
    " keyword tokenize dateutil pytz arrow attrs secrets pprint reprlib csv io contextlib colorsys"
    " yaml toml tomllib graphlib"
)
#: First words that have an effect in those libraries all the same.
LIBRARY_EFFECTS = _words(
    "manual dump print pprint save savetxt savez seed set seterr shuffle insort imwrite imshow"
    " write heappush heappop heapify heapreplace heappushpop sleep fill copyto putmask place"
    " setattr delattr register fit train enable disable reset initialize init barrier backward step"
    " broadcast"
)

#: Names of loggers, and the methods that log.
LOGGERS = _words("log logger logging logs loger lgr logbook loguru syslog console messages")
LOG_METHODS = _words(
    "debug info warning warn error exception critical fatal log trace success notice verbose msg"
    " debug1 note message err print echo write status rule"
)
#: Those of them that say less than a warning.
LOG_CHATTER = _words("debug info trace verbose debug1")
#: Loggers that write for users, who see all of it.
SEEN_BY_USERS = _words("console messages")

#: First words of names that read or compute, when the value is used.
READING_VERBS = _words(
    "get is has can should must does was are contains exists find search lookup locate match"
    " fullmatch parse to as from format render join split load loads build make create compute calc"
    " calculate count sum min max mean median len length size read list filter map select query"
    " fetch order sort sorted group partition zip enumerate convert cast coerce transform translate"
    " normalize normalise clean sanitize escape unescape quote unquote encode decode serialize"
    " deserialize dumps pack unpack compress decompress hash digest hexdigest encrypt decrypt"
    " verify validate check test compare equals eq diff merge copy clone deepcopy replace strip"
    " lstrip rstrip lower upper title capitalize startswith endswith resolve infer guess detect"
    " determine extract derive estimate evaluate predict expand flatten collect gather choose pick"
    " peek first last head tail all any one default ensure wrap unwrap describe explain repr str"
    " int float bool bytes tuple dict items keys values index slice iter generate gen new open view"
    " crop resize apply process prepare need needs supports allow allows want keep skip only unique"
    " reduce aggregate intersect union difference combine concat pad round abs scale interpolate"
    " tokenize lex compile import include exclude gettext lazy with without if when discover url"
    " path name key value text html json xml sql asdict astuple jsonify redirect reverse annotate"
    " distinct prefetch defer log"
)
#: First words of names that change something, whoever calls them and whatever they return.
CHANGING_VERBS = _words(
    "write writerow writerows writelines save send sendall sendto delete del remove rm set unset"
    " add append extend insert update upsert commit rollback print echo secho emit register"
    " unregister deregister close start stop run execute executemany exec push put pop popleft"
    " popitem clear reset flush connect disconnect reconnect publish subscribe unsubscribe notify"
    " signal trigger fire dispatch broadcast raise throw abort exit quit kill terminate shutdown"
    " restart reload refresh invalidate expire evict schedule reschedule enqueue dequeue submit"
    " spawn launch invoke call handle on show display draw plot paint alert prompt ask confirm mark"
    " unmark track record increment decrement incr decr inc dec bump attach detach mount unmount"
    " move touch chmod chown mkdir makedirs rmdir rmtree unlink symlink truncate seek download"
    " upload sync pull checkout post patch request login logout lock unlock acquire release wait"
    " sleep poll pause resume cancel finish store persist archive purge prune migrate upgrade"
    " downgrade deploy install uninstall enable disable activate deactivate toggle change modify"
    " alter mutate swap shuffle assign grant revoke ban kick inject configure setup teardown"
    " initialize finalize define suspend deliver rename bootstrap train fit backward step advance"
    " consume recv receive readline warn complain assert fail setdefault discard destroy dispose"
    " cleanup drain reply respond answer follow unfollow click press focus scroll navigate goto"
    " fetchone fetchmany readouterr fulfil fulfill stage unstage rebase tick fork daemonize listen"
    " serve monkeypatch flash speak play beep stash savefig savetxt lpush rpush sadd hset hmset"
    " zadd setex setnx hdel lpop rpop spop ltrim zrem srem savez setattr delattr setitem delitem"
    " setenv delenv prepend"
)
#: Of those, the ones that change nothing but the object whose method they are.
OWN_CHANGING_VERBS = _words(
    "set unset add append extend insert update pop popleft popitem clear reset setdefault discard"
    " remove put push register increment decrement incr decr inc dec bump seek write writerow"
    " writerows writelines feed mark configure enable disable assign attach swap shuffle sort"
    " reverse toggle change modify record track setup delete del move advance"
)
#: Words that come before the verb and say nothing.
PARTICLES = _words(
    "do try maybe safe safely force bulk batch async sync re fast quick internal auto raw really"
    " just also perform unsafe silently quietly atomic atomically lazily eagerly default py my"
    " inner own local remote actually conditionally"
)
#: Last words that are verbs even when the name starts with something else: `user_delete`.
LAST_VERBS = _words(
    "write save send delete remove insert append publish emit commit execute upload install notify"
    " register unregister print dispatch destroy async delay callback hook handler"
)
#: What a name that starts with `make`, `create`, ... makes in the world, not in memory.
MADE_IN_THE_WORLD = _words(
    "request requests call dir dirs directory directories folder folders file files symlink table"
    " tables index indexes user superuser database db bucket issue task subprocess connection all"
    " repo repository branch release collection topic container volume room channel payment charge"
    " order comment thread process pipe backup migration record account ticket webhook"
)
MAKING_VERBS = _words("make create perform do issue place new open drop rename copy bulk")
#: Objects that stand for something outside: on these, `create` has an effect too.
SERVICES = _words(
    "client api db database conn connection cursor redis s3 ec2 sqs sns session objects repo"
    " bucket channel sock socket ssh ftp smtp driver browser bot server broker kafka producer"
    " consumer mongo service gh github gitlab jira slack k8s cluster storage store"
)
SERVICE_VERBS = _words("create new make merge drop rename copy clone open replace")
#: Programs that are called like functions.
PROGRAMS = _words(
    "git hg svn docker kubectl helm pip npm yarn make sh bash ssh scp rsync curl wget sudo shell"
    " cmd command system popen ffmpeg terraform ansible"
)
#: After these, the first word is a noun: `start_of_week`, `close_time`.
NOUN_VERBS = _words("start stop close run record mark change move track lock display request")
NOUN_MARKS = _words(
    "of host path uri width time date index position level count size price length offset id ids"
    " name names key keys type types hint hints graph rate ratio"
)

#: Whole names that the words in them would get wrong: whether a call has an effect.
NAMES: Mapping[str, bool] = {
    **dict.fromkeys(
        _words(
            "mark_safe post_process postprocess addslashes removeprefix removesuffix setdiff1d"
            " isclose allclose isdisjoint settings with_traceback add_prefix add_suffix"
            " run_length_encode drop_duplicates set_index reset_index assign update_wrapper"
            " pull_requests call_args save_to_string write_to_string print_to_string dump_to_string"
        ),
        False,
    ),
    **dict.fromkeys(
        _words(
            "get_or_create update_or_create get_or_insert find_and_modify find_one_and_update"
            " find_one_and_delete find_one_and_replace apply_async delay acreate asave adelete"
            " aupdate abulk_create ensure_dir ensure_directory ensure_directory_exists"
            " ensure_dir_exists ensure_exists ensure_path_exists ensure_folder check_call"
            " check_output getoutput raise_for_status create_all drop_all to_csv to_sql to_excel"
            " to_pickle to_parquet to_hdf to_feather to_file to_disk tofile dump load_state_dict"
            " zero_grad fit_transform full_clean form_valid form_invalid call_soon call_later"
            " create_task ensure_future reload_module callback hook __next__ next read1 recv_into"
            " recvfrom readinto copyfile copytree copyfileobj copy_file copy_tree rename renames"
            " rename_file extractall drop_table drop_index drop_column drop_database"
            " select_for_update load_dotenv load_extension autodiscover parse_and_bind mktemp"
            " mkdtemp mkstemp mkpath chdir main mainloop writeline writeln addoption addfinalizer"
            " setsockopt setblocking settimeout appendleft extendleft popen run_until_complete"
            " import_all"
        ),
        True,
    ),
}
#: Read, even where nobody takes the value: a check that raises, a leftover, a warm-up.
PLAIN_READS = _words(
    "len str int float bool repr type isinstance issubclass hasattr getattr callable id hash list"
    " tuple dict iter sorted keys values items startswith endswith lower upper strip lstrip rstrip"
    " split rsplit splitlines join encode decode format isdigit isalpha isalnum exists is_file"
    " is_dir isfile isdir getLogger get_logger deepcopy title capitalize zfill ljust rjust center"
    " as_posix basename dirname abspath copy count bit_length hexdigest digest isoformat"
    " total_seconds groups groupdict"
)
READING_METHODS = _words(
    "__getitem__ __len__ __str__ __repr__ __eq__ __ne__ __lt__ __le__ __gt__ __ge__ __hash__"
    " __contains__ __bool__ __getattr__ __getattribute__ __new__ __class__ __format__ __sizeof__"
    " __iter__ __reversed__ __add__ __radd__ __sub__ __mul__ __or__ __and__ __reduce__ __dir__"
    " __reduce_ex__ __getstate__ __copy__ __deepcopy__ __index__ __int__ __float__ __bytes__"
    " __instancecheck__ __subclasscheck__ __subclasses__ __get__ __fspath__ __import__ __missing__"
    " __init_subclass__ __await__ __aiter__ __call__"
)
#: Constructors that start a process, open a connection or make a file.
BUSY_CONSTRUCTORS = _words(
    "Popen Pool ThreadPool SMTP SMTP_SSL LMTP FTP FTP_TLS Telnet IMAP4 IMAP4_SSL POP3 POP3_SSL"
    " NamedTemporaryFile TemporaryFile TemporaryDirectory SpooledTemporaryFile"
)

#: As a plain function, called for its value, these give back what they have changed:
#: `remove_tags(text)`; as a method they change the object.
RETURNING_VERBS = _words("add append prepend remove insert extend truncate swap change modify")
#: The last words of modules and classes whose functions are plain functions too.
FUNCTION_HOLDERS = _words("util utils helpers helper text html string strings str tools common lib")
POSTED = _words("message comment request data form json tweet status update")
#: Of names written without a mark between the words: `sendmail`, `writeframes`.
CHANGING_STARTS = ("write", "send", "save", "print", "delete", "remove", "upload", "download")
