//! Reads the files of a pack.

use std::path::PathBuf;

use sha2::{Digest, Sha256};
use unicode_normalization::UnicodeNormalization;

use crate::folders::{self, Part};
use crate::source::{
    Case, Level, Numeral, Place, Rewrite, Source, SourceRow, Unit, Worth, FILLERS, MOST_ROWS,
    REWRITES,
};

/// How many bytes of a digest are told.
const DIGEST_BYTES: usize = 4;

const PACK: &str = "pack.tsv";
const CASES: &str = "cases.tsv";
const PATTERNS: &str = "patterns.tsv";

/// The column of the examples in `patterns.tsv`.
const EXAMPLE: usize = 7;

/// What is done with the cells of each line of a file.
type Work<'a> = &'a mut dyn FnMut(Vec<&str>, Place) -> Result<(), String>;

impl Source {
    /// Read a language, after those it stands on and before the overlays that are always read.
    ///
    /// The first folder is the shipped one; a language is taken from the last that has it.
    ///
    /// # Errors
    /// A message with file and line.
    pub fn read(folders: &[PathBuf], code: &str) -> Result<Self, String> {
        let mut source = Self {
            code: code.to_owned(),
            ..Self::default()
        };
        let mut digest = Sha256::new();
        let mut left = MOST_ROWS;
        for part in folders::parts(folders, code)? {
            source.add(folders, &part, &mut left, &mut digest)?;
            source.parts.push(part.code);
        }
        let bytes = digest.finalize();
        let bytes = bytes.iter().take(DIGEST_BYTES);
        source.digest = bytes.map(|byte| format!("{byte:02x}")).collect();
        if source.rows.len() > MOST_ROWS {
            return Err(format!("{code}: more than {MOST_ROWS} rows and forms"));
        }
        Ok(source)
    }

