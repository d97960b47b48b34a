//! The files of a pack, read and not yet compiled.

use std::path::Path;

/// Inner rows, rows that may be written, and rows that are only known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    Write,
    Know,
    Block,
}

/// Where a line stands, for messages.
#[derive(Clone, Debug, Default)]
pub struct Place {
    pub file: String,
    pub line: usize,
}

/// A numeral: a value from `from` to `below`, whose pattern holds quotient and rest by `by`.
#[derive(Clone, Copy, Debug)]
pub struct Numeral {
    pub from: i128,
    pub below: i128,
    pub by: i128,
}

/// What a row is worth.
#[derive(Clone, Debug)]
pub enum Worth {
    Numeral(Numeral),
    Template(String),
    /// A form of a class: a number or a name.
    Class(String),
}

/// One row of a file.
#[derive(Clone, Debug)]
pub struct SourceRow {
    /// The set or, without `inner`, the kind.
    pub set: String,
    pub inner: bool,
    pub pattern: String,
    pub worth: Worth,
    pub written: String,
    pub level: Level,
    /// Sets that must (`true`) or must not stand before and after.
    pub before: Vec<(bool, String)>,
    pub after: Vec<(bool, String)>,
    /// A text that this row must read whole.
    pub example: String,
    pub place: Place,
}

/// A unit or currency and how it is written.
#[derive(Clone, Debug)]
pub struct Unit {
    pub id: String,
    pub one: String,
    pub many: String,
}

/// Words that stand for other words, such as a contraction or an abbreviation.
#[derive(Clone, Debug)]
pub struct Rewrite {
    pub kind: String,
    pub from: String,
    pub to: String,
    pub level: Level,
    pub place: Place,
}

/// The files of rewrites, each a kind of its own.
pub const REWRITES: [&str; 4] = ["contractions", "abbreviations", "informal", "spellings"];

/// A pair of texts: `=` written the same, `~` the same to a comparison alone, `!` not the same.
#[derive(Clone, Debug)]
pub struct Case {
    pub mark: String,
    pub one: String,
    pub other: String,
    pub why: String,
    pub place: Place,
}

/// All that a pack and those it stands on say.
#[derive(Clone, Debug, Default)]
pub struct Source {
    pub code: String,
    pub settings: Vec<(String, String)>,
    pub rows: Vec<SourceRow>,
    pub units: Vec<Unit>,
    /// Sign, words, and whether only before figures.
    pub signs: Vec<(String, String, bool)>,
    pub fillers: Vec<String>,
    pub rewrites: Vec<Rewrite>,
    pub cases: Vec<Case>,
    pub endings: Vec<(String, String)>,
}

/// What is done with the cells of each line of a file.
type Work<'a> = &'a mut dyn FnMut(Vec<&str>, Place) -> Result<(), String>;

/// The pack that each other is based on; by itself it is of no language.
pub const BASE: &str = "any";

/// The most rows of one pack.
pub const MOST_ROWS: usize = 20_000;

impl Source {
    /// The value of a setting.
    #[must_use]
    pub fn setting(&self, key: &str) -> Option<&str> {
        self.settings
            .iter()
            .find(|(name, _)| name == key)
            .map(|(_, value)| value.as_str())
    }

    /// The words of a setting that is a list.
    #[must_use]
    pub fn list(&self, key: &str) -> Vec<String> {
        self.setting(key)
            .into_iter()
            .flat_map(|text| text.split(' '))
            .map(str::to_owned)
            .collect()
    }

    /// Where a row stands: one of `rows`, or after them one of `rewrites`.
    #[must_use]
    pub fn place(&self, source: usize) -> &Place {
        match self.rows.get(source) {
            Some(row) => &row.place,
            None => &self.rewrites[source - self.rows.len()].place,
        }
    }

