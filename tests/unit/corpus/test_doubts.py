"""Two files of plain lines that may be something else."""

from __future__ import annotations

import time
from typing import Any

import pytest

from mondegreen.corpus import read
from mondegreen.corpus.doubts import _is_id, _may_be_id
from mondegreen.corpus.joining import read_sides
from mondegreen.errors import InputError, ParseError


def test_found_in_plain_files(write: Any) -> None:
    """Two plain files are Kaldi's when all lines begin with the same set of ids."""
    corpus = read(write("r.txt", "s1-1 a b\ns1-2 c\n"), write("h.txt", "s1-2 c\ns1-1 a\n"))
    assert corpus.ids == ["s1-1", "s1-2"]
    assert corpus.hypotheses == ["a", "c"]
    assert corpus.source == "r.txt (kaldi), h.txt (kaldi)"


@pytest.mark.parametrize(
    ("reference", "hypothesis"),
    [
        ("the cat sat\nhello world\n", "the hat sat\nhello word\n"),
        ("yes\nno\n", "no\nyes\n"),
        ("covid-19 spreads\n", "sars-2 spreads\n"),
        ("2 for you\n3 for me\n", "2 for you\n3 for me\n"),
        ("a-1 b\nso c\n", "a-1 b\nso c\n"),
        ("well-known b\nso-called c\n", "well-known b\nso-called c\n"),
    ],
)
def test_plain_texts_keep_their_first_word(write: Any, reference: str, hypothesis: str) -> None:
    """Anything less is plain text."""
    corpus = read(write("r.txt", reference), write("h.txt", hypothesis))
    assert corpus.ids is None
    assert list(corpus.references) == reference.splitlines()


def test_first_words_in_another_order_are_asked_about(write: Any) -> None:
    """Names can be ids, and pairing such lines by position would score the wrong pairs."""
    names = write("r.txt", "alice a b\nbob c\n"), write("h.txt", "bob c\nalice a\n")
    with pytest.raises(InputError, match="the same words, each once, but in another order"):
        read(*names)
    assert read(*names, format="kaldi").ids == ["alice", "bob"]
    assert len(read(*names, format="lines")) == 2


def test_ask_rather_than_guess(write: Any) -> None:
    """Ids that agree only in part are neither paired by position nor taken as ids."""
    names = write("r.txt", "a-1 b\na-2 c\n"), write("h.txt", "a-1 b\na-3 c\n")
    with pytest.raises(InputError) as error:
        read(*names)
    assert str(error.value) == (
        "r.txt, h.txt: every line begins with an id, as in Kaldi's text, but 'a-2' is in one "
        "file only; name the format: --format kaldi, or --format lines"
    )
    assert len(read(*names, format="lines")) == 2


@pytest.mark.parametrize(
    ("reference", "hypothesis", "first"),
    [
        ("utt1 a b\nutt2 c\n", "utt1 a b\nutt2 d\n", "utt1"),
        ("utt1 a b\nutt2 c\n", "utt2 c\nutt1 a b\n", "utt1"),
        ("utt1\ta b\nutt2\n", "utt1\ta\nutt2\tb\n", "utt1"),
        ("A01 a\nspk-2 b\n1089-0001 c\n", "spk-2 b\nA01 a\n1089-0001 c\n", "1089-0001"),
        ("0001 a b\n0002 c\n", "0001 a b\n0002 d\n", "0001"),
        ("wav/a.wav a\nb.wav c\n", "wav/a.wav a\nb.wav d\n", "b.wav"),
        ("ada_intro a\nbo_intro c\n", "bo_intro c\nada_intro a\n", "ada_intro"),
        ("555-0199\n555-0142\n", "555-0142\n555-0199\n", "555-0142"),
    ],
)
def test_what_looks_like_ids(write: Any, reference: str, hypothesis: str, first: str) -> None:
    """Letters and then digits may be ids or words; only the user knows, and can say it."""
    names = write("r.txt", reference), write("h.txt", hypothesis)
    with pytest.raises(InputError) as error:
        read(*names)
    assert str(error.value) == (
        f"r.txt, h.txt: each line begins with what looks like an id, such as {first!r}, the same "
        "ones in both files; add --format kaldi, or --format lines if these words were spoken"
    )
    assert sorted(read(*names, format="kaldi").ids or ()) == sorted(
        line.split()[0] for line in reference.splitlines()
    )
    assert read(*names, format="lines").ids is None


