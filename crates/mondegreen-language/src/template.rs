//! Templates of rows: what a match is worth, and how it is written.

use crate::building::{joined, Building};
use crate::names::Names;
use crate::value::{Name, Value};

/// How a slot is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    Plain,
    Padded,
    Ordinal,
    One,
    Many,
    /// The number of a name.
    Number,
}

/// One use of a slot: `{x}`, `{x:02}`, `{x:ord}`, `{x@u}`, `{x^k}`, `{x*r}`, `{x×y}`, `{x+1}`, `{60-x}`,
/// `{x&f}`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Use {
    at: usize,
    take_from: Option<i64>,
    add: i64,
    power: Option<usize>,
    times: Option<usize>,
    factor: Option<Factor>,
    unit: Option<usize>,
    /// A fraction that is added: written as a decimal number if that has two places at most.
    part: Option<usize>,
    form: Form,
}

/// What a slot is multiplied by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Factor {
    Slot(usize),
    Fixed(i64),
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Part {
    Text(Box<str>),
    Slot(Use),
    /// `{=name}`: a name that is always the same.
    Name(Name),
}

/// A template, its slots known by their places in the sequence of items.
#[derive(Clone, Debug, Default)]
pub struct Template {
    parts: Vec<Part>,
    copies: Option<usize>,
    constant: Option<Value>,
}

impl Template {
    /// Read a template; `names` are the names of the slots that the row binds, in order.
    ///
    /// A slot that this sequence does not bind, as its option was left away, writes nothing.
    ///
    /// # Errors
    /// A message that names the slot that cannot be read.
    pub fn new(
        text: &str,
        names: &[char],
        known: &[char],
        all: &mut Names,
    ) -> Result<Self, String> {
        let mut parts = Vec::new();
        let mut rest = text;
        while let Some(open) = rest.find('{') {
            if open > 0 {
                parts.push(Part::Text(rest[..open].into()));
            }
            let close = rest[open..]
                .find('}')
                .ok_or_else(|| format!("no end of {{ in {text:?}"))?;
            let body = &rest[open + 1..open + close];
            if let Some(name) = body.strip_prefix('=') {
                parts.push(Part::Name(all.add(name)));
            } else if let Some(slot) =
                slot(body, names, known).map_err(|why| format!("{why} in {text:?}"))?
            {
                parts.push(Part::Slot(slot));
            }
            rest = &rest[open + close + 1..];
        }
        if !rest.is_empty() {
            parts.push(Part::Text(rest.into()));
        }
        let mut template = Self {
            parts,
            ..Self::default()
        };
        match template.parts[..] {
            [Part::Slot(one)] if one == plain(one.at) => template.copies = Some(one.at),
            [Part::Text(_)] => template.constant = template.evaluated(&[]),
            _ => {}
        }
        Ok(template)
    }

    /// A template that is one fixed value.
    #[must_use]
    pub fn constant(value: Value) -> Self {
        Self {
            constant: Some(value),
            ..Self::default()
        }
    }

    /// Whether nothing is written.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// What the match is worth; `None` where a number is too large.
    #[must_use]
    pub fn value(&self, bound: &[Value]) -> Option<Value> {
        match (self.copies, self.constant) {
            (Some(at), _) => Some(bound[at]),
            (_, Some(value)) => Some(value),
            _ => self.evaluated(bound),
        }
    }

    fn evaluated(&self, bound: &[Value]) -> Option<Value> {
        let mut built = Building::default();
        for part in &self.parts {
            match part {
                Part::Text(text) => text.chars().try_for_each(|letter| built.letter(letter))?,
                Part::Slot(slot) => built.append(slot.padded(bound)?)?,
                Part::Name(name) => built.append(Value::named(*name))?,
            }
        }
        built.done()
    }

    /// Append what the match is written as, with single spaces and none at the ends.
    pub fn write(&self, bound: &[Value], names: &Names, out: &mut String) {
        let start = out.len();
        for part in &self.parts {
            match part {
                Part::Text(text) => {
                    let text = if out.len() == start {
                        text.trim_start()
                    } else {
                        text
                    };
                    let doubled = text.starts_with(' ') && out.ends_with(' ');
                    out.push_str(if doubled { text.trim_start() } else { text });
                }
                Part::Slot(slot) => slot.write(bound, names, out),
                Part::Name(name) => out.push_str(names.one(*name)),
            }
        }
        out.truncate(start + out[start..].trim_end().len());
    }
}

