//! What a person should know of a server before they say yes, in the words that a dialog and a
//! terminal share; it asks nobody.

use model::{plan::Caution, server::Source};

use crate::{
    asking::name,
    view,
    wire::{draft::DraftView, server::ServerRow},
};

/// All there is to know of what a row runs.
pub fn of(row: &ServerRow) -> Vec<String> {
    let view = DraftView {
        title: row.title.clone(),
        description: String::new(),
        transport: row.transport.clone(),
        start_limit: None,
        call_limit: None,
    };
    // A row has been a draft before.
    let Ok(draft) = view::draft::parse(view, Source::User) else { return Vec::new() };
    servers::plan::of(&draft).cautions.iter().map(words).collect()
}

/// One thing to know before saying yes.
pub fn words(caution: &Caution) -> String {
    match caution {
        Caution::Unpinned(what) => format!(
            "“{}” has no fixed version: what runs can change from one start to the next.",
            name(what)
        ),
        Caution::Shell(what) => {
            format!("“{}” is a shell: it can run anything that is in its arguments.", name(what))
        }
        Caution::Loader(what) => {
            format!("“{}” makes programs load code from elsewhere.", name(what))
        }
        Caution::Elevated(what) => {
            format!("“{}” runs with the rights of an administrator.", name(what))
        }
        Caution::Unencrypted(what) => {
            format!("“{}” is not encrypted: others on the network could read along.", name(what))
        }
        Caution::UserInfo => "The address holds a user name or a password before its host: what \
                              looks like the host may be none."
            .to_owned(),
        Caution::PrivateNetwork(what) => format!(
            "“{}” is in a private network: in another one, another machine may answer there.",
            name(what)
        ),
        Caution::NumericHost(what) => {
            format!("The host “{}” is a number, not a name.", name(what))
        }
        Caution::Lookalike(what) => format!(
            "The host “{}” is written with letters that can look like others. Compare it letter by letter.",
            name(what)
        ),
    }
}

#[cfg(test)]
mod tests {
    use crate::wire::server::{SourceView, StateView, TransportView};

    use super::*;

    fn row(transport: TransportView) -> ServerRow {
        ServerRow {
            name: "demo".into(),
            title: "Demo".into(),
            description: String::new(),
            transport,
            line: String::new(),
            on: false,
            allowed: false,
            digest: String::new(),
            state: StateView::Off,
            tools: 0,
            start_limit: 120,
            call_limit: 120,
            source: SourceView::Import,
            created_at: 0,
            updated_at: 0,
        }
    }

    /// Security, consents.
    #[test]
    fn a_row_has_the_cautions_of_its_plan() {
        let told = of(&row(TransportView::Stdio {
            command: "bash".into(),
            args: vec!["-c".into(), "npx -y some-server".into()],
            env: [("LD_PRELOAD".to_owned(), "/tmp/x.so".to_owned())].into(),
            cwd: None,
        }));
        for part in ["“bash” is a shell", "“LD_PRELOAD” makes programs load code"] {
            assert!(told.iter().any(|it| it.contains(part)), "{part}: {told:?}");
        }
        let far = TransportView::Http { url: "http://192.168.0.7/mcp".into(), headers: [].into() };
        let told = of(&row(far));
        for part in ["is not encrypted", "is in a private network"] {
            assert!(told.iter().any(|it| it.contains(part)), "{part}: {told:?}");
        }
        let plain = TransportView::Stdio {
            command: "/usr/bin/demo".into(),
            args: Vec::new(),
            env: [].into(),
            cwd: None,
        };
        assert_eq!(of(&row(plain)), [""; 0]);
    }
}