@pytest.mark.parametrize(
    ("reference", "hypothesis"),
    [
        ("utt1 a\n", "utt2 a\n"),
        ("utt1 a\nso b\n", "utt1 a\nso b\n"),
        ("B2 a\n", "so\n"),
        ("w1 w2\nw3 w4 w5\n", "w1 w2\nw3 w4 w5\n"),
        ("w1 w2\nw1 w3\nw2 w1\n", "w1 w2\nw1 w4\nw2 w1\n"),
        ("w1 w2\nw1 w3\n", "w1 w2\nw5\n"),
        ("w1 w2\nw2 w3\n", "one two\ntwo three\n"),
        ("A1\nB2\nA1\n", "A1\nB2\nA1\n"),
        ("n_1 n_2\nn_1 n_3\n", "n_1 n_2\nn_1 n_2\n"),
        ("10 men\n20 women\n", "10 men\n20 women\n"),
        ("1st of May\n2nd of May\n", "1st of May\n2nd of May\n"),
        ("a1b x\nc2d y\n", "a1b x\nc2d y\n"),
        ("3.5 x\n4,000 y\n", "3.5 x\n4,000 y\n"),
    ],
)
def test_ordinary_numbers_are_words(write: Any, reference: str, hypothesis: str) -> None:
    """Other words among them, or numbers that people say, are plain text."""
    corpus = read(write("r.txt", reference), write("h.txt", hypothesis))
    assert corpus.ids is None
    assert list(corpus.references) == reference.splitlines()


LINES = "read as plain lines, first words included"
SPOKEN = "--format lines says that these words were spoken"
EACH = "each line begins with what looks like an id"
SAME = "If they are ids, give both files the same ones and add --format kaldi"


@pytest.mark.parametrize(
    ("reference", "hypothesis", "message"),
    [
        (
            "utt-1 so it goes\n",
            "utt-1 so it went\n",
            f"r, h: {LINES}; 'utt-1' looks like an id. If it is one, add --format kaldi; {SPOKEN}",
        ),
        (
            "utt1 so\n",
            "utt1\n",
            f"r, h: {LINES}; 'utt1' looks like an id. If it is one, add --format kaldi; {SPOKEN}",
        ),
        (
            "a-1 b\nc-2 d\n",
            "e-3 b\nf-4 d\n",
            f"r, h: {LINES}; {EACH}, but none is in both files: 'a-1' and 'e-3'. {SAME}; {SPOKEN}",
        ),
        (
            "utt1 a\nutt2 b\n",
            "utt1 a\nutt3 b\n",
            f"r, h: {LINES}; {EACH}, but 'utt2' is in one file only. {SAME}; {SPOKEN}",
        ),
        (
            "so it goes\nand so on\n",
            "utt1 so it goes\nutt1 and so on\nutt2 so\n",
            f"h: {LINES}; {EACH}, such as 'utt1', and those of r do not. {SAME}; {SPOKEN}",
        ),
    ],
)
def test_told(write: Any, reference: str, hypothesis: str, message: str) -> None:
    """What may be ids, and is scored as words, is said; naming the format says it is meant so."""
    names = write("r", reference), write("h", hypothesis)
    with pytest.warns(UserWarning, match="read as plain lines") as warned:
        sides = read_sides(names) if "utt2 so" in hypothesis else read(*names)
    assert sides
    assert [str(warning.message) for warning in warned] == [message]
    assert warned[0].filename == __file__ or "utt2 so" in hypothesis
    assert read_sides(names, format="lines")


