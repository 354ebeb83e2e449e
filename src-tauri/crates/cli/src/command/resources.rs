//! `stewardctl resources` and `read`.

use std::io::{self, IsTerminal as _};

use app::{
    Session,
    wire::{
        event::UiEvent,
        failure::{Code, Failure as AppFailure},
        resource::{
            BodyView, ContentsView, ListResources, PartView, ReadResource, ResourceView,
            ServerResources, WatchResource,
        },
        server::ServerRef,
        wishes::ServerWishes,
    },
};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use tokio::sync::broadcast::{Receiver, error::RecvError};

use crate::{
    arguments,
    command::{call, ready, servers, tools},
    ctx::Ctx,
    failure::Failure,
    print,
};

pub(crate) async fn list(ctx: &Ctx, server: Option<String>) -> Result<(), Failure> {
    ctx.session(async |session| {
        let among = server.is_none();
        if let Some(server) = &server {
            ready::usable(&ready::wake(session, server.clone()).await?)?;
        }
        let lists: Vec<ServerResources> =
            session.call("list_resources", ListResources { server }).await?;
        if ctx.json {
            print::json(&lists)?;
        } else {
            lists.iter().filter(|it| it.ready).try_for_each(|it| show(it, among))?;
        }
        Ok(())
    })
    .await
}

pub(crate) async fn read(ctx: &Ctx, typed: arguments::Read) -> Result<(), Failure> {
    let arguments::Read { server, uri, follow } = typed;
    let read = ctx.session(async |session| {
        let server = servers::named(session, &server).await?;
        let what = What { ctx, server, uri };
        if !follow {
            return what.print(session).await;
        }
        ready::usable(&ready::wake(session, what.server.clone()).await?)?;
        let wished = ServerRef { server: what.server.clone() };
        let wishes: ServerWishes = session.call("server_wishes", wished).await?;
        // Before the first look, so that no change falls between the two.
        what.watch(session, true).await?;
        let events = session.events().await?;
        let followed = tokio::select! {
            followed = what.follow(session, events) => followed,
            () = print::reader_gone() => Ok(()),
        };
        if !wishes.watched.contains(&what.uri) {
            // A server that is gone has nothing to take back.
            what.watch(session, false).await.ok();
        }
        followed
    });
    match read.await {
        // There is no other way out of what has no end.
        Err(Failure::Stopped) if follow => Ok(()),
        read => read,
    }
}

/// What is read.
struct What<'a> {
    ctx: &'a Ctx,
    server: String,
    uri: String,
}

impl What<'_> {
    async fn print(&self, session: &Session) -> Result<(), Failure> {
        let (ours, server, uri) = (call::name(), self.server.clone(), self.uri.clone());
        let order = ReadResource { call: ours.clone(), server: server.clone(), uri };
        let read = call::carry_out(session, server, &ours, "read_resource", order).await;
        if let Some(failure) = call::unasked(session, &ours).await {
            return Err(failure.into());
        }
        let contents: ContentsView = read?;
        if self.ctx.json {
            print::json(&contents)?;
            return Ok(());
        }
        contents.parts.iter().try_for_each(part)?;
        if contents.parts.is_empty() {
            print::note("the resource holds nothing");
        }
        call::remarks(&contents.odd, contents.whole.as_ref());
        Ok(())
    }

    async fn watch(&self, session: &Session, on: bool) -> Result<(), Failure> {
        let (server, uri) = (self.server.clone(), self.uri.clone());
        Ok(session.call("watch_resource", WatchResource { server, uri, on }).await?)
    }

    /// Prints it now, and again each time it changes, until its server is removed.
    async fn follow(
        &self,
        session: &Session,
        mut events: Receiver<UiEvent>,
    ) -> Result<(), Failure> {
        self.print(session).await?;
        loop {
            match events.recv().await {
                Ok(UiEvent::ResourceUpdated { server, uri })
                    if server == self.server && touches(&self.uri, &uri) =>
                {
                    self.print(session).await?;
                }
                Ok(UiEvent::Lagged) | Err(RecvError::Lagged(_)) => self.print(session).await?,
                Ok(UiEvent::ServerRemoved { server }) if server == self.server => return Ok(()),
                Ok(_) => {}
                Err(RecvError::Closed) => return Ok(()),
            }
        }
    }
}