    fn add(
        &mut self,
        folders: &[PathBuf],
        part: &Part,
        left: &mut usize,
        digest: &mut Sha256,
    ) -> Result<(), String> {
        let name = &part.code;
        let mut each = |file: &str, work: Work| {
            let Some(text) = part.text(folders, file)? else {
                return Ok(());
            };
            let text = text.nfc().collect::<String>();
            for (at, line) in text.lines().enumerate() {
                if line.starts_with("# ") || line == "#" || line.trim().is_empty() {
                    continue;
                }
                let place = Place {
                    file: format!("{name}/{file}"),
                    line: at + 1,
                };
                let told = format!("{}:{}", place.file, place.line);
                *left = left
                    .checked_sub(1)
                    .ok_or_else(|| format!("{told}: more than {MOST_ROWS} rows"))?;
                if let Some(row) = deciding(file, line) {
                    for piece in [name, "/", file, "\n", row, "\n"] {
                        digest.update(piece);
                    }
                }
                work(line.split('\t').collect(), place).map_err(|why| format!("{told}: {why}"))?;
            }
            Ok(())
        };
        each(PACK, &mut |cells, _| {
            let [key, value] = cells[..] else {
                return Err("expected two columns".into());
            };
            if matches!(key, "extends" | "always") {
                return Ok(()); // read before, to know which packs to read
            }
            self.settings.retain(|(known, _)| known != key);
            self.settings.push((key.into(), value.into()));
            Ok(())
        })?;
        for file in ["numerals.tsv", "numerals.more.tsv"] {
            each(file, &mut |cells, place| {
                let [set, from, below, by, pattern] = cells[..] else {
                    return Err("expected five columns: set, from, below, by, pattern".into());
                };
                let whole = |text: &str| text.parse().map_err(|_| format!("no number: {text:?}"));
                let numeral = Numeral {
                    from: whole(from)?,
                    below: whole(below)?,
                    by: whole(by)?,
                };
                if numeral.by < 1 || numeral.from >= numeral.below {
                    return Err(format!("no range: {from} to {below} by {by}"));
                }
                self.rows.push(SourceRow {
                    worth: Worth::Numeral(numeral),
                    ..row(set, pattern, place)
                });
                Ok(())
            })?;
        }
        each("classes.tsv", &mut |cells, place| {
            let [set, value, forms] = cells[..] else {
                return Err("expected three columns: class, value, forms".into());
            };
            for form in forms.split(' ') {
                let worth = Worth::Class(value.into());
                self.rows.push(SourceRow {
                    worth,
                    ..row(set, form, place.clone())
                });
            }
            Ok(())
        })?;
        each("units.tsv", &mut |cells, place| {
            let [kind, id, one, many, forms, symbols] = cells[..] else {
                return Err("expected six columns: kind, id, one, many, forms, symbols".into());
            };
            self.units.push(Unit {
                id: id.into(),
                one: one.into(),
                many: many.into(),
            });
            let words = [one.replace(' ', "_"), many.replace(' ', "_")];
            let words = words.iter().map(String::as_str).chain(forms.split(' '));
            let symbols = symbols
                .split(' ')
                .filter(|symbol| !matches!(*symbol, "" | "-"));
            let symbols: Vec<_> = symbols.map(|symbol| format!("={symbol}")).collect();
            let forms = words.filter(|form| !matches!(*form, "" | "-"));
            let mut seen: Vec<&str> = Vec::new();
            for form in forms.chain(symbols.iter().map(String::as_str)) {
                if !seen.contains(&form) {
                    seen.push(form);
                    let worth = Worth::Class(id.into());
                    self.rows.push(SourceRow {
                        worth,
                        ..row(kind, form, place.clone())
                    });
                }
            }
            Ok(())
        })?;
        each("signs.tsv", &mut |cells, place| {
            let words = cells.get(1).copied().unwrap_or("");
            let before_number = match cells.get(2) {
                None => Some(false),
                Some(&"before-number") => Some(true),
                Some(&"know") => None,
                Some(&"between-words") if cells[0] == "." => {
                    self.dot = Some(words.into());
                    None
                }
                Some(other) => {
                    let expected = "expected before-number, know, or for a full stop between-words";
                    return Err(format!("no condition {other:?}: {expected}"));
                }
            };
            if let Some(before_number) = before_number {
                self.signs
                    .push((cells[0].into(), words.into(), before_number));
            }
            // a comparison knows the words for a sign where they stand for it
            let sign = match cells[0] {
                "." => None,
                "_" => Some("=_".to_owned()),
                sign => Some(sign.to_owned()),
            };
            let words = Some(words.replace(' ', "_")).filter(|words| !words.is_empty());
            let forms = words.map(|words| [Some(words), sign]);
            for form in forms.into_iter().flatten().flatten() {
                let worth = Worth::Class(cells[0].into());
                self.rows.push(SourceRow {
                    worth,
                    ..row("said_sign", &form, place.clone())
                });
            }
            Ok(())
        })?;
        each("notes.tsv", &mut |cells, _| {
            crate::notes::row(&cells).map(|_| ())
        })?;
        each("fillers.tsv", &mut |cells, place| {
            let [words, level, before, after] = cells_or_none(&cells);
            let (level, before, after) =
                (level_of(level)?, conditions(before)?, conditions(after)?);
            let anywhere = level == Level::Write && before.is_empty() && after.is_empty();
            for filler in words.split(' ') {
                if anywhere && !filler.contains('_') {
                    self.fillers.push(filler.into());
                    continue;
                }
                self.rewrites.push(Rewrite {
                    kind: FILLERS.into(),
                    from: filler.replace('_', " "),
                    to: String::new(),
                    level,
                    before: before.clone(),
                    after: after.clone(),
                    place: place.clone(),
                });
            }
            Ok(())
        })?;
        each("asides.tsv", &mut |cells, place| {
            let [words, before, after, _] = cells_or_none(&cells);
            let (before, after) = (conditions(before)?, conditions(after)?);
            for aside in words.split(' ') {
                self.rewrites.push(Rewrite {
                    kind: "asides".into(),
                    from: aside.replace('_', " "),
                    to: String::new(),
                    level: Level::Know,
                    before: before.clone(),
                    after: after.clone(),
                    place: place.clone(),
                });
            }
            Ok(())
        })?;
        for file in REWRITES {
            each(&format!("{file}.tsv"), &mut |cells, place| {
                if !(2..=5).contains(&cells.len()) {
                    return Err("expected from, to, and maybe level, before, after".into());
                }
                let [from, to, level, before, after] = cells_or_none(&cells);
                self.rewrites.push(Rewrite {
                    kind: file.into(),
                    from: from.into(),
                    to: to.into(),
                    level: level_of(level)?,
                    before: conditions(before)?,
                    after: conditions(after)?,
                    place,
                });
                Ok(())
            })?;
        }
        each("guards.tsv", &mut |cells, _| {
            let [kind, words] = cells[..] else {
                return Err("expected two columns: kind, words".into());
            };
            let words = words.split(' ').map(str::to_owned).collect();
            self.guards.push((kind.into(), words));
            Ok(())
        })?;
        each("variants.tsv", &mut |cells, _| {
            let (from, to, written) = match cells[..] {
                [from, to] => (from, to, false),
                [from, to, level] => (from, to, level_of(level)? == Level::Write),
                _ => return Err("expected from, to, and maybe a level".into()),
            };
            self.variants.push((from.into(), to.into()));
            if written {
                self.folds.push((from.into(), to.into()));
            }
            Ok(())
        })?;
        each(CASES, &mut |cells, place| {
            let [mark, one, other, why] = cells[..] else {
                return Err("expected four columns: =, ~ or !, text, text, why".into());
            };
            if !matches!(mark, "=" | "~" | "!") {
                return Err(format!("no mark {mark:?}: expected =, ~ or !"));
            }
            let [mark, one, other, why] = [mark, one, other, why].map(str::to_owned);
            self.cases.push(Case {
                mark,
                one,
                other,
                why,
                place,
            });
            Ok(())
        })?;
        each("figure-ordinals.tsv", &mut |cells, _| {
            let [which, ending] = cells[..] else {
                return Err("expected two columns".into());
            };
            self.endings.push((which.into(), ending.into()));
            Ok(())
        })?;
        each(PATTERNS, &mut |cells, place| self.pattern(&cells, place))
    }

