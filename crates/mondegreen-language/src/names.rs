//! The names that classes and units give, and how a pack writes figures.

use rustc_hash::FxHashMap;

use crate::value::Name;

/// Names by their number, with the forms for one and for many.
#[derive(Debug, Default)]
pub struct Names {
    /// The decimal mark that is written.
    pub point: char,
    forms: Vec<[Box<str>; 2]>,
    known: FxHashMap<Box<str>, Name>,
    /// Endings of ordinals in figures: last digits or a whole number, and what is written.
    pub endings: Vec<(Ending, Box<str>)>,
}

/// The numbers that an ending of ordinals is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ending {
    Always,
    Whole(i128),
    Last { digits: i128, modulus: i128 },
}

impl Names {
    /// The number of a name; its forms are the name itself until they are said.
    pub fn add(&mut self, id: &str) -> Name {
        if let Some(&name) = self.known.get(id) {
            return name;
        }
        if self.forms.is_empty() {
            self.forms.push(Default::default());
        }
        let name = Name::try_from(self.forms.len()).unwrap_or(Name::MAX);
        self.forms.push([id.into(), id.into()]);
        self.known.insert(id.into(), name);
        name
    }

    /// The number of a name that is known.
    #[must_use]
    pub fn find(&self, id: &str) -> Option<Name> {
        self.known.get(id).copied()
    }

    /// Say how a name is written.
    pub fn write_as(&mut self, name: Name, one: &str, many: &str) {
        self.forms[usize::from(name)] = [one.into(), many.into()];
    }

    #[must_use]
    pub fn one(&self, name: Name) -> &str {
        &self.forms[usize::from(name)][0]
    }

    #[must_use]
    pub fn many(&self, name: Name) -> &str {
        &self.forms[usize::from(name)][1]
    }

    /// What is written after an ordinal in figures.
    #[must_use]
    pub fn ordinal_ending(&self, number: i128) -> &str {
        let fits = |ending: &Ending| match *ending {
            Ending::Always => true,
            Ending::Whole(whole) => number == whole,
            Ending::Last { digits, modulus } => number.rem_euclid(modulus) == digits,
        };
        self.endings
            .iter()
            .find(|(ending, _)| fits(ending))
            .map_or("", |(_, text)| text)
    }
}
