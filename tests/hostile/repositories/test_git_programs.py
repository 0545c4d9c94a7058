"""Does git start a program that the checkout or the repository names?"""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest
from tests.conftest import Repository
from tests.hostile.repositories.conftest import Scene, at

from swerve.sandbox import Level

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

    @pytest.mark.parametrize(
        ("setting", "url"),
        [
            ("core.sshCommand", "ssh://example.org/x"),
            ("core.gitProxy", "git://127.0.0.1/x"),
            ("core.askPass", "https://127.0.0.1:1/x"),
            ("credential.helper", "https://127.0.0.1:1/x"),
            ("credential.https://example.org.helper", "https://127.0.0.1:1/x"),
            ("remote.origin.uploadpack", "elsewhere"),
            ("core.alternateRefsCommand", "elsewhere"),
        ],
    )
    @any_level
    def test_they_name_a_program_to_fetch_with(self, scene: Scene, setting: str, url: str) -> None:
        head = commit_a_change(scene)
        place = scene.repository.clone(scene.top / "elsewhere").path.as_uri()
        scene.repository.git("config", "remote.origin.url", place if url == "elsewhere" else url)
        alternates = scene.repository.path / ".git/objects/info/alternates"
        alternates.write_text(f"{scene.top}/elsewhere/.git/objects\n")
        scene.repository.git("config", setting, f"{scene.command}; false")
        pull = a_pull_request(scene, head, "1" * 40)
        done = scene.swerve("pr", pull, "--no-run", "--fetch")
        assert done.returncode == 2
        assert f"`{setting.lower()}`" in done.stderr
        assert "git fetch origin" in done.stderr


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

    @pytest.mark.parametrize("path", [".:{}", "{}:", "tools:{}"])
    @pytest.mark.parametrize("words", [("check", "--no-run"), ("doctor",)])
    @any_level
    def test_a_search_path_leads_into_the_checkout(
        self, scene: Scene, path: str, words: tuple[str, ...]
    ) -> None:
        program = f"#!/bin/sh\n{scene.command}\n"
        commit_a_change(scene, {"git": program, "tools/git": program})
        for name in ("git", "tools/git"):
            (scene.repository.path / name).chmod(0o755)
        usual = "/nowhere" if path == "{}:" else os.environ["PATH"]
        scene.swerve(*words, variables={"PATH": path.format(usual)})


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
