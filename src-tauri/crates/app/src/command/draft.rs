//! Commands on drafts and the secrets in them. No secret goes back to a front end.

use inbox::{
    Ask,
    desk::{Goes, SecretQuestion},
    item::{Call, Origin},
};
use stdx::{secret::Secret, text::clip};

use crate::{
    app::App,
    drafts, secrets,
    window::Window,
    wire::{
        draft::{AskSecret, ReadDrafts, Reading, SecretKept},
        failure::{Code, Failure},
    },
};

/// Most bytes of a title or field in a question.
const LONGEST: usize = 200;

pub(crate) async fn read_drafts(
    app: &App,
    _from: Window,
    ReadDrafts { text }: ReadDrafts,
) -> Result<Reading, Failure> {
    drafts::read(app, &text).await
}

pub(crate) async fn paste_drafts(app: &App, _from: Window, (): ()) -> Result<Reading, Failure> {
    let text = app.desk().clipboard().await?.ok_or_else(|| {
        Failure::new(Code::Unreadable, "there is no text on the clipboard")
            .hint("Copy an mcpServers JSON, a command line or an address first.")
    })?;
    drafts::read(app, text.reveal()).await
}

pub(crate) async fn ask_secret(
    app: &App,
    from: Window,
    AskSecret { title, field, key, call }: AskSecret,
) -> Result<SecretKept, Failure> {
    let new = key.is_none();
    let (key, title, field) = match key {
        Some(key) => {
            let (title, field) = drafts::owner_of(app, &key).await?;
            (key, title, field)
        }
        None => {
            let (title, field) = (clip(&title, LONGEST), clip(&field, LONGEST));
            let key = drafts::free_key(app, &title, &field).await?;
            (key, title, field)
        }
    };
    // A page has no seat of its own, and must not borrow that of a terminal.
    let seat = call.filter(|_| from == Window::Terminal);
    let calls = seat.map(|tag| Call { tool: "ask_secret".to_owned(), tag });
    let kept = asked(app, &key, title, field, calls.into_iter().collect()).await;
    if new && !matches!(kept, Ok(SecretKept { reference: Some(_) })) {
        // Nothing was kept under it.
        app.drafted().release(&key);
    }
    kept
}

/// Asks for one value, once there is room for it, and keeps it.
async fn asked(
    app: &App,
    key: &str,
    title: String,
    field: String,
    calls: Vec<Call>,
) -> Result<SecretKept, Failure> {
    secrets::make_room(app, key).await?;
    let words = format!("A value for “{field}” of “{title}”");
    let origin = Origin { title: title.clone(), calls, ..Origin::default() };
    let ask = Ask { origin, words, limit: None };
    let title = Some(title);
    let question = SecretQuestion { title, field, goes: Goes::Keychain, removable: false };
    match app.inbox().secret(ask, question).await? {
        Some(secret) if !secret.is_empty() => keep(app, key, secret).await,
        Some(_) | None => Ok(SecretKept { reference: None }),
    }
}

async fn keep(app: &App, key: &str, secret: Secret) -> Result<SecretKept, Failure> {
    app.drafted().keep(app.db()).await?;
    secrets::keep(app, key, secret).await?;
    Ok(SecretKept { reference: Some(format!("${{secret:{key}}}")) })
}
