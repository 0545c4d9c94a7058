"""What does code see and reach inside a strict cell?"""

from __future__ import annotations

import os
import socket
import stat
import sys
import tempfile
import uuid
from pathlib import Path

import pytest
from tests.run.sandbox.rooms import attempt, begin, look, needs_root, needs_strict, room

from swerve.run.sandbox import Cell, Level, start

pytestmark = needs_strict


def test_code_sees_only_the_system_and_what_it_was_given(tmp_path: Path) -> None:
    (tmp_path / "tree").mkdir()
    (tmp_path / "secret").write_text("s3cret")
    cell = room(read_only=((tmp_path / "tree", "/srv/u/project"),))
    seen = look(
        Level.STRICT,
        f"tell([sorted(os.listdir('/srv/u')), os.path.exists({str(tmp_path / 'secret')!r}),"
        "[path for path in ('/home', '/boot', '/sys', '/mnt', '/etc/shadow', '/etc/ssh')"
        " if os.path.exists(path)], os.listdir('/run')])",
        cell,
    )
    assert seen == [["project", "scratch"], False, [], []]


def test_the_environment_has_nothing_of_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "s3cret")
    seen = look(Level.STRICT, "tell(dict(os.environ))", room(environment={"GIVEN": "yes"}))
    assert seen == {
        "GIVEN": "yes",
        "HOME": "/srv/u/scratch/home",
        "LANG": "C.UTF-8",
        "LOGNAME": "user",
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "PWD": "/srv/u/scratch",
        "TMPDIR": "/srv/u/scratch/tmp",
        "TZ": "UTC",
        "USER": "user",
    }


