"""Does git start a program that the checkout or the repository names?"""

from __future__ import annotations

import json
import os
import re
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from tests.conftest import Repository
from tests.hostile.repositories.conftest import Scene, at

from swerve.run.sandbox import Level
from swerve.source.git.git import open_repository
from swerve.worker.processes import SECRETS, own_environment

_OLD = "def double(x):\n    return x + x\n"
_NEW = "def double(x):\n    return 2 * x\n"

#: Where nothing is run the level makes no difference.
any_level = at(Level.PROCESS)


def commit_a_change(scene: Scene, more: dict[str, str | bytes] | None = None) -> str:
    """Two commits, the second of them the change, with other files of the stranger's in it."""
    scene.repository.commit("start", {"shop.py": _OLD})
    return scene.repository.commit("change", {"shop.py": _NEW, **(more or {})})


def embed(scene: Scene, name: str, settings: dict[str, str], attributes: str = "") -> Path:
    """Commit a folder that looks like a bare git repository, with its own settings and files."""
    aside = Repository(scene.top / "aside")
    aside.path.mkdir()
    aside.git("init", "--quiet", "--initial-branch=main")
    aside.commit("inner", {"inner.py": _OLD})
    folder = scene.repository.path / name
    shutil.copytree(aside.path / ".git", folder)
    (folder / "hooks").mkdir(exist_ok=True)
    for empty in ("refs/tags", "objects/info", "objects/pack"):
        (folder / empty / "kept").write_text("")
    (folder / "info/attributes").write_text(attributes)
    for key, value in {"core.bare": "false", "core.worktree": ".", **settings}.items():
        scene.repository.git("config", "--file", str(folder / "config"), key, value)
    (folder / "inner.py").write_text(_NEW)
    scene.repository.git("-c", "core.hooksPath=/dev/null", "add", "--all", "--force")
    scene.repository.commit("embedded")
    return folder


def a_pull_request(scene: Scene, base: str, head: str) -> str:
    """A file that tells of a pull request, as `swerve pr --save` writes it."""
    file = scene.top / "pull.json"
    file.write_text(json.dumps({"title": "x", "base": base, "head": head}))
    return str(file)


class TestEmbeddedRepository:
    """A folder of the change that looks like a git repository is a folder."""

    @any_level
    def test_its_filters_run_where_its_files_are_compared(self, scene: Scene) -> None:
        commit_a_change(scene)
        settings = {"filter.run.clean": scene.command, "filter.run.process": scene.command}
        folder = embed(scene, "docs", settings, "*.py filter=run\n")
        (scene.repository.path / "shop.py").write_text(_OLD)
        done = scene.check("--no-run", folder=folder)
        assert "double" in done.stdout

    @any_level
    def test_a_git_without_the_setting_that_guards_from_it(self, scene: Scene) -> None:
        """Versions before 2.38 do not know safe.bareRepository."""
        commit_a_change(scene)
        folder = embed(scene, "docs", {"filter.run.clean": scene.command}, "*.py filter=run\n")
        (scene.repository.path / "shop.py").write_text(_OLD)
        older = scene.top / "older/git"
        older.parent.mkdir()
        older.write_text(
            "#!/bin/bash\n"
            'for word in "$@"; do\n'
            '  [[ $word == safe.bareRepository=* ]] && word=x.x=x; words+=("$word")\n'
            "done\n"
            f'exec {shutil.which("git")} "${{words[@]}}"\n'
        )
        older.chmod(0o755)
        path = f"{older.parent}:{os.environ['PATH']}"
        done = scene.swerve("check", "--no-run", folder=folder, variables={"PATH": path})
        assert "double" in done.stdout

    @any_level
    def test_its_programs_run_to_fetch(self, scene: Scene) -> None:
        head = commit_a_change(scene)
        settings = {"core.sshCommand": scene.command, "remote.origin.url": "ssh://example.org/x"}
        folder = embed(scene, "docs", settings)
        pull = a_pull_request(scene, head, "1" * 40)
        done = scene.swerve("pr", pull, "--no-run", "--fetch", folder=folder)
        assert done.returncode == 2
        assert "example.org" not in done.stderr

    @any_level
    def test_it_says_that_an_interpreter_is_not_tracked(self, scene: Scene) -> None:
        commit_a_change(scene)
        program = f"#!/bin/sh\n{scene.command}\n"
        settings = "[tool.swerve]\npython = './python'\n"
        scene.repository.write("docs/pyproject.toml", settings)
        scene.repository.write("docs/python", program).chmod(0o755)
        aside = scene.repository.path / "docs"
        kept = {path.name: path.read_bytes() for path in aside.iterdir()}
        shutil.rmtree(aside)
        folder = embed(scene, "docs", {})
        for name, data in kept.items():
            (folder / name).write_bytes(data)
        (folder / "python").chmod(0o755)
        scene.repository.commit("an interpreter")
        done = scene.swerve("doctor", "--json", folder=folder)
        assert "is tracked by git" in json.loads(done.stdout)["interpreter"]["note"]

    @any_level
    def test_a_real_bare_repository_is_still_one(self, scene: Scene) -> None:
        commit_a_change(scene)
        bare = scene.repository.clone(scene.top / "bare", "--bare")
        done = scene.check("HEAD~1..HEAD", "--no-run", folder=bare.path)
        assert "double" in done.stdout
        done = scene.check("HEAD~1..HEAD", "--no-run", folder=bare.path / "refs")
        assert "double" in done.stdout


