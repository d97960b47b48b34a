"""Leaderboards in files of Markdown, and pictures: what is there stays, and nothing is mixed."""

from __future__ import annotations

import re
import warnings
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import pytest
from boards import bench, dataset_of, observe

from mondegreen.bench.keeping import keep_dataset
from mondegreen.bench.leaderboard import Board, leaderboard
from mondegreen.bench.points import Point, Points, frontier, points_of
from mondegreen.bench.scoring import options_of
from mondegreen.cli.app import run
from mondegreen.errors import InputError, UsageError
from mondegreen.report.leaderboard_file import write_into
from mondegreen.report.pareto import draw, write_pictures
from mondegreen.scoring.options import Options
from mondegreen.store import open_store

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from mondegreen.store import Store

CLIPS = 40
GOOD = [1, 0] * 20
BAD = [3, 2, 4, 1] * 10
MARKS = "<!-- LEADERBOARD:START -->\n<!-- LEADERBOARD:END -->\n"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "results.db") as opened:
        yield opened


@pytest.fixture
def readme(tmp_path: Path) -> Path:
    path = tmp_path / "README.md"
    path.write_text(f"# Trees\n\nbefore\n\n{MARKS}\nafter\n", "utf-8")
    return path


def made(store: Store, systems: Any = None, options: Any = None, **more: Any) -> Board:
    dataset = dataset_of(CLIPS)
    if not store.observations.systems_on(dataset.id):
        keep_dataset(store, dataset)
        for name, errors in {"Acme:one": GOOD, "bolt:two": BAD}.items():
            observe(store, dataset, name, errors)
    return leaderboard(store, dataset, options or options_of(None, Options()), systems, **more)


def rows(path: Path) -> list[list[str]]:
    lines = [line for line in path.read_text("utf-8").splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines[2:]]


def test_it_is_written_between_the_marks_and_again_the_same(store: Store, readme: Path) -> None:
    write_into(readme, [made(store)])
    text = readme.read_text("utf-8")
    assert text.startswith("# Trees\n\nbefore\n\n<!-- LEADERBOARD:START -->\n<!-- made of {")
    assert text.endswith("<!-- LEADERBOARD:END -->\n\nafter\n")
    assert [row[:4] for row in rows(readme)] == [
        ["1", "Acme", "one", "a"],
        ["2", "bolt", "two", "b"],
    ]
    write_into(readme, [made(store)])
    assert readme.read_text("utf-8") == text


def test_a_row_takes_the_place_of_its_own_and_others_lose_their_rank(
    store: Store, readme: Path
) -> None:
    write_into(readme, [made(store)])
    observe(store, dataset_of(CLIPS), "ACME:One", [0] * CLIPS)
    write_into(readme, [made(store, ["ACME:One"])])
    found = rows(readme)
    assert [row[:4] for row in found] == [["1", "ACME", "One", "a"], ["–", "bolt", "two", "–"]]
    assert "25.00 %" in found[1]
    assert "1 row without a rank: not compared with the others" in readme.read_text("utf-8")
    write_into(readme, [made(store, ["ACME:One"])], replace=True)
    assert [row[1] for row in rows(readme)] == ["ACME"]


def test_rows_that_were_made_in_another_way_are_refused(store: Store, readme: Path) -> None:
    write_into(readme, [made(store, ["bolt:two"])])
    before = readme.read_bytes()
    lower = options_of(None, Options(normalizer="lower"))
    with pytest.raises(
        UsageError, match=r"1 row in .* another way: signature was .*lower.*--replace"
    ):
        write_into(readme, [made(store, ["Acme:one"], lower)])
    observe(store, dataset_of(CLIPS), "new:m", GOOD, conditions={"concurrency": 9})
    with pytest.raises(UsageError, match=r"conditions was"):
        write_into(readme, [made(store, ["new:m"])])
    store.observations.add_references(
        dataset_of(CLIPS).id, [{"sample_id": "c003", "text": "quite another"}]
    )
    with pytest.raises(UsageError, match=r"references was"):
        write_into(readme, [made(store, ["Acme:one"])])
    assert readme.read_bytes() == before
    both = ["Acme:one", "bolt:two"]
    write_into(readme, [made(store, both)])  # no other row is kept, so nothing is mixed
    assert len(rows(readme)) == 2


