//! Rows of a pack in numbers: their sequences, values and conditions.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::names::Names;
use crate::pack::{Condition, Row, Tail, What, Worth, BUILT_IN};
use crate::pattern::{self, Gaps, Item};
use crate::source::{self, Level, Source, SourceRow};
use crate::template::Template;
use crate::trie::{kept, RowId, SetId, Step};
use crate::value::{Kind, Name, Value, INNER};
use crate::words::Words;

/// In a condition: the beginning or the end of a clause.
const EDGE: &str = "edge";

/// The most sequences that all patterns of a pack may stand for.
const MOST_SEQUENCES: usize = 200_000;

/// One flat sequence of a row, in numbers.
pub(crate) struct Flat {
    pub set: SetId,
    pub steps: Vec<(Gaps, Step)>,
    pub row: RowId,
    pub numeral: bool,
    /// For rows of kinds: whether they may be written.
    pub top: Option<Level>,
}

pub(crate) struct Compiler {
    pub words: Words,
    pub names: Names,
    pub sets: Vec<String>,
    by_name: FxHashMap<String, SetId>,
    pub kinds: Vec<String>,
    pub endings: Vec<Box<str>>,
    pub rows: Vec<Row>,
    pub flats: Vec<Flat>,
    /// Rewrites whose written words have a row.
    pub written: FxHashSet<(String, Name)>,
    pub tails: Vec<Tail>,
    /// Whether words have no spaces between them.
    pub unspaced: bool,
    /// Whether a word of the rows may begin and end at any character.
    pub characters: bool,
}

impl Compiler {
    /// Nothing but the names of a pack.
    pub(crate) fn new(source: &Source) -> Result<Compiler, String> {
        let mut compiler = Compiler {
            words: Words::new(),
            names: Names::default(),
            sets: Vec::new(),
            by_name: FxHashMap::default(),
            endings: Vec::new(),
            kinds: vec![String::new()],
            rows: Vec::new(),
            flats: Vec::new(),
            written: FxHashSet::default(),
            tails: Vec::new(),
            unspaced: source.setting("unspaced") == Some("yes"),
            characters: ["unspaced", "characters"]
                .iter()
                .any(|key| source.setting(key) == Some("yes")),
        };
        for (name, _) in BUILT_IN {
            compiler.set(name)?;
        }
        for unit in &source.units {
            let name = compiler.names.add(&unit.id);
            compiler.names.write_as(name, &unit.one, &unit.many);
        }

        Ok(compiler)
    }

    pub(crate) fn set(&mut self, name: &str) -> Result<SetId, String> {
        if let Some(&set) = self.by_name.get(name) {
            return Ok(set);
        }
        let set = SetId::try_from(self.sets.len()).map_err(|_| "too many sets".to_owned())?;
        self.sets.push(name.to_owned());
        self.by_name.insert(name.to_owned(), set);
        Ok(set)
    }

    pub(crate) fn kind(&mut self, name: &str) -> Result<Kind, String> {
        if let Some(at) = self.kinds.iter().position(|kind| kind == name) {
            return Ok(at as Kind);
        }
        let kind = Kind::try_from(self.kinds.len()).map_err(|_| "too many kinds".to_owned())?;
        self.kinds.push(name.to_owned());
        Ok(kind)
    }

