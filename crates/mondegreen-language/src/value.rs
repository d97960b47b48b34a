//! Exact values of a fixed size: numbers, digits, fractions, clock times, dates and units.

/// The index of a kind of row, such as `time`; [`INNER`] for the values of inner sets.
pub type Kind = u8;
/// The kind of a value that only other rows use.
pub const INNER: Kind = 0;
/// The identifier of a unit, a currency or another name that a class gives; zero is none.
pub type Name = u16;

/// A value that two spans can be compared by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub struct Value {
    /// The number without its decimal mark: 3.50 is 35 with one place.
    pub number: i128,
    /// The second and third component of a time or a date, each a [`Value::component`], or the
    /// denominator of a fraction.
    pub more: [u32; 2],
    /// The unit, the currency or the month, and another name.
    pub name: Name,
    pub other: Name,
    /// What the row says it is.
    pub kind: Kind,
    /// How many digits stand after the decimal mark.
    pub places: u8,
    /// How many digits a string of digits has; zero for a number.
    pub digits: u8,
    /// Whether `more` holds a denominator.
    pub fraction: bool,
}

impl Value {
    /// A whole number.
    #[must_use]
    pub fn whole(number: i128) -> Self {
        Self {
            number,
            ..Self::default()
        }
    }

    /// A name that a class gives.
    #[must_use]
    pub fn named(name: Name) -> Self {
        Self {
            name,
            ..Self::default()
        }
    }

    /// Whether it is a whole number that is not negative.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.places == 0 && !self.fraction && self.name == 0 && self.number >= 0
    }

    /// A whole number and a fraction as a decimal number; `None` where that has more than two places.
    #[must_use]
    pub(crate) fn with_fraction(&self, part: &Self) -> Option<Self> {
        let below = i128::from(part.more[0].max(1));
        let whole = self.is_whole() && part.fraction;
        let number = self.number.checked_mul(below)?.checked_add(part.number)?;
        let sum = Self { number, ..*part }.shortest();
        (whole && !sum.fraction && sum.places <= 2).then_some(sum)
    }

    /// As a part of a time or a date: the number, or its thousandths, counted
    /// down from the largest part.
    ///
    /// A decimal part has at most three places and is less than 16,777; 10.50 is 10.5.
    #[must_use]
    pub fn component(&self) -> Option<u32> {
        let number = u32::try_from(self.number).ok().filter(|_| !self.fraction)?;
        match self.places {
            0 => Some(number),
            places => {
                let thousandths =
                    number.checked_mul(10_u32.checked_pow(3_u32.checked_sub(places.into())?)?)?;
                (thousandths < 1 << 24).then_some(u32::MAX - thousandths)
            }
        }
    }

    /// The value of a [`Value::component`].
    #[must_use]
    pub fn of_component(part: u32) -> Self {
        match u32::MAX - part {
            thousandths if thousandths < 1 << 24 => Self {
                places: 3,
                ..Self::whole(thousandths.into())
            }
            .shortest(),
            _ => Self::whole(part.into()),
        }
    }

    /// One number times another.
    #[must_use]
    pub fn times(mut self, by: &Self) -> Option<Self> {
        self.number = self.number.checked_mul(by.number)?;
        self.places += by.places;
        self.digits = 0;
        if self.fraction || by.fraction {
            let below = |value: &Self| if value.fraction { value.more[0] } else { 1 };
            self.more[0] = below(&self).checked_mul(below(by))?;
            self.fraction = true;
            self = self.shortest();
        }
        Some(self)
    }

    /// The number times a power of ten.
    #[must_use]
    pub fn scaled(mut self, power: u32) -> Self {
        let lost = power.min(u32::from(self.places));
        self.places -= lost as u8;
        self.number = 10_i128
            .checked_pow(power - lost)
            .and_then(|by| self.number.checked_mul(by))
            .unwrap_or(i128::MAX);
        self.digits = 0;
        self
    }

    /// Bytes that are equal where values are: a key of sets of values of one pack.
    #[must_use]
    pub fn key(&self) -> [u8; 32] {
        let mut key = [0; 32];
        key[..16].copy_from_slice(&self.number.to_le_bytes());
        key[16..20].copy_from_slice(&self.more[0].to_le_bytes());
        key[20..24].copy_from_slice(&self.more[1].to_le_bytes());
        key[24..26].copy_from_slice(&self.name.to_le_bytes());
        key[26..28].copy_from_slice(&self.other.to_le_bytes());
        key[28..].copy_from_slice(&[self.kind, self.places, self.digits, self.fraction.into()]);
        key
    }

    /// The same value in its shortest form: 3.50 is 3.5, 2/4 is 1/2, 5/2 is 2.5, 15 in two digits is 15.
    #[must_use]
    pub fn shortest(mut self) -> Self {
        if digits_in(self.number) >= self.digits {
            self.digits = 0;
        }
        if self.fraction {
            let below = i128::from(self.more[0].max(1));
            let common = divisor(self.number.abs(), below).max(1);
            let (above, mut below) = (self.number / common, below / common);
            let (mut by, mut places) = (1_i128, 0_u8);
            while below % 10 == 0 || below % 2 == 0 || below % 5 == 0 {
                let factor = if below % 10 == 0 {
                    10
                } else if below % 2 == 0 {
                    2
                } else {
                    5
                };
                below /= factor;
                by *= 10 / factor;
                places += 1;
            }
            let exact = (below == 1).then(|| above.checked_mul(by)).flatten();
            if let Some(number) = exact {
                self = Self {
                    number,
                    places,
                    fraction: false,
                    more: [0, self.more[1]],
                    ..self
                };
            } else {
                self.number = above;
                let whole = i128::from(self.more[0].max(1)) / common;
                self.more[0] = u32::try_from(whole).unwrap_or(u32::MAX);
            }
        }
        while self.places > 0 && self.number % 10 == 0 {
            self.number /= 10;
            self.places -= 1;
        }
        self
    }

    /// Append the figures that it is written in.
    pub fn write(&self, point: char, out: &mut String) {
        if self.fraction {
            number(self.number, 0, out);
            out.push('/');
            number(i128::from(self.more[0]), 0, out);
            return;
        }
        let start = out.len();
        number(
            self.number,
            usize::from(self.digits).max(usize::from(self.places) + 1),
            out,
        );
        if self.places > 0 {
            let sign = usize::from(self.number < 0);
            let at = out.len() - usize::from(self.places);
            debug_assert!(at > start + sign);
            out.insert(at, point);
        }
    }
}