def test_a_table_of_another_program_is_not_mixed(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "README.md"
    table = (
        "| Vendor | Model | Transcripts | Perfect | WER Mean | Pooled WER |\n|---|---|---|---|---|---|\n"
        "| Acme | one | 100 | 80 % | 2 % | 1.5 % |\n| Other | x | 100 | 80 % | 2 % | 1.5 % |\n"
    )
    path.write_text(f"<!-- RESULTS_TABLE:START -->\n{table}<!-- RESULTS_TABLE:END -->\n", "utf-8")
    with pytest.raises(UsageError, match=r"1 row in .*: nothing says how they were made"):
        write_into(path, [made(store)])
    write_into(path, [made(store)], replace=True)
    assert [row[1] for row in rows(path)] == ["Acme", "bolt"]


def table(path: Path) -> list[dict[str, str]]:
    lines = [line for line in path.read_text("utf-8").splitlines() if line.startswith("| ")]
    cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines]
    assert {len(row) for row in cells} == {len(cells[0])}
    return [dict(zip(cells[0], row, strict=True)) for row in cells[2:]]


def with_columns(path: Path, **more: Any) -> None:
    """Add columns by hand: a value per row, with the vendor of the row in it."""
    lines = path.read_text("utf-8").splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("| "))
    while at < len(lines) and lines[at].startswith("| "):
        head = lines[at].split("|")[1:3]
        for name, value in more.items():
            cell = (
                name
                if "rank" in head[0]
                else ":--"
                if "--" in head[0]
                else f"{value} {head[1].strip()}"
            )
            lines[at] += f" {cell} |"
        at += 1
    path.write_text("\n".join(lines) + "\n", "utf-8")


def test_columns_of_others_stay_in_all_rows(store: Store, readme: Path) -> None:
    write_into(readme, [made(store)])
    with_columns(readme, Licence="MIT of", Notes="see [page](x)")
    assert write_into(readme, [made(store, ["Acme:one"])]) == []
    found = {row["vendor"]: row for row in table(readme)}
    for vendor in ("Acme", "bolt"):
        assert found[vendor]["Licence"] == f"MIT of {vendor}"
        assert found[vendor]["Notes"].startswith("see [page](x)")
    before = readme.read_bytes()
    assert write_into(readme, [made(store, ["Acme:one"])]) == []
    assert readme.read_bytes() == before
    observe(store, dataset_of(CLIPS), "new:m", GOOD)
    assert write_into(readme, [made(store, ["Acme:one", "new:m"])]) == []
    assert {row["vendor"]: row["Licence"] for row in table(readme)}["new"] == "–"
    assert r"seconds\: median, P95, P99" in table(readme)[0]


def test_all_columns_of_kept_rows_stay_whatever_their_case(store: Store, readme: Path) -> None:
    made(store)
    observe(store, dataset_of(CLIPS), "near:m", GOOD, host="")
    write_into(readme, [made(store, ["near:m", "Acme:one"])])
    before = {row["vendor"]: row for row in table(readme)}
    write_into(readme, [made(store, ["near:m"])])
    after = {row["vendor"]: row for row in table(readme)}
    assert after["Acme"] | {"rank": "1", "group": before["Acme"]["group"]} == {
        name: cell for name, cell in before["Acme"].items() if name in after["Acme"]
    }


def test_what_could_not_be_kept_is_said(store: Store, readme: Path) -> None:
    write_into(readme, [made(store)])
    with_columns(readme, Licence="MIT of")
    text = readme.read_text("utf-8")
    readme.write_text(
        text.replace("<!-- LEADERBOARD:END", "Seen on Monday.\n<!-- LEADERBOARD:END"), "utf-8"
    )
    said = write_into(readme, [made(store, ["Acme:one"])], replace=True)
    assert [line.partition(": ")[2] for line in said] == [
        "1 row dropped: bolt two", "1 column not kept: Licence",
        "1 line between the marks not kept: Seen on Monday.",
    ]  # fmt: skip
    with_columns(readme, Licence="MIT of")
    (line,) = write_into(readme, [made(store, without=["delay"])])
    assert "1 column not kept: seconds: median, P95, P99" in line
    assert all(row["Licence"] for row in table(readme))


def by_hand(path: Path, *lines: str) -> None:
    """Put lines after the rule of the table; a line that begins with a plus is added to the head."""
    text = path.read_text("utf-8").splitlines()
    at = next(number for number, line in enumerate(text) if line.startswith("| "))
    for line in lines:
        if line.startswith("+"):
            text[at] += f" {line[1:]} |"
            text[at + 1] += " --- |"
    text[at + 2 : at + 2] = [line for line in lines if not line.startswith("+")]
    path.write_text("\n".join(text) + "\n", "utf-8")


