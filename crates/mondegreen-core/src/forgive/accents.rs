//! `accents`: which marks a word keeps, because without them it is another word of the language.
//!
//! A mark that is missing in the middle of a word (*telefono*, *teléfono*) says nothing. At its end it
//! may be all that tells a tense or a person (*pago*, *pagó*; *mange*, *mangé*), and some words are
//! told from others by it alone (*e*, *è*). The rules are those of the endings of verbs; words that
//! end so and are nothing else without the mark (*café*, *però*) are listed.

use unicode_normalization::UnicodeNormalization;

use super::folds::{parts, unaccented};

/// What a language tells by marks.
struct Marks {
    code: &'static str,
    /// Endings with a mark that tells tense or person.
    endings: &'static [&'static str],
    /// Words with such an ending that are no other word without the mark.
    free: &'static str,
    /// The same for endings.
    free_endings: &'static [&'static str],
    /// Words with another ending that are another word without the mark.
    kept: &'static str,
}

const LANGUAGES: &[Marks] = &[
    Marks {
        code: "cs",
        endings: &[],
        free: "",
        free_endings: &[],
        kept: "být dál domů řada řady řadu péče péči peče pás pásy dráha dráhy může \
            kříže šál šila vír zpráva",
    },
    Marks {
        code: "es",
        endings: &["é", "ó", "ará", "arás", "arán"],
        free: "café qué porqué aunqué bebé comité puré paté chalé bufé josé noé canapé consomé dió vió fué \
            guió ó é pié fé crié",
        free_endings: &[],
        kept: "está estás irá irás sí papá papás mamá mamás hacía sería serías sabía sabías pérdida pérdidas secretaría",
    },
    Marks {
        code: "fr",
        endings: &["é", "és"],
        free: "café cafés bébé bébés thé thés blé blés clé clés pré prés été étés santé volonté volontés \
            liberté libertés pitié moitié moitiés amitié amitiés degré degrés gré comité \
            comités canapé canapés carré carrés congé congés beauté beautés nouveauté nouveautés \
            communauté communautés propreté sûreté naïveté fierté difficulté difficultés faculté \
            facultés bonté comté comtés parenté supermarché supermarchés hypermarché josé andré rené",
        free_endings: &["lité", "rité", "vité", "sité", "nité", "lités", "rités", "vités", "sités", "nités"],
        kept: "où dès maïs mûr mûrs jeûne pécheur pécheurs tâche tâches",
    },
    Marks {
        code: "it",
        endings: &["ò", "ì"],
        free: "però ciò può perciò sarò darò starò andrò potrò dovrò saprò vedrò avrò vivrò berrò \
            verrò vorrò terrò rimarrò porrò dirò così lunedì martedì mercoledì giovedì venerdì lì \
            mezzodì oibò",
        free_endings: &["cherò", "gherò"],
        kept: "è metà dà né nè sé sè tè papà",
    },
    Marks {
        code: "pt",
        endings: &["ará", "arás", "ámos"],
        free: "",
        free_endings: &[],
        kept: "é está estás dá dás irá irás dê dês sé têm vêm pôde pôr avó avô avós avôs nós país saí caí traí \
            saía saías caía caías sábia sábias maçã maçãs taça cocô secretária secretárias faça faças façam faço força forças \
            às",
    },
];

/// Verbs of French in *-iter*, of which *-ité* is the participle, though nouns end so too.
const FRENCH_VERBS: &str = "visité invité évité hésité profité limité cité mérité habité imité quitté \
    excité récité facilité nécessité débité crédité irrité hérité abrité effrité édité réédité précipité \
    sollicité félicité exploité agité cogité suscité ressuscité gravité alité délimité parasité \
    réhabilité accrédité gîté réinvité déshérité";

fn listed(list: &str, word: &str) -> bool {
    list.split_ascii_whitespace().any(|each| each == word)
}

impl Marks {
    /// How many of the last code points of `word`, in lower case, keep their marks.
    fn kept(&self, word: &str) -> usize {
        if listed(self.kept, word) {
            return word.chars().count();
        }
        let Some(ending) = self.endings.iter().find(|end| word.ends_with(**end)) else {
            return 0;
        };
        let verb = self.code == "fr" && listed(FRENCH_VERBS, word.trim_end_matches('s'));
        let free = self.free_endings.iter().any(|end| word.ends_with(*end));
        if listed(self.free, word) || free && !verb {
            return 0;
        }
        ending.chars().count()
    }
}

