"""The pages as a reader has them: in a browser, from disk.

They need Chromium and are skipped without.
"""

from __future__ import annotations

import csv
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from opened_page import ATTACK, HEARD, MEETING, Open

import mondegreen as mg
from mondegreen.calls.read_calls import read_calls
from mondegreen.calls.roles import parse_roles
from mondegreen.calls.scoring_calls import score_calls
from mondegreen.judges.custom import CustomMetricResult
from mondegreen.judges.semantic_understanding import SemanticFact, SemanticMetricResult, Verdict
from mondegreen.report import calls_page

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.slow

SAID = [
    f"he said {ATTACK} twice",
    "the data base costs five dollars",
    "שלום לכל העולם הגדול",
    "今天 天气 很 好",
    "please call Ada at nine",
    "nothing was heard here",
    "all is well",
]
FIRST = [
    f"he said {ATTACK} thrice",
    "the database costs $5",
    "שלום לכל עולם הגדול",
    "今天 天気 很 好",
    "please call Ida at nine",
    mg.Failed("timeout"),
    "all is well",
]
SECOND = [
    "he said",
    "the data base costs five dollars",
    "שלום לכל העולם הגדול",
    "今天 天气 很 好",
    "please call Ida at nine o clock",
    "",
    "all is well",
]
IDS = ["attack", "money", "hebrew", "chinese", "call", "silent", "perfect"]
PAGES = ["one", "many", "diff", "compare", "sessions", "twelve", "calls"]
CALLS = Path(__file__).parents[2] / "examples" / "calls"
SPEAKERS = ["ada", "ada", "bo", "bo", "ada", "bo", "bo"]


def results() -> dict[str, mg.Result]:
    options: dict[str, Any] = {
        "ids": IDS,
        "by": {"speaker": SPEAKERS},
        "missing": "deletions",
        "forgive": ["spacing", "numbers"],
    }
    return {
        "first <b>": mg.score(SAID, FIRST, **options),
        "second": mg.score(SAID, SECOND, **options),
    }


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("pages")
    made = {name: folder / f"{name}.html" for name in PAGES}
    both = results()
    both["first <b>"].to_html(made["one"])
    mg.write_report(both, made["many"], title="A <i>title</i>")

    async def facts(expected: str, got: str) -> SemanticMetricResult:
        del expected, got
        one, other = Verdict.BOTH, Verdict.EXPECTED
        found = [SemanticFact("a", "is", "<b>", one), SemanticFact("c", "is", "d", other)]
        return SemanticMetricResult.of(found)

    report = mg.diff_report(SAID[0], "he said nothing twice", custom_metric=facts)
    report.to_html(made["diff"], title=ATTACK)
    page = mg.compare(both, by="speaker", together=True, normalizers=["lower"]).render("html")
    made["compare"].write_text(page, "utf-8")
    talk = {
        name: mg.score(mg.sessions(MEETING, heard), metrics="speakers") for name, heard in HEARD
    }
    mg.write_report(talk, made["sessions"])
    options: dict[str, Any] = {"by": {"noise": list("abcabca")}, "missing": "deletions"}
    twelve = {
        f"recogniser-{at}-of-a-vendor-with-a-long-name": mg.score(
            SAID, SECOND if at < 6 else FIRST, **options
        )
        for at in range(12)
    }
    made["twelve"].write_text(mg.compare(twelve).render("html"), "utf-8")
    calls, unread = read_calls(CALLS)
    sides = score_calls(calls, roles=parse_roles("all"))
    made["calls"].write_text(calls_page.render({"": sides}, {"": unread}), "utf-8")
    return made


@pytest.fixture
def one(browser: Any, files: dict[str, Path]) -> Iterator[Open]:
    opened = Open(browser, files["one"])
    yield opened
    opened.close()


@pytest.fixture
def many(browser: Any, files: dict[str, Path]) -> Iterator[Open]:
    opened = Open(browser, files["many"])
    yield opened
    opened.close()


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_asked_for_and_nothing_goes_wrong(
    browser: Any, files: dict[str, Path], name: str, scheme: str
) -> None:
    opened = Open(browser, files[name], color_scheme=scheme)
    page = opened.page
    for each in page.query_selector_all("details summary"):
        each.click()
    assert opened.said == []
    assert opened.asked == [files[name].as_uri()]
    assert page.title() != "owned"
    assert page.query_selector_all("img") == []
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(21, 23, 27)"
    assert dark == (scheme == "dark")
    opened.close()


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_axe_finds_nothing_serious(
    browser: Any, files: dict[str, Path], name: str, scheme: str, width: int
) -> None:
    axe = resources.files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
    size = {"width": width, "height": 800}
    opened = Open(browser, files[name], color_scheme=scheme, viewport=size)
    # What is too wide scrolls inside of the page, which does not; charts are not shrunk.
    assert opened.page.evaluate("document.documentElement.scrollWidth") == width
    for chart in opened.page.query_selector_all(".wide > .chart"):
        box = chart.bounding_box()
        own = chart.evaluate("(each) => each.viewBox.baseVal.width")
        assert box is None or box["width"] >= min(540, own)
        assert (
            box is None or width > 390 or box["width"] <= own
        )  # nor are letters larger than others
    for each in opened.page.query_selector_all("details summary"):
        each.click()
    opened.page.evaluate(axe)
    found = opened.page.evaluate("axe.run()")
    serious = [
        (rule["id"], [node["html"] for node in rule["nodes"]][:3])
        for rule in found["violations"]
        if rule["impact"] in {"serious", "critical"}
    ]
    opened.close()
    assert not serious
    assert len(found["passes"]) > 10


