"""Folders of languages at run time: languages, overlays, and folders that mean harm."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

import mondegreen as mg
from mondegreen.cli.app import run
from mondegreen.errors import UsageError
from mondegreen.languages import add, added, codes, folders, language


def write(folder: Path, files: dict[str, str]) -> Path:
    """Write files of packs, such as ``clinic/units.tsv``."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return folder


CLINIC = {
    "clinic/pack.tsv": "extends\ten\n",
    "clinic/units.tsv": "unit\tpuff\tpuff\tpuffs\tinhalations\tpf\n",
    "clinic/spellings.tsv": "parasetamol\tparacetamol\n",
}


@pytest.fixture
def clinic(tmp_path: Path) -> Path:
    """Return a folder with an overlay of English."""
    return write(tmp_path, CLINIC)


def test_an_overlay_is_asked_for_by_its_code(clinic: Path) -> None:
    """It reads what English reads, and its own units; English stays as it was."""
    before = language("en").digest
    with added(clinic):
        own = language("clinic")
        assert own.parts == ["any", "en", "clinic"]
        assert own.normalize("ninety inhalations") == "90 puffs"
        assert own.normalize("at five oh five") == language("en").normalize("at five oh five")
        assert own.meet("parasetamol", "paracetamol")
        assert "clinic" in codes()
        assert language("en").digest == before
    assert "clinic" not in codes()


def test_an_overlay_that_is_always_read(clinic: Path) -> None:
    """``always yes`` changes English, and what is based on it, and no other language."""
    write(clinic, {"clinic/pack.tsv": "extends\ten\nalways\tyes\n"})
    english, german = language("en").digest, language("de").digest
    with added(clinic):
        assert language("en").normalize("ninety inhalations") == "90 puffs"
        assert language("en").digest != english
        assert language("en-IN").parts == ["any", "en", "en-IN", "clinic"]
        assert language("de").digest == german
    assert language("en").digest == english


def test_a_language_is_taken_from_the_last_folder(tmp_path: Path) -> None:
    """A folder replaces a language; one that extends its own code adds to it."""
    first = write(tmp_path / "a", {"sv/pack.tsv": "name\tOwn\n"})
    second = write(
        tmp_path / "b",
        {"sv/pack.tsv": "extends\tsv\n", "sv/numerals.more.tsv": "card\t7\t8\t1\tsjuva\n"},
    )
    with added(first):
        assert language("sv").parts == ["any", "sv"]
        assert language("sv").spell(7) == []
    with added(second):
        assert language("sv").parts == ["any", "sv", "sv"]
        assert set(language("sv").spell(7)) == {"sju", "sjuva"}


def test_the_digest_follows_the_tables_alone(clinic: Path) -> None:
    """Rows change it; comments, cases, line ends and the place of the folder do not."""
    with added(clinic):
        digest = language("clinic").digest
    assert len(digest) == 8
    write(
        clinic,
        {
            "clinic/cases.tsv": "=\ta\ta\tsame\n",
            "clinic/spellings.tsv": "# said so\r\nparasetamol\tparacetamol\r\n",
        },
    )
    with added(clinic):
        assert language("clinic").digest == digest
    write(clinic, {"clinic/spellings.tsv": "parasetamol\tparacetamole\n"})
    with added(clinic):
        assert language("clinic").digest != digest


