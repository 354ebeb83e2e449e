//! Commands that make something a part of a message: a file, a resource, what a prompt gave.

use std::fmt::Write as _;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use model::{
    outcome::Block,
    prompt::Given,
    resource::{Body, Contents},
};
use tokio::task::spawn_blocking;

use crate::{
    app::App,
    command::{name_of, under_way::carry_out},
    window::Window,
    wire::{
        chat::{AttachFile, AttachPrompt, AttachResource, MessagePart},
        failure::{Code, Failure},
    },
};

/// Most bytes of a file that is attached.
const MOST: usize = 20 << 20;
/// Most bytes of a text that goes along with a message.
const MOST_TEXT: usize = 1 << 20;
/// Kinds of pictures that models take.
const PICTURES: &[&str] = &["image/png", "image/jpeg", "image/gif", "image/webp"];

pub(crate) async fn attach_file(
    app: &App,
    _from: Window,
    AttachFile { name, mime, data }: AttachFile,
) -> Result<MessagePart, Failure> {
    if data.len() / 4 * 3 > MOST {
        return Err(too_long("The file", MOST));
    }
    let media = app.servers().parts().media.clone();
    // Off the async threads: decoding and writing a long file takes a while.
    let attaching = spawn_blocking(move || {
        let bytes = STANDARD.decode(data).map_err(|it| {
            Failure::new(Code::Invalid, format!("the file did not come whole: {it}"))
        })?;
        let name = stdx::text::quotable(name.rsplit(['/', '\\']).next().unwrap_or_default(), 200);
        match String::from_utf8(bytes) {
            Ok(text) if !text.contains('\0') => {
                if text.len() > MOST_TEXT {
                    return Err(too_long("The text", MOST_TEXT));
                }
                let mime = if mime.is_empty() { "text/plain".to_owned() } else { mime };
                Ok(MessagePart::File { name, mime, text })
            }
            Ok(text) => keep(&media, name, &mime, text.as_bytes()),
            Err(no_text) => keep(&media, name, &mime, no_text.as_bytes()),
        }
    });
    attaching.await.unwrap_or_else(|it| Err(Failure::new(Code::Internal, it.to_string())))
}

/// What is no text must be a picture that models take.
fn keep(
    media: &store::media::MediaFolder,
    name: String,
    mime: &str,
    bytes: &[u8],
) -> Result<MessagePart, Failure> {
    let kept = media.keep(bytes, mime).map_err(|it| Failure::new(Code::Invalid, it.to_string()))?;
    if !PICTURES.contains(&kept.mime.as_str()) {
        let words = format!("“{name}” is neither text nor a picture that models take");
        return Err(Failure::new(Code::Invalid, words)
            .hint("Attach text, or a picture as PNG, JPEG, GIF or WebP.")
            .field("data"));
    }
    Ok(MessagePart::Picture { name, mime: kept.mime, hash: kept.name, size: kept.size })
}

pub(crate) async fn attach_resource(
    app: &App,
    _from: Window,
    AttachResource { call, server, uri }: AttachResource,
) -> Result<MessagePart, Failure> {
    let server = name_of(app, &server).await?;
    let asked = uri.clone();
    let contents = carry_out(app, &call, server.clone(), async |errand| {
        app.servers().read(errand, asked).await
    })
    .await?;
    let (text, mime) = texts(&contents);
    if text.len() > MOST_TEXT {
        return Err(too_long("The resource", MOST_TEXT));
    }
    if text.is_empty() {
        return Err(Failure::new(Code::Invalid, "there is no text in this resource").field("uri"));
    }
    Ok(MessagePart::Resource { server: server.into(), uri, mime, text })
}

pub(crate) async fn attach_prompt(
    app: &App,
    _from: Window,
    AttachPrompt { call, server, name, arguments }: AttachPrompt,
) -> Result<MessagePart, Failure> {
    let server = name_of(app, &server).await?;
    let asked = name.clone();
    let given = carry_out(app, &call, server.clone(), async |errand| {
        app.servers().prompt(errand, asked, arguments).await
    })
    .await?;
    let text = said(&given);
    if text.len() > MOST_TEXT {
        return Err(too_long("What the prompt gave", MOST_TEXT));
    }
    if text.trim().is_empty() {
        return Err(Failure::new(Code::Invalid, "the prompt gave no text").field("name"));
    }
    Ok(MessagePart::Prompt { server: server.into(), name, text })
}

/// The texts of a resource, and its kind where all have one.
fn texts(contents: &Contents) -> (String, Option<String>) {
    let parts = contents.parts.iter().filter_map(|it| match &it.body {
        Body::Text(text) => Some(text.as_str()),
        Body::Bytes(_) | Body::Unknown(_) => None,
    });
    let mime = contents.parts.first().and_then(|it| it.mime.clone());
    (parts.collect::<Vec<_>>().join("\n\n"), mime)
}

/// The messages of a prompt as one text: a model's own words among them are marked.
fn said(given: &Given) -> String {
    let mut text = String::new();
    for message in &given.messages {
        for block in &message.blocks {
            let words = match block {
                Block::Text(words) => words.clone(),
                Block::Resource { uri, text, .. } => format!("[resource {uri:?}]\n{text}"),
                Block::Link { uri, name, .. } => format!("[link {name:?} {uri:?}]"),
                Block::Media(media) => format!("[{} that the prompt gave]", media.mime),
                Block::Unknown(value) => value.to_string(),
            };
            let gap = if text.is_empty() { "" } else { "\n\n" };
            let who = if message.role == "assistant" { "[said by the assistant] " } else { "" };
            // Writing to a string cannot fail.
            let _written = write!(text, "{gap}{who}{words}");
        }
    }
    text
}

fn too_long(what: &str, most: usize) -> Failure {
    let words = format!("{what} is longer than {} MB", most >> 20);
    Failure::new(Code::Invalid, words).hint("Attach a shorter one, or let a server's tool read it.")
}