ROW = "| 9 | Zed | z9 | a | 4 of 4 |"


@pytest.mark.parametrize("name", ["x", "vendor", "WER", "Empty"])
def test_two_columns_of_one_name_are_refused(store: Store, readme: Path, name: str) -> None:
    write_into(readme, [made(store)])
    by_hand(readme, f"+{name}", f"+{name.swapcase()}")
    before = readme.read_bytes()
    with pytest.raises(UsageError, match=rf"two columns .* are called {name.lower()}.*--replace"):
        write_into(readme, [made(store)])
    assert readme.read_bytes() == before
    write_into(readme, [made(store)], replace=True)


@pytest.mark.parametrize("rule", ["|--|--|", "| --- | :-: |"])
def test_a_second_table_is_no_part_of_the_leaderboard(
    store: Store, readme: Path, rule: str
) -> None:
    write_into(readme, [made(store)])
    before = readme.read_text("utf-8")
    mark = "<!-- LEADERBOARD:END"
    more = f"| a | b |\n{rule}\n| 1 | 2 |\n\n"
    readme.write_text(before.replace(mark, f"{more}{mark}"), "utf-8")
    (line,) = write_into(readme, [made(store)])
    assert line.endswith(f"3 lines between the marks not kept: | a | b |, {rule}, | 1 | 2 |")
    assert readme.read_text("utf-8") == before


@pytest.mark.parametrize("ends", ["|", ""])
def test_cells_without_a_column_are_named(store: Store, readme: Path, ends: str) -> None:
    write_into(readme, [made(store)])
    head = next(line for line in readme.read_text("utf-8").splitlines() if line.startswith("| "))
    cells = ["9", "Zed", "z9", *["a"] * (head.count("|") - 4), "extra", "more"]
    by_hand(readme, f"| {' | '.join(cells)} {ends}")
    (line,) = write_into(readme, [made(store)])
    assert line.endswith("2 cells without a column not kept: extra, more")


@pytest.mark.parametrize(
    "row", [ROW, ROW.strip("|"), ROW.rstrip("| "), ROW.lstrip("| "), f"   {ROW}"]
)
def test_rows_with_and_without_outer_bars_keep_all_cells(
    store: Store, readme: Path, row: str
) -> None:
    write_into(readme, [made(store)])
    by_hand(readme, row)
    assert write_into(readme, [made(store)]) == []
    (found,) = (each for each in rows(readme) if each[1] == "Zed")
    assert found[:5] == ["–", "Zed", "z9", "–", "4 of 4"]


@pytest.mark.parametrize(
    ("marks", "rest"), [("\n", "\r\n"), ("\r\n", "\n"), ("\n", "\n"), ("\r\n", "\r\n")]
)
def test_each_line_keeps_its_own_end(store: Store, tmp_path: Path, marks: str, rest: str) -> None:
    path = tmp_path / "a.md"
    path.write_bytes(f"a{rest}{MARKS.replace(chr(10), marks)}b{rest}".encode())
    write_into(path, [made(store)])
    content = path.read_bytes().decode()
    start, end = content.index("<!-- LEADERBOARD:START"), content.rindex("b" + rest)
    assert (content[:start], content[end:]) == (f"a{rest}", f"b{rest}")
    assert content[start:end].count("\n") == content[start:end].count(marks)
    assert ("\r" in content[start:end]) == ("\r" in marks)