    /// Add a row.
    pub(crate) fn row(&mut self, row: &SourceRow, source: u32) -> Result<(), String> {
        let set = self.set(&row.set)?;
        let kind = if row.inner {
            INNER
        } else {
            self.kind(&row.set)?
        };
        let sequences = pattern::sequences(&row.pattern)?;
        let known: Vec<char> = slots(sequences.iter().flatten().map(|(_, item)| item));
        for sequence in sequences {
            let names = slots(sequence.iter().map(|(_, item)| item));
            let worth = match &row.worth {
                source::Worth::Numeral(numeral) => {
                    let at = |name| {
                        names
                            .iter()
                            .position(|&other| other == name)
                            .map(|at| at as u8)
                    };
                    if names.iter().any(|name| !matches!(name, 'q' | 'r' | 's')) {
                        return Err("a numeral binds q, r and s only".into());
                    }
                    Worth::Numeral {
                        numeral: *numeral,
                        quotient: at('q'),
                        rest: at('r'),
                        same: at('s'),
                    }
                }
                source::Worth::Template(text) => {
                    Worth::Template(Template::new(text, &names, &known, &mut self.names)?)
                }
                source::Worth::Class(text) => Worth::Template(self.class(text)?),
            };
            let row_id = self.rows.len() as RowId;
            let mut compiled = Row {
                kind,
                worth,
                written: Template::new(&row.written, &names, &known, &mut self.names)?,
                before: self.conditions(&row.before)?,
                after: self.conditions(&row.after)?,
                slots: names.len() as u8,
                level: row.level,
                small: false,
                stopped: false,
                source,
            };
            if self.flats.len() >= MOST_SEQUENCES {
                return Err(format!(
                    "more than {MOST_SEQUENCES} sequences in all patterns"
                ));
            }
            let written = row.level == Level::Block || !compiled.written.is_empty();
            if !written {
                compiled.level = Level::Know;
            }
            self.rows.push(compiled);
            let mut steps = self.steps(&sequence)?;
            let numeral = matches!(row.worth, source::Worth::Numeral(_));
            if numeral && self.unspaced {
                // a space parts two numbers
                steps
                    .iter_mut()
                    .for_each(|(gaps, _)| *gaps = pattern::GLUED);
            }
            if steps.len() == 1 && matches!(steps[0].1, Step::Slot { set: same, .. } if same == set)
            {
                continue; // a set that is itself
            }
            let level = match (written, row.level) {
                (false, _) => Level::Know,
                (true, Level::Block) => Level::Write,
                (true, level) => level,
            };
            let top = (!row.inner).then_some(level);
            self.flats.push(Flat {
                set,
                steps,
                row: row_id,
                numeral,
                top,
            });
        }
        Ok(())
    }

    pub(crate) fn conditions(&mut self, list: &[(bool, String)]) -> Result<Vec<Condition>, String> {
        let one = |(wanted, text): &(bool, String)| {
            let (gaps, name) = match text.as_str() {
                EDGE => (pattern::PLAIN, EDGE),
                mark if "~_-,.;".contains(mark) => (pattern::gaps(&format!("{mark}{mark}.")).0, ""),
                text => pattern::gaps(text),
            };
            let what = match name {
                "" => What::Gap(gaps),
                EDGE => What::Edge,
                name => match name.strip_prefix('*') {
                    Some(ending) => What::Ending(self.ending(ending)?),
                    None => What::Set(self.set(name)?),
                },
            };
            Ok(Condition {
                wanted: *wanted,
                gaps,
                what,
            })
        };
        list.iter().map(one).collect()
    }

    fn ending(&mut self, ending: &str) -> Result<u16, String> {
        let at = self.endings.iter().position(|known| **known == *ending);
        let at = at.unwrap_or_else(|| {
            self.endings.push(ending.into());
            self.endings.len() - 1
        });
        u16::try_from(at).map_err(|_| format!("too many endings, at {ending:?}"))
    }

    fn class(&mut self, text: &str) -> Result<Template, String> {
        // a number, and maybe a name: `3=march`
        let (number, name) = match text.split_once('=') {
            Some((number, name)) => (number, Some(name)),
            None => (text, None),
        };
        if number.starts_with(|letter: char| letter.is_ascii_digit()) {
            let template = Template::new(number, &[], &[], &mut self.names)?;
            let value = template.value(&[]).ok_or(format!("no number {text:?}"))?;
            let name = name.map_or(0, |name| self.names.add(name));
            return Ok(Template::constant(Value { name, ..value }));
        }
        let name = self.names.add(text);
        Ok(Template::constant(Value::named(name)))
    }

    pub(crate) fn steps(&mut self, sequence: &[(Gaps, Item)]) -> Result<Vec<(Gaps, Step)>, String> {
        let mut steps = Vec::with_capacity(sequence.len());
        for (gaps, item) in sequence {
            let step = match item {
                Item::Word(text) => Step::Word(self.words.word(text)?),
                Item::Symbol(text) => Step::Word(self.words.symbol(text)?),
                Item::Slot {
                    set, range, many, ..
                } => {
                    let (low, high) = kept(*range);
                    Step::Slot {
                        set: self.set(set)?,
                        low,
                        high,
                        many: *many,
                    }
                }
            };
            steps.push((*gaps, step));
        }
        Ok(steps)
    }
}

fn slots<'a>(items: impl Iterator<Item = &'a Item>) -> Vec<char> {
    items
        .filter_map(|item| {
            if let Item::Slot { name, .. } = item {
                Some(*name)
            } else {
                None
            }
        })
        .collect()
}