IDS = [
    "a-1 so it goes\na-2 and so on\n",
    "4800_10003_000000\tso it goes\n4800_10003_000001\tand so on\n",
    "BAC009S0764W0121 so it goes\nBAC009S0764W0122 and so on\n",
    "p225_001 so it goes\np225_002 and so on\n",
    "84-121123-0000 so it goes\n84-121123-0001 and so on\n",
    "9f86d081 so it goes\n60303ae2 and so on\n",
]


@pytest.mark.parametrize("ids", IDS)
@pytest.mark.parametrize("is_first", [True, False])
def test_ids_of_one_side_are_no_words(write: Any, ids: str, is_first: bool) -> None:  # noqa: FBT001
    """The error names the ids, and what it says to add pairs by position without them."""
    names = write("ids.txt", ids), write("lines.txt", "so it goes\nand so on\n")
    names = names if is_first else names[::-1]
    for reading in (lambda: read(*names), lambda: read_sides(names)):
        with pytest.raises(
            InputError, match=r"each line begins with an id, such as .* --id-column ''"
        ):
            reading()
    formats = ("kaldi", "lines") if is_first else ("lines", "kaldi")
    corpus = read(*names, format=formats[0], hypothesis_format=formats[1], id_column="")
    assert list(corpus.references) == list(corpus.hypotheses) == ["so it goes", "and so on"]
    assert list(read(*names, format="lines").references) != list(
        read(*names, format="lines").hypotheses
    )


@pytest.mark.parametrize(
    ("reference", "hypothesis", "message"),
    [
        (
            "a-1 x\na-2 y\na-2 z\n",
            "a-1 x\na-2 y\na-2 z\n",
            (
                "r:3: every line begins with what looks like an id, and 'a-2' occurs here and on line "
                "2, expected different ids; correct one of them, or add --format lines if these words "
                "were spoken"
            ),
        ),
        (
            "a-1 x\na-2 y\na-3 z\n",
            "a-1 x\na-1 y\na-2 z\n",
            (
                "h:2: every line begins with what looks like an id, and 'a-1' occurs here and on line "
                "1, expected different ids; correct one of them, or add --format lines if these words "
                "were spoken"
            ),
        ),
        (
            "utt1 x\n\nutt2 y\nutt1 z\n",
            "utt2 x\nutt1 y\n\nutt1 z\n",
            (
                "r:4: every line begins with what looks like an id, and 'utt1' occurs here and on line "
                "1, expected different ids; correct one of them, or add --format lines if these words "
                "were spoken"
            ),
        ),
        (
            "a-1 x\na-2 y\n",
            "a-1 x\na-2 y\n\n",
            (
                "h:3: blank line, and every other one begins with what looks like an id, such as "
                "'a-1'; take it out and add --format kaldi, or add --format lines if these words were "
                "spoken"
            ),
        ),
    ],
)
def test_faults_do_not_make_ids_words(
    write: Any, reference: str, hypothesis: str, message: str
) -> None:
    """An id that occurs twice, or a blank line, is named where it stands."""
    names = write("r", reference), write("h", hypothesis)
    for reading in (lambda: read(*names), lambda: read_sides(names)):
        with pytest.raises(ParseError) as error:
            reading()
        assert str(error.value) == message


def test_joined(write: Any) -> None:
    """As one long text, ids are no words either."""
    names = write("r", "a-1 x\na-2 y\n"), write("h", "a-2 y\na-1 z\n")
    assert read_sides(names) == (["x", "y"], ["z", "y"])
    assert list(read_sides(names, format="lines")[1]) == ["a-2 y", "a-1 z"]


TABLES = (
    "r, h: read as plain lines, the first one included; each line has as many {} as the others, as "
    "in tables with a column {}. If they are, {}; --format lines says that they are not"
)


