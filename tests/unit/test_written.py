"""A file that is written takes the place of the old one when it is whole, or not at all."""

import ast
import errno
import os
import shlex
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import mondegreen as mg
from mondegreen.calls.output_paths import write as write_calls
from mondegreen.cli import main
from mondegreen.errors import InputError
from mondegreen.judges.audit.label_sheet import Label, write_sheet
from mondegreen.judges.audit.rulings import AuditItem
from mondegreen.judges.facts.fact import Fact
from mondegreen.judges.facts.lists import write_facts
from mondegreen.report.document import write_report
from mondegreen.report.rows import write as write_rows
from mondegreen.written import written

resource = pytest.importorskip("resource", reason="limits and modes are those of Unix")
SOURCE = Path(mg.__file__).parent


def around(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@contextmanager
def full_disk(size: int = 4096) -> Iterator[None]:
    """No file of this process grows beyond a size, as on a disk that is full."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


# -- one file -------------------------------------------------------------------------------------


def test_the_new_file_takes_the_place_of_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    for content in ("old", "new\r\nü"):
        with written(path, text=True) as file:
            file.write(content)
            assert not path.exists() or path.read_bytes() == b"old"
        assert path.read_bytes() == content.encode()
    assert around(tmp_path) == ["a.txt"]


@pytest.mark.parametrize("mask", [0o077, 0o027, 0o022])
def test_a_new_file_has_the_mode_of_new_files(tmp_path: Path, mask: int) -> None:
    before = os.umask(mask)
    try:
        with written(tmp_path / "a"):
            pass
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == 0o666 & ~mask


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664, 0o755])
def test_an_old_file_keeps_its_mode(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "a"
    path.touch()
    path.chmod(mode)
    with written(path) as file:
        file.write(b"new")
    assert (stat.S_IMODE(path.stat().st_mode), path.read_bytes()) == (mode, b"new")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid(), reason="only root gives files away")
def test_an_old_file_keeps_its_owner(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.touch()
    os.chown(path, 1234, 2345)
    with written(path) as file:
        file.write(b"new")
    assert (path.stat().st_uid, path.stat().st_gid) == (1234, 2345)


@pytest.mark.parametrize("is_there", [True, False])
def test_a_link_stays_a_link(tmp_path: Path, *, is_there: bool) -> None:
    (tmp_path / "far").mkdir()
    (tmp_path / "link").symlink_to("far/away")
    (tmp_path / "far/away").symlink_to("file")
    if is_there:
        (tmp_path / "far/file").write_bytes(b"old")
    with written(tmp_path / "link") as file:
        file.write(b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "far/file").read_bytes() == b"new"
    assert around(tmp_path / "far") == ["away", "file"]


def test_a_link_is_replaced_where_that_is_wanted(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"old")
    (tmp_path / "link").symlink_to("file")
    with written(tmp_path / "link", follow=False) as file:
        file.write(b"new")
    assert not (tmp_path / "link").is_symlink()
    assert ((tmp_path / "file").read_bytes(), (tmp_path / "link").read_bytes()) == (b"old", b"new")


@pytest.mark.parametrize("error", [KeyboardInterrupt, ValueError, MemoryError, mg.UsageError])
def test_whatever_goes_wrong_leaves_the_old_file(
    tmp_path: Path, error: type[BaseException]
) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    with pytest.raises(error), written(path) as file:  # noqa: PT012
        file.write(b"half")
        raise error("something")
    assert (path.read_bytes(), around(tmp_path)) == (b"old", ["a"])


def test_a_full_disk_leaves_the_old_file_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "a"
    for there in (False, True):
        if there:
            path.write_bytes(b"old")
        with full_disk(), pytest.raises(InputError) as caught, written(path) as file:
            file.write(b"x" * 5000)
        unchanged = "; the file that was there is unchanged"
        assert str(caught.value) == (
            f"{path}: cannot be written: {os.strerror(errno.EFBIG)}{unchanged if there else ''}"
        )
    assert (path.read_bytes(), around(tmp_path)) == (b"old", ["a"])


@pytest.mark.parametrize("text", ["half \ud83d", "\udcff" * 9000])
def test_half_a_pair_leaves_the_old_file(tmp_path: Path, text: str) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    with pytest.raises(InputError, match="half of a surrogate pair"), written(path, text=True) as f:
        f.write(text)
    with written(tmp_path / "b", text=True, errors="replace") as f:
        f.write(text)
    assert (path.read_bytes(), around(tmp_path)) == (b"old", ["a", "b"])


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("folder", errno.EISDIR),
        ("none/a", errno.ENOENT),
        ("file/a", errno.ENOTDIR),
        ("round", errno.ELOOP),
        ("x" * 300, errno.ENAMETOOLONG),
    ],
)
def test_where_no_file_can_be(tmp_path: Path, name: str, why: int) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").touch()
    (tmp_path / "round").symlink_to("round")
    before = around(tmp_path)
    with pytest.raises(InputError) as caught, written(tmp_path / name):
        pytest.fail("nothing can be written")
    assert str(caught.value) == f"{tmp_path / name}: cannot be written: {os.strerror(why)}"
    assert around(tmp_path) == before


def test_a_file_that_may_not_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")
    monkeypatch.setattr(os, "access", lambda *_: False)  # root may write everything
    with pytest.raises(InputError, match=f"{os.strerror(errno.EACCES)}$"), written(path):
        pytest.fail("it may not be written")
    assert path.read_bytes() == b"old"


# -- where nothing can be renamed -----------------------------------------------------------------


def test_a_pipe_gets_what_is_written(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    found: list[bytes] = []
    reader = threading.Thread(target=lambda: found.append(path.read_bytes()))
    reader.start()
    with written(path, text=True) as file:
        file.write("ü" * 100_000)
    reader.join()
    assert found == [("ü" * 100_000).encode()]
    assert stat.S_ISFIFO(path.stat().st_mode)


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="there is no /dev/stdout")
@pytest.mark.parametrize("name", ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "link"])
@pytest.mark.parametrize("where", ["| cat > out", "> out", ">> out"])
def test_standard_output_under_its_names(tmp_path: Path, name: str, where: str) -> None:
    if name.startswith("/proc") and not Path("/proc/self/fd").is_dir():
        pytest.skip("there is no such folder")
    (tmp_path / "link").symlink_to("/dev/stdout")
    program = (
        "import sys; from mondegreen.written import written\n"
        "sys.stdout.write('before\\n')\n"
        f"with written({name!r}, text=True) as file: file.write('ü\\n')\n"
        "print('after')"
    )
    line = f"{shlex.quote(sys.executable)} -c {shlex.quote(program)} {where}"
    done = subprocess.run(["bash", "-c", line], cwd=tmp_path, capture_output=True, check=False)
    assert done.stderr == b""
    assert (tmp_path / "out").read_text("utf-8") == "before\nü\nafter\n"


@pytest.fixture(params=["no new file", "no rename"])
def fixed(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A file in a folder that takes no new files, or one that is mounted on its own."""

    def refuse(path: Path, *_args: object, **_more: object) -> None:
        assert path.suffix == ".part" or path.parent != tmp_path
        code = errno.EACCES if request.param == "no new file" else errno.EBUSY
        raise OSError(code, os.strerror(code))

    path = tmp_path / "a"
    path.write_bytes(b"old")
    monkeypatch.setattr(Path, "replace", refuse)
    if request.param == "no new file":
        monkeypatch.setattr(Path, "touch", refuse)
    return path


@pytest.mark.parametrize("content", [b"", b"n", b"new and longer"])
def test_a_file_that_cannot_be_replaced_is_written_over(fixed: Path, content: bytes) -> None:
    same = fixed.stat().st_ino
    with written(fixed) as file:
        file.write(content)
        assert fixed.read_bytes() == b"old"
    assert (fixed.read_bytes(), fixed.stat().st_ino) == (content, same)
    assert around(fixed.parent) == ["a"]


def test_it_is_not_touched_where_there_is_no_room(
    fixed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_room(number: int, _start: int, size: int) -> None:
        os.ftruncate(number, size)
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "posix_fallocate", no_room)
    said = r"No space left.*; the file that was there is unchanged"
    with pytest.raises(InputError, match=said), written(fixed) as file:
        file.write(b"new and longer")
    assert (fixed.read_bytes(), around(fixed.parent)) == (b"old", ["a"])


# -- everything that is written -------------------------------------------------------------------

TEXTS = [f"the {number} cat sat on the mat and looked at {number:032b}" for number in range(400)]


def result() -> mg.Result:
    return mg.score(TEXTS, [text.replace("mat", "hat") for text in TEXTS], by={"n": list(TEXTS)})


def through_cli(*arguments: str) -> Callable[[Path], None]:
    def run(path: Path) -> None:
        words = [str(path) if word == "TO" else word for word in arguments]
        files = [str(path.parent.parent / word) if word == "r.txt" else word for word in words]
        with pytest.raises(SystemExit) as left:
            main(files)
        if left.value.code:
            raise InputError(f"{path}: status {left.value.code}")

    return run


WRITERS: dict[str, Callable[[Path], object]] = {
    "run.json": lambda path: result().save(path, texts=True),
    "run.parquet": lambda path: result().save(path, texts=True),
    "rows.tsv": lambda path: write_rows(result(), path),
    "rows.jsonl": lambda path: write_rows(result(), path),
    "rows.parquet": lambda path: write_rows(result(), path),
    "report.html": lambda path: write_report(result(), path),
    "diff.html": lambda path: mg.diff_report(" ".join(TEXTS), TEXTS[0]).to_html(path),
    "facts.jsonl": lambda path: write_facts(path, {each: [Fact("a", "b", "c")] for each in TEXTS}),
    "facts.tsv": lambda path: write_facts(path, {each: [Fact("a", "b", "c")] for each in TEXTS}),
    "sheet.tsv": lambda path: write_sheet(
        path, [AuditItem(each, each, each, True) for each in TEXTS], {"a": Label("a", None)}
    ),
    "call.json": lambda path: write_calls({("", "call.json"): "x" * 9000}, lambda _: path.parent),
    "normalized.txt": through_cli("normalize", "-n", "lower", "r.txt", "-o", "TO"),
    **{
        f"talk.{name}": through_cli("convert", "r.txt", "TO", "--from", "lines", "--to", name)
        for name in ("csv", "jsonl", "trn", "parquet", "seglst")
    },
    "saved.json": through_cli("score", "r.txt", "r.txt", "--save", "TO"),
}


@pytest.mark.parametrize("name", WRITERS)
def test_on_a_full_disk_every_old_file_is_intact(
    tmp_path: Path, name: str, capfd: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    path = folder / name
    path.write_bytes(b"old")
    path.chmod(0o640)
    (tmp_path / "r.txt").write_text("\n".join(TEXTS), "utf-8")
    through = WRITERS[name]
    with full_disk(), pytest.raises(InputError) as caught:
        through(path)
    said = str(caught.value) + capfd.readouterr().err
    assert f"{path}: cannot be written: {os.strerror(errno.EFBIG)}" in said
    assert "the file that was there is unchanged" in said
    assert (path.read_bytes(), around(folder)) == (b"old", [name])
    through(path)
    assert len(path.read_bytes()) > 3
    assert (stat.S_IMODE(path.stat().st_mode), around(folder)) == (0o640, [name])


def test_nothing_else_writes_files() -> None:
    """Whoever writes a file does it through `written`, or says here why not."""
    others = {
        "written.py",
        "judges/replay.py",  # adds lines to a file, whole or not at all
        "testing/format_check.py",  # examples, in a temporary folder
        "providers/engines/command.py",  # the recording for a program, in a temporary folder
        "bench/ground_truth/playing.py",  # the recording for a player, in a temporary file
        "providers/machine.py",  # asks the kernel to measure memory again
        "cli/checkpoints.py",  # rows that are cut to what the last checkpoint says
        "cli/__init__.py",  # opens the device that swallows everything
    }
    found = {
        f"{path.relative_to(SOURCE)}:{node.lineno}"
        for path in SOURCE.rglob("*.py")
        if str(path.relative_to(SOURCE)) not in others
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and writes(node)
    }
    assert not found


def writes(call: ast.Call) -> bool:
    name = getattr(call.func, "attr", getattr(call.func, "id", ""))
    if name in {"write_text", "write_bytes", "mkstemp", "NamedTemporaryFile"}:
        return True
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    modes = [each.value for each in given if isinstance(each, ast.Constant)]
    return name == "open" and any(
        isinstance(mode, str) and len(mode) <= 3 and set(mode) & set("wax+") for mode in modes
    )
