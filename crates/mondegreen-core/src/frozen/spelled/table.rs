//! The words of numbers of one language.

use std::collections::HashMap;

/// The words of a language.
pub struct Table(HashMap<&'static str, Vec<&'static str>>);

impl Table {
    /// The rows of a file.
    pub fn read(text: &'static str) -> Table {
        let rows = text.lines().filter(|line| !line.starts_with('#'));
        let row = |line: &'static str| {
            let mut fields = line.split('\t');
            (fields.next().unwrap_or_default(), fields.collect())
        };
        Table(rows.map(row).collect())
    }

    /// All words of a kind; none where the language has none.
    pub fn all(&self, kind: &str) -> &[&'static str] {
        self.0.get(kind).map_or(&[], Vec::as_slice)
    }

    /// One of them.
    pub fn at(&self, kind: &str, place: usize) -> &'static str {
        self.all(kind)[place]
    }

    /// The only one, or the first.
    pub fn word(&self, kind: &str) -> &'static str {
        self.at(kind, 0)
    }

    /// How a thousand to the power of `power`, 2 or more, is named on the long scale.
    pub fn scale(&self, power: usize, many: bool) -> String {
        let (place, kind) = (power / 2, ["million", "milliard"][power % 2]);
        let mut name = match self.all("scales").get(place - 1) {
            Some(name) => (*name).to_string(),
            None if place < 100 => {
                let ten = self.at("scale-tens", place / 10 - 1);
                format!("{}{ten}", self.at("scale-units", place % 10))
            }
            None => self.word("scale-hundred").to_string(),
        };
        name.push_str(self.at(kind, usize::from(many)));
        name
    }
}
