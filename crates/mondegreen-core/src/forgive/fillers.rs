//! Hesitations: those of the packs, with any of their letters said longer.

/// Whether `word` is one of `fillers`, or one that is drawn out.
pub fn is_filler(word: &str, fillers: &[&str]) -> bool {
    let ends = |word: &str| (word.bytes().next(), word.bytes().next_back());
    let around = ends(word);
    let mut all = fillers.iter().filter(|filler| ends(filler) == around);
    all.any(|filler| *filler == word || is_drawn_out(word, filler))
}

/// Whether `word` is `filler` with any of its letters said longer: `ummm`, but `m` is no `mm`.
fn is_drawn_out(word: &str, filler: &str) -> bool {
    let mut points = word.chars().peekable();
    let mut wanted = filler.chars().peekable();
    while let Some(point) = wanted.next() {
        let mut least = 1;
        while wanted.next_if_eq(&point).is_some() {
            least += 1;
        }
        let mut said = 0;
        while points.next_if_eq(&point).is_some() {
            said += 1;
        }
        if said < least {
            return false;
        }
    }
    points.next().is_none()
}