def test_a_nul_is_refused(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text(f"one\n\0{MARKS}", "utf-8")
    with pytest.raises(InputError, match="line 2: has a NUL"):
        write_into(path, [made(store)])


def test_rows_that_do_not_say_whose_they_are_are_not_lost(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "README.md"
    rest = "| System | WER |\n|---|---|\n| one | 2 % |\n"
    content = f"<!-- LEADERBOARD:START -->\n{rest}<!-- LEADERBOARD:END -->\n"
    path.write_text(content, "utf-8")
    with pytest.raises(UsageError, match=r"the table of 1 row .* no columns vendor and model"):
        write_into(path, [made(store)])
    assert path.read_text("utf-8") == content
    (line,) = write_into(path, [made(store)], replace=True)
    assert line.endswith("1 column not kept: WER")


@pytest.mark.parametrize("note", ["{1}", '{"columns": 3}', "{}", '{"columns": [1]}'])
def test_a_note_that_is_none(store: Store, readme: Path, note: str) -> None:
    write_into(readme, [made(store)])
    text = re.sub(r"made of \{.*\}", lambda _: f"made of {note}", readme.read_text("utf-8"))
    readme.write_text(text, "utf-8")
    with pytest.raises(UsageError, match="another way"):
        write_into(readme, [made(store, ["Acme:one"])])
    write_into(readme, [made(store)])


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_line_ends_and_examples_in_code_stay(store: Store, tmp_path: Path, ending: str) -> None:
    path = tmp_path / "a.md"
    example = f"~~~text\n{MARKS}~~~\n\n````md\n```\n{MARKS}```\n````\n"
    path.write_bytes(f"\ufeff{example}{MARKS}end".replace("\n", ending).encode())
    write_into(path, [made(store)])
    content = path.read_bytes().decode()
    assert content.startswith(f"\ufeff{example}".replace("\n", ending))
    assert content.endswith(f"<!-- LEADERBOARD:END -->{ending}end")
    assert content.count("\n") == content.count(ending)


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (
            "nothing\n",
            "has no marks for the leaderboard of trees; put two lines where it should be",
        ),
        (
            "<!-- LEADERBOARD:START -->\n",
            "line 1: this mark has no end, expected the line <!-- LEADERBOARD:END -->",
        ),
        ("<!-- LEADERBOARD:END -->\n", "line 1: .* does not fit, expected the mark START"),
        (f"{MARKS}{MARKS}", "line 3: a second block for the same leaderboard"),
        ("<!-- LEADERBOARD:START a -->\n<!-- LEADERBOARD:END b -->\n", "expected the mark END a"),
        ("<!-- LEADERBOARD:START a -->\n<!-- LEADERBOARD:END a -->\n", "START trees --> and"),
        (f"```\n{MARKS}```\n", "has no marks"),
    ],
)
def test_marks_that_do_not_fit(store: Store, tmp_path: Path, content: str, problem: str) -> None:
    path = tmp_path / "a.md"
    path.write_text(content, "utf-8")
    with pytest.raises(InputError, match=problem):
        write_into(path, [made(store)])
    assert path.read_text("utf-8") == content


