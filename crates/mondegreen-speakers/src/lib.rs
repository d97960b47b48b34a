//! Rates of sessions with several speakers. Integers in, integers out: words are numbers, times are
//! microseconds; no Python, no I/O, no unsafe code.
//!
//! * [`side`] sorts the segments of one side and gives their words times;
//! * [`distance`] counts the errors of two long lists of words;
//! * [`timed`] aligns words that are near in time, [`nearest`] those of one alignment of several;
//!   [`stretches`] says where such an alignment may be cut;
//! * [`assign`] finds the one-to-one map of least cost, and settles ties;
//! * [`cp`] maps speakers to streams;
//! * [`orc`] gives each segment to a stream: greedily ([`greedy`], [`greedy_timed`]) or in the best way
//!   ([`grid`], [`grid_timed`]), on columns of costs as bits ([`column`]); [`mimo`] does so in any order
//!   that keeps that of each speaker ([`interleaving`]); [`given`] counts what came out;
//! * [`diarisation`] compares turns; [`words_by_speaker`] the speakers of aligned words.
//!
//! The definitions are those of MeetEval (arXiv 2307.11394), md-eval and pyannote.metrics.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod assign;
pub mod column;
pub mod cp;
pub mod diarisation;
pub mod distance;
pub mod given;
pub mod greedy;
pub mod greedy_timed;
pub mod grid;
pub mod grid_timed;
pub mod interleaving;
pub mod mimo;
pub mod nearest;
pub mod orc;
pub mod side;
pub mod stretches;
pub mod timed;
pub mod words_by_speaker;
