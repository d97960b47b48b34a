//! What numerals and powers of ten side by side say: `三万五千`, `2万5千`, `一百二`.

/// A piece of a number: a digit or several, or a power of ten.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Atom {
    /// A numeral.
    Digit(u128),
    /// Digits.
    Number(u128),
    /// Its exponent.
    Power(u32),
}

/// The value of what `atoms` say.
pub(super) fn total(atoms: &[Atom]) -> Option<u128> {
    if atoms.len() > 30 {
        return None;
    }
    let (mut total, mut section, mut number) = (0u128, 0u128, None::<u128>);
    let mut last = u32::MAX;
    for (place, &atom) in atoms.iter().enumerate() {
        let power = match atom {
            Atom::Power(power) => power,
            Atom::Digit(digit) | Atom::Number(digit) => {
                if number.is_some_and(|number| number != 0) {
                    return None;
                }
                number = Some(digit);
                continue;
            }
        };
        if power >= 4 {
            section = section.checked_add(number.take().unwrap_or(u128::from(place == 0)))?;
            let unit = 10u128.pow(power);
            if power == 8 {
                total = (total.checked_add(section)?).checked_mul(unit)?;
            } else {
                total = total.checked_add(section.checked_mul(unit)?)?;
            }
            section = 0;
            last = u32::MAX;
        } else {
            if power >= last {
                return None;
            }
            let times = match number.take() {
                Some(0) | None if power == 1 && section % 100 == 0 => 1,
                Some(times @ 1..10) => times,
                _ => return None,
            };
            section += times * 10u128.pow(power);
            last = power;
        }
    }
    // "一百二" is 120, "一万二" and "1万2" are 12000.
    let ending = number.unwrap_or(0);
    let before = atoms.len().checked_sub(2).map(|at| atoms[at]);
    let times = match before {
        Some(Atom::Power(power)) if power > 1 && (1..10).contains(&ending) => 10u128.pow(power - 1),
        // "2万5000", but not "2万50".
        Some(Atom::Power(power)) if ending >= 10 => {
            let fits = ending >= 100 && ending < 10u128.pow(power);
            fits.then_some(1)?
        }
        _ => 1,
    };
    total.checked_add(section)?.checked_add(ending * times)
}