#: Settings that name a program, which git would run for `swerve check` or not at all.
_PROGRAMS = (
    *("core.fsmonitor", "core.sshCommand", "core.gitProxy", "core.askPass", "core.pager"),
    *("core.editor", "core.alternateRefsCommand", "credential.helper", "diff.external"),
    *("diff.run.command", "diff.run.textconv", "filter.run.clean", "filter.run.smudge"),
    *("filter.run.process", "merge.run.driver", "gpg.program", "gpg.ssh.program"),
    *("gpg.ssh.defaultKeyCommand", "uploadpack.packObjectsHook", "hook.run.command"),
    *("alias.status", "alias.rev-parse", "pager.status", "pager.log", "trailer.run.command"),
    *("remote.origin.uploadpack", "core.virtualFilesystem", "gc.recentObjectsHook"),
    *("sequence.editor", "submodule.sub.update", "tar.run.command", "ssh.variant"),
)
_HOOKS = ("post-index-change", "reference-transaction", "post-checkout", "fsmonitor-watchman")


def arm(scene: Scene, repository: Repository) -> None:
    """Let the repository's own settings, attributes and hooks name a program wherever they can."""
    repository.git("config", "core.repositoryFormatVersion", "1")
    for key in _PROGRAMS:
        repository.git("config", key, f"{'!' if 'update' in key else ''}{scene.command}")
    for event in _HOOKS:
        repository.git("config", "--add", "hook.run.event", event)
        hook = repository.path / ".git/hooks" / event
        hook.parent.mkdir(exist_ok=True)
        hook.write_text(f"#!/bin/sh\n{scene.command}\n")
        hook.chmod(0o755)
    for key, value in {
        "log.showSignature": "true",
        "status.submoduleSummary": "true",
        "filter.run.required": "true",
        "hook.run.enabled": "true",
        "remote.origin.url": "ext::sh -c run",
        "remote.origin.promisor": "true",
        "extensions.partialClone": "origin",
    }.items():
        repository.git("config", key, value)
    attributes = "* filter=run diff=run merge=run\n"
    (repository.path / ".git/info").mkdir(exist_ok=True)
    (repository.path / ".git/info/attributes").write_text(attributes)