    /// Read the folder of a language, after those of its bases.
    ///
    /// # Errors
    /// A message with file and line.
    pub fn read(root: &Path, code: &str) -> Result<Self, String> {
        let mut chain = vec![code.to_owned()];
        if let Some((base, _)) = code.split_once('-') {
            chain.insert(0, base.to_owned());
        }
        if code != BASE {
            chain.insert(0, BASE.to_owned());
        }
        let mut source = Self {
            code: code.to_owned(),
            ..Self::default()
        };
        for folder in chain {
            source.add(&root.join(&folder), &folder)?;
        }
        if source.rows.len() > MOST_ROWS {
            return Err(format!("{code}: more than {MOST_ROWS} rows"));
        }
        Ok(source)
    }

    fn add(&mut self, folder: &Path, name: &str) -> Result<(), String> {
        if !folder.is_dir() {
            return Err(format!("no pack {name:?}: no folder {}", folder.display()));
        }
        let each = |file: &str, work: Work| {
            let path = folder.join(file);
            let text = match std::fs::read_to_string(&path) {
                Ok(text) => text,
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
                Err(error) => return Err(format!("{}: {error}", path.display())),
            };
            for (at, line) in text.lines().enumerate() {
                if line.starts_with("# ") || line == "#" || line.trim().is_empty() {
                    continue;
                }
                let place = Place {
                    file: format!("{name}/{file}"),
                    line: at + 1,
                };
                let told = format!("{}:{}", place.file, place.line);
                work(line.split('\t').collect(), place).map_err(|why| format!("{told}: {why}"))?;
            }
            Ok(())
        };
        each("pack.tsv", &mut |cells, _| {
            let [key, value] = cells[..] else {
                return Err("expected two columns".into());
            };
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
        each("signs.tsv", &mut |cells, _| {
            let words = cells.get(1).copied().unwrap_or("");
            let before_number = match cells.get(2) {
                None => false,
                Some(&"before-number") => true,
                Some(other) => {
                    return Err(format!("no condition {other:?}: expected before-number"))
                }
            };
            self.signs
                .push((cells[0].into(), words.into(), before_number));
            Ok(())
        })?;
        each("fillers.tsv", &mut |cells, _| {
            self.fillers.extend(cells[0].split(' ').map(str::to_owned));
            Ok(())
        })?;
        for file in REWRITES {
            each(&format!("{file}.tsv"), &mut |cells, place| {
                let (from, to, level) = match cells[..] {
                    [from, to] => (from, to, Level::Write),
                    [from, to, level] => (from, to, level_of(level)?),
                    _ => return Err("expected two or three columns: from, to, level".into()),
                };
                self.rewrites.push(Rewrite {
                    kind: file.into(),
                    from: from.into(),
                    to: to.into(),
                    level,
                    place,
                });
                Ok(())
            })?;
        }
        each("cases.tsv", &mut |cells, place| {
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
        each("patterns.tsv", &mut |cells, place| {
            self.pattern(&cells, place)
        })
    }

    fn pattern(&mut self, cells: &[&str], place: Place) -> Result<(), String> {
        let cell = |at: usize| {
            cells
                .get(at)
                .copied()
                .filter(|cell| *cell != "-")
                .unwrap_or("")
        };
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
        let context = |text: &str| {
            text.split_whitespace()
                .map(|word| match word.split_at(1) {
                    ("+", set) => Ok((true, set.to_owned())),
                    ("!", set) => Ok((false, set.to_owned())),
                    _ => Err(format!("expected +set or !set: {word:?}")),
                })
                .collect::<Result<Vec<_>, String>>()
        };
        let level = level_of(cell(4))?;
        let inner = kind.strip_prefix('@');
        self.rows.push(SourceRow {
            inner: inner.is_some(),
            worth: Worth::Template(cell(2).into()),
            written: cell(3).into(),
            level,
            before: context(cell(5))?,
            after: context(cell(6))?,
            example: cell(7).into(),
            ..row(inner.unwrap_or(kind), pattern, place)
        });
        Ok(())
    }
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