def test_texts_are_text(one: Open) -> None:
    one.page.fill("#search", "he said")
    (utterance,) = one.page.query_selector_all(".utterance")
    assert ATTACK in utterance.inner_text()
    assert utterance.query_selector("dd").text_content() == SAID[0]


def test_sorting(one: Open) -> None:
    assert one.ids()[0] == "silent"
    one.page.select_option("#sort", "input")
    assert one.ids() == IDS
    one.page.select_option("#sort", "id")
    assert one.ids() == sorted(IDS)
    one.page.select_option("#sort", "rate")
    assert one.ids()[0] == "silent"


def test_filters(one: Open) -> None:
    one.page.select_option("#state", "perfect")
    assert sorted(one.ids()) == ["money", "perfect"]
    one.page.select_option("#state", "=failed: timeout")
    assert one.ids() == ["silent"]
    assert "failed: timeout" in one.page.inner_text(".utterance")
    one.page.click("button[type=reset]")
    one.page.locator(".utterance").nth(6).wait_for()  # the fields are emptied a moment later
    one.page.select_option("#reason", "numbers")
    assert one.ids() == ["money"]
    one.page.select_option("#reason", "")
    one.page.select_option("#slice", "0=bo")
    assert sorted(one.ids()) == ["chinese", "hebrew", "perfect", "silent"]
    one.page.fill("#search", "nobody says that")
    assert one.ids() == []
    assert one.page.inner_text("#status") == "no utterance matches"


def test_a_difference_filters_and_is_let_go(one: Open) -> None:
    button = one.page.locator(".confusion", has_text="Ada")
    button.click()
    assert one.ids() == ["call"]
    assert button.get_attribute("aria-pressed") == "true"
    assert "Ada → Ida" in one.page.inner_text("#chip")
    one.page.click("#chip")
    assert len(one.ids()) == 7
    assert button.get_attribute("aria-pressed") == "false"


def test_a_bar_of_the_histogram_filters(one: Open) -> None:
    one.page.locator("a[data-first='1']").focus()
    one.page.keyboard.press("Enter")
    assert sorted(one.ids()) == ["money", "perfect"]


def test_forgiven_differences_say_why(one: Open) -> None:
    one.page.select_option("#reason", "spacing")
    found = one.page.locator(".utterance .forgiven").first
    assert "spacing" in found.inner_text()
    why = found.locator(".why")
    assert not why.is_visible()
    found.focus()
    assert why.is_visible()
    assert why.inner_text() == "spacing: the same letters: database"
    one.page.keyboard.press("Escape")
    assert not why.is_visible()
    found.hover()
    assert why.is_visible()


def test_words_and_letters(one: Open) -> None:
    one.page.fill("#search", "call")
    assert one.page.locator(".utterance del").all_inner_texts() == ["Ada"]
    one.page.select_option("#level", "letters")
    assert one.page.locator(".utterance del").all_inner_texts() == ["A"]
    assert one.page.locator(".utterance ins").all_inner_texts() == ["I"]


def test_right_to_left_texts_run_so(one: Open) -> None:
    one.page.fill("#search", "hebrew")
    assert one.page.locator(".utterance .diff").get_attribute("dir") == "rtl"
    one.page.fill("#search", "chinese")
    assert one.page.locator(".utterance .diff").get_attribute("dir") == "ltr"


def test_tables_sort_by_their_headings(one: Open) -> None:
    table = one.page.locator("table.sortable").first
    head = table.locator("th button", has_text="speaker")
    first = table.locator("tbody th").first
    head.click()
    assert first.inner_text() == "bo"
    head.press("Enter")
    assert first.inner_text() == "ada"
    assert table.locator("th").first.get_attribute("aria-sort") == "ascending"