class TestHostileSettings:
    """The repository came with its settings, as one in an archive does."""

    @pytest.mark.parametrize(
        "words",
        [
            pytest.param((), id="work tree"),
            pytest.param(("--staged",), id="index"),
            pytest.param(("HEAD",), id="commit"),
            pytest.param(("HEAD~1...HEAD", "shop.py"), id="range and path"),
        ],
    )
    @any_level
    def test_they_name_programs(self, scene: Scene, words: tuple[str, ...]) -> None:
        commit_a_change(scene)
        scene.repository.write("shop.py", _OLD)
        scene.repository.git("add", "shop.py")
        arm(scene, scene.repository)
        done = scene.check("--no-run", *words)
        assert "double" in done.stdout

    @any_level
    def test_they_name_programs_for_a_patch(self, scene: Scene) -> None:
        commit_a_change(scene)
        patch = scene.repository.git("diff", "HEAD", "HEAD~1") + "\n"
        arm(scene, scene.repository)
        done = scene.swerve("check", "--no-run", "--patch", "-", data=patch)
        assert "double" in done.stdout

    @at(Level.STRICT, Level.PROCESS)
    def test_they_name_programs_for_a_run(self, scene: Scene) -> None:
        commit_a_change(scene)
        scene.repository.write("shop.py", "def double(x):\n    return 3 * x\n")
        arm(scene, scene.repository)
        assert scene.check().returncode == 1

    @pytest.mark.parametrize("place", ["config", "config.worktree", "included"])
    @any_level
    def test_they_name_a_filter_without_a_name(self, scene: Scene, place: str) -> None:
        """Whatever a pattern of ours says, `filter..clean` is the key of a filter, too."""
        commit_a_change(scene)
        git_folder = scene.repository.path / ".git"
        scene.repository.git("config", "core.repositoryFormatVersion", "1")
        scene.repository.git("config", "extensions.worktreeConfig", "true")
        scene.repository.git("config", "include.path", "included")
        with open(git_folder / place, "a") as file:
            file.write(f'[filter ""]\n\tclean = "{scene.command}; cat"\n\trequired\n')
        (git_folder / "info").mkdir(exist_ok=True)
        (git_folder / "info/attributes").write_text("* filter=\n")
        scene.repository.write("shop.py", "def double(x):\n    return 3 * x\n")
        assert "double" in scene.check("--no-run").stdout

    @any_level
    def test_no_setting_that_git_knows_gets_through(self, scene: Scene) -> None:
        """But for a few that are known to do no harm: a setting is dropped unless it is one."""
        commit_a_change(scene)
        listed = re.sub(r"[<>*]", "x", scene.repository.git("help", "--config"))
        keys = [f"{each}..command" for each in ("filter", "credential", "hook", "new")]
        keys += re.findall(r"^[\w-]+\.(?:[\w-]+\.)?[a-z][a-z0-9-]*$", listed, re.M | re.I)
        passed_over = ("core.bare", "core.worktree", "extensions.", "include", "push.default")
        file = scene.repository.path / ".git/config"
        with open(file, "a") as settings:
            for key in keys:
                if not key.lower().startswith(passed_over):
                    section, *subsection, name = key.split(".")
                    head = f'[{section} "{subsection[0]}"]' if subsection else f"[{section}]"
                    settings.write(f"{head}\n\t{name} = 0\n")
        written = scene.repository.git("config", "--file", str(file), "--list", "--name-only")
        assert len(written.splitlines()) > 500
        git = open_repository(scene.repository.path)
        words = git.ask("config", "--list", "--show-scope", "--name-only", "-z").out.split(b"\0")
        scopes = zip(words[::2], words[1::2], strict=False)
        held = {key.decode() for scope, key in scopes if scope in (b"local", b"worktree")}
        assert held - {key for key in held if key.startswith(("branch.", "remote."))} <= {
            *("core.repositoryformatversion", "core.filemode", "core.ignorecase", "core.symlinks"),
            *("core.precomposeunicode", "core.trustctime", "core.checkstat", "core.autocrlf"),
            *("core.eol", "core.sparsecheckout", "core.sparsecheckoutcone"),
        }
        assert {key.rpartition(".")[2] for key in held if key.startswith("branch.")} <= {
            *("remote", "merge", "pushremote")
        }
        assert {key.rpartition(".")[2] for key in held if key.startswith("remote.")} <= {
            *("url", "fetch", "push", "promisor", "partialclonefilter", "pushdefault")
        }

    @any_level
    def test_a_setting_holds_another_one(self, scene: Scene) -> None:
        """What is taken over is written down once more, and says no more there."""
        commit_a_change(scene)
        command = f"{scene.command}; cat"
        hidden = f'x\n[filter ""]\n\tclean = {command}\n[filter "x"]\n\tclean = {command}\n'
        names = ("\\", '\\"', 'x"]', "x\t\r[filter", f'a"]\\x[filter "x"]clean={command}#')
        for name in names:
            scene.repository.git("config", "--add", f"branch.{name}.merge", hidden)
            scene.repository.git("config", "--add", f"remote.{name}.url", f'"\\{hidden}')
            scene.repository.git("config", "--add", "core.eol", f'lf" ; {hidden}')
        (scene.repository.path / ".git/info").mkdir(exist_ok=True)
        (scene.repository.path / ".git/info/attributes").write_text("* filter=x\n*.py filter=\n")
        scene.repository.write("shop.py", "def double(x):\n    return 3 * x\n")
        assert "double" in scene.check("--no-run").stdout

    @any_level
    def test_they_ask_for_something_unknown(self, scene: Scene) -> None:
        """Whoever does not know an extension cannot read the repository; nor can swerve."""
        commit_a_change(scene)
        scene.repository.git("config", "core.repositoryFormatVersion", "1")
        scene.repository.git("config", "extensions.tomorrow", "true")
        done = scene.check("--no-run", "HEAD")
        assert done.returncode == 2
        assert "`extensions.tomorrow`" in done.stderr


