"""How a provider is named and made."""

from __future__ import annotations

import subprocess
import sys
from decimal import Decimal

import pytest

from mondegreen.errors import MondegreenError, UnknownNameError, UsageError
from mondegreen.providers import KINDS, PROVIDERS, AudioError, Billing, ProviderError, make
from mondegreen.providers.capabilities import capabilities_of, models_of, unpriced
from mondegreen.providers.failure import STATUSES


def test_names() -> None:
    assert make("pocketsphinx").system == "pocketsphinx:en-us"
    assert make("Pocketsphinx:en-us").system == "pocketsphinx:en-us"
    with pytest.raises(UnknownNameError, match="Did you mean 'pocketsphinx'"):
        make("pocketsphynx:en-us")
    for odd in ("", "  ", None):
        with pytest.raises(UsageError, match="expected PROVIDER:MODEL"):
            make(odd)  # type: ignore[arg-type]


def test_options_are_checked() -> None:
    for wrong in ({"threads": 0}, {"channel": -1}, {"channel": "left"}, {"tempo": 3}):
        with pytest.raises(UsageError, match=next(iter(wrong))):
            make("pocketsphinx", **wrong)
    made = make("pocketsphinx", channel="1", language="en", threads=2)
    assert made.settings() == {"channel": 1, "language": "en"}


def test_every_provider_says_what_it_is() -> None:
    for name in PROVIDERS.names():
        kind = PROVIDERS.get(name)
        assert kind.name == name
        assert kind.about
        assert kind.needs
        assert kind.default_model or kind.takes_model
        made = make(f"{name}:{kind.default_model or 'some-model'}")
        assert made.system.startswith(f"{name}:")
        assert made.concurrency >= 1


def test_listing_loads_nothing_heavy() -> None:
    code = (
        "import sys; from mondegreen.providers import PROVIDERS, make\n"
        "[make(f'{name}:x') for name in PROVIDERS.names()]\n"
        "print(sorted({'numpy', 'soundfile', 'soxr', 'httpx', 'pocketsphinx', 'sqlalchemy'} "
        "& {*sys.modules}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_every_vendor_has_a_price_or_a_reason_why_not() -> None:
    for name in KINDS["vendors"]:
        models = [*models_of(name), PROVIDERS.get(name).default_model or "*"]
        for model in models:
            billing, why = capabilities_of(name, model).billing, unpriced(name, model)
            assert (billing is None) or (billing.usd_per_hour > 0 and why == "")
        priced = [capabilities_of(name, model).billing for model in models]
        assert any(priced) or all(unpriced(name, model) for model in models), name
    assert unpriced("nobody", "x") == ""


@pytest.mark.parametrize(
    ("system", "seconds", "usd"),
    [
        ("groq:whisper-large-v3-turbo", 3, "0.04"),  # 10 s at least
        ("aws:general", 3.2, "1.44"),  # 15 s at least
        ("rev:machine", 20.1, "0.20"),  # whole seconds
        ("google:chirp_3", 1.5, "0.96"),
    ],
)
def test_billing_rules_of_vendors(system: str, seconds: float, usd: str) -> None:
    charged = {"groq": 10, "aws": 15, "rev": 21, "google": 2}[system.partition(":")[0]]
    billing = make(system).capabilities.billing
    assert billing is not None
    assert billing.price(seconds) == Decimal(usd) * charged / 3600
    assert billing.price(seconds, 2) == billing.price(seconds) * (1 + (system[:6] == "google"))


def test_models_of_the_table_have_providers() -> None:
    for name in PROVIDERS.names():
        for model in [*models_of(name), "*"]:
            found = capabilities_of(name, model)
            assert found.date == "" or len(found.date) == 10
            assert found.billing is None or (found.billing.date and found.billing.source)


@pytest.mark.parametrize(
    ("billing", "seconds", "channels", "charged"),
    [
        (Billing(Decimal(36)), 1.5, 1, "1.5"),
        (Billing(Decimal(36), rounding=1), 1.01, 1, "2"),
        (Billing(Decimal(36), rounding=1), 2.0, 1, "2"),
        (Billing(Decimal(36), rounding=15), 16, 1, "30"),
        (Billing(Decimal(36), minimum=10), 3, 1, "10"),
        (Billing(Decimal(36), minimum=10), 12.5, 2, "12.5"),
        (Billing(Decimal(36), rounding=1, per_channel=True), 1.2, 2, "4"),
    ],
)
def test_what_is_charged(billing: Billing, seconds: float, channels: int, charged: str) -> None:
    assert billing.seconds(seconds, channels) == Decimal(charged)
    assert billing.price(seconds, channels) == Decimal(charged) / 100


def test_failures_say_what_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEEPGRAM_API_KEY", "abcdef-secret")
    error = ProviderError("unauthorized", "no such key:\nabcdef-secret")
    assert str(error) == "unauthorized: no such key: [DEEPGRAM_API_KEY]"
    assert isinstance(error, MondegreenError)
    assert error.called
    assert not ProviderError("budget", "spent").called
    assert AudioError("a.wav", "is empty").status in STATUSES
    assert len(ProviderError("server", "x" * 1000).reason) == 300
