"""Every option, described once: for reading, scoring, judging, output, intervals and gates.

A file holds one group of options, as a dataclass. From a group are made the keywords of Python, the
options of the command line, the keys of ``mondegreen.toml``, the fields of signatures, the checks and
the tables of the docs. `mondegreen.Options` is all groups in one.
"""
