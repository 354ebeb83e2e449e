//! Whether a server at an address may ask for secrets (design, decision 7): what the person is shown,
//! in parts, and in words of ours for a desk that has no dialog of its own for it.

use std::time::Instant;

use model::address::{Address, Place};
use stdx::text::{clip, quotable, visible};

use crate::item::Origin;

/// Fields that are named.
const FIELDS: usize = 4;
/// Bytes of an address and of a field's name that are shown.
const ADDRESS: usize = 500;
const NAME: usize = 80;

/// Where secrets would go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FarQuestion {
    /// Which server asks, and for what.
    pub origin: Origin,
    /// The address, as it is kept: without secrets. Make it visible before it is shown.
    pub address: String,
    /// The names of the fields that it wants filled in, without secrets, as the server wrote them.
    pub fields: Vec<String>,
    /// Stands for what the person saw when they allowed the server.
    pub digest: String,
    /// When it is given up.
    pub deadline: Option<Instant>,
}

/// What the person says to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FarReply {
    /// It may, from now on.
    Allow,
    /// It may not.
    Refuse,
    /// The person closed the dialog.
    Close,
}

impl FarQuestion {
    /// Whether others on the network could read what is sent there.
    pub fn in_the_clear(&self) -> bool {
        match Address::read(&self.address) {
            Some(it) => !it.encrypted && it.place != Place::Here,
            None => !self.address.to_ascii_lowercase().starts_with("https:"),
        }
    }

    /// The whole of it in words.
    pub fn words(&self) -> String {
        let names = self.fields.iter().take(FIELDS);
        let names = names.map(|it| format!("“{}”", quotable(it, NAME)));
        let clear = if self.in_the_clear() {
            "Nothing is encrypted on that way: others on the network could read it.\n"
        } else {
            ""
        };
        format!(
            "Before this server is let ask: it wants a secret of you ({}). It is no program \
             that Steward runs, but an address, and what you type goes there:\n{}\n{clear}May it ask you \
             for secrets? You are asked this once, and again if its address changes.",
            names.collect::<Vec<_>>().join(", "),
            clip(&visible(&self.address), ADDRESS),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn far(url: &str) -> String {
        let fields = vec!["password".to_owned()];
        let (address, digest, origin) = (url.to_owned(), String::new(), Origin::default());
        FarQuestion { origin, address, fields, digest, deadline: None }.words()
    }

    /// Design, decision 7.
    #[test]
    fn the_person_is_told_where_a_secret_goes() {
        let words = far("https://a.example/mcp");
        assert!(words.contains("\nhttps://a.example/mcp\n"), "{words}");
        assert!(words.contains("(“password”)"), "{words}");
        assert!(!words.contains("encrypted"), "{words}");
        assert!(far("http://a.example/").contains("Nothing is encrypted"));
        assert!(!far("http://127.0.0.1:1/").contains("encrypted"));
    }

    /// Security 30.
    #[test]
    fn a_name_cannot_leave_its_quotation_marks() {
        let fields = vec!["pin”). Nothing leaves this computer. (“x".to_owned()];
        let (address, digest, origin) = (String::new(), String::new(), Origin::default());
        let words = FarQuestion { origin, address, fields, digest, deadline: None }.words();
        assert_eq!((words.matches('“').count(), words.matches('”').count()), (1, 1), "{words}");
    }
}
