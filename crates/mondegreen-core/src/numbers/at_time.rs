//! Exact times behind a word that says when: `um 15:30`, `alle 15.30`, `às quinze e trinta`, `в семь ноль пять`.
//!
//! What is written is what is said there in every way: hour and minutes, in German and French with the word
//! for the clock. Halves and quarters stay as they were said.

use super::decimal::strip_zeros;
use super::lexicon::{Named, Part, Role};
use super::reader::Reader;
use super::{Found, Kind};
use crate::text::token::GLUED;

/// Hours of a day.
const DAY: u32 = 24;

// How sure a word makes the time behind it, in the tables. With 1, a full stop may part hour and minutes.
/// The word for the clock is said between hour and minutes: `um`, `à`.
const NAMED: u8 = 2;
/// Words between hour and minutes may be missing: `alle`, `às`, `v`.
const WORDS: u8 = 3;
/// The same, but hours with their name may be so many: `a las 2 horas y 30 minutos de salir`.
const AND: u8 = 4;
/// First of two times, and the second: `с 9.00 до 18.00`.
const FROM: u8 = 5;
const UP_TO: u8 = 6;

/// Behind these it is no time but by how much: "um 1:15 schneller", "в 2.50 раза".
const NO_TIMES: &[&str] = &[
    "schneller",
    "langsamer",
    "später",
    "früher",
    "besser",
    "schlechter",
    "kürzer",
    "länger",
    "verbessert",
    "unterboten",
    "gedrückt",
    "verlängert",
    "verkürzt",
    "verschoben",
    "раз",
    "раза",
];
/// Behind so many minutes these make them a while: "a las 10 y 15 minutos después".
const AFTER: &[&str] = &[
    "después", "depois", "dopo", "más", "mais", "antes", "prima", "tarde", "fa",
];
/// What stands behind `y` and a number, and is counted by it: "a las tres y veinte personas".
const COUNTED: &[&str] = &[
    // Spanish, and Portuguese where it has the same word.
    "personas",
    "hombres",
    "mujeres",
    "niños",
    "niñas",
    "chicos",
    "chicas",
    "amigos",
    "amigas",
    "años",
    "días",
    "semanas",
    "meses",
    "veces",
    "casas",
    "coches",
    "millones",
    "puntos",
    "páginas",
    "alumnos",
    "soldados",
    "policías",
    "clientes",
    "casos",
    "empresas",
    "familias",
    "países",
    "jugadores",
    "trabajadores",
    "muertos",
    "heridos",
    "cosas",
    // Portuguese.
    "pessoas",
    "homens",
    "mulheres",
    "crianças",
    "meninos",
    "meninas",
    "anos",
    "dias",
    "semanas",
    "vezes",
    "carros",
    "pontos",
    "alunos",
    "policiais",
    "polícias",
    "empresas",
    "famílias",
    "jogadores",
    "trabalhadores",
    "mortos",
    "feridos",
    "coisas",
    // Italian.
    "persone",
    "uomini",
    "donne",
    "bambini",
    "bambine",
    "ragazzi",
    "ragazze",
    "amici",
    "amiche",
    "anni",
    "giorni",
    "settimane",
    "mesi",
    "volte",
    "case",
    "macchine",
    "punti",
    "pagine",
    "studenti",
    "soldati",
    "poliziotti",
    "clienti",
    "casi",
    "aziende",
    "famiglie",
    "paesi",
    "giocatori",
    "lavoratori",
    "morti",
    "feriti",
    "cose",
];
/// Times of the day that French names with `de`, which else is that of a part: "à 1:30 de la fin".
const PARTS_OF_DAY: &[&str] = &["matin", "soir", "après", "l'après", "nuit"];

/// Hour and minutes of `15:30` or `15.30`, and whether a full stop parts them.
fn figures(text: &str) -> Option<(&str, &str, bool)> {
    let (hour, minute) = text.split_once([':', '.'])?;
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let right = matches!(hour.len(), 1 | 2) && minute.len() == 2 && minute <= "59";
    let early = hour.parse::<u32>().is_ok_and(|hour| hour <= DAY);
    let stop = text.as_bytes().get(hour.len()) == Some(&b'.');
    (right && early && digits(hour) && digits(minute)).then(|| (strip_zeros(hour), minute, stop))
}

