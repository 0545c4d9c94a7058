"""What can go wrong that a user can act on?"""

from __future__ import annotations

from typing import ClassVar


class SwerveError(Exception):
    """A problem the user can act on; the command line prints it without a traceback.

    Whatever else escapes is a bug in swerve and keeps its traceback.
    """

    #: Stable name of the problem, and the anchor of its entry in docs/messages.md.
    code: ClassVar[str]
    exit_status: ClassVar[int] = 2

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message, hint)  # both, so that the error survives pickling
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return self.message


class GitMissing(SwerveError):
    """git itself is not there, or does not start."""

    code = "git-missing"


class GitFailed(SwerveError):
    """git answered with an error that has no entry of its own."""

    code = "git-failed"


class NotARepository(SwerveError):
    """The folder is not inside a git repository, or git refuses to trust it."""

    code = "not-a-repository"


class NoWorkTree(SwerveError):
    """A bare repository has no files to compare with HEAD."""

    code = "no-work-tree"


class NoCommits(SwerveError):
    """The repository has no commit yet, so there is no old side."""

    code = "no-commits"


class UnknownRevision(SwerveError):
    """git knows no commit of that name."""

    code = "unknown-revision"


class AmbiguousRevision(SwerveError):
    """The name fits several commits, or a commit and a path."""

    code = "ambiguous-revision"


class ShallowHistory(SwerveError):
    """The clone was cut off before the commit that is needed."""

    code = "shallow-history"


class NoCommonAncestor(SwerveError):
    """`A...B` asks for a merge base, and there is none."""

    code = "no-common-ancestor"


class ObjectMissing(SwerveError):
    """A file's content is not in the object database (partial clone, damage)."""

    code = "object-missing"


class PatchFailed(SwerveError):
    """The patch does not apply to HEAD."""

    code = "patch-failed"


class PathMissing(SwerveError):
    """A file or folder named on the command line is not there or not readable."""

    code = "path-missing"


class PathMismatch(SwerveError):
    """`swerve diff` was given a file and a folder."""

    code = "path-mismatch"


class BadPattern(SwerveError):
    """A pattern for `--include` or `--exclude` cannot be read."""

    code = "bad-pattern"


class BadSettings(SwerveError):
    """`[tool.swerve]` holds something that swerve does not understand."""

    code = "bad-settings"


class BadUsage(SwerveError):
    """The words on the command line do not go together."""

    code = "bad-usage"


class BadSnippet(SwerveError):
    """What `swerve run` was given is no Python."""

    code = "bad-snippet"


class CannotListen(SwerveError):
    """The port that `swerve serve` was to listen at cannot be had."""

    code = "cannot-listen"


class LinkInTheWay(SwerveError):
    """A file was to be written through a link that lies in a work tree."""

    code = "link-in-the-way"


class CannotWrite(SwerveError):
    """The report could not be written where it was asked for."""

    code = "cannot-write"


class NoAnswer(SwerveError):
    """A question was asked, and nobody is there to answer it."""

    code = "no-answer"


class UnknownWitness(SwerveError):
    """There is no witness of that name, or there are several."""

    code = "unknown-witness"


class UntrustedWitness(SwerveError):
    """A witness that may be somebody else's names files or commands of this machine."""

    code = "untrusted-witness"


class NoTest(SwerveError):
    """No test comes of a witness: it was tried, or there is no call to make."""

    code = "no-test"


class NoContract(SwerveError):
    """No contract covers a difference that somebody means."""

    code = "no-contract"


class SourceMissing(SwerveError):
    """The text of a function, or of something that it needs, cannot be taken along."""

    code = "source-missing"


class OutsideRoot(SwerveError):
    """A path leads out of the folder that a server is confined to."""

    code = "outside-root"


class ChangedSince(SwerveError):
    """The code is not what it was when it was checked."""

    code = "changed-since"


class WorkerFailed(SwerveError):
    """The interpreter that target code is to run in does not start."""

    code = "worker-failed"


class CacheUnusable(SwerveError):
    """The cache ran full or out of reach in the middle of work."""

    code = "cache-unusable"


class TreeTooLarge(SwerveError):
    """One side of the change holds more files or bytes than swerve copies."""

    code = "tree-too-large"


class PythonMissing(SwerveError):
    """The interpreter that was asked for is not there."""

    code = "python-missing"


class PythonBroken(SwerveError):
    """There is an interpreter, and it does not start."""

    code = "python-broken"


class PythonUnsupported(SwerveError):
    """The interpreter is too old for target code to be observed in."""

    code = "python-unsupported"


class SetupFailed(SwerveError):
    """The command given with `--setup` did not succeed."""

    code = "setup-failed"


class SandboxMissing(SwerveError):
    """The level that was asked for does not work here."""

    code = "sandbox-missing"


class BadPlugin(SwerveError):
    """A package that adds a part to swerve cannot be used."""

    code = "bad-plugin"


class BadRule(SwerveError):
    """A rule for what is noise cannot be read, or a tolerance is not valid."""

    code = "bad-rule"


class BadEvents(SwerveError):
    """What should be a file of events is something else."""

    code = "bad-events"


class ProjectExcluded(SwerveError):
    """The value model must not learn from this project: swerve is measured with it."""

    code = "project-excluded"


class PytestMissing(SwerveError):
    """The interpreter that the tests are to run in has no pytest."""

    code = "pytest-missing"


class NoTests(SwerveError):
    """There is no file with tests where they were looked for."""

    code = "no-tests"


class SuiteFailed(SwerveError):
    """There are tests, and not one of them could be run."""

    code = "suite-failed"


class GitHubUnreachable(SwerveError):
    """GitHub does not answer."""

    code = "github-unreachable"


class GitHubRefused(SwerveError):
    """GitHub does not know what was asked for, or does not show it to this token."""

    code = "github-refused"


class GitHubLimited(SwerveError):
    """GitHub was asked too often, and wants a longer pause than swerve makes."""

    code = "github-rate-limit"


class GitHubGarbled(SwerveError):
    """GitHub's answer is not valid."""

    code = "github-answer"


class BadApiUrl(SwerveError):
    """`GITHUB_API_URL` leads nowhere that a token may be sent to."""

    code = "bad-api-url"


class BadPullRequest(SwerveError):
    """What should be a saved pull request is something else."""

    code = "bad-pull-request"


class UnknownRepository(SwerveError):
    """Nothing says which repository on GitHub is meant."""

    code = "unknown-repository"


class RevisionMissing(SwerveError):
    """A commit of the pull request is not in this clone."""

    code = "revision-missing"


class BadModel(SwerveError):
    """What was said about the language model to ask is not valid."""

    code = "bad-model"


class ExtraMissing(SwerveError):
    """A part of swerve that is installed on demand is not there."""

    code = "extra-missing"


class BadStore(SwerveError):
    """What was given as a store is none, or is of a version that this swerve does not know."""

    code = "bad-store"


class StoreUnreachable(SwerveError):
    """The store does not answer, or refuses to."""

    code = "store-unreachable"


class UnknownCampaign(SwerveError):
    """The store has no such campaign, or another one has that name."""

    code = "unknown-campaign"


class CampaignTaken(SwerveError):
    """Another client works on the campaign."""

    code = "campaign-taken"


class ClusterUnreachable(SwerveError):
    """There is no Dask scheduler at that address."""

    code = "cluster-unreachable"


class ClusterMismatch(SwerveError):
    """A part of the cluster runs another version of swerve or of Dask."""

    code = "cluster-mismatch"


class ClusterLost(SwerveError):
    """The scheduler or all workers went away, and did not come back in time."""

    code = "cluster-lost"
