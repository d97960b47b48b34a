"""English contractions, hesitations, compounds, months and hours: what is equal, and next to it what is not."""

import pytest

import mondegreen as mg

ENGLISH = mg.normalizer("mondegreen-en")

CASES = [
    # Is and has look alike before what may be a participle.
    ("he's gone", "He’s gone.", "he is gone"),
    ("he's gone", "he's gone!", "he has gone"),
    ("she's just left", "she's just left", "she is just left"),
    ("it's called off", "It's called off", "it has called off"),
    ("where's he gone", "Where's he gone?", "where is he gone"),
    ("where's he been", "where has he been", "where is he been"),
    ("he's tired", "he is tired", "he has tired"),
    ("he's going", "he is going", "he has going"),
    ("he's got it", "he has got it", "he is got it"),
    ("what's the time", "what is the time", "what has the time"),
    # A room is no hesitation.
    ("take her to the ER", "take her to the E.R.", "take her to the"),
    ("take her to the ER", "take her to the emergency room", "take her to the room"),
    ("yes er no", "Yes, er, no", "yes ER no"),
    ("Er, yes", "yes", "ER yes"),
    ("ER I THINK SO", "I THINK SO", "I THINK"),
    # Accents that were typed for apostrophes.
    ("don`t", "don't", "do"),
    ("don´t go", "do not go", "dont't go"),
    ("`quoted` words", "quoted words", "quoted'words"),
    # The full stop of a month ends no sentence.
    ("Sept. 11", "september eleventh", "september, 11"),
    ("on Jan. 5, 2024", "on january fifth twenty twenty four", "on january 2024"),
    ("Feb. twenty-eighth", "February 28", "february 20"),
    ("in Dec., 25 came", "in december, 25 came", "in december 25th came"),
    ("in March. 5 came", "in march 5 came", "on march 5th came"),
    # Spelled out after minutes as after hours.
    ("nine oh five a m", "9:05 a.m.", "9:05 p.m."),
    ("seven thirty a m", "7:30 AM", "7 30 a m radio b"),
    ("room 9 05 a b", "Room 9 05 a b.", "room 9 05 am"),
    # The last zero of a code is no cry.
    ("zip nine oh two one oh", "zip 90210", "zip 9021 oh"),
    ("five oh one oh my", "501 oh my", "5010 my"),
    ("five oh one. Oh.", "501 oh", "5010"),
    # Compounds.
    ("whats app", "WhatsApp", "what is app"),
    ("whats up", "what is up", "whatsup"),
    ("what's app store", "what is app store", "whatsapp store"),
    ("Wi-Fi", "wifi", "wi"),
    ("Wi Fi", "wi-fi", "why fi"),
    ("hi fi", "hi-fi", "hifi"),
]


@pytest.mark.parametrize(("text", "equal", "other"), CASES)
def test_equal_and_its_near_miss(text: str, equal: str, other: str) -> None:
    assert ENGLISH(text) == ENGLISH(equal)
    assert ENGLISH(text) != ENGLISH(other)
    assert ENGLISH(ENGLISH(text)) == ENGLISH(text)


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