class _Asks(BaseHTTPRequestHandler):
    """Wants to know who is there, whatever is asked."""

    def do_GET(self) -> None:
        self.send_response(401)
        self.send_header("WWW-Authenticate", 'Basic realm="x"')
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def serving(handler: type[BaseHTTPRequestHandler]) -> Iterator[str]:
    """The address of a server on this machine."""
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def publish(scene: Scene) -> tuple[Path, str]:
    """A bare repository with one commit more than the user has, and the id of that one."""
    elsewhere = scene.repository.clone(scene.top / "elsewhere")
    head = elsewhere.commit("more", {"shop.py": "def double(x):\n    return 3 * x\n"})
    bare = elsewhere.clone(scene.top / "public", "--bare")
    bare.git("update-server-info")
    return bare.path, head


def withhold(scene: Scene) -> tuple[Path, str]:
    """The same, as a partial clone that would run a program to get what it lacks."""
    place, head = publish(scene)
    bare = Repository(place)
    for key, value in {
        "core.repositoryFormatVersion": "1",
        "extensions.partialClone": "p",
        "remote.p.promisor": "true",
        "remote.p.url": str(scene.top / "elsewhere"),
        "remote.p.uploadpack": f"{scene.command}; false",
        "uploadpack.allowAnySHA1InWant": "true",
    }.items():
        bare.git("config", key, value)
    blob = bare.git("rev-parse", f"{head}:shop.py")
    for pack in sorted((place / "objects/pack").glob("*.pack")):
        data = pack.read_bytes()
        for file in pack.parent.glob(f"{pack.stem}.*"):
            file.unlink()
        bare.git("unpack-objects", "-q", data=data)
    (place / "objects" / blob[:2] / blob[2:]).unlink()
    return place, head