/// The word without accents, except for those that make another word of it in one of the languages.
pub fn plain(word: &str, letters: &[char], codes: &[&str]) -> String {
    if word.is_ascii() {
        return word.to_string();
    }
    let marks = || LANGUAGES.iter().filter(|each| codes.contains(&each.code));
    if marks().next().is_none() || word.len() > LONGEST {
        return unaccented(word, letters);
    }
    if word.contains(' ') {
        let each: Vec<String> = word
            .split(' ')
            .map(|word| plain(word, letters, codes))
            .collect();
        return each.join(" ");
    }
    let word: String = word.nfc().collect();
    let (lead, core, trail) = parts(&word);
    let low = core.to_lowercase();
    let kept = marks().map(|each| each.kept(&low)).max().unwrap_or(0);
    if kept == 0 {
        return unaccented(&word, letters);
    }
    let from = core
        .char_indices()
        .rev()
        .nth(kept - 1)
        .map_or(0, |(at, _)| at);
    let end: String = core[from..].chars().map(one_kind).collect();
    let [lead, stem, trail] = [lead, &core[..from], trail].map(|part| unaccented(part, letters));
    format!("{lead}{stem}{end}{trail}")
}

/// No word of the lists is so long, nor any word of a language.
const LONGEST: usize = 200;

/// Italian writes one word with either mark (*né*, *nè*), and no two words differ in it alone.
fn one_kind(point: char) -> char {
    match point {
        'è' => 'é',
        'È' => 'É',
        point => point,
    }
}

/// Whether both words have signs for their short vowels, and not the same: *كَتَبَ*, *كُتِبَ*.
///
/// A sign that is missing on one side says nothing.
pub fn contradict(words: [&str; 2]) -> bool {
    let vowel = |point: char| matches!(point, '\u{64B}'..='\u{650}' | '\u{5B0}'..='\u{5BB}');
    if !words.iter().all(|word| word.contains(vowel)) {
        return false;
    }
    let [one, other] = words.map(|word| {
        let mut letters: Vec<Option<char>> = vec![None];
        for point in word.nfd() {
            if vowel(point) {
                *letters.last_mut().expect("a first one") = Some(point);
            } else if !unicode_normalization::char::is_combining_mark(point) && point != '\u{640}' {
                letters.push(None);
            }
        }
        letters
    });
    let two = |(one, other): (&Option<char>, &Option<char>)| {
        one.is_some() && other.is_some() && one != other
    };
    one.iter().zip(&other).any(two)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_that_are_kept() {
        for (code, word, plain_word) in [
            ("es", "pagó", "pagó"),
            ("es", "¡Pagó!", "¡Pagó!"),
            ("es", "teléfono", "telefono"),
            ("es", "telefoneó", "telefoneó"),
            ("es", "según", "segun"),
            ("es", "café", "cafe"),
            ("es", "prepárará", "preparará"),
            ("fr", "déjeuné", "dejeuné"),
            ("fr", "qualité", "qualite"),
            ("fr", "visité", "visité"),
            ("fr", "hésités", "hesités"),
            ("fr", "cité", "cité"),
            ("fr", "densités", "densites"),
            ("it", "città", "citta"),
            ("it", "PAGÒ", "PAGÒ"),
            ("it", "nè", "né"),
            ("pt", "avô", "avô"),
            ("pt", "você", "voce"),
            ("en", "pagó", "pago"),
        ] {
            assert_eq!(plain(word, &[], &[code]), plain_word, "{code} {word}");
        }
        assert_eq!(plain("pago\u{301} mas", &[], &["es"]), "pagó mas");
    }

    #[test]
    fn vowels_that_contradict() {
        assert!(contradict(["كَتَبَ", "كُتِبَ"]));
        assert!(!contradict(["كتب", "كُتِبَ"]));
        assert!(!contradict(["كَتب", "كَتَبَ"]));
        assert!(contradict(["كَتَبْتُ", "كَتَبْتَ"]));
        assert!(!contradict(["café", "cafè"]));
    }
}