    fn pattern(&mut self, cells: &[&str], place: Place) -> Result<(), String> {
        let all: [&str; 8] = cells_or_none(cells);
        let cell = |at: usize| all[at];
        let (kind, pattern) = (cell(0), cell(1));
        if let Some(gone) = kind.strip_prefix('-') {
            let before = self.rows.len();
            self.rows
                .retain(|row| row.set != gone || row.pattern != pattern);
            return if self.rows.len() < before {
                Ok(())
            } else {
                Err(format!("no row {gone:?} {pattern:?} to take away"))
            };
        }
        let level = level_of(cell(4))?;
        let inner = kind.strip_prefix('@');
        self.rows.push(SourceRow {
            inner: inner.is_some(),
            worth: Worth::Template(cell(2).into()),
            written: cell(3).into(),
            level,
            before: conditions(cell(5))?,
            after: conditions(cell(6))?,
            example: cell(EXAMPLE).into(),
            ..row(inner.unwrap_or(kind), pattern, place)
        });
        Ok(())
    }
}

/// What of a row decides what is read and written; nothing of a case, an example or a name.
fn deciding<'a>(file: &str, line: &'a str) -> Option<&'a str> {
    match file {
        CASES => None,
        PACK if line.starts_with("name\t") => None,
        PATTERNS => {
            let mut tabs = line.match_indices('\t').map(|(at, _)| at);
            let row = &line[..tabs.nth(EXAMPLE - 1).unwrap_or(line.len())];
            Some(row.trim_end_matches("\t-").trim_end_matches('\t'))
        }
        _ => Some(line),
    }
}

/// The first cells of a line; nothing for those that it lacks or that are `-`.
fn cells_or_none<'a, const COUNT: usize>(cells: &[&'a str]) -> [&'a str; COUNT] {
    std::array::from_fn(|at| {
        cells
            .get(at)
            .copied()
            .filter(|cell| *cell != "-")
            .unwrap_or("")
    })
}

/// What must (`+set`) or must not (`!set`) be before or after a row.
fn conditions(text: &str) -> Result<Vec<(bool, String)>, String> {
    let one = |word: &str| match word.split_at_checked(1) {
        Some(("+", set)) => Ok((true, set.to_owned())),
        Some(("!", set)) => Ok((false, set.to_owned())),
        _ => Err(format!("expected +set or !set: {word:?}")),
    };
    text.split_whitespace().map(one).collect()
}

fn level_of(text: &str) -> Result<Level, String> {
    match text {
        "" | "-" | "write" => Ok(Level::Write),
        "know" => Ok(Level::Know),
        "block" => Ok(Level::Block),
        _ => Err(format!("no level {text:?}: expected write, know or block")),
    }
}

fn row(set: &str, pattern: &str, place: Place) -> SourceRow {
    SourceRow {
        set: set.into(),
        inner: true,
        pattern: pattern.into(),
        worth: Worth::Class(String::new()),
        written: String::new(),
        level: Level::Write,
        before: Vec::new(),
        after: Vec::new(),
        example: String::new(),
        place,
    }
}
