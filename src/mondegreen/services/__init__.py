"""What every call to somebody else needs, whoever calls: money, budget, pace, consent, secrets."""
