//! From a pasted text to drafts: what kind of text it is, and that no two drafts share a name.

use model::{
    name::ServerName,
    server::{Draft, Limits, Source, Transport},
};

use crate::{
    entry::{self, Entry},
    error::{Error, shown},
    line,
    naming::name_of,
    remarks::{each_text, remark},
    said::{Line, Server},
    shapes::{self, Found, Input},
    tree::{self, Tree},
};

/// Most bytes of a text that is read.
pub const MOST_BYTES: usize = 1 << 20;

/// Most bytes of one argument or value; Linux gives no more to a program.
const MOST_BYTES_OF_ONE: usize = 128 << 10;

/// What a text holds. Its drafts hold secrets as they were written, until
/// [`keep_secrets`](crate::keep_secrets) has moved them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// One for each server, in the order of the text; at least one.
    pub proposals: Vec<Proposal>,
    /// What was left out of the whole, in words.
    pub notes: Vec<String>,
}

/// One server found in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposal {
    /// Its title is the given name; its name is the slug of that, unique within the reading.
    pub draft: Draft,
    /// What was left out or changed, in words.
    pub notes: Vec<String>,
}

/// Reads JSON in the shapes of common clients, one server's JSON, a command line or an address.
/// Where one of several servers cannot be used the others are read, and a note says why.
///
/// # Errors
/// [`Error`], without any of the text but names and places.
pub fn read(text: &str) -> Result<Reading, Error> {
    if text.len() > MOST_BYTES {
        return Err(Error::TooLong);
    }
    let (text, first) = without_fence(text.strip_prefix('\u{feff}').unwrap_or(text));
    match kind(text) {
        Kind::Nothing => Err(Error::Empty),
        Kind::Json => of_json(None, tree::parse(text, first)?),
        Kind::Fragment => of_json(None, tree::parse_fragment(text, first)?),
        Kind::Line => match line::read(text)? {
            Line::Server(server) => of_line(server),
            Line::Json { name, text } => of_json(name.as_deref(), tree::parse(&text, 1)?),
        },
    }
}

enum Kind {
    Nothing,
    Json,
    Fragment,
    Line,
}

fn kind(text: &str) -> Kind {
    let text = text.trim_start();
    let quoted = text.strip_prefix('"').and_then(|it| it.split_once('"'));
    match text.chars().next() {
        None => Kind::Nothing,
        // JSON that is no command, whatever it looks like.
        Some(_) if is_scalar(text.trim_end()) => Kind::Json,
        Some('{' | '[') => Kind::Json,
        Some('/') if text.starts_with("//") || text.starts_with("/*") => Kind::Json,
        Some('"') if quoted.is_some_and(|(_, rest)| rest.trim_start().starts_with(':')) => {
            Kind::Fragment
        }
        Some(_) => Kind::Line,
    }
}

fn is_scalar(text: &str) -> bool {
    matches!(text, "null" | "true" | "false") || text.parse::<f64>().is_ok_and(f64::is_finite)
}

/// The inside of a Markdown fence, and the number of its first line.
fn without_fence(text: &str) -> (&str, usize) {
    let before = text.len() - text.trim_start().len();
    let inside = text.trim().strip_prefix("```").and_then(|it| it.strip_suffix("```"));
    let Some((_, inside)) = inside.and_then(|it| it.split_once('\n')) else { return (text, 1) };
    (inside, 2 + text.get(..before).map_or(0, |it| it.matches('\n').count()))
}

fn of_json(given: Option<&str>, tree: Tree) -> Result<Reading, Error> {
    let Found { servers, inputs, mut notes } = shapes::find(tree)?;
    let mut proposals: Vec<Proposal> = Vec::with_capacity(servers.len());
    let mut first_fault = None;
    for (own, map) in servers {
        let name = given.map(str::to_owned).or(own);
        let entry = entry::read(name.as_deref().unwrap_or_default(), map);
        match entry.and_then(|it| propose(name, it, &inputs, &proposals)) {
            Ok(proposal) => proposals.push(proposal),
            Err(fault) => {
                notes.push(format!("left out: {fault}"));
                first_fault.get_or_insert(fault);
            }
        }
    }
    match first_fault {
        Some(fault) if proposals.is_empty() => Err(fault),
        _ => Ok(Reading { proposals, notes }),
    }
}

fn of_line(server: Server) -> Result<Reading, Error> {
    let Server { name, description, transport, notes } = server;
    let limits = Limits::default();
    let entry = Entry { name: None, description, transport, limits, notes };
    Ok(Reading { proposals: vec![propose(name, entry, &[], &[])?], notes: Vec::new() })
}

fn propose(
    given: Option<String>,
    entry: Entry,
    inputs: &[Input],
    others: &[Proposal],
) -> Result<Proposal, Error> {
    let Entry { name, description, transport, limits, mut notes } = entry;
    let given = given.or(name).map(|it| it.trim().to_owned()).filter(|it| !it.is_empty());
    let title = given.unwrap_or_else(|| name_of(&transport));
    let slug = slug(&title, &transport);
    let name = slug.free(|it| others.iter().any(|other| other.draft.name == *it));
    if name != slug {
        notes.push(format!("it is called `{name}`, since `{slug}` is another one in the text"));
    }
    let title = if title.is_empty() { name.to_string() } else { title };
    let source = Source::User;
    let mut draft = Draft { name, title, description, transport, limits, source };
    short_enough(&mut draft)?;
    notes.extend(remark(&mut draft, inputs));
    Ok(Proposal { draft, notes })
}

fn short_enough(draft: &mut Draft) -> Result<(), Error> {
    let server = shown(&draft.title);
    let mut long = None;
    each_text(draft, |field, text| {
        if text.len() > MOST_BYTES_OF_ONE {
            long.get_or_insert_with(|| field.to_owned());
        }
    });
    let what = || format!("is longer than {} KiB", MOST_BYTES_OF_ONE >> 10);
    long.map_or(Ok(()), |field| Err(Error::Field { server, field, what: what() }))
}

fn slug(title: &str, transport: &Transport) -> ServerName {
    ServerName::slug(title)
        .or_else(|| ServerName::slug(&name_of(transport)))
        .or_else(|| ServerName::slug("server"))
        .expect("`server` keeps the rule for names")
}

#[cfg(test)]
mod tests;
