//! Addresses of mail and pages, which are read out with "at" and "dot".

use super::fold::Folded;

/// Endings by which an address without `@` or `www.` is known; none of them is a word of a text.
const ENDINGS: &[&str] = &[
    "com", "org", "net", "edu", "gov", "info", "biz", "io", "co.uk", "com.au", "co.in",
];

/// Where the first `@` or full stop from `from` on is; the length of the text when there is none.
pub fn dot(text: &[Folded], from: usize) -> usize {
    let mut rest = text[from..].iter();
    let found = rest.position(|(point, _)| matches!(point, '@' | '.'));
    found.map_or(text.len(), |at| from + at)
}

/// The length of an address at the beginning of `text`, which goes up to the next white space.
pub fn length(text: &[Folded]) -> Option<usize> {
    let at = |i: usize| text[i].0;
    let mut end = text.len();
    while end > 0 && !at(end - 1).is_ascii_alphanumeric() && at(end - 1) != '/' {
        end -= 1;
    }
    let text = &text[..end];
    if text.len() < 4 || !text.iter().all(|(point, _)| point.is_ascii()) {
        return None;
    }
    let whole: String = text
        .iter()
        .map(|(point, _)| point.to_ascii_lowercase())
        .collect();
    if !whole
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || b".-_@:/+%?=&#~".contains(&byte))
    {
        return None;
    }
    let rest = whole
        .strip_prefix("https://")
        .or(whole.strip_prefix("http://"));
    let (host, known) = match (rest, whole.split_once('@')) {
        (Some(rest), _) => (rest, true),
        (None, Some((user, host))) if !user.is_empty() && !user.starts_with('.') => (host, true),
        (None, Some(_)) => return None,
        (None, None) => (whole.as_str(), whole.starts_with("www.")),
    };
    let host = host.split(['/', '?', '#', ':']).next().unwrap_or("");
    let mut labels = 0;
    for label in host.split('.') {
        if label.is_empty()
            || !label
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        {
            return None;
        }
        labels += 1;
    }
    let named = ENDINGS.iter().any(|ending| {
        host.strip_suffix(ending)
            .is_some_and(|before| before.len() > 1 && before.ends_with('.'))
    });
    let ends_in_letters = host
        .bytes()
        .last()
        .is_some_and(|byte| byte.is_ascii_alphabetic());
    (labels > 1 && ends_in_letters && (known || named)).then_some(end)
}