@pytest.mark.parametrize(
    ("mark", "advice"),
    [
        (",", "add --format csv"),
        ("\t", "add --format tsv"),
        (";", "save them with commas and add --format csv"),
        ("|", "save them with commas and add --format csv"),
    ],
)
def test_tables(write: Any, mark: str, advice: str) -> None:
    """Rows of tables without suffix and known names are lines, and that is said."""
    rows = "uid{0}said\n" + '17{0}"so{0} it goes"\n' * 300
    names = write("r", rows.format(mark)), write("h", rows.replace("said", "heard").format(mark))
    with pytest.warns(UserWarning, match="read as plain lines") as warned:
        assert len(read(*names)) == 301
    assert [str(w.message) for w in warned] == [TABLES.format(repr(mark), "'uid'", advice)]
    assert warned[0].filename == __file__


@pytest.mark.parametrize(
    ("reference", "hypothesis"),
    [
        ("yes, sir\nno, sir\n", "yes, sir\nno, sir\n"),
        ("so,it\n", "so,it\n"),
        ("so,it\ngoes\n", "so,it\ngoes\n"),
        ("so,so\nit,it\n", "so,so\nit,it\n"),
        ("so,it\na,b\n", "and,on\na,b\n"),
        ('so,"it\na,b\n', 'so,"it\na,b\n'),
    ],
)
def test_commas_are_no_tables(write: Any, reference: str, hypothesis: str) -> None:
    """Sentences have commas, with a space after them or not as many on each line."""
    assert read(write("r", reference), write("h", hypothesis)).ids is None


@pytest.mark.parametrize(
    "ids",
    [
        ("BAC009S0764W0121", "BAC009S0764W0122"),
        ("4k0c0301", "4k0c0302"),
        ("9f86d081884c7d65", "a3c1bb0e77d2f410"),
    ],
)
def test_codes_of_letters_and_digits_are_ids(write: Any, ids: tuple[str, str]) -> None:
    """Ids of corpora need no mark between their parts."""
    lines = "".join(f"{name} a b\n" for name in ids)
    corpus = read(write("r.txt", lines), write("h.txt", lines))
    assert corpus.ids == list(ids)
    assert corpus.references == ["a b", "a b"]


@pytest.mark.parametrize("lines", ["1 a b\n2 c\n", "0 a b\n1 c\n2 d\n", "u1: a\nu2: b\n"])
def test_numbered_lines_are_asked_about(write: Any, lines: str) -> None:
    """Numbers of lines, and ids with a colon, may be ids."""
    with pytest.raises(InputError, match="--format kaldi"):
        read(write("r.txt", lines), write("h.txt", lines))


def test_who_speaks_is_no_id(write: Any) -> None:
    """A name with a colon that comes again is a speaker."""
    lines = "s1: so it goes\ns2: and so on\ns1: the end\n"
    with pytest.warns(UserWarning, match="'s1:'; the names are read as speakers"):
        corpus = read(write("r.txt", lines), write("h.txt", lines))
    assert corpus.ids is None
    assert list(corpus.references) == ["so it goes", "and so on", "the end"]


@pytest.mark.parametrize("kind", ["is", "may be"])
def test_a_word_of_more_than_a_thousand_letters_is_no_id(kind: str) -> None:
    rule = {"is": _is_id, "may be": _may_be_id}[kind]
    assert rule("a1-" * 333)
    assert not rule("a1-" * 334)


def test_a_line_without_a_space_is_looked_at_in_little_time(write: Any) -> None:
    """To see that 16 MiB are no id took 3 s."""
    line = "a" * (2**24 - 2) + "\n"
    begin = time.process_time()
    corpus = read(write("r.txt", line), write("h.txt", line.replace("a", "b", 1)))
    assert len(corpus) == 1
    assert time.process_time() - begin < 2.5