def test_folders_come_from_the_environment(clinic: Path) -> None:
    """``MONDEGREEN_LANGUAGES`` names folders, as the command line and ``add`` do."""
    code = "import mondegreen as mg; print('clinic' in mg.languages.codes())"
    for folder, said in ((str(clinic), "True"), ("", "False")):
        done = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "MONDEGREEN_LANGUAGES": folder},
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.strip() == said
    done = subprocess.run(
        [sys.executable, "-m", "mondegreen", "languages", "list"],
        env={**os.environ, "MONDEGREEN_LANGUAGES": str(clinic / "none")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "MONDEGREEN_LANGUAGES: no folder" in done.stderr


@pytest.mark.parametrize(
    "arguments", [["score", "{ref}", "{hyp}"], ["normalize", "{ref}", "-n", "lower"]]
)
def test_commands_take_a_folder(
    clinic: Path, tmp_path: Path, arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """``--languages`` adds a folder for one command; a wrong one is an error."""
    paths = {name: tmp_path / f"{name}.txt" for name in ("ref", "hyp")}
    for path in paths.values():
        path.write_text("one two\n", "utf-8")
    typed = [argument.format(**paths) for argument in arguments]
    before = folders()
    assert run([*typed, "--languages", str(clinic)]) == 0
    assert folders() == before
    assert run([*typed, "--languages", str(tmp_path / "none")]) == 2
    assert "no folder of languages" in capsys.readouterr().err


def test_add_says_which_languages_it_found(clinic: Path) -> None:
    """The codes come back, and the attribute of the package is the module."""
    with added():  # what is added in it is gone after it
        assert mg.languages.add(clinic) == ["clinic"]
        assert folders()[-1] == clinic.resolve()
    assert clinic.resolve() not in folders()


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"xx/pack.tsv": "extends\tyy\n", "yy/pack.tsv": "extends\txx\n"}, "pack.tsv:1: extends"),
        ({"xx/pack.tsv": "name\tX\nextends\txx\n"}, "xx/pack.tsv:2"),
        ({"xx/pack.tsv": "extends\tnone\n"}, 'xx/pack.tsv:1: no folder of languages has "none"'),
        (
            {"xx/pack.tsv": "extends\t../../etc\n"},
            'xx/pack.tsv:1: no code of a language: "../../etc"',
        ),
        (
            {"xx/pack.tsv": "name\tX\nname\t\x1b[31m\n"},
            "xx/pack.tsv:2: a control character, U+001B",
        ),
        (
            {"xx/pack.tsv": "name\tX\n", "xx/spellings.tsv": "a\tb\n" * 20_001},
            "more than 20000 rows",
        ),
        (
            {"xx/pack.tsv": "name\tX\n", "xx/classes.tsv": "a\t1\t" + "b " * 20_001 + "\n"},
            "more than 20000 rows",
        ),
        (
            {"xx/pack.tsv": "name\tX\n", "xx/classes.tsv": "#" * (3 << 20)},
            "xx/classes.tsv:1: a file of more",
        ),
        (
            {"xx/pack.tsv": "name\tX\n", "xx/patterns.tsv": "a\t" + "w " * 25 + "\t1\t1\n"},
            "xx/patterns.tsv:1",
        ),
        (
            {"xx/pack.tsv": "name\tX\n", "xx/patterns.tsv": "a\t" + "(a|b) " * 20 + "\t1\t1\n"},
            "xx/patterns.tsv:1",
        ),
        (
            {
                "xx/pack.tsv": "name\tX\n",
                "xx/patterns.tsv": "".join(
                    f"a\tw{row} " + "[a] " * 9 + "\t1\t1\n" for row in range(1000)
                ),
            },
            "sequences in all patterns",
        ),
    ],
)
def test_hostile_tables_are_refused(tmp_path: Path, files: dict[str, str], said: str) -> None:
    """The message has file and line, and nothing is added."""
    write(tmp_path, files)
    before = folders()
    with pytest.raises(UsageError) as caught:
        add(tmp_path)
    assert said in str(caught.value)
    assert folders() == before


def test_files_outside_of_the_folder_are_not_read(tmp_path: Path) -> None:
    """Links that lead out, devices and folders in place of a file are refused."""
    secret = tmp_path / "secret.txt"
    secret.write_text("a secret\n", "utf-8")
    own = write(tmp_path / "own", {"xx/pack.tsv": "name\tX\n"})
    for target in (secret, Path("/dev/zero"), tmp_path):
        link = own / "xx" / "units.tsv"
        link.symlink_to(target)
        with pytest.raises(UsageError) as caught:
            add(own)
        assert "xx/units.tsv:1" in str(caught.value)
        assert "a secret" not in str(caught.value)
        link.unlink()
    (own / "yy").symlink_to(tmp_path / "elsewhere")
    write(tmp_path / "elsewhere", {"pack.tsv": "name\tY\n"})
    with pytest.raises(UsageError, match="a link that leads out"):
        add(own)
    (own / "yy").unlink()
    (own / "xx" / "units.tsv").mkdir()
    with pytest.raises(UsageError, match=r"xx/units.tsv:1"):
        add(own)