/// How many digits a number has.
#[must_use]
pub fn digits_in(number: i128) -> u8 {
    (number.unsigned_abs().checked_ilog10()).map_or(1, |log| log as u8 + 1)
}

/// Append the digits of a number, at least `least` of them.
fn number(value: i128, least: usize, out: &mut String) {
    let mut rest = value.unsigned_abs();
    let mut digits = [b'0'; 40];
    let mut at = digits.len();
    while rest > 0 || digits.len() - at < least.max(1).min(digits.len()) {
        at -= 1;
        digits[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
    if value < 0 {
        out.push('-');
    }
    out.extend(digits[at..].iter().map(|&digit| char::from(digit)));
}

fn divisor(mut one: i128, mut other: i128) -> i128 {
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one
}

#[cfg(test)]
mod tests {
    use super::Value;

    fn fraction(above: i128, below: u32) -> Value {
        Value {
            number: above,
            more: [below, 0],
            fraction: true,
            ..Value::default()
        }
    }

    #[test]
    fn a_fraction_that_ends_is_a_decimal() {
        let half = fraction(5, 2).shortest();
        assert_eq!((half.number, half.places, half.fraction), (25, 1, false));
        assert_eq!(fraction(2, 6).shortest(), fraction(1, 3).shortest());
        assert_eq!(fraction(1, 8).shortest().number, 125);
    }

    #[test]
    fn figures_are_written_with_their_zeros_and_places() {
        let text = |value: Value| {
            let mut out = String::new();
            value.write('.', &mut out);
            out
        };
        assert_eq!(
            text(Value {
                number: 5,
                places: 2,
                ..Value::default()
            }),
            "0.05"
        );
        assert_eq!(
            text(Value {
                number: 7,
                digits: 3,
                ..Value::default()
            }),
            "007"
        );
        assert_eq!(
            text(Value {
                number: -35,
                places: 1,
                ..Value::default()
            }),
            "-3.5"
        );
        assert_eq!(text(Value::whole(0)), "0");
        assert_eq!(text(Value::whole(12).scaled(3)), "12000");
    }
}