fn plain(at: usize) -> Use {
    Use {
        at,
        take_from: None,
        add: 0,
        power: None,
        times: None,
        factor: None,
        unit: None,
        part: None,
        form: Form::Plain,
    }
}

fn slot(body: &str, names: &[char], known: &[char]) -> Result<Option<Use>, String> {
    let place = |name: char| {
        if known.contains(&name) {
            return Ok(names.iter().position(|&other| other == name));
        }
        Err(format!("no slot {name:?}"))
    };
    let (take_from, rest) = match body.split_once('-') {
        Some((number, rest)) if number.parse::<i64>().is_ok() => (number.parse().ok(), rest),
        _ => (None, body),
    };
    let mut letters = rest.chars();
    let name = letters.next().ok_or("an empty slot")?;
    let Some(at) = place(name)? else {
        return Ok(None);
    };
    let mut found = Use {
        take_from,
        ..plain(at)
    };
    let mut rest = letters.as_str();
    while let Some(mark) = rest.chars().next() {
        rest = &rest[mark.len_utf8()..];
        let end = rest.find(['@', '^', '*', '×', ':']).unwrap_or(rest.len());
        let (what, tail) = rest.split_at(end);
        rest = tail;
        let letter = what.chars().next();
        match (mark, what) {
            (':', "02") => found.form = Form::Padded,
            (':', "ord") => found.form = Form::Ordinal,
            (':', "one") => found.form = Form::One,
            (':', "many") => found.form = Form::Many,
            (':', "n") => found.form = Form::Number,
            ('×', number) if number.parse::<i64>().is_ok() => {
                found.factor = number.parse().ok().map(Factor::Fixed);
            }
            ('×', _) => found.factor = place(letter.ok_or("no factor")?)?.map(Factor::Slot),
            ('@', _) => found.unit = place(letter.ok_or("no unit")?)?,
            ('&', _) => found.part = place(letter.ok_or("no fraction")?)?,
            ('^', _) => found.power = place(letter.ok_or("no power")?)?,
            ('*', _) => found.times = place(letter.ok_or("no times")?)?,
            ('+' | '-', number) => {
                let number: i64 = number
                    .parse()
                    .map_err(|_| format!("no number {number:?}"))?;
                found.add = if mark == '+' { number } else { -number };
            }
            _ => return Err(format!("no such use of a slot: {body:?}")),
        }
    }
    Ok(Some(found))
}

impl Use {
    fn value(&self, bound: &[Value]) -> Option<Value> {
        let mut value = bound[self.at];
        if let Some(from) = self.take_from {
            value.number = i128::from(from) - value.number;
        }
        value.number += i128::from(self.add);
        if self.form == Form::Number {
            value.name = 0;
        }
        match self.factor {
            Some(Factor::Slot(by)) => value = value.times(&bound[by])?,
            Some(Factor::Fixed(by)) => value = value.times(&Value::whole(i128::from(by)))?,
            None => {}
        }
        if let Some(power) = self.power {
            value = value.scaled(u32::try_from(bound[power].number).ok()?);
        }
        if let Some(times) = self.times {
            let one = value;
            let count = usize::try_from(bound[times].number).ok()?.min(9);
            for _ in 1..count {
                (value.number, value.digits) = joined(&value, &one)?;
            }
        }
        Some(value)
    }

    /// The value with the digits that its form asks for.
    fn padded(&self, bound: &[Value]) -> Option<Value> {
        let mut value = self.value(bound)?;
        if self.form == Form::Padded {
            value.digits = value.digits.max(2);
        }
        Some(value)
    }

    fn write(&self, bound: &[Value], names: &Names, out: &mut String) {
        let Some(value) = self.padded(bound) else {
            return;
        };
        if value.name != 0 {
            let many = self.form == Form::Many;
            out.push_str(if many {
                names.many(value.name)
            } else {
                names.one(value.name)
            });
            return;
        }
        let mixed = self.part.and_then(|part| value.with_fraction(&bound[part]));
        mixed.unwrap_or(value).write(names.point, out);
        if let Some(part) = self.part.filter(|_| mixed.is_none()) {
            out.push(' ');
            bound[part].write(names.point, out);
        }
        if self.form == Form::Ordinal {
            out.push_str(names.ordinal_ending(value.number));
        }
        if let Some(unit) = self.unit {
            out.push(' ');
            let single = value.number == 1 && value.places == 0;
            let name = bound[unit].name;
            out.push_str(if single {
                names.one(name)
            } else {
                names.many(name)
            });
        }
    }
}
