//! Looks at a message of which only the beginning is there, or which is not quite JSON.

/// What the plain fields before the first array or object tell.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Glimpse {
    /// Whether it begins like a message, or a batch of them.
    pub(crate) looks_like_json: bool,
    jsonrpc: bool,
    method: bool,
    id: Option<u64>,
}

impl Glimpse {
    /// Looks at the beginning of a line.
    pub(crate) fn at(head: &[u8]) -> Self {
        let head = head.trim_ascii_start();
        let mut seen =
            Self { looks_like_json: matches!(head, [b'{' | b'[', ..]), ..Self::default() };
        // Where nothing more can be told apart, what was seen so far is all there is.
        if let [b'{', fields @ ..] = head {
            seen.fields(fields);
        }
        seen
    }

    /// The request of ours that a broken line answers, if it is certain.
    pub(crate) fn reply_to(self) -> Option<u64> {
        self.id.filter(|_| self.jsonrpc && !self.method)
    }

    /// Whether this may be a reply, and to what.
    pub(crate) fn may_reply(self) -> Option<Option<u64>> {
        (self.looks_like_json && !self.method).then_some(self.id)
    }

    fn fields(&mut self, mut rest: &[u8]) -> Option<()> {
        loop {
            let (key, after) = string(rest.trim_ascii_start())?;
            self.jsonrpc |= key == b"jsonrpc";
            self.method |= key == b"method";
            rest = after.trim_ascii_start().strip_prefix(b":")?.trim_ascii_start();
            let (value, after) = match rest.first()? {
                b'"' => string(rest)?,
                b'[' | b'{' => return None,
                _ => rest.split_at(rest.iter().position(|byte| b",}".contains(byte))?),
            };
            if key == b"id" {
                self.id = std::str::from_utf8(value.trim_ascii()).ok()?.parse().ok();
            }
            rest = after.trim_ascii_start().strip_prefix(b",")?;
        }
    }
}

/// The inside of the JSON string that `text` begins with, and what comes after it.
fn string(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let inside = text.strip_prefix(b"\"")?;
    let mut escaped = false;
    let end = inside.iter().position(|byte| {
        let ends = *byte == b'"' && !escaped;
        escaped = *byte == b'\\' && !escaped;
        ends
    })?;
    Some((inside.get(..end)?, inside.get(end + 1..)?))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, prop, proptest};

    use super::*;

    fn may_reply(head: &str) -> Option<Option<u64>> {
        Glimpse::at(head.as_bytes()).may_reply()
    }

    #[test]
    fn the_id_is_found_before_the_first_array_or_object() {
        assert_eq!(
            may_reply(r#"{"jsonrpc":"2.0","id":9,"result":{"content":[{"te"#),
            Some(Some(9))
        );
        assert_eq!(may_reply(r#"{"a\"b":"c\\","id":"9","#), Some(Some(9)));
        assert_eq!(may_reply(r#"{"result":{"content":[{"te"#), Some(None));
        assert_eq!(may_reply(r#"[{"jsonrpc":"2.0","id":9,"#), Some(None));
    }

    #[test]
    fn what_the_server_asks_or_says_is_no_reply() {
        assert_eq!(
            may_reply(r#"{"jsonrpc":"2.0","method":"notifications/message","params":{"#),
            None
        );
        assert_eq!(may_reply(r#"{"jsonrpc":"2.0","id":9,"method":"ping","params":{"#), None);
        assert_eq!(may_reply("xxxx"), None);
    }

    #[test]
    fn a_broken_line_is_a_reply_only_where_it_says_so() {
        assert_eq!(
            Glimpse::at(br#"{"jsonrpc":"2.0","id":9,"result":{"n":NaN}}"#).reply_to(),
            Some(9)
        );
        assert_eq!(Glimpse::at(br#"{"id":9,"level":info}"#).reply_to(), None);
    }

    proptest! {
        #[test]
        fn no_bytes_do_harm(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            Glimpse::at(&bytes);
            Glimpse::at(&[b"{\"id\":".as_slice(), &bytes].concat());
        }
    }
}