/// Whether news of one address is news of another: a server may tell of what lies below.
fn touches(watched: &str, changed: &str) -> bool {
    let below = changed.strip_prefix(watched.trim_end_matches('/'));
    below.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Prints one part: for a person as they can see it, for a file as it is.
fn part(part: &PartView) -> Result<(), Failure> {
    let seen = io::stdout().is_terminal();
    match &part.body {
        BodyView::Text { text, .. } if seen => print::foreign(text)?,
        BodyView::Text { text, .. } => print::bytes(text.as_bytes())?,
        BodyView::Bytes { file: Some(file), .. } if seen => print::foreign(&call::file_line(file))?,
        BodyView::Bytes { size, .. } if seen => {
            let kind = part.mime.as_deref().unwrap_or("bytes");
            print::note(&format!("[{kind}, {size} bytes; send them into a file: `… >FILE`]"));
        }
        BodyView::Bytes { data, .. } => {
            let bytes = STANDARD.decode(data.as_deref().unwrap_or_default()).map_err(|error| {
                let words = format!("what the server sent is no base64: {error}");
                AppFailure::new(Code::CallFailed, words).hint("`--json` has it as it came")
            })?;
            print::bytes(&bytes)?;
        }
        BodyView::Unknown { json, .. } => print::foreign(json)?,
    }
    Ok(())
}

/// Its resources, below its name if `among` others.
fn show(list: &ServerResources, among: bool) -> io::Result<()> {
    let indent = if among { "  " } else { "" };
    if among {
        print::foreign(&format!("{}:", list.server))?;
    }
    for resource in &list.resources {
        print::line(&format!("{indent}{}", app::visible(&line(resource))))?;
    }
    for template in &list.templates {
        let words = format!("{}  {} (template)", template.uri_template, template.name);
        print::line(&format!("{indent}{}", app::visible(&words)))?;
    }
    for aside in &list.set_aside {
        print::note(&format!("{indent}set aside: {}: {}", aside.name, aside.reason));
    }
    for odd in &list.odd {
        print::note(&format!("{indent}note: {odd}"));
    }
    if list.resources.is_empty() && list.templates.is_empty() {
        print::note(&format!("{indent}`{}` lists no resources", list.server));
    }
    Ok(())
}

/// A resource on one line: its address, its name, and what it says it is.
fn line(resource: &ResourceView) -> String {
    let size = resource.size.map(|it| format!("{it} bytes"));
    let about: Vec<_> = resource.mime.clone().into_iter().chain(size).collect();
    let about = if about.is_empty() { String::new() } else { format!(" ({})", about.join(", ")) };
    let title = tools::about(resource.title.as_ref().unwrap_or(&resource.name));
    format!("{}{title}{about}", resource.uri)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_resource_is_one_line_with_its_kind_and_size() {
        let resource = ResourceView {
            uri: "file:///a".into(),
            name: "a".into(),
            title: None,
            description: String::new(),
            mime: Some("text/plain".into()),
            size: Some(3),
            annotations: None,
            marks: Vec::new(),
        };
        assert_eq!(line(&resource), "file:///a  a (text/plain, 3 bytes)");
        let bare = ResourceView { title: Some("An A".into()), mime: None, size: None, ..resource };
        assert_eq!(line(&bare), "file:///a  An A");
    }

    #[test]
    fn news_of_what_lies_below_is_news_of_the_whole() {
        assert!(touches("f:/a", "f:/a") && touches("f:/a", "f:/a/b") && touches("f:/a/", "f:/a/b"));
        assert!(!touches("f:/a", "f:/ab") && !touches("f:/a/b", "f:/a"));
    }
}
