//! Plain text in 80 columns.

/// Columns of the terminal that the program writes for.
pub const WIDTH: usize = 80;

/// Words in lines of at most [`WIDTH`] columns, every line but the first behind `indent` spaces; `first` starts it.
pub fn wrap(first: &str, indent: usize, words: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let mut text = String::from(first);
    let (mut column, mut gap) = (first.chars().count(), "");
    for word in words {
        let width = word.as_ref().chars().count();
        if !gap.is_empty() && column + 1 + width > WIDTH {
            text += &format!("\n{:indent$}", "");
            (column, gap) = (indent, "");
        }
        text += gap;
        text += word.as_ref();
        column += gap.len() + width;
        gap = " ";
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_fit_and_keep_every_word() {
        let words: Vec<String> = (0..60).map(|n| format!("word{n}")).collect();
        let text = wrap("  - ", 4, &words);
        assert!(text.lines().count() > 1 && text.lines().all(|line| line.len() <= WIDTH));
        assert!(text.lines().skip(1).all(|line| line.starts_with("    word")));
        assert_eq!(text[4..].split_whitespace().collect::<Vec<_>>(), words);
    }

    #[test]
    fn a_word_wider_than_the_page_stays_whole() {
        let long = "x".repeat(100);
        assert_eq!(wrap("", 2, ["a", &long]), format!("a\n  {long}\n"));
    }
}
