//! What was meant by a word that is nearly right.

/// A word that nobody knows.
#[derive(Copy, Clone, Debug)]
pub struct Fuzzy<'a> {
    word: &'a str,
}

impl<'a> Fuzzy<'a> {
    /// What is it like?
    pub fn new(word: &'a str) -> Fuzzy<'a> {
        Fuzzy { word }
    }

    /// The known word that is nearest, if one is near: a third of its letters may
    /// be wrong, missing, too many, or swapped with their neighbours.
    pub fn nearest<'k>(self, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
        let near = known.into_iter().map(|known| (distance(self.word, known), known));
        let (distance, known) = near.min_by_key(|&(distance, _)| distance)?;
        (distance <= known.chars().count().div_ceil(3)).then_some(known)
    }
}

/// Damerau's edit distance (optimal string alignment), without regard to case.
fn distance(one: &str, other: &str) -> usize {
    let letters = |text: &str| text.chars().take(64).flat_map(char::to_lowercase).collect();
    let (one, other): (Vec<char>, Vec<char>) = (letters(one), letters(other));
    let mut rows = vec![(0..=other.len()).collect::<Vec<_>>()];
    for (i, a) in one.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, b) in other.iter().enumerate() {
            let substituted = rows[i][j] + usize::from(a != b);
            let mut best = substituted.min(rows[i][j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *a == other[j - 1] && one[i - 1] == *b {
                best = best.min(rows[i - 1][j - 1] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows[one.len()][other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_words_are_found() {
        let nearest = |word| Fuzzy::new(word).nearest(["play", "perft", "bench", "arena"]);
        assert_eq!(nearest("paly"), Some("play"));
        assert_eq!(nearest("PLAY!"), Some("play"));
        assert_eq!(nearest("prft"), Some("perft"));
        assert_eq!(nearest("stockfish"), None);
        assert_eq!(nearest(""), None);
        assert_eq!(distance("ab", "ba"), 1);
        assert_eq!(distance("kitten", "sitting"), 3);
    }
}
