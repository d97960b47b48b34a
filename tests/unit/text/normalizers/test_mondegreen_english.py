"""English contractions, hesitations, compounds, months and hours: what is equal, and next to it what is not."""

import pytest

import mondegreen as mg

ENGLISH = mg.normalizer("mondegreen-en")


@pytest.mark.parametrize(
    "text",
    [
        "pence's'n't",
        "5 pence's'n't",
        "he's'n't",
        "it's's gone",
        "that'd've",
        "who's'd'n't been",
        "e, mail",
        "wi. fi",
        "whats. app",
        "the e r",
        "#ER",
        "e.r. 5",
        "5 2nd",
        "2nd 2nd second",
        "second 2nd of may",
    ],
)
def test_what_is_normalized_stays(text: str) -> None:
    assert ENGLISH(ENGLISH(text)) == ENGLISH(text)


@pytest.mark.parametrize("code", ["fr", "it", "any", "uk"])
def test_an_accent_is_an_apostrophe_in_any_language(code: str) -> None:
    normalize = mg.normalizer(f"mondegreen-{code}")
    for accent in "`´":
        assert normalize(f"l{accent}amica") == normalize("l'amica")
        assert normalize(f"{accent}amica{accent}") == normalize("amica")
