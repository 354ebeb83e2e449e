//! `stewardctl servers import`: the servers of a file are registered and shown; none is started.

use std::path::Path;

use app::{
    Session,
    wire::{
        draft::{AddServer, Proposal, ReadDrafts, Reading},
        failure::Failure as AppFailure,
        server::ServerRow,
    },
};
use serde::Serialize;

use crate::{
    command::{add::replaceable, input, show},
    ctx::Ctx,
    failure::{Failure, status_of},
    print,
};

/// Most bytes of a file of servers.
const MOST: u64 = 4 << 20;

/// What became of one entry of the file.
#[derive(Debug, Serialize)]
struct Entry {
    /// The name it has, or would have.
    name: String,
    /// What was left out or changed, in words.
    notes: Vec<String>,
    #[serde(flatten)]
    became: Became,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum Became {
    Row(Box<ServerRow>),
    Failure(AppFailure),
}

pub(crate) async fn import(ctx: &Ctx, file: &Path, replace: bool) -> Result<(), Failure> {
    let text = input::text_of(file, MOST)?;
    ctx.session(async |session| {
        let entries = read(session, text, replace).await?;
        if ctx.json {
            print::json(&entries)?;
        } else {
            entries.iter().try_for_each(tell)?;
        }
        sum_up(&entries)
    })
    .await
}

fn sum_up(entries: &[Entry]) -> Result<(), Failure> {
    if entries.iter().any(|it| matches!(it.became, Became::Row(_))) {
        print::note(
            "hint: nothing was started; look at what each one runs, then type \
             `stewardctl servers enable NAME`",
        );
    }
    // One bad entry stops no other; the last one decides the status.
    let failed = entries.iter().rev().find_map(|it| match &it.became {
        Became::Failure(failure) => Some(failure.code),
        Became::Row(_) => None,
    });
    failed.map_or(Ok(()), |code| Err(Failure::Told { status: status_of(code) }))
}

async fn read(session: &Session, text: String, replace: bool) -> Result<Vec<Entry>, Failure> {
    let reading: Reading = session.call("read_drafts", ReadDrafts { text }).await?;
    for note in &reading.notes {
        print::note(&format!("note: {note}"));
    }
    let mut entries = Vec::with_capacity(reading.proposals.len());
    for proposal in reading.proposals {
        entries.push(register(session, proposal, replace).await);
    }
    Ok(entries)
}

/// Registers it switched off: nobody has seen yet what it runs.
async fn register(session: &Session, proposal: Proposal, replace: bool) -> Entry {
    let Proposal { draft, name, notes, .. } = proposal;
    let added = AddServer { draft, replace, hold: true };
    match session.call::<ServerRow>("add_server", added).await {
        Ok(row) => Entry { name: row.name.clone(), notes, became: Became::Row(Box::new(row)) },
        Err(failure) => Entry { name, notes, became: Became::Failure(replaceable(failure)) },
    }
}

fn tell(entry: &Entry) -> Result<(), Failure> {
    let name = &entry.name;
    // What was refused is nowhere, whatever its notes say of where its values go.
    let notes = matches!(entry.became, Became::Row(_)).then_some(&entry.notes);
    match &entry.became {
        Became::Row(row) => {
            print::foreign(name)?;
            for line in show::runs(row).into_iter().chain(show::cautions(row)) {
                print::foreign(&format!("  {line}"))?;
            }
        }
        Became::Failure(failure) => {
            print::error(&format!("`{name}`: {}", failure.message), failure.hint.as_deref());
        }
    }
    for note in notes.into_iter().flatten() {
        print::note(&format!("note: {name}: {note}"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use app::wire::failure::Code;

    use super::*;

    #[test]
    fn a_failed_entry_is_named_in_the_json() {
        let failure = replaceable(AppFailure::new(Code::NameTaken, "it is taken"));
        let became = Became::Failure(failure);
        let entry = Entry { name: "demo".into(), notes: Vec::new(), became };
        let json = serde_json::to_value(&entry).unwrap();
        assert_eq!(json["name"], "demo");
        assert_eq!(json["failure"]["code"], "name_taken");
        assert!(json["failure"]["hint"].as_str().unwrap().contains("`--replace`"));
        assert_eq!(json.get("row"), None);
        assert!(matches!(sum_up(&[entry]), Err(Failure::Told { status: 2 })));
    }
}