def test_bytes_that_are_no_text_have_their_line(tmp_path: Path) -> None:
    """What is not UTF-8 is named with its line."""
    write(tmp_path, {"xx/pack.tsv": "name\tX\n"})
    (tmp_path / "xx" / "classes.tsv").write_bytes(b"a\t1\tb\nc\t2\t\xff\n")
    with pytest.raises(UsageError, match=r"xx/classes.tsv:2: not UTF-8"):
        add(tmp_path)


@pytest.mark.parametrize(
    ("files", "said"),
    [({}, "has no language"), ({"pack.tsv": "name\tX\n"}, "is one language: name the folder")],
)
def test_a_folder_that_is_none_says_what_to_do(
    tmp_path: Path, files: dict[str, str], said: str
) -> None:
    """The two usual mistakes have their own messages."""
    with pytest.raises(UsageError, match=said):
        add(write(tmp_path, files))


@pytest.mark.parametrize(
    "patterns",
    [
        "@a\t{x=a} {y=a}\t1\n@a\ta\t1\nb\t{x=a}\t1\t1\twrite\n",
        "@a\t{x=b} a\t1\n@b\t{x=a} a\t1\n@a\ta\t1\nc\t{x=a}\t1\t1\twrite\n",
        "@a\t[a] [a] [a] [a] [a] [a] [a] [a] a\t1\nb\t{x=a:1..9}+\t1\t1\twrite\n",
    ],
)
def test_any_pattern_reads_in_linear_time(tmp_path: Path, patterns: str) -> None:
    """A text ten times as long takes about ten times as long, however ambiguous the rows are."""
    write(tmp_path, {"xx/pack.tsv": "name\tX\n", "xx/patterns.tsv": patterns})
    with added(tmp_path):
        own = language("xx")
        times = []
        for words in (200, 2000):
            began = time.process_time()
            own.normalize("a " * words)
            times.append(time.process_time() - began)
    assert times[1] < max(40 * times[0], 1.0)


def test_an_overlay_scores_by_its_code(clinic: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In forgivers and normalizers, in Python and on the command line, and only while it is added."""
    pair = ["take parasetamol twice"], ["take paracetamol twice"]
    with added(clinic):
        assert mg.score(*pair, lang="clinic", forgive="spelling")["wer"].errors == 0
        assert mg.score(*pair, normalizer="mondegreen-clinic")["wer"].errors == 0
    for text, name in zip(pair, ("r.txt", "h.txt"), strict=True):
        (clinic / name).write_text(f"{text[0]}\n", "utf-8")
    files = [str(clinic / "r.txt"), str(clinic / "h.txt")]
    for more in (["--lang", "clinic", "--forgive", "spelling"], ["-n", "mondegreen-clinic"]):
        assert run(["score", *files, "--languages", str(clinic), *more]) == 0
        assert "0.00 %" in capsys.readouterr().out
        assert run(["score", *files, *more]) == 2
        capsys.readouterr()
    with pytest.raises(UsageError, match="language"):
        mg.score(*pair, lang="clinic", forgive="spelling")


def test_a_new_language_scores(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["languages", "new", "is", "--folder", str(tmp_path)]) == 0
    capsys.readouterr()
    pair = ["tuttugu og fimm kílómetrar"], ["25 km"]
    with added(tmp_path):
        assert mg.score(*pair, lang="is", forgive="numbers")["wer"].errors == 0
        result = mg.score(*pair, normalizer="mondegreen-is")
    assert result["wer"].errors == 0
    assert "normalizer:mondegreen-is@2" in result.signature


@pytest.mark.parametrize("code", codes())
def test_each_language_has_a_normalizer_and_forgivers(code: str) -> None:
    """Also those of which nothing was known before they had a pack; these have one version."""
    made = mg.normalizer(f"mondegreen-{code}@2")
    assert (made.version, made("(A) 5, Zig!")) == ("2", "a 5 zig")
    assert mg.normalizer(f"mondegreen-{code}-keep-fillers@2").name.endswith("-keep-fillers")
    result = mg.score(["A b"], ["a b"], metrics=["wer"], lang=code, forgive="case,numbers")
    assert result["wer"].errors == 0
