"""Is a call that only reads told from one that somebody else would notice?"""

from __future__ import annotations

import json

import pytest
from tests.worker.pythons import pythons, run_in

from swerve.worker.guided._effects_names import CHANGING_VERBS, NAMES, READING_VERBS
from swerve.worker.guided.effects import RULES, evidence, has_effect, words_of

#: Called for their value, and free of effects in the libraries they are from.
READS = """
# builtins
len isinstance getattr sorted str dict super type hasattr zip
# django
reverse render get_object_or_404 render_to_string mark_safe format_html slugify gettext
User.objects.filter User.objects.get User.objects.all User.objects.exclude queryset.order_by
queryset.values_list queryset.exists queryset.count queryset.first queryset.select_related
queryset.prefetch_related queryset.annotate queryset.aggregate self.get_queryset self.get_object
self.get_context_data super().get_context_data request.build_absolute_uri request.GET.get
form.as_p model._meta.get_field timezone.localtime apps.get_model HttpResponse JsonResponse
models.CharField Q F forms.ModelForm user.has_perm user.check_password settings.DATABASES.get
# flask, werkzeug, jinja2
jsonify url_for render_template redirect current_app.config.get make_response request.get_json
request.args.get Blueprint secure_filename env.get_template template.render
# sqlalchemy
select create_engine sessionmaker session.query session.query().filter
session.query().filter_by().first session.query().join().options().all result.scalars
result.scalar_one_or_none Column relationship and_ or_ func.count desc
# click
click.option click.argument click.command click.style click.get_current_context click.Path
click.unstyle click.format_filename click.File
# pytest
pytest.raises pytest.fixture pytest.mark.parametrize pytest.param pytest.approx
request.config.getoption tmpdir.join metafunc.config.getvalue
# numpy, pandas, torch, math
np.array np.add np.log np.insert np.append np.delete np.where np.take np.linalg.norm
numpy.random.rand math.log math.floor pd.DataFrame pd.concat pd.read_csv pd.to_datetime df.groupby
df.merge df.drop df.apply df.iterrows df.set_index df.fillna df.to_dict df.reset_index torch.cat
torch.log torch.no_grad torch.zeros torch.nn.functional.log_softmax F.relu tf.reduce_mean tf.add
x.size x.view x.permute x.unsqueeze model.state_dict scaler.transform model.predict
# standard library
os.path.join os.path.exists os.path.isdir os.listdir os.path.basename os.getcwd re.compile re.sub
json.loads json.dumps copy.deepcopy datetime.datetime.now datetime.timedelta itertools.chain
functools.partial collections.OrderedDict operator.add functools.update_wrapper hashlib.md5
base64.b64encode urllib.parse.urlparse urllib.parse.quote logging.getLogger logger.isEnabledFor
logger.getEffectiveLevel uuid.uuid4 inspect.signature string.Template textwrap.dedent
operator.itemgetter shlex.split traceback.format_exc configparser.ConfigParser
importlib.import_module platform.system
# objects made; exceptions
HTTPException ValueError requests.exceptions.ConnectionError subprocess.CalledProcessError
Response requests.Session requests.adapters.HTTPAdapter threading.Lock argparse.ArgumentParser
MyClass.from_config cls _Node
# strings, mappings, sequences of unknown type
text.strip value.lower name.startswith name.removeprefix data.get data.items data.keys text.split
text.replace text.encode raw.decode ', '.join text.format match.group seq.index text.isdigit
# helpers of projects
to_bytes as_text is_valid has_children find_user parse_date format_name build_url make_key
compute_hash calc_total load_config crawler.settings.getbool self._find_error_handler
self._get_connection_params convertToJSON getAttribute isEnabled _normalize_path str_to_int
user_exists path_from_url checksum remove_tags strip_accents add_padding append_slash
text_utils.remove_accents start_of_week close_time post_process_image w3lib.html.remove_tags
log_prob get_logger create_instance make_link request_path display_name can_edit should_retry
create_app create_parser make_dataclass
# special methods
super().__new__ super().__getitem__ super().__repr__ super().__eq__ object.__getattribute__
"""