def test_no_process_inside_remembers_the_environment_outside(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Bubblewrap's own first process would: /proc/1/environ shows what it was started with."""
    monkeypatch.setenv("SECRET_TOKEN", "s3cret")
    code = """
texts = []
for pid in os.listdir('/proc'):
    if pid.isdigit():
        for name in ('environ', 'cmdline'):
            texts.append(open(f'/proc/{pid}/{name}').read())
tell(texts)
"""
    texts = look(Level.STRICT, code)
    assert len(texts) >= 4
    assert not any("s3cret" in text or "--ro-bind" in text for text in texts)


def test_no_descriptor_comes_along_unasked(tmp_path: Path) -> None:
    kept = os.open(tmp_path, os.O_RDONLY)
    os.set_inheritable(kept, True)
    try:
        seen = look(
            Level.STRICT,
            "tell([fd for fd in range(100) if os.path.exists(f'/proc/self/fd/{fd}')])",
        )
    finally:
        os.close(kept)
    assert seen == [0, 1, 2]


def test_a_descriptor_that_is_passed_comes_along() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        number = theirs.fileno()
        code = f"import os; os.write({number}, b'hello')"
        confined = begin(Level.STRICT, code, pass_fds=(number,))
        theirs.close()
        assert ours.recv(100) == b"hello"
        assert confined.wait(10) == 0
        assert confined.kill()


@pytest.mark.parametrize(
    "path", ["/", "/usr", "/etc", "/dev", "/proc", "/run", "/var", "/srv/u", "/srv/u/project"]
)
def test_only_scratch_can_be_written_to(path: str, tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    tree.mkdir(mode=0o755)
    cell = room(read_only=((tree, "/srv/u/project"),))
    # Nobody may create files in the folder of a process, root or not: ENOENT rather than EROFS.
    answer = look(Level.STRICT, attempt(f"open({path + '/new'!r}, 'w')"), cell)
    assert answer in {"EROFS", "EACCES", "ENOENT"}
    assert not list(tree.iterdir())


@pytest.mark.parametrize("path", ["$HOME", "$TMPDIR", "/tmp", "/var/tmp", "/dev/shm"])  # noqa: S108
def test_programs_find_room_for_temporary_files(path: str) -> None:
    # Not a name that a folder above the interpreter may have: those can be seen inside.
    name = f"/{uuid.uuid4().hex}"
    code = f"open(os.path.expandvars({path!r}) + {name!r}, 'w')"
    assert look(Level.STRICT, attempt(code)) == "done"


@pytest.mark.parametrize("folder", ["/srv/u/scratch", "/tmp", "/dev/shm"])  # noqa: S108
def test_scratch_has_a_size(folder: str) -> None:
    code = f"""
size = 0
try:
    with open({folder!r} + '/big', 'wb', 0) as file:
        while size < 64 << 20:
            size += file.write(bytes(1 << 16))
except OSError:
    pass
tell(size)
"""
    assert 1 << 20 <= look(Level.STRICT, code, room(scratch_bytes=2 << 20)) <= 2 << 20


def test_there_is_no_network() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        code = "import socket\n" + attempt(f"socket.create_connection(('127.0.0.1', {port}), 1)")
        assert look(Level.STRICT, code) == "ECONNREFUSED"
    assert look(Level.STRICT, "import socket; tell(socket.if_nameindex())") == [[1, "lo"]]


def test_an_abstract_socket_of_the_host_is_out_of_reach() -> None:
    name = f"\0swerve-test-{os.getpid()}"
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(name)
        listener.listen()
        code = "import socket\n" + attempt(f"socket.socket(socket.AF_UNIX).connect({name!r})")
        assert look(Level.STRICT, code) == "ECONNREFUSED"


def test_code_inside_has_no_capability_and_can_gain_none() -> None:
    code = """
status = dict(line.split(':\\t') for line in open('/proc/self/status').read().splitlines()
              if ':\\t' in line)
tell([int(status[name], 16) for name in ('CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb')]
     + [status['NoNewPrivs']])
"""
    assert look(Level.STRICT, code) == [0, 0, 0, 0, 0, "1"]


def test_code_inside_cannot_make_namespaces_of_its_own() -> None:
    code = """
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
answer = [libc.unshare(flag) for flag in (0x10000000, 0x00020000, 0x40000000)]
tell(answer)
"""
    assert look(Level.STRICT, code) == [-1, -1, -1]


def test_the_kernel_cannot_be_configured_from_inside() -> None:
    """For the real root bubblewrap leaves /proc/sys writable: `core_pattern` runs programs."""
    code = """
writable = []
for folder, _, names in os.walk('/proc/sys'):
    writable += [name for name in names if os.access(os.path.join(folder, name), os.W_OK)]
tell(writable + [path for path in ('/proc/sysrq-trigger', '/proc/self/mem')
                 if os.access(path, os.W_OK)])
"""
    assert look(Level.STRICT, code) == []


@pytest.mark.parametrize("name", ["null", "zero", "full", "random", "urandom", "tty"])
def test_a_device_node_keeps_its_mode(name: str) -> None:
    """It is the node of the host. The attack sets the mode it has: no harm is done if it works."""
    mode = stat.S_IMODE(os.stat(f"/dev/{name}").st_mode)
    assert look(Level.STRICT, attempt(f"os.chmod('/dev/{name}', {mode})")) in {"EPERM", "EROFS"}


def test_the_devices_work() -> None:
    code = """
open('/dev/null', 'w').write('x')
tell([len(open('/dev/zero', 'rb').read(3)), len(open('/dev/urandom', 'rb').read(3))])
"""
    assert look(Level.STRICT, code) == [3, 3]


def test_the_descriptors_it_starts_with_lead_to_nothing_of_the_host() -> None:
    """fchmod on an inherited /dev/null would change the node of the host, for its owner."""
    code = "import stat; tell([stat.S_ISCHR(os.fstat(fd).st_mode) for fd in (0, 1, 2)])"
    assert look(Level.STRICT, code) == [False, False, False]


@needs_root
def test_root_runs_cells_as_nobody_where_others_may_read_the_files(tmp_path: Path) -> None:
    assert _owner_seen_outside(tmp_path, 0o755) == 65534


@needs_root
def test_root_stays_root_where_only_root_may_read_the_files(tmp_path: Path) -> None:
    """With the umask of a careful administrator nobody could import anything."""
    assert _owner_seen_outside(tmp_path, 0o700) == 0


def _owner_seen_outside(tmp_path: Path, mode: int) -> int:
    tree = tmp_path / "tree"
    tree.mkdir()
    (tree / "module.py").write_text("x = 1\n")
    (tree / "module.py").chmod(mode & 0o666)
    tree.chmod(mode)
    cell = room(read_only=((tree, "/srv/u/project"),))
    ours, theirs = socket.socketpair()
    with ours, theirs:
        number = theirs.fileno()
        code = (
            "import os, sys; open('/srv/u/project/module.py').read();"
            f"os.write({number}, b'x'); os.read({number}, 1)"
        )
        confined = begin(Level.STRICT, code, cell, pass_fds=(number,))
        try:
            assert ours.recv(1) == b"x", confined.last_words()
            return os.stat(f"/proc/{confined.pid}").st_uid
        finally:
            assert confined.kill()


@needs_root
@pytest.mark.parametrize("name", ["null", "tty"])
def test_a_device_node_keeps_its_mode_also_when_root_stays_root(name: str, tmp_path: Path) -> None:
    tmp_path.chmod(0o700)
    cell = room(read_only=((tmp_path, "/srv/u/project"),))
    mode = stat.S_IMODE(os.stat(f"/dev/{name}").st_mode)
    code = attempt(f"os.chmod('/dev/{name}', {mode})")
    assert look(Level.STRICT, code, cell) == "EROFS"
    assert look(Level.STRICT, attempt("open('/dev/null', 'w')"), cell) == "done"


@needs_root
def test_root_can_show_files_that_lie_in_the_closed_home_of_another_user(tmp_path: Path) -> None:
    home = tmp_path / "home"
    packages = home / "packages"
    packages.mkdir(parents=True)
    (packages / "module.py").write_text("x = 1\n")
    for path in (packages / "module.py", packages, home):
        os.chown(path, 12345, 12345)
    home.chmod(0o700)
    cell = room(read_only=((packages, "/swerve/packages"),))
    assert look(Level.STRICT, "tell(os.listdir('/swerve/packages'))", cell) == ["module.py"]


def test_a_host_path_below_tmp_can_be_shown_where_it_is(tmp_path: Path) -> None:
    """An interpreter may live in a temporary folder; inside, /tmp leads to scratch."""
    (tmp_path / "file").write_text("hello")
    tmp_path.chmod(0o755)
    cell = room(read_only=((tmp_path, str(tmp_path)),))
    assert look(Level.STRICT, f"tell(open({str(tmp_path / 'file')!r}).read())", cell) == "hello"


@pytest.mark.parametrize("place", ["/tmp", "/var/tmp"])  # noqa: S108
def test_folders_above_a_host_path_show_and_hold_nothing_else(place: str) -> None:
    with tempfile.TemporaryDirectory(dir=place) as folder:
        shown = Path(folder, "clone", "shown")
        shown.mkdir(parents=True)
        (shown.parent / "secret").write_text("s3cret")
        cell = room(read_only=((shown, str(shown)),))
        parents = [folder, str(shown.parent)]
        code = f"tell([os.listdir(path) for path in {parents!r}])"
        assert look(Level.STRICT, code, cell) == [["clone"], ["shown"]]
        for path in parents:
            answer = look(Level.STRICT, attempt(f"open({path + '/more'!r}, 'w')"), cell)
            assert answer in {"EROFS", "EACCES"}


def test_nothing_shows_where_on_the_host_a_tree_lies(tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    tree.mkdir()
    cell = room(read_only=((tree, "/srv/u/project"),))
    parents = [str(path) for path in (tree, *tree.parents) if not _is_above(path)]
    code = f"tell([path for path in {parents!r} if os.path.exists(path)])"
    assert look(Level.STRICT, code, cell) == []


def _is_above(path: Path) -> bool:
    """Whether a folder is in every cell: something that is shown where it is lies below."""
    places = map(Path, ("/tmp", "/var/tmp", "/dev/shm", sys.prefix, sys.base_prefix))  # noqa: S108
    return any(path == place or path in place.parents for place in places)


def test_a_folder_for_setup_can_be_written_to(tmp_path: Path) -> None:
    cell = room(writable=((tmp_path, "/srv/u/project"),), working_folder="/srv/u/project")
    assert look(Level.STRICT, attempt("open('built', 'w')"), cell) == "done"
    assert (tmp_path / "built").exists()


def test_a_path_is_named_as_it_is_seen_inside(tmp_path: Path) -> None:
    cell = Cell(read_only=((tmp_path, "/srv/u/project"), (tmp_path / "deep", "/swerve/deep")))
    (tmp_path / "deep").mkdir()
    confined = start(Level.STRICT, cell, ["/bin/sh", "-c", ":"])
    assert confined.inside(tmp_path / "a" / "b") == "/srv/u/project/a/b"
    assert confined.inside(tmp_path / "deep" / "b") == "/swerve/deep/b"
    assert confined.inside("/usr/bin/python3") == "/usr/bin/python3"
    assert confined.kill()


def test_names_and_numbers_are_the_same_on_every_machine() -> None:
    code = "import getpass, pwd, socket; tell([getpass.getuser(), os.getuid(), os.getgid(),"
    code += "socket.gethostname(), pwd.getpwuid(os.getuid()).pw_dir, len(pwd.getpwall())])"
    assert look(Level.STRICT, code) == ["user", 1000, 1000, "localhost", "/srv/u/scratch/home", 1]


def test_a_cell_that_cannot_be_built_says_why(tmp_path: Path) -> None:
    cell = Cell(read_only=((tmp_path / "missing", "/srv/u/project"),))
    confined = start(Level.STRICT, cell, ["/bin/sh", "-c", ":"])
    assert confined.wait(10) != 0
    assert confined.kill()
    assert "missing" in confined.last_words() or "No such file" in confined.last_words()