def test_files_that_cannot_be_read(store: Store, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read: No such file"):
        write_into(tmp_path / "none.md", [made(store)])
    (tmp_path / "latin.md").write_bytes(b"\xe4")
    with pytest.raises(InputError, match="it is not UTF-8"):
        write_into(tmp_path / "latin.md", [made(store)])


def test_each_dataset_has_a_block_of_its_own(store: Store, tmp_path: Path) -> None:
    other = dataset_of(CLIPS, "herbs")
    keep_dataset(store, other)
    observe(store, other, "bolt:two", GOOD)
    boards = [made(store), leaderboard(store, other, options_of(None, Options()))]
    path = tmp_path / "a.md"
    blocks = "".join(MARKS.replace(" -->", f" {name} -->") for name in ("herbs", "trees"))
    path.write_text(blocks, "utf-8")
    write_into(path, boards)
    herbs, trees = path.read_text("utf-8").split("END herbs -->")
    assert ("Acme" in herbs, "Acme" in trees) == (False, True)
    path.write_text(MARKS, "utf-8")
    with pytest.raises(InputError, match="has no marks for the leaderboard of trees"):
        write_into(path, boards)


def test_hostile_names_are_text(store: Store, readme: Path) -> None:
    dataset = dataset_of(CLIPS)
    keep_dataset(store, dataset)
    hostile = "a|b<!-- LEADERBOARD:END -->\n$x_1$"
    observe(store, dataset, f"{hostile}:--> @m", GOOD)
    board = leaderboard(store, dataset, options_of(None, Options()))
    write_into(readme, [board])
    write_into(readme, [board])
    text = readme.read_text("utf-8")
    assert text.count("<!-- LEADERBOARD:END -->") == 1
    assert len([line for line in text.splitlines() if line.startswith("| 1 |")]) == 1
    points = points_of(store, board, options_of(None, Options()))[0]
    assert ET.fromstring(draw(points)) is not None


# -- pictures ---------------------------------------------------------------------------------------


def priced(store: Store, **systems: Any) -> Board:
    dataset = dataset_of(CLIPS)
    keep_dataset(store, dataset)
    for name, (errors, more) in systems.items():
        observe(store, dataset, f"{name}:m", errors, **more)
    return leaderboard(store, dataset, options_of(None, Options()), without=["delay"])


def test_points_are_of_the_same_observations(store: Store) -> None:
    board = priced(
        store,
        a=(GOOD, {"seconds": [1.0, 3.0] * 20, "money": "0.001"}),
        part=(GOOD[:20], {}),
        untimed=(GOOD, {"seconds": [1.0] + [None] * 39}),
        fails=([0] * 10 + [None] * 30, {}),
    )
    delay, price = points_of(store, board, options_of(None, Options()))
    assert [each.system for each in delay.points] == ["a:m"]
    (point,) = delay.points
    assert (point.x, point.y) == (2.0, pytest.approx(0.05))
    assert point.across == (1.0, 3.0)
    assert point.along == (board.rows[0].score.interval.low, board.rows[0].score.interval.high)
    assert delay.not_drawn == {
        "part:m": "its rate counts 20 clips without a call, so text and delay are not of the same "
        "observations",
        "untimed:m": "39 of 40 transcripts have no time",
        "fails:m": "30 of 40 calls failed",
    }
    assert [(each.system, each.x) for each in price.points] == [("a:m", pytest.approx(0.9))]
    assert price.not_drawn["part:m"] == "no price is known"


def test_times_of_a_latency_pass_go_with_its_texts(store: Store) -> None:
    board = priced(store, a=(GOOD, {}))
    observe(store, dataset_of(CLIPS), "a:m", BAD, seconds=[2.0] * CLIPS, latency_pass=1, attempt=2)
    board = leaderboard(store, dataset_of(CLIPS), options_of(None, Options()))
    delay, price = points_of(store, board, options_of(None, Options()))
    assert (delay.points[0].x, delay.points[0].y) == (2.0, pytest.approx(0.25))
    assert not price.points
    assert board.rows[0].score.rate == pytest.approx(0.05)


def test_the_frontier_by_brute_force() -> None:
    points = [Point(f"s{at}", (at * 7) % 11, (at * 5) % 13) for at in range(11)]
    points.append(Point("equal", points[0].x, points[0].y))
    best = {each.system for each in frontier(points)}
    for each in points:
        beaten = any(
            other.x <= each.x and other.y <= each.y and (other.x, other.y) != (each.x, each.y)
            for other in points
        )
        assert (each.system in best) is not beaten


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("spread", [2, 1000])
def test_pictures(theme: str, spread: float) -> None:
    pytest.importorskip("matplotlib")
    points = [
        Point("first $x$", 0.5, 0.05, (0.4, 0.6), (0.04, 0.07)),
        Point("今天", 0.5 * spread, 0.04),
        Point("<third>", 0.5 * spread, 0.3, (0.1, float("inf")), (0.2, float("inf"))),
    ]
    found = Points("trees@1", "delay", "wer", points)
    picture = draw(found, theme)
    assert picture == draw(found, theme)
    root = ET.fromstring(picture)
    written = [each.text or "" for each in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"first $x$", "今天", "<third>"} <= {*written}
    assert any("seconds from the call to the text" in each for each in written)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "no font here has all letters")
        assert draw(found, theme, "png").startswith(b"\x89PNG")


def test_the_command(tmp_path: Path, monkeypatch: Any, capsys: Any) -> None:
    pytest.importorskip("matplotlib")
    bench(tmp_path / "bench", dataset_of(CLIPS), {"a:m": GOOD, "b:m": BAD})
    monkeypatch.chdir(tmp_path / "bench")
    readme = tmp_path / "bench" / "README.md"
    readme.write_text(MARKS, "utf-8")
    assert run(["bench", "leaderboard", "--into", "README.md", "--pareto", "pictures"]) == 0
    said = capsys.readouterr().err
    assert "wrote README.md" in said
    assert "price: a:m is not drawn: no price is known" in said
    assert "price: no picture, for no system can be drawn" in said
    assert len(rows(readme)) == 2
    assert sorted(each.name for each in (tmp_path / "bench" / "pictures").iterdir()) == [
        f"pareto-delay-{theme}.{kind}" for theme in ("dark", "light") for kind in ("png", "svg")
    ]
    assert run(["bench", "leaderboard", "--replace"]) == 2
    assert re.search("--replace goes with --into", capsys.readouterr().err)
    assert run(["bench", "leaderboard", "--pareto", "README.md"]) == 2
    assert "README.md: cannot be made a folder" in capsys.readouterr().err
    found = Points("a", "price", "wer", [])
    assert write_pictures(found, tmp_path / "none") == []
