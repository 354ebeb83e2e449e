//! What a running server lists beside its tools: which of the lists are read, and what becomes of
//! what comes. It keeps them in memory alone.

use model::{
    listed::{Listed, Offered},
    prompt::Prompt,
    resource::{Resource, Template},
};

use crate::{
    convert, gaps, offered,
    redact::Redactor,
    redacted,
    supervisor::{
        listing::{Listing, Read, Told},
        run::News,
    },
};

/// The lists of one connection.
pub(super) struct Offering {
    prompts: Listing<mcp::Listed<mcp::Prompt>>,
    resources: Listing<mcp::Listed<mcp::Resource>>,
    templates: Listing<mcp::Listed<mcp::Template>>,
}

/// A list that came, or failed to.
pub(super) enum Came {
    Prompts(Result<mcp::Listed<mcp::Prompt>, mcp::Error>),
    Resources(Result<mcp::Listed<mcp::Resource>, mcp::Error>),
    Templates(Result<mcp::Listed<mcp::Template>, mcp::Error>),
}

/// Which list is another one now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Changed {
    Prompts,
    Resources,
}

impl Offering {
    /// Reads what the server says that it has, at once. What it does not speak of is read when it
    /// says that it changed.
    pub(super) fn new(client: &mcp::Client) -> Self {
        let offers = client.offers();
        Self {
            prompts: listing(client, offers.prompts, |it| {
                Box::pin(async move { it.prompts().await })
            }),
            resources: listing(client, offers.resources, |it| {
                Box::pin(async move { it.resources().await })
            }),
            templates: listing(client, offers.resources, |it| {
                Box::pin(async move { it.resource_templates().await })
            }),
        }
    }

    /// What is known before the first list has come: nothing, or that there is none.
    pub(super) fn at_first(client: &mcp::Client) -> Offered {
        let offers = client.offers();
        Offered {
            prompts: (!offers.prompts).then(Listed::default),
            resources: (!offers.resources).then(Listed::default),
            templates: (!offers.resources).then(Listed::default),
        }
    }

    /// The server says that something changed.
    pub(super) fn heard(&mut self, news: &News) {
        match news {
            News::PromptsChanged => self.prompts.changed(),
            News::ResourcesChanged => {
                self.resources.changed();
                self.templates.changed();
            }
            News::ToolsChanged | News::Updated(_) | News::Warned => {}
        }
    }

    /// The next list. Dropping the future loses nothing.
    pub(super) async fn next(&mut self) -> Came {
        tokio::select! {
            it = self.prompts.next() => Came::Prompts(it),
            it = self.resources.next() => Came::Resources(it),
            it = self.templates.next() => Came::Templates(it),
        }
    }
}

fn listing<T: Told>(client: &mcp::Client, due: bool, read: Read<T>) -> Listing<T> {
    if due { Listing::new(client.clone(), read) } else { Listing::later(client.clone(), read) }
}

impl Came {
    /// Puts a list in its place; which one is another now, if it is, and what is odd about it.
    pub(super) fn keep(
        self,
        redactor: &Redactor,
        offered: &mut Offered,
    ) -> (Option<Changed>, Vec<String>) {
        match self {
            Self::Prompts(came) => {
                let came = came.map(|it| (it.gap, offered::prompts(redactor, it)));
                let id = |it: &Prompt| it.name.clone();
                let (new, odd) = place(redactor, came, &mut offered.prompts, "prompts", id);
                (new.then_some(Changed::Prompts), odd)
            }
            Self::Resources(came) => {
                let came = came.map(|it| (it.gap, offered::resources(redactor, it)));
                let id = |it: &Resource| it.uri.clone();
                let (new, odd) = place(redactor, came, &mut offered.resources, "resources", id);
                (new.then_some(Changed::Resources), odd)
            }
            Self::Templates(came) => {
                let came = came.map(|it| (it.gap, offered::templates(redactor, it)));
                let id = |it: &Template| it.uri_template.clone();
                let (new, odd) = place(redactor, came, &mut offered.templates, "templates", id);
                (new.then_some(Changed::Resources), odd)
            }
        }
    }
}

/// A list that failed to come leaves the one before in its place, with the reason, and one with a gap
/// takes nothing of it away. Gives whether it is another now, and what is newly odd.
fn place<T: PartialEq + Clone>(
    redactor: &Redactor,
    came: Result<(Option<mcp::Gap>, Listed<T>), mcp::Error>,
    place: &mut Option<Listed<T>>,
    what: &str,
    id: fn(&T) -> String,
) -> (bool, Vec<String>) {
    let before = || place.clone().unwrap_or_default();
    let list = match came {
        Ok((None, list)) => list,
        Ok((Some(_), list)) => {
            let Listed { entries, set_aside, .. } = before();
            Listed {
                entries: gaps::filled(list.entries, entries, id),
                set_aside: gaps::filled(list.set_aside, set_aside, |it| it.name.clone()),
                odd: list.odd,
            }
        }
        Err(error) => {
            let why = convert::told(&redacted::error(redactor, error).to_string());
            let odd = vec![format!("the {what} could not be listed: {why}")];
            Listed { odd, ..before() }
        }
    };
    if place.as_ref() == Some(&list) {
        return (false, Vec::new());
    }
    let before = place.replace(list.clone()).unwrap_or_default();
    let new = list.odd.into_iter().filter(|it| !before.odd.contains(it));
    (true, new.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prompt(name: &str) -> Prompt {
        let (title, description) = (None, String::new());
        Prompt { name: name.to_owned(), title, description, arguments: vec![], marks: vec![] }
    }

    /// HOST-17
    #[test]
    fn a_list_with_a_gap_takes_nothing_away_and_says_why() {
        let redactor = Redactor::default();
        let list = |names: &[&str], odd: &[&str]| Listed {
            entries: names.iter().map(|it| prompt(it)).collect(),
            set_aside: Vec::new(),
            odd: odd.iter().map(|it| (*it).to_owned()).collect(),
        };
        let mut kept = None;
        let mut came = |gap, list: Listed<Prompt>| {
            place(&redactor, Ok((gap, list)), &mut kept, "prompts", |it: &Prompt| it.name.clone());
            let kept = kept.clone().unwrap_or_default();
            kept.entries.into_iter().map(|it| it.name).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(came(Some(mcp::Gap::Failed), list(&["a"], &["cut"])), "a");
        assert_eq!(came(None, list(&["a", "b"], &[])), "a b");
        assert_eq!(came(Some(mcp::Gap::Failed), list(&["c"], &["cut"])), "c a b");
        assert_eq!(came(Some(mcp::Gap::Odd), list(&[], &["no list"])), "c a b");
        assert_eq!(came(None, list(&[], &[])), "");
    }
}