class TestFetching:
    """`pr --fetch` takes the address of a remote from the repository's settings, and no more."""

    @pytest.mark.parametrize(
        ("setting", "url"),
        [
            ("core.sshCommand", "ssh://127.0.0.1:1/x"),
            ("core.gitProxy", "git://127.0.0.1:1/x"),
            ("core.askPass", "{asks}/x"),
            ("credential.helper", "{asks}/x"),
            ("credential..helper", "{asks}/x"),
            ("credential.http://127.0.0.1.helper", "{asks}/x"),
            ("remote.origin.uploadpack", "{file}"),
            ("core.alternateRefsCommand", "{file}"),
            ("core.alternateRefsCommand", "{asks}/x"),
            ("remote.origin.vcs", "{asks}/x"),
            ("url.ext::sh -c run.insteadOf", "{asks}/x"),
        ],
    )
    @any_level
    def test_settings_name_a_program(self, scene: Scene, setting: str, url: str) -> None:
        head = commit_a_change(scene)
        place, _ = publish(scene)
        alternates = scene.repository.path / ".git/objects/info/alternates"
        alternates.write_text(f"{scene.top}/elsewhere/.git/objects\n")
        with serving(_Asks) as asks:
            url = url.format(asks=asks, file=place.as_uri())
            scene.repository.git("config", "remote.origin.url", url)
            section, _, rest = setting.partition(".")
            name, _, key = rest.rpartition(".")
            head_line = f'[{section} "{name}"]' if "." in rest else f"[{section}]"
            with open(scene.repository.path / ".git/config", "a") as file:
                value = url if key == "insteadOf" else f"!{scene.command}; false"
                value = value.removeprefix("" if "helper" in key else "!")
                file.write(f'{head_line}\n\t{key} = "{value}"\n')
            pull = a_pull_request(scene, head, "1" * 40)
            done = scene.swerve("pr", pull, "--no-run", "--fetch")
        assert done.returncode == 2
        assert "git fetch origin" in done.stderr

    @any_level
    def test_settings_write_a_file_of_the_users(self, scene: Scene) -> None:
        base = commit_a_change(scene)
        place, head = publish(scene)

        class Bakes(SimpleHTTPRequestHandler):
            def __init__(self, *words: object) -> None:
                super().__init__(*words, directory=str(place))  # type: ignore[arg-type]

            def end_headers(self) -> None:
                self.send_header("Set-Cookie", f"a=$({scene.command}); Path=/; Max-Age=99999")
                super().end_headers()

            def log_message(self, *_: object) -> None:
                pass

        profile = scene.home / ".bashrc"
        profile.write_text("# mine\n")
        with serving(Bakes) as url:
            for key, value in {
                "remote.origin.url": url,
                "http.cookieFile": str(profile),
                "http.saveCookies": "true",
            }.items():
                scene.repository.git("config", key, value)
            done = scene.swerve("pr", a_pull_request(scene, base, head), "--no-run", "--fetch")
        assert "double" in done.stdout
        assert profile.read_text() == "# mine\n"
        assert not scene.repository.git("branch", "--remotes")

    @pytest.mark.parametrize("setting", ["http.proxy", "remote.origin.proxy"])
    @any_level
    def test_settings_lead_to_somebody_else(self, scene: Scene, setting: str) -> None:
        base = commit_a_change(scene)
        with serving(_Asks) as url:
            command = f"!echo password={scene.secret}; echo {scene.secret} >> '{scene.canary}'"
            user = scene.top / "gitconfig"
            helper = ("credential.http://github.invalid.helper", command)
            scene.repository.git("config", "--file", str(user), *helper)
            scene.repository.git("config", "remote.origin.url", "http://github.invalid/a/b")
            scene.repository.git("config", setting, url)
            pull = a_pull_request(scene, base, "1" * 40)
            variables = {"GIT_CONFIG_GLOBAL": str(user)}
            done = scene.swerve("pr", pull, "--no-run", "--fetch", variables=variables)
        assert done.returncode == 2

    @any_level
    def test_a_remote_is_a_folder_of_the_repositorys_choice(self, scene: Scene) -> None:
        base = commit_a_change(scene)
        place, head = withhold(scene)
        pull = a_pull_request(scene, base, head)
        for url in (str(place), place.as_uri(), os.path.relpath(place, scene.repository.path)):
            scene.repository.git("config", "remote.origin.url", url)
            done = scene.swerve("pr", pull, "--no-run", "--fetch")
            assert done.returncode == 2
            assert f"git fetch origin {head}" in done.stderr

    @any_level
    def test_a_folder_of_the_checkout_has_the_name_of_a_remote(self, scene: Scene) -> None:
        base = commit_a_change(scene)
        place, head = withhold(scene)
        shutil.copytree(place, scene.repository.path / "origin")
        pull = a_pull_request(scene, base, head)
        assert scene.swerve("pr", pull, "--no-run", "--fetch").returncode == 2

    @any_level
    def test_what_the_user_leads_to_lacks_something(self, scene: Scene) -> None:
        """git's own guard stays in force in the repository that is fetched from."""
        base = commit_a_change(scene)
        place, head = withhold(scene)
        user = scene.top / "gitconfig"
        written = "https://github.com/ada/shop"
        rewriting = (f"url.{place.as_uri()}.insteadOf", written)
        scene.repository.git("config", "--file", str(user), *rewriting)
        scene.repository.git("config", "remote.origin.url", written)
        pull = a_pull_request(scene, base, head)
        variables = {"GIT_CONFIG_GLOBAL": str(user)}
        done = scene.swerve("pr", pull, "--no-run", "--fetch", variables=variables)
        assert done.returncode == 2
        assert "git fetch failed" in done.stderr

    @any_level
    def test_what_is_cloned_lacks_something(self, scene: Scene) -> None:
        commit_a_change(scene)
        place, _ = withhold(scene)
        listed = scene.top / "repos.txt"
        listed.write_text(f"{place.as_uri()} main~1..main\n")
        words = ("--repos", str(listed), "--store", str(scene.top / "store.db"), "--no-run")
        scene.swerve("campaign", "run", *words, folder=scene.top)

    @any_level
    def test_a_helper_of_the_users_looks_for_tokens(self, scene: Scene) -> None:
        base = commit_a_change(scene)
        user, seen = scene.top / "gitconfig", scene.top / "seen"
        helper = ("credential.helper", f"!env > '{seen}'; false")
        scene.repository.git("config", "--file", str(user), *helper)
        pull = a_pull_request(scene, base, "1" * 40)
        variables = dict.fromkeys(SECRETS, scene.secret) | {"GIT_CONFIG_GLOBAL": str(user)}
        with serving(_Asks) as url:
            scene.repository.git("config", "remote.origin.url", f"{url}/x")
            scene.swerve("pr", pull, "--no-run", "--fetch", variables=variables)
        assert "PATH=" in seen.read_text()
        assert scene.secret not in seen.read_text()


