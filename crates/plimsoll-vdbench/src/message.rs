//! Messages of vdbench, as findings quote them.

/// The longest message that is quoted, in characters.
pub(crate) const LONGEST: usize = 300;

/// A message without blanks around it, cut after so many characters.
pub(crate) fn shortened(message: &str, longest: usize) -> String {
    let message = message.trim();
    match message.char_indices().nth(longest) {
        Some((end, _)) => format!("{}…", &message[..end]),
        None => message.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::shortened;

    #[test]
    fn a_message_is_cut_between_characters() {
        assert_eq!(shortened("  as it is ", 8), "as it is");
        assert_eq!(shortened("测试中断了", 3), "测试中…");
    }
}
