//! Set phrases of Chinese in which numerals are no numbers: `三番五次`, `一点一滴`, `万万没想到`.

use std::collections::HashMap;
use std::sync::OnceLock;

/// A phrase, and the characters behind it with which it is something else: `一条龙虾` is a lobster.
type Saying = (Vec<char>, Vec<char>);

/// Traditional characters of the rules of this room and of its phrases, each before its simplified one.
const TRADITIONAL: &str =
    "萬万億亿兩两個个條条張张點点幾几數数龍龙勁劲敵敌經经頭头離离計计網网魚鱼塊块載载\
    場场夢梦難难驚惊穫获貨货錢钱說说話话臺台負负勝胜擔担評评漲涨減减給给贏赢輸输約约書书獲获\
    險险領领戰战擊击蝦虾鬚须裡里麼么鐘钟時时間间歲岁週周禮礼沒没別别";

/// The simplified character, where a rule of this room knows its traditional one.
pub(super) fn simplified(point: char) -> char {
    static ALL: OnceLock<HashMap<char, char>> = OnceLock::new();
    let all = ALL.get_or_init(|| {
        let points: Vec<char> = TRADITIONAL.chars().collect();
        points.chunks(2).map(|pair| (pair[0], pair[1])).collect()
    });
    all.get(&point).copied().unwrap_or(point)
}

/// Behind the set phrase that begins at `from`, if one does.
pub(super) fn ends(word: &[char], from: usize) -> Option<usize> {
    static ALL: OnceLock<HashMap<char, Vec<Saying>>> = OnceLock::new();
    let all = ALL.get_or_init(|| read(include_str!("data/sayings/zh.txt")));
    let is = |at: usize, point: char| word.get(at).is_some_and(|&is| simplified(is) == point);
    let sayings = all.get(&simplified(word[from]))?;
    sayings.iter().find_map(|(saying, other)| {
        let end = from + saying.len();
        let same = saying.iter().zip(from..).all(|(&point, at)| is(at, point));
        (same && !other.iter().any(|&point| is(end, point))).then_some(end)
    })
}

/// The phrases of a list by their first characters.
fn read(list: &str) -> HashMap<char, Vec<Saying>> {
    let mut all: HashMap<char, Vec<Saying>> = HashMap::new();
    for line in list.lines().filter(|line| !line.starts_with('#')) {
        let (saying, other) = line.split_once(' ').unwrap_or((line, ""));
        let saying: Vec<char> = saying.chars().collect();
        let other = other.chars().collect();
        all.entry(saying[0]).or_default().push((saying, other));
    }
    all
}