class TestSettingsOfTheUser:
    """The user has filters and programs of their own, which the change may not choose."""

    @any_level
    def test_attributes_of_the_change_choose_a_filter(self, scene: Scene) -> None:
        """A filter that is a Python module looks for itself in the checkout first."""
        commit_a_change(scene, {".gitattributes": "*.py filter=tidy\n", "tidy.py": scene.payload})
        settings = scene.home / ".gitconfig"
        scene.repository.git(
            *("config", "--file", str(settings), "filter.tidy.clean", "python3 -m tidy")
        )
        scene.repository.write("shop.py", _OLD)
        done = scene.swerve("check", "--no-run", variables={"GIT_CONFIG_GLOBAL": str(settings)})
        assert "double" in done.stdout

    @pytest.mark.parametrize("path", [".:{}", "{}:", "tools:{}", "{top}/tools:{}", "{link}:{}"])
    @pytest.mark.parametrize("words", [("check", "--no-run"), ("doctor",)])
    @any_level
    def test_a_search_path_leads_into_the_checkout(
        self, scene: Scene, path: str, words: tuple[str, ...]
    ) -> None:
        program = f"#!/bin/sh\n{scene.command}\n"
        names = [f"{folder}{name}" for folder in ("", "tools/") for name in ("git", "bwrap")]
        commit_a_change(scene, {**dict.fromkeys(names, program), "src/app.py": _OLD})
        for name in names:
            (scene.repository.path / name).chmod(0o755)
        link = scene.top / "link"
        link.symlink_to(scene.repository.path / "tools")
        usual = "/nowhere" if path == "{}:" else os.environ["PATH"]
        known = path.format(usual, top=scene.repository.path, link=link)
        for folder in (scene.repository.path, scene.repository.path / "src"):
            scene.swerve(*words, folder=folder, variables={"PATH": known})

    @any_level
    def test_a_program_is_a_link_into_the_checkout(self, scene: Scene) -> None:
        program = {"tools/git": f"#!/bin/sh\n{scene.command}\n"}
        commit_a_change(scene, {**program})
        (scene.repository.path / "tools/git").chmod(0o755)
        (scene.top / "bin").mkdir()
        (scene.top / "bin/git").symlink_to(scene.repository.path / "tools/git")
        path = f"{scene.top}/bin:{os.environ['PATH']}"
        done = scene.swerve("check", "HEAD", "--no-run", variables={"PATH": path})
        assert "double" in done.stdout

    @any_level
    def test_processes_that_start_elsewhere_know_the_same_programs(
        self, scene: Scene, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        tools = scene.repository.path / "tools"
        monkeypatch.chdir(scene.repository.path)
        monkeypatch.setenv("PATH", f"{tools}:/usr/bin:.:{scene.top}")
        assert own_environment()["PATH"] == f"/usr/bin:{scene.top}"


class TestNestedRepositories:
    """Repositories inside the checkout are not asked anything."""

    @any_level
    def test_a_submodule_has_settings_of_its_own(self, scene: Scene) -> None:
        inner = Repository(scene.repository.path / "sub")
        inner.path.mkdir()
        inner.git("init", "--quiet", "--initial-branch=main")
        inner.commit("inner", {"inner.py": _OLD})
        commit_a_change(scene)
        arm(scene, inner)
        inner.write("inner.py", _NEW)
        scene.repository.write("shop.py", _OLD)
        assert "double" in scene.check("--no-run").stdout
        assert "double" in scene.check("--no-run", "HEAD").stdout

    @any_level
    def test_submodules_have_urls_that_run_programs(self, scene: Scene) -> None:
        url = f"ext::sh -c {scene.command!r}"
        modules = f'[submodule "sub"]\n\tpath = sub\n\turl = {url}\n\tupdate = !{scene.command}\n'
        modules += '[submodule "--upload-pack=x"]\n\tpath = other\n\turl = --upload-pack=x\n'
        first = commit_a_change(scene, {".gitmodules": modules})
        scene.repository.git("update-index", "--add", "--cacheinfo", f"160000,{first},sub")
        scene.repository.git("commit", "--quiet", "-m", "a submodule")
        assert "submodule" in scene.check("--no-run").stdout

    @any_level
    def test_folders_that_are_compared_have_settings_of_their_own(self, scene: Scene) -> None:
        old, new = Repository(scene.top / "old"), Repository(scene.top / "new")
        for side, text in ((old, _OLD), (new, _NEW)):
            side.path.mkdir()
            side.git("init", "--quiet", "--initial-branch=main")
            side.commit("side", {"shop.py": text})
            arm(scene, side)
            side.write(".venv/pyvenv.cfg", "home = /usr/bin\n")
            side.write(".venv/bin/python", f"#!/bin/sh\n{scene.command}\n").chmod(0o755)
        done = scene.swerve("diff", "--no-run", str(old.path), str(new.path), folder=scene.top)
        assert "double" in done.stdout