def test_words_can_be_found(one: Open) -> None:
    one.page.select_option("#word-kind", "c")
    assert one.page.locator("#word-table tbody th").all_inner_texts() == ["Ada"]
    one.page.select_option("#word-kind", "n")
    assert "five" in one.page.locator("#word-table tbody th").all_inner_texts()
    one.page.select_option("#word-kind", "")
    one.page.fill("#word-search", "data")
    assert one.page.locator("#word-table tbody tr").count() == 1


def test_the_keyboard_alone(one: Open) -> None:
    page = one.page
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.id") == "search"
    page.keyboard.type("call")
    assert one.ids() == ["call"]
    page.keyboard.press("Escape")
    page.keyboard.press("j")
    assert page.evaluate("document.activeElement.className") == "utterance"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "link"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.tagName") == "SUMMARY"


def test_the_theme_can_be_switched(one: Open) -> None:
    def paper() -> str:
        return str(one.page.evaluate("getComputedStyle(document.body).backgroundColor"))

    before = paper()
    one.page.click("#theme")
    assert paper() != before
    one.page.click("#theme")
    assert paper() == before


def test_systems_side_by_side_and_one_by_one(many: Open) -> None:
    page = many.page
    page.fill("#search", "money")
    who = page.locator(".utterance .who").all_inner_texts()
    assert [name.strip() for name in who] == ["first <b>", "second"]
    page.uncheck("#side-by-side")
    assert page.locator(".utterance .who").count() == 0
    page.select_option("#system", label="second")
    assert page.locator(".utterance .forgiven").count() == 0
    page.select_option("#system", label="first <b>")
    assert page.locator(".utterance .forgiven").count() == 2
    shown = page.locator(".panel h3:visible bdi").all_inner_texts()
    assert set(shown) == {"first <b>"}
    page.fill("#search", "")
    page.select_option("#sort", "apart")
    assert many.ids()[0] in {"attack", "hebrew", "silent"}


def test_a_metric_that_shows_itself(browser: Any, tmp_path: Path) -> None:
    class Shown(CustomMetricResult):
        def to_html(self) -> str:
            return '<div class="stat"><b id="own" style="color: red">own</b><script>document.title="owned"</script></div>'

    async def metric(text_expected: str, text_got: str) -> CustomMetricResult:
        return Shown(float(len(text_expected) != len(text_got)), "length")

    path = tmp_path / "pair.html"
    mg.diff_report("a b", "a c", custom_metric=metric).to_html(path, title="pair")
    opened = Open(browser, path)
    assert opened.page.inner_text("#own") == "own"
    assert opened.page.title() == "pair"  # what it shows is shown, what it wants to run is not
    opened.close()


def test_a_link_opens_a_row_with_its_filters(browser: Any, files: dict[str, Path]) -> None:
    opened = Open(browser, files["one"])
    opened.page.fill("#search", "call")
    address = opened.page.evaluate("location.href")
    assert address.endswith("#search=call")
    opened.page.locator(".utterance .link").click()
    address = opened.page.evaluate("location.href")
    assert address.endswith("#utterance-call&search=call")
    opened.close()
    again = Open(browser, files["one"])
    again.page.goto(address)
    assert again.ids() == ["call"]
    assert again.page.evaluate("document.activeElement.id") == "utterance-call"
    again.page.goto(f"{files['one'].as_uri()}#utterance-perfect&search=call")
    assert again.ids() == ["perfect", "call"]  # a filter hides it, and the address asks for it
    again.page.goto(f"{files['one'].as_uri()}#utterance-%E0%A4%A&state=x&nobody=1")
    assert "is not in this page" in again.page.inner_text("#status")
    assert again.said == []
    again.close()


def test_rows_of_the_same_id_have_links_of_their_own(browser: Any, tmp_path: Path) -> None:
    ids = ["a\x1b", "a\\x1b", "a\\x1b~2", "b"]  # the first two are shown as the same
    said, heard = (
        ["one two three", "four five six", "seven eight", "nine"],
        ["one", "five", "x", "y"],
    )
    mg.score(said, heard, ids=ids).to_html(tmp_path / "same.html")
    opened = Open(browser, tmp_path / "same.html")
    page = opened.page
    links = page.eval_on_selector_all(".utterance .link", "all => all.map((each) => each.href)")
    texts = page.eval_on_selector_all(".utterance", "all => all.map((each) => each.innerText)")
    assert len(set(links)) == len(ids)
    for link, text in zip(links, texts, strict=True):
        page.goto("about:blank")
        page.goto(link)
        assert page.evaluate("document.activeElement.innerText") == text
    assert opened.said == []
    opened.close()


