//! The command on links that a server or a model gave. None of them is followed by Steward: the person looks at
//! the whole address, and their browser opens it (HOST-31, HOST-46).

use inbox::{
    Ask,
    desk::{LinkQuestion, LinkReply, WantedBy},
    item::Origin,
};
use model::link::Link;

use crate::{
    app::App,
    command::name_of,
    window::Window,
    wire::{
        failure::{Code, Failure},
        link::{LinkOpened, OpenLink},
    },
};

pub(crate) async fn open_link(
    app: &App,
    _from: Window,
    OpenLink { server, url }: OpenLink,
) -> Result<LinkOpened, Failure> {
    let link = Link::read(&url).map_err(|why| {
        Failure::new(Code::Invalid, format!("this link is not opened: {why}")).field("url")
    })?;
    let origin = if server.is_empty() {
        Origin::default()
    } else {
        let name = name_of(app, &server).await?;
        let (server, _) = app.servers().get(&name).await?;
        Origin { server: Some(name), title: server.draft.title, calls: Vec::new() }
    };
    let ask = Ask { origin: origin.clone(), words: link.url.clone(), limit: None };
    let (wanted, message) = (WantedBy::Person, String::new());
    let question = LinkQuestion { origin, wanted, message, link, deadline: None };
    match app.inbox().link(ask, question).await? {
        LinkReply::Opened => Ok(LinkOpened { opened: true }),
        LinkReply::Decline | LinkReply::Cancel => Ok(LinkOpened { opened: false }),
        LinkReply::NotOpened(why) => {
            let words = format!("the page was not opened: {why}");
            let hint = "Copy the address, and open it where you like.";
            Err(Failure::new(Code::NotOpened, words).hint(hint))
        }
    }
}
