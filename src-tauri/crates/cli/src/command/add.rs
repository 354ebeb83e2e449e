//! `stewardctl servers add`: what was typed becomes a server, and is started.

use std::{collections::BTreeMap, path::Path};

use app::{
    Session,
    wire::{
        draft::{AddServer, DraftView},
        failure::{Code, Failure as AppFailure},
        server::{ServerList, ServerRow, TransportView},
    },
};

use crate::{
    arguments::servers::Add,
    command::{asked_for, ready, secrets},
    ctx::Ctx,
    failure::Failure,
    print,
};

pub(crate) async fn add(ctx: &Ctx, add: Add) -> Result<(), Failure> {
    let replace = add.replace;
    let mut draft = draft(add)?;
    let asked = asked_for::fields(&draft.transport);
    ctx.session(async |session| {
        if !asked.is_empty() && !replace {
            // Nothing is typed for a name that is taken.
            is_free(session, &draft.title).await?;
        }
        for field in &asked {
            let reference = secrets::of_field(ctx, session, &draft.title, field).await?;
            asked_for::put(&mut draft.transport, field, &reference);
        }
        let (typed, title) = (draft.transport.clone(), draft.title.clone());
        let added = AddServer { draft, replace, hold: false };
        let row: ServerRow = session.call("add_server", added).await.map_err(replaceable)?;
        if row.name != title {
            print::note(&format!(
                "note: registered as `{}`, which is its name from now on",
                row.name
            ));
        }
        for note in asked_for::seen(&typed, &row.transport) {
            print::note(&note);
        }
        ready::settle(ctx, session, row).await
    })
    .await
}

/// # Errors
/// `NameTaken`
async fn is_free(session: &Session, title: &str) -> Result<(), Failure> {
    let all: ServerList = session.call("list_servers", ()).await?;
    if all.servers.iter().all(|it| it.name != title && it.title != title) {
        return Ok(());
    }
    let words = format!("a server named `{}` is there already", app::visible(title));
    Err(replaceable(AppFailure::new(Code::NameTaken, words)).into())
}

/// A taken name can be taken over; a terminal says how.
pub(crate) fn replaceable(failure: AppFailure) -> AppFailure {
    if failure.code == Code::NameTaken {
        failure.hint("choose another name, or change the one that is there with `--replace`")
    } else {
        failure
    }
}

fn draft(add: Add) -> Result<DraftView, Failure> {
    let transport = match add.url {
        Some(url) => TransportView::Http { url, headers: pairs(&add.header, ':', "--header")? },
        None => {
            let mut words = add.command.into_iter();
            let command =
                words.next().ok_or_else(|| Failure::usage("the command is missing after `--`"))?;
            TransportView::Stdio {
                command,
                args: words.collect(),
                env: pairs(&add.env, '=', "--env")?,
                cwd: add.cwd.map(|it| absolute(&it)),
            }
        }
    };
    Ok(DraftView {
        title: add.name,
        description: String::new(),
        transport,
        start_limit: add.start_limit,
        call_limit: add.call_limit,
    })
}

fn absolute(path: &Path) -> String {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned()).display().to_string()
}

fn pairs(given: &[String], between: char, flag: &str) -> Result<BTreeMap<String, String>, Failure> {
    let mut pairs = BTreeMap::new();
    for one in given {
        let pair = one.split_once(between).filter(|(name, _)| !name.trim().is_empty());
        // The value may be a secret: it is not repeated.
        let (name, value) = pair.ok_or_else(|| Failure::Usage {
            message: format!("`{flag}` takes a name, `{between}` and a value"),
            hint: Some(format!("for example `{flag} NAME{between}value`")),
        })?;
        let value = if between == ':' { value.trim_start() } else { value };
        pairs.insert(name.to_owned(), value.to_owned());
    }
    Ok(pairs)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(words: &[&str]) -> Add {
        use crate::arguments::{Arguments, Command, servers::Servers};
        use clap::Parser as _;
        let all = [&["stewardctl", "servers", "add"], words].concat();
        let Command::Servers(Servers::Add(add)) = Arguments::try_parse_from(all).unwrap().command
        else {
            panic!("it is something else");
        };
        add
    }

    #[test]
    fn a_value_may_hold_what_stands_between() {
        let given = ["A=b=c".to_owned(), "EMPTY=".to_owned()];
        let expected = [("A", "b=c"), ("EMPTY", "")].map(|(a, b)| (a.to_owned(), b.to_owned()));
        assert_eq!(pairs(&given, '=', "--env").unwrap(), BTreeMap::from(expected));
        let header = pairs(&["Authorization: Bearer x:y".to_owned()], ':', "--header").unwrap();
        assert_eq!(header["Authorization"], "Bearer x:y");
    }

    #[test]
    fn a_pair_without_a_name_is_refused_and_its_value_not_repeated() {
        for bad in ["hunter2", "=hunter2", " =hunter2"] {
            let Err(Failure::Usage { message, hint }) = pairs(&[bad.to_owned()], '=', "--env")
            else {
                panic!("{bad}");
            };
            assert!(!format!("{message}{hint:?}").contains("hunter2"));
        }
    }

    #[test]
    fn what_follows_the_dashes_is_the_command_word_for_word() {
        let draft = draft(typed(&["a b", "--env", "K=v", "--", "npx", "-y", "--json", "x y"]));
        let DraftView { title, transport, .. } = draft.unwrap();
        assert_eq!(title, "a b");
        let args = ["-y", "--json", "x y"].map(str::to_owned).to_vec();
        let env = BTreeMap::from([("K".to_owned(), "v".to_owned())]);
        let expected = TransportView::Stdio { command: "npx".into(), args, env, cwd: None };
        assert_eq!(transport, expected);
    }

    #[test]
    fn a_folder_is_kept_absolute() {
        let draft = draft(typed(&["x", "--cwd", "here", "--", "y"])).unwrap();
        let TransportView::Stdio { cwd: Some(cwd), .. } = draft.transport else { panic!() };
        assert!(Path::new(&cwd).is_absolute() && cwd.ends_with("here"), "{cwd}");
    }

    #[test]
    fn a_taken_name_says_how_to_take_it_over() {
        let failure = replaceable(AppFailure::new(Code::NameTaken, "it is taken"));
        assert!(failure.hint.unwrap().contains("`--replace`"));
    }
}