def test_a_linked_row_that_no_filter_matches_is_not_in_the_csv(
    browser: Any, files: dict[str, Path], tmp_path: Path
) -> None:
    opened = Open(browser, files["one"])
    for address, rows in (
        ("#utterance-perfect&search=call", ["call"]),
        ("#utterance-perfect", IDS),
    ):
        opened.page.goto("about:blank")
        opened.page.goto(f"{files['one'].as_uri()}{address}")
        assert opened.page.evaluate("document.activeElement.id") == "utterance-perfect"
        said = opened.page.inner_text("#status")
        assert ("perfect is shown first, though it does not match" in said) == (len(rows) == 1)
        with opened.page.expect_download() as waiting:
            opened.page.click("#csv")
        waiting.value.save_as(tmp_path / "rows.csv")
        with (tmp_path / "rows.csv").open(encoding="utf-8-sig", newline="") as file:
            assert sorted(row[0] for row in list(csv.reader(file))[1:]) == sorted(rows)
    opened.close()


def test_the_list_is_saved_as_csv(one: Open, many: Open, tmp_path: Path) -> None:
    for opened, columns in ((one, 7), (many, 11)):
        opened.page.fill("#search", "he said")
        with opened.page.expect_download() as waiting:
            opened.page.click("#csv")
        waiting.value.save_as(tmp_path / "rows.csv")
        with (tmp_path / "rows.csv").open(encoding="utf-8-sig", newline="") as file:
            header, row = csv.reader(file)
        assert len(header) == len(row) == columns
        assert row[header.index("reference")] == SAID[0]
        assert row[3] == FIRST[0]


@pytest.mark.parametrize("name", ["twelve", "calls"])
def test_many_systems_and_calls_are_legible(
    browser: Any, files: dict[str, Path], name: str
) -> None:
    """No table is cut on a wide screen, no name is clipped, and every mark is another one."""
    path = files[name]
    for width in (1400, 390):
        opened = Open(browser, path, viewport={"width": width, "height": 900})
        assert opened.page.evaluate("document.documentElement.scrollWidth") == width
        cut = """() => [...document.querySelectorAll("th, dt, dd, h2, h3, li")].filter((each) => each.clientWidth > 1
          && each.scrollWidth > each.clientWidth + 1 && !each.closest(".controls")).map((each) => each.outerHTML.slice(0, 200))"""
        assert opened.page.evaluate(cut) == []
        whole = """() => [...document.querySelectorAll(".wide td bdi, .wide th bdi")].map((each) => [each.textContent, each.getClientRects().length])
          .filter(([text, lines]) => lines > 1 && /^[a-z]{2,11}$/i.test(text))"""
        assert opened.page.evaluate(whole) == []
        if width == 1400:
            wide = """() => [...document.querySelectorAll(".wide")].filter((each) => each.scrollWidth > each.clientWidth)
              .map((each) => each.getAttribute("aria-label"))"""
            assert opened.page.evaluate(wide) == []
        marks = """() => new Set([...document.querySelectorAll(".systems svg[data-mark]")].map((each) => each.innerHTML)).size"""
        assert opened.page.evaluate(marks) == (12 if name == "twelve" else 0)
        assert opened.said == []
        opened.close()


_PAST_THE_EDGE = """[...document.querySelectorAll("svg.chart")].flatMap((chart) => {
  const edge = chart.getBoundingClientRect().right;
  const texts = [...chart.querySelectorAll("text")];
  return texts.filter((text) => text.getBoundingClientRect().right > edge).map((text) => text.textContent);
})"""


@pytest.mark.parametrize("times", [1, 5000, 120000])
def test_labels_of_many_errors_are_not_cut(browser: Any, tmp_path: Path, times: int) -> None:
    said, heard = ["it cost five dollars and more", "colour"], ["it cost $5 an mere", "color"]
    result = mg.score(said * times, heard * times, forgive=["agent"])
    mg.write_report(result, tmp_path / "r.html", utterances=5)
    opened = Open(browser, tmp_path / "r.html")
    assert opened.page.evaluate(_PAST_THE_EDGE) == []
    opened.close()


def test_a_hundred_thousand_utterances(browser: Any, tmp_path: Path) -> None:
    """All of them are in one file of at most 25 MB, which is painted in two seconds."""
    words = [f"word{at * 7919 % 997}" for at in range(1000)]
    said = [" ".join(words[at % 900 : at % 900 + 4 + at % 13]) for at in range(100_000)]
    heard = [text.replace("word5", "wort5") if at % 3 else text for at, text in enumerate(said)]
    path = tmp_path / "many.html"
    mg.write_report(mg.score(said, heard), path)
    assert path.stat().st_size < 25e6
    opened = Open(browser, path)
    opened.page.locator(".utterance").first.wait_for()
    paint = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
    assert opened.page.evaluate(paint) < 2000
    assert "100,000 utterances match" in opened.page.inner_text("#status")
    assert opened.said == []
    opened.close()
