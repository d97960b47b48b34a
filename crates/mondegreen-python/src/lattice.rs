//! The best way through references that are lattices.

use mondegreen_core::lattice::{Arc, Lattice, Taken, MOST_ARCS, MOST_CELLS};
use mondegreen_core::sclite_network;
use mondegreen_core::weighted::Weights;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::copying::with_bytes;

/// An arc as Python has it: source, target, token or none, whether it is optional.
type Given<'py> = (u32, u32, Option<Bound<'py, PyString>>, bool);

/// Their tokens in UTF-8.
fn tokens(arcs: &[Given<'_>]) -> PyResult<Vec<Option<Vec<u8>>>> {
    let token = |arc: &Given<'_>| {
        let text = arc.2.as_ref();
        text.map(|text| with_bytes(text, <[u8]>::to_vec))
            .transpose()
    };
    arcs.iter().map(token).collect()
}

fn lattice<'a>(
    states: usize,
    arcs: &[Given<'_>],
    tokens: &'a [Option<Vec<u8>>],
) -> PyResult<Lattice<'a>> {
    let mut made = Lattice {
        arcs: Vec::with_capacity(arcs.len()),
        free: vec![false; states],
        fragments: false,
    };
    for ((source, target, _, optional), token) in arcs.iter().zip(tokens) {
        let last = made.arcs.last();
        let sorted = last.is_none_or(|last: &Arc<'_>| last.source <= *source);
        if !sorted || source >= target || *target as usize >= states {
            return Err(PyValueError::new_err("arcs are not in order"));
        }
        made.arcs.push(Arc {
            source: *source,
            target: *target,
            token: token.as_deref(),
            optional: *optional,
        });
    }
    Ok(made)
}

/// Return the steps of the best way through two lattices, each with its arcs, -1 for none.
///
/// States count from 0; arcs are sorted by source and lead to larger states; `free` are the states
/// of the reference at which hypothesis tokens cost nothing; `heard` and `heard_arcs` are the
/// hypothesis. Raises ValueError where the table would be too large.
#[pyfunction]
#[pyo3(signature = (states, arcs, free, heard, heard_arcs, weights, fragments))]
#[allow(clippy::too_many_arguments)]
pub fn best_way(
    py: Python<'_>,
    states: usize,
    arcs: Vec<Given<'_>>,
    free: Vec<usize>,
    heard: usize,
    heard_arcs: Vec<Given<'_>>,
    weights: Option<(u32, u32, u32)>,
    fragments: bool,
) -> PyResult<Vec<(u8, i64, i64)>> {
    let texts = [tokens(&arcs)?, tokens(&heard_arcs)?];
    let (substitution, deletion, insertion) = weights.unwrap_or((1, 1, 1));
    let mut said = lattice(states, &arcs, &texts[0])?;
    let written = lattice(heard, &heard_arcs, &texts[1])?;
    said.fragments = fragments;
    for state in free {
        *said
            .free
            .get_mut(state)
            .ok_or_else(|| PyValueError::new_err("there is no such state"))? = true;
    }
    if said.most_arcs().saturating_mul(written.most_arcs()) > MOST_ARCS {
        return Err(PyValueError::new_err(format!(
            "more than {MOST_ARCS} alternatives at one place"
        )));
    }
    let cells = said.cells(&written);
    if states == 0 || heard == 0 || cells.is_none_or(|cells| cells > MOST_CELLS) {
        return Err(PyValueError::new_err(format!(
            "{states} places by {} words are more than a lattice may have",
            heard.saturating_sub(1)
        )));
    }
    let weights = Weights {
        substitution,
        deletion,
        insertion,
    };
    Ok(numbered(py.detach(|| said.best(&written, weights))))
}

fn numbered(way: Vec<Taken>) -> Vec<(u8, i64, i64)> {
    let number = |arc: Option<u32>| arc.map_or(-1, i64::from);
    way.into_iter()
        .map(|(step, [said, heard])| (step as u8, number(said), number(heard)))
        .collect()
}

/// Return the steps of the way that NIST's sclite takes through two networks, as `best_way` does.
///
/// An arc without a token is one without a word. Those that end at a state come before those which
/// begin there; the last state has the largest number. Raises ValueError where the table would be
/// too large.
#[pyfunction]
#[pyo3(signature = (arcs, heard_arcs, weights, fragments))]
pub fn sclite_way(
    py: Python<'_>,
    arcs: Vec<Given<'_>>,
    heard_arcs: Vec<Given<'_>>,
    weights: (u32, u32, u32),
    fragments: bool,
) -> PyResult<Vec<(u8, i64, i64)>> {
    let texts = [tokens(&arcs)?, tokens(&heard_arcs)?];
    let (said, written) = (network(&arcs, &texts[0])?, network(&heard_arcs, &texts[1])?);
    let most = [&said, &written].map(|arcs| sclite_network::most_arcs(arcs));
    if most[0].saturating_mul(most[1]) > MOST_ARCS {
        return Err(PyValueError::new_err(format!(
            "more than {MOST_ARCS} alternatives at one place"
        )));
    }
    if (said.len() + 1).saturating_mul(written.len() + 1) > MOST_CELLS {
        return Err(PyValueError::new_err(format!(
            "{} by {} words are more than a lattice may have",
            said.len(),
            written.len()
        )));
    }
    let weights = Weights {
        substitution: weights.0,
        deletion: weights.1,
        insertion: weights.2,
    };
    Ok(numbered(py.detach(|| {
        sclite_network::way(&said, &written, weights, fragments)
    })))
}

fn network<'a>(arcs: &[Given<'_>], tokens: &'a [Option<Vec<u8>>]) -> PyResult<Vec<Arc<'a>>> {
    let states = arcs.iter().map(|arc| arc.1 as usize + 1).max().unwrap_or(1);
    let mut begun = vec![false; states];
    let mut made = Vec::with_capacity(arcs.len());
    for ((source, target, _, optional), token) in arcs.iter().zip(tokens) {
        if source >= target || begun[*target as usize] {
            return Err(PyValueError::new_err("arcs are not in order"));
        }
        begun[*source as usize] = true;
        made.push(Arc {
            source: *source,
            target: *target,
            token: token.as_deref(),
            optional: *optional,
        });
    }
    Ok(made)
}
