//! What a mistyped word was probably meant to be.

/// The known word that is nearest to `word`, if one is near enough: within one
/// typing mistake, or one for every three letters. Capitals make no difference.
pub(crate) fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let typed: Vec<char> = word.chars().flat_map(char::to_lowercase).collect();
    // A word that shares no letter is no mistyped one.
    let most = (typed.len() / 3).max(1).min(typed.len().saturating_sub(1));
    let distance = |known: &str| {
        let known: Vec<char> = known.chars().flat_map(char::to_lowercase).collect();
        let apart = known.len().abs_diff(typed.len());
        (apart <= most).then(|| distance(&typed, &known))
    };
    known
        .into_iter()
        .filter_map(|word| Some((distance(word)?, word)))
        .filter(|&(distance, _)| distance <= most)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, word)| word)
}

/// The Damerau–Levenshtein distance (optimal string alignment): how many
/// letters were left out, added, replaced, or swapped with their neighbour.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for i in 0..a.len() {
        let mut row = vec![i + 1];
        for j in 0..b.len() {
            let replaced = above[j] + usize::from(a[i] != b[j]);
            let mut least = replaced.min(above[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j] {
                least = least.min(before[j - 1] + 1);
            }
            row.push(least);
        }
        before = above;
        above = row;
    }
    above[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        let distance = |a: &str, b: &str| {
            let [a, b] = [a, b].map(|text| text.chars().collect::<Vec<_>>());
            assert_eq!(distance(&a, &b), distance(&b, &a));
            distance(&a, &b)
        };
        for (a, b, expected) in [
            ("", "", 0),
            ("", "abc", 3),
            ("play", "play", 0),
            ("paly", "play", 1),
            ("pla", "play", 1),
            ("plaay", "play", 1),
            ("plax", "play", 1),
            ("kitten", "sitting", 3),
            // A letter is not swapped twice.
            ("ca", "abc", 3),
        ] {
            assert_eq!(distance(a, b), expected, "{a} {b}");
        }
    }

    #[test]
    fn the_nearest_word_if_any_is_near() {
        let known = ["play", "perft", "bench", "datagen", "data", "tb", "Hash", "d"];
        for (word, expected) in [
            ("paly", Some("play")),
            ("PLAY", Some("play")),
            ("hsah", Some("Hash")),
            ("dategan", Some("datagen")),
            ("date", Some("data")),
            ("tbb", Some("tb")),
            ("prft", Some("perft")),
            ("fly", None),
            ("x", None),
            ("", None),
            ("bnhc", None),
            ("entirely", None),
        ] {
            assert_eq!(nearest(word, known), expected, "{word}");
        }
        assert_eq!(nearest("play", []), None);
    }

    #[test]
    fn long_words_take_no_time() {
        assert_eq!(nearest(&"play".repeat(100_000), ["play"]), None);
    }
}
