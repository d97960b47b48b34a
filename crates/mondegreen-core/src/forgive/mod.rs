//! Which differences between two texts do not matter, and why.
//!
//! The strict alignment says where two texts differ. Differences with at most [`REACH`](window::REACH) equal words
//! between them are one region; in each the forgivers say which spans mean the same
//! ([`candidates`]), and the cheapest way through it ([`path`]) says what remains.
//!
//! * [`settings`] say which forgivers are at work;
//! * [`words`] knows each word once: what is left of it when it is folded ([`folds`], [`punctuation`]), its spelling
//!   ([`respelled`]), what it is ([`lists`]);
//! * [`accents`] knows marks without which a word is another one;
//! * [`spacing`] and [`repetition`] look at more than one word;
//! * [`parted`] knows marks that part two numbers;
//! * [`sense`] knows words whose punctuation says something next to a number, and [`senses`] when;
//! * [`inner_marks`] knows marks within words of scripts that have no spaces;
//! * [`denials`] knows marks that say what is denied;
//! * [`guard`] keeps numbers, denials, answers and names from the loose forgivers;
//! * [`packs`] know what the readings of a language are, [`line`] reads a side of a region, and
//!   [`meeting`] finds spans whose readings meet;
//! * [`endings`] says what others need not be asked;
//! * [`cut`] cuts regions that are too long to look at all ways through them;
//! * [`question`] is what forgivers outside of the kernel are asked, [`asks`] says about what;
//! * [`chains`] are the differences that are looked at together, [`part`] looks at a part of one;
//! * [`pieces`] are what becomes of a pair, [`work`] is one under way, [`letters`] how many letters they are;
//! * [`before`] knows the texts before normalizing, which are what is read;
//! * [`engine`] goes over the regions of a pair.

mod accents;
mod asks;
pub mod before;
pub mod candidates;
pub mod chains;
pub mod cut;
mod denials;
pub mod endings;
pub mod engine;
mod fillers;
pub mod folds;
pub mod guard;
mod inner_marks;
pub mod kinds;
mod letters;
mod line;
pub mod lists;
mod meeting;
pub mod packs;
mod part;
pub mod parted;
pub mod path;
pub mod pieces;
mod punctuation;
pub mod question;
pub mod repetition;
mod respelled;
mod sense;
pub mod senses;
pub mod settings;
pub mod spacing;
pub mod window;
pub mod words;
mod work;

pub use engine::{Engine, Outcome};
pub use kinds::{Kind, KINDS};
pub use part::Learnt;
pub use pieces::Piece;
pub use question::Question;
pub use settings::{is_known, Joins, Settings};