impl Reader<'_> {
    /// The time at `at`, which the word before it makes one.
    pub(super) fn time_at(&self, at: usize) -> Option<Found> {
        let how = self.when_before(at);
        if how == 0 {
            return self.figures_of_hours(at);
        }
        if self.is_number(at) {
            if let Some(found) = self.figures_at(at, how) {
                return Some(found);
            }
        }
        let mut found = match self.hour_word(at) {
            Some(found) if found.kind == Kind::Time => found,
            Some(_) => return None,
            None => return self.hour_and_minutes_at(at, how),
        };
        if how != NAMED {
            found.text = found.value.replace(':', " ");
        }
        Some(found)
    }

    /// How sure the word before `at`, or the two of them, make a time.
    fn when_before(&self, at: usize) -> u8 {
        let Some(word) = at.checked_sub(1) else {
            return 0;
        };
        let entry = self.entry(word);
        let two = || {
            let first = self.doc.word(word.checked_sub(1)?);
            Some(self.lexicon.pair(first, self.doc.word(word))?.when)
        };
        match entry.role {
            Role::Hour => two().unwrap_or(0).max(entry.when),
            // "Due ore e dieci minuti" are so many.
            _ if entry.measure > 0 && word > 0 && self.ends_number(word - 1) => 0,
            _ => entry.when,
        }
    }

    /// Whether the hour may stand behind the article before it: `la una`, `las dos`.
    fn agrees(&self, at: usize, hour: u32) -> bool {
        let article = self.entry(at - 1);
        article.role != Role::Hour || article.weight != 1 || hour == 1
    }

    fn figures_at(&self, at: usize, how: u8) -> Option<Found> {
        let (hour, minute, stop) = figures(self.doc.word(at))?;
        let named = how == NAMED;
        if !self.agrees(at, hour.parse().ok()?) || stop && (named || !self.may_stop(at, how)) {
            return None;
        }
        let joined = self.lexicon.manner.joined;
        let mut end = at + 1;
        if named && joined && self.grammar().next(end).role == Role::Clock {
            return None; // "um 15:30 Uhr"
        }
        let hours = self.hours_behind(end);
        let letter = named && self.doc.is(end, "h") && self.joins(end);
        end += usize::from(hours.is_some() || letter);
        let no_time = NO_TIMES.contains(&self.doc.word(end));
        if no_time || self.counts(end) || named && !joined && self.is_no_hour_in_french(at, end) {
            return None;
        }
        let text = match (minute, hours) {
            _ if named => {
                let name = match joined {
                    true => &self.lexicon.clock,
                    false => {
                        let place = usize::from(self.lexicon.get("h").measure).checked_sub(1)?;
                        self.lexicon.measures[place].behind(hour)
                    }
                };
                match minute {
                    "00" => format!("{hour} {name}"),
                    _ => format!("{hour} {name} {}", strip_zeros(minute)),
                }
            }
            ("00", Some(name)) => format!("{hour} {name}"),
            ("00", None) if self.is_whole_hour(at) => hour.to_string(),
            _ => format!("{hour} {minute}"),
        };
        let value = format!("{hour}:{minute}");
        Some(Found::new(Kind::Time, at, end, value, text))
    }

    /// "À 1:30 de la fin" is no time of the day, and "Jean 3:10 à 3:16" are verses.
    fn is_no_hour_in_french(&self, at: usize, end: usize) -> bool {
        let part = self
            .doc
            .word(end + 1 + usize::from(self.doc.is(end + 1, "la")));
        let day = PARTS_OF_DAY.iter().any(|name| part.starts_with(name));
        let of = matches!(self.doc.word(end), "de" | "du") && !day;
        of || at > 1 && self.doc.word(at - 2).contains(':')
    }

    /// `7.30 hodin`: Czechs write so what others write with a colon.
    fn figures_of_hours(&self, at: usize) -> Option<Found> {
        if !self.is_number(at) || self.names_hours(at + 1)? != "hodina" {
            return None;
        }
        let (hour, minute, _) = figures(self.doc.word(at))?;
        let name = self.hours_behind(at + 1)?;
        let text = match minute {
            "00" => format!("{hour} {name}"),
            _ => format!("{hour} {minute} {name}"),
        };
        let value = format!("{hour}:{minute}");
        Some(Found::new(Kind::Time, at, at + 2, value, text))
    }

    /// Of 15:00 Italians say the hour alone.
    fn is_whole_hour(&self, at: usize) -> bool {
        const BEFORE: &[&str] = &["alle", "dalle", "delle", "ore", "le", "sulle"];
        BEFORE.contains(&self.doc.word(at - 1))
    }

    /// Whether a full stop may part hour and minutes behind such a word.
    fn may_stop(&self, at: usize, how: u8) -> bool {
        let time = |at: usize| figures(self.doc.word(at)).is_some();
        let counts = |at: usize| self.hours_behind(at).is_none() && self.counts(at);
        match how {
            FROM => self.entry(at + 1).when == UP_TO && time(at + 2) && !counts(at + 3),
            UP_TO => at > 2 && time(at - 2) && self.entry(at - 3).when == FROM,
            _ => self.lexicon.manner.comma,
        }
    }

    /// The measure that the word at `at` names.
    fn measure_at(&self, at: usize) -> Option<&Named> {
        let place = usize::from(self.entry(at).measure).checked_sub(1)?;
        self.joins(at).then(|| &self.lexicon.measures[place])
    }

    /// The name of the hours at `at`, in the singular.
    fn names_hours(&self, at: usize) -> Option<&str> {
        let name = self.measure_at(at)?.one.as_str();
        matches!(name, "hora" | "ora" | "hodina" | "час" | "heure").then_some(name)
    }

    /// The same in the plural: `horas` of `h`.
    fn hours_behind(&self, at: usize) -> Option<&str> {
        self.names_hours(at)?;
        Some(self.measure_at(at)?.many.as_str())
    }

    fn names_minutes(&self, at: usize) -> bool {
        let name = self.measure_at(at).map(|measure| measure.one.as_str());
        matches!(name, Some("minuto" | "minuta" | "минута" | "minute"))
    }

    /// `ноль пять`, `null null`: minutes below ten with their zero, and behind them.
    pub(super) fn zero_led(&self, at: usize) -> Option<(u32, usize)> {
        let entry = self.entry(at);
        let zero = entry.part == Part::Zero && !entry.ordinal || self.doc.is(at, "0");
        if !zero || !self.joins(at) {
            return None;
        }
        let (digit, end) = self.small(at + 1, 9)?;
        let one = !self.is_number(at + 1) || self.doc.word(at + 1).len() == 1;
        (one && end == at + 2).then_some((digit, end))
    }

    /// `quindici e trenta`, `sedm hodin třicet minut`, `семь ноль пять`.
    fn hour_and_minutes_at(&self, at: usize, how: u8) -> Option<Found> {
        let (hour, end) = self.small_at(at, DAY)?;
        if matches!(how, FROM | UP_TO) || !self.agrees(at, hour) {
            return None;
        }
        let words = matches!(how, WORDS | AND);
        let named = self.hours_behind(end).is_some();
        let mut from = end + usize::from(named);
        let and = words && self.joins(from) && self.grammar().next(from).role == Role::And;
        // Czechs have no such word in a time: "v pět a deset lidí s ním".
        let czech = and && self.doc.is(from, "a");
        from += usize::from(and);
        let led = self.zero_led(from).filter(|_| how != NAMED);
        let (minutes, mut last) = match led {
            Some(led) => led,
            None => self.small(from, 59)?,
        };
        let two = led.is_some() || self.doc.word(from).len() == 2 && self.is_number(from);
        let counted = (named || and) && self.names_minutes(last);
        last += usize::from(counted);
        let sure = match (named, and) {
            _ if czech || named && how != WORDS => named && counted,
            (true, _) => minutes >= 10 || counted,
            // "Alle dieci e undici" are two hours.
            (_, true) => led.is_some() || minutes > 0 && minutes % 5 == 0 || minutes > 12,
            _ => minutes >= 10 || two,
        };
        let while_later = counted && AFTER.contains(&self.doc.word(last)) && self.joins(last);
        let counts = and && COUNTED.contains(&self.doc.word(last)) && self.joins(last);
        if !sure || self.counts(last) || while_later || counts {
            return None;
        }
        let text = if named && how != WORDS {
            // "В 2 часа 30 минут" may be so long, and stays.
            self.with_digits(at, last)
        } else if minutes == 0 && self.is_whole_hour(at) {
            hour.to_string()
        } else {
            format!("{hour} {minutes:02}")
        };
        let value = format!("{hour}:{minutes:02}");
        Some(Found::new(Kind::Time, at, last, value, text))
    }

    /// Hours with their name are a time as well where a word says when: `в 15 часов`.
    pub(super) fn add_hour(&self, found: &mut Found) {
        let measure = found.kind == Kind::Measure && found.alternatives.is_empty();
        if !measure || self.hours_behind(found.last - 1).is_none() {
            return;
        }
        let whole = found.value.parse::<u32>().is_ok_and(|hour| hour <= DAY);
        let glued = self.doc.is(found.last - 1, "h") && self.doc.has(found.last - 1, GLUED);
        if whole && (glued || self.when_before(found.first) > 0) {
            let hour = strip_zeros(&found.value);
            found.alternatives.push((Kind::Time, format!("{hour}:00")));
        }
    }
}