#: Noticed by others even when the value is used.
EFFECTS = """
# builtins
print open setattr exec input next
# django
user.save super().save form.save queryset.update queryset.delete User.objects.create
User.objects.bulk_create User.objects.get_or_create User.objects.update_or_create
User.objects.create_user send_mail messages.error messages.success cache.set cache.delete login
logout transaction.set_rollback signals.post_save.send call_command connection.cursor().execute
user.set_password request.session.flush
# flask
flash app.run app.register_blueprint
# requests and other libraries of the network
requests.get requests.post requests.Session().get requests.request httpx.get
httpx.AsyncClient().post aiohttp.ClientSession().get urllib.request.urlopen urllib2.urlopen
socket.create_connection boto3.client().put_object paramiko.SSHClient smtplib.SMTP
response.raise_for_status
# sqlalchemy, databases, queues
session.add session.commit session.execute session.delete session.flush session.rollback
session.merge conn.execute cursor.execute cursor.executemany metadata.create_all metadata.drop_all
collection.insert_one collection.find_one_and_update redis.lpush r.hset producer.send
channel.basic_publish task.delay task.apply_async queue.put queue.pop executor.submit
asyncio.create_task
# click, terminal
click.echo click.secho click.prompt click.confirm click.launch sys.stdout.write
# pytest
monkeypatch.setattr tmp_path.mkdir request.addfinalizer capsys.readouterr
# numbers
np.save np.savetxt np.random.seed np.random.shuffle torch.save torch.manual_seed plt.plot
plt.savefig df.to_csv df.to_sql optimizer.step optimizer.zero_grad loss.backward model.fit
scaler.fit_transform model.load_state_dict cv2.imwrite cv2.imshow
# standard library
os.remove os.makedirs os.rename os.system os.kill os.write subprocess.run subprocess.check_output
subprocess.Popen shutil.rmtree shutil.copy shutil.move threading.Thread().start time.sleep
multiprocessing.Pool tempfile.mkdtemp json.dump pickle.dump heapq.heappush random.shuffle
webbrowser.open signal.signal atexit.register getpass.getpass warnings.warn sqlite3.connect
writer.writerow socket.socket types.append numbers.pop string.write calendar.add_event
# loggers
logger.error logging.info log.warning self.logger.exception LOG.critical
self._logger.error current_app.logger.warning log.msg messages.info console.info
# programs called like functions, and helpers of projects
git run_command execute_query delete_user self.update_state _send_request self._write_line
make_request make_dirs create_table create_file notify_users on_message handle_event dispatch
publish_event emit_signal register_handler close_connection startServer sendMessage writeFile
logger.addHandler self._add_listener bulk_delete user_delete do_save safe_remove_file mark_as_read
find_and_replace_or_delete upload_file callback download acquire cleanup fire_event sendmail
self.add_argument parser.add_argument parser.add_subparsers mkdir save_model
# special methods
super().__init__ obj.__setitem__ super().__setattr__ super().__exit__ super().setUp
super().tearDown
"""

#: Thrown away, and read all the same.
READS_THROWN_AWAY = """
len str int isinstance getattr copy.deepcopy os.path.exists os.listdir re.compile json.loads
text.strip data.keys logging.getLogger ValueError name.startswith math.log x.copy HTTPException
"""

#: Their value is thrown away: somebody calls them for what they do.
EFFECTS_THROWN_AWAY = """
self.validate self.check_permissions serializer.is_valid get_or_create load_plugins build
np.fill_diagonal process_item unknown Thing self._find session.merge items.sort items.reverse log
remove_tags parser.parse_known init_app self.assertEqual self.get queue.get log_prob requests.get
logger.warning print setup api.reload
"""


def _names(table: str) -> list[str]:
    lines = [line for line in table.splitlines() if not line.startswith("#")]
    return " ".join(lines).replace("', '", "''").split()


@pytest.mark.parametrize("path", _names(READS))
def test_a_value_is_read(path: str) -> None:
    assert not has_effect(path, False), evidence(path, False)


