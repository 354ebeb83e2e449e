//! What a server's answers to the two opening questions are worth, and what is kept of them; it
//! knows no pipe, no clock and no next step.

use crate::{
    era::{Heard, Refusal},
    error::{Error, RpcError},
    hello::Hello,
    legacy,
    modern::{self, Discovery},
    pending::Reply,
    settings::{Era, LEGACY_VERSION, MODERN_VERSION},
};

/// What one process has said so far.
#[derive(Debug, Default)]
pub(crate) struct Evidence {
    modern: Option<Hello>,
    legacy: Option<Hello>,
    /// The older version that it wants `initialize` to ask for.
    older: Option<&'static str>,
    /// The versions that it named.
    versions: Vec<String>,
    /// The last thing that was of no use.
    refusal: Option<String>,
}

impl Evidence {
    /// Takes the answer to `server/discover`; `None` when it is the news of the server's end.
    pub(crate) fn discovered(&mut self, reply: Reply) -> Option<Heard> {
        let found = match reply {
            Ok(result) => modern::read(&result),
            Err(Error::Rpc(refused)) => {
                self.refused(modern::DISCOVER, &refused);
                modern::read_refusal(&refused)
            }
            Err(error) => self.other(&error).map(|()| Discovery::Useless)?,
        };
        Some(match found {
            Discovery::Usable(hello) => {
                self.modern = Some(*hello);
                Heard::Discovered
            }
            Discovery::Versions(versions, named) => {
                self.versions = named;
                Heard::Versions(versions)
            }
            Discovery::Useless => Heard::DiscoverRefused,
        })
    }

    /// Takes the answer to `initialize`; `None` when it is the news of the server's end.
    pub(crate) fn initialized(&mut self, reply: Reply) -> Option<Heard> {
        let refusal = match reply.and_then(|result| legacy::read(&result)) {
            Ok(hello) => {
                self.legacy = Some(hello);
                return Some(Heard::Initialized);
            }
            Err(Error::Unreadable(why)) => {
                self.refusal = Some(why);
                Refusal::Other
            }
            Err(Error::Rpc(refused)) => {
                self.refused(legacy::INITIALIZE, &refused);
                let named = modern::supported(&refused).unwrap_or_default();
                self.older = legacy::newest(&named);
                if !named.is_empty() {
                    self.versions = named;
                }
                match self.older {
                    Some(_) => Refusal::Older,
                    None => modern::read_initialize_refusal(&refused),
                }
            }
            Err(error) => self.other(&error).map(|()| Refusal::Other)?,
        };
        Some(Heard::InitializeRefused(refusal))
    }

    /// The version that `initialize` should ask for.
    pub(crate) fn version(&self) -> &'static str {
        self.older.unwrap_or(LEGACY_VERSION)
    }

    /// Whether anything it said was of no use.
    pub(crate) fn refused_anything(&self) -> bool {
        self.refusal.is_some()
    }

    /// What it said of itself in this era.
    pub(crate) fn hello(&mut self, era: Era) -> Option<Hello> {
        match era {
            Era::Legacy => self.legacy.take(),
            Era::Modern => self.modern.take(),
        }
    }

    /// Why it is of no use.
    pub(crate) fn failure(self) -> Error {
        let mut text = self.refusal.unwrap_or_else(|| "its answers are of no use".to_owned());
        if !self.versions.is_empty() {
            let theirs = self.versions.join("`, `");
            text.push_str(&format!(
                "; it speaks `{theirs}`, and this client `{MODERN_VERSION}` and `{LEGACY_VERSION}`"
            ));
        }
        Error::Protocol(text)
    }

    fn refused(&mut self, method: &str, refused: &RpcError) {
        let code = refused.code.map(|code| format!(" (code {code})")).unwrap_or_default();
        self.refusal = Some(format!("it refused `{method}`: {refused}{code}"));
    }

    /// An answer that is no answer; `None` when there is nobody to give one.
    fn other(&mut self, error: &Error) -> Option<()> {
        if matches!(error, Error::Ended { .. } | Error::Closed | Error::NotSent { .. }) {
            return None;
        }
        self.refusal = Some(error.to_string());
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::era::Versions;

    fn refused(code: i64, versions: &[&str]) -> Reply {
        let data = Some(json!({ "supported": versions }));
        Err(RpcError { code: Some(code), message: "no".to_owned(), data }.into())
    }

    #[test]
    fn versions_that_nobody_here_speaks_are_named_in_the_failure() {
        let mut evidence = Evidence::default();
        let heard = evidence.discovered(refused(-32022, &["2027-02-02"]));
        assert_eq!(heard, Some(Heard::Versions(Versions::Others)));
        assert!(
            evidence.failure().to_string().contains("`2027-02-02`, and this client `2026-07-28`")
        );
    }

    #[test]
    fn a_refusal_is_told_with_its_method_and_code() {
        let mut evidence = Evidence::default();
        let heard = evidence.initialized(refused(-32000, &[]));
        assert_eq!(heard, Some(Heard::InitializeRefused(Refusal::Other)));
        let text = evidence.failure().to_string();
        assert!(text.ends_with("it refused `initialize`: no (code -32000)"), "{text}");
    }

    #[test]
    fn an_older_version_in_a_refusal_is_asked_for_next() {
        let mut evidence = Evidence::default();
        assert_eq!(evidence.version(), "2025-11-25");
        let heard = evidence.initialized(refused(-32602, &["2024-11-05", "2025-03-26"]));
        assert_eq!(heard, Some(Heard::InitializeRefused(Refusal::Older)));
        assert_eq!(evidence.version(), "2025-03-26");
    }

    #[test]
    fn the_news_of_an_end_is_no_answer() {
        let mut evidence = Evidence::default();
        assert_eq!(evidence.discovered(Err(Error::Closed)), None);
        assert_eq!(evidence.initialized(Err(Error::Ended { how: String::new() })), None);
        assert_eq!(
            evidence.discovered(Err(Error::TooLarge { limit: 1 })),
            Some(Heard::DiscoverRefused)
        );
        assert!(evidence.refused_anything());
    }
}