@pytest.mark.parametrize("path", _names(EFFECTS))
def test_something_is_changed(path: str) -> None:
    assert has_effect(path, False), evidence(path, False)


@pytest.mark.parametrize("path", _names(READS_THROWN_AWAY))
def test_a_read_stays_one_when_its_value_is_thrown_away(path: str) -> None:
    assert not has_effect(path, True), evidence(path, True)


@pytest.mark.parametrize("path", _names(EFFECTS_THROWN_AWAY))
def test_a_value_that_is_thrown_away_was_not_the_point(path: str) -> None:
    assert has_effect(path, True), evidence(path, True)


@pytest.mark.parametrize("path", [*_names(READS), *_names(EFFECTS)])
def test_not_knowing_the_position_is_like_using_the_value(path: str) -> None:
    assert has_effect(path, None) is has_effect(path, False)


def test_there_are_enough_names_to_mean_something() -> None:
    assert len(_names(READS)) + len(_names(EFFECTS)) > 300


@pytest.mark.parametrize(
    "path", ["", "()", "().join", "a[0]", "a['x.y'].get", "f()()", "().()", "_", "__"]
)
def test_odd_paths_get_an_answer(path: str) -> None:
    assert has_effect(path, False) is False


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("get_user", ["get", "user"]),
        ("_private__name_", ["private", "name"]),
        ("getHTTPResponse", ["get", "http", "response"]),
        ("isEnabledFor", ["is", "enabled", "for"]),
        ("HTTPError", ["http", "error"]),
        ("URL", ["url"]),
        ("log1p", ["log1p"]),
        ("", []),
    ],
)
def test_words(name: str, words: list[str]) -> None:
    assert words_of(name) == words


def test_no_verb_is_in_both_tables() -> None:
    assert not READING_VERBS & CHANGING_VERBS


def test_every_exception_in_the_table_of_names_is_needed_or_says_the_same() -> None:
    """A name that is judged otherwise by an earlier rule would be a lie in the docs."""
    for name, effect in NAMES.items():
        assert has_effect(f"thing.{name}", False) is effect, name


def test_every_rule_has_a_name_of_its_own() -> None:
    names = [name for name, _ in RULES]
    assert len(set(names)) == len(names)


# --- the code of the file ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "in_file", "expected"),
    [
        pytest.param("save", {"save": False}, False, id="shown to be free"),
        pytest.param("get_name", {"get_name": True}, True, id="shown to have one"),
        pytest.param("self.save", {"A.save": False}, False, id="a method"),
        pytest.param("cls.find", {"A.find": False, "B.find": True}, True, id="one of two"),
        pytest.param("A", {"A.__init__": True}, True, id="a constructor"),
        pytest.param("A.save", {"A.save": False}, False, id="a method by its class"),
        pytest.param("other.save", {"A.save": False}, True, id="not this object"),
        pytest.param("super().save", {"A.save": False}, True, id="not the base class"),
        pytest.param("save", {"load": False}, True, id="not in the file"),
    ],
)
def test_the_file_knows_better(path: str, in_file: dict[str, bool], expected: bool) -> None:
    assert has_effect(path, False, in_file) is expected
    if path in in_file:
        assert has_effect(path, True, in_file) is expected


@pytest.mark.parametrize("python", pythons(), ids=lambda path: path.split("/")[-3])
def test_every_python_says_the_same(python: str) -> None:
    code = """
effects = importlib.import_module("injected.guided.effects")
names = json.loads(sys.argv[1])
print(json.dumps([effects.has_effect(name, False) for name in names]))
"""
    names = _names(READS) + _names(EFFECTS)
    judged = run_in(python, code, json.dumps(names))
    assert judged == [has_effect(name, False) for name in names]


@pytest.mark.parametrize("path", ["logger.debug", "self._log.info", "structlog_logger.info"])
def test_what_is_logged_below_a_warning_is_no_effect(path: str) -> None:
    assert not has_effect(path, True), evidence(path, True)
