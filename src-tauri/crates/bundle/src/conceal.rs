//! Where secrets stand in a draft, and the draft without them; it reaches no keychain.

use std::collections::BTreeMap;

use model::server::{Draft, Http, Stdio, Transport};
use stdx::secret::Secret;
use vault::{
    key_for, looks_secret,
    template::{Reference, Template},
};

use crate::{
    error::shown,
    parts::{PATH, Part, Piece, is_name, named_parts, pieces},
};

/// Words before a credential that say how to read it; they may be seen.
const SCHEMES: &[&str] = &["bearer", "basic", "token", "apikey", "api-key", "digest"];

/// Shorter texts beside a reference are words such as `Bearer`, whatever their name says.
const SHORTEST_REST: usize = 8;

/// A secret that was taken out of a draft.
pub(crate) struct Hidden {
    /// What it was the value of, as a person would name it.
    pub(crate) field: String,
    /// Its name in the keychain.
    pub(crate) key: String,
    /// The secret.
    pub(crate) secret: Secret,
    /// What it was.
    origin: Origin,
}

/// What a secret was in its place.
#[derive(Clone, Copy)]
enum Origin {
    /// The value, or a part of it.
    Value,
    /// What stood in for a variable that is not set.
    Default,
}

impl Hidden {
    /// What to tell the person.
    pub(crate) fn note(&self) -> String {
        let field = shown(&self.field);
        match self.origin {
            Origin::Value => format!("`{field}` was put into the keychain"),
            Origin::Default => format!(
                "the default in `{field}` was put into the keychain and is used, whatever its variable is"
            ),
        }
    }
}

/// Takes the secrets out of `draft` and leaves references. `taken` is asked for each new key, and
/// says no to the same one but once.
pub(crate) fn conceal(draft: &mut Draft, taken: impl FnMut(&str) -> bool) -> Vec<Hidden> {
    let server = draft.name.to_string();
    let mut veil = Veil { server, taken, hidden: Vec::new() };
    match &mut draft.transport {
        Transport::Stdio(Stdio { command: _, args, env, cwd: _ }) => {
            veil.values(env);
            veil.arguments(args);
        }
        Transport::Http(Http { url, headers }) => {
            veil.values(headers);
            *url = veil.value(&Place { name: "", field: "url" }, url);
        }
    }
    veil.hidden
}

/// What a text is the value of.
struct Place<'a> {
    /// Its name, which may say that it is a secret; empty if it has none.
    name: &'a str,
    /// What to call it where it has no name.
    field: &'a str,
}

struct Veil<T> {
    server: String,
    taken: T,
    hidden: Vec<Hidden>,
}

impl<T: FnMut(&str) -> bool> Veil<T> {
    fn values(&mut self, all: &mut BTreeMap<String, String>) {
        for (name, value) in all {
            *value = self.value(&Place { name, field: name }, value);
        }
    }

    /// A flag names the argument after it, as in `--api-key abc`.
    fn arguments(&mut self, args: &mut [String]) {
        let mut flag: Option<String> = None;
        for (index, arg) in args.iter_mut().enumerate() {
            let field = format!("argument {}", index + 1);
            let named = flag.take().filter(|_| !arg.starts_with('-'));
            if let Some(flag) = named {
                *arg = self.value(&Place { name: flag.trim_start_matches('-'), field: &flag }, arg);
                continue;
            }
            *arg = match arg.split_once('=').filter(|(name, _)| is_name(name)) {
                Some((name, value)) => {
                    let place = Place { name: name.trim_start_matches('-'), field: name };
                    format!("{name}={}", self.value(&place, value))
                }
                None => self.value(&Place { name: "", field: &field }, arg),
            };
            flag = arg.starts_with('-').then(|| arg.clone()).filter(|it| is_name(it));
        }
    }

    fn value(&mut self, place: &Place<'_>, value: &str) -> String {
        if pieces(value).iter().any(|it| matches!(it, Piece::Reference { .. })) {
            return self.beside_references(place, value);
        }
        if !looks_secret(place.name, value) {
            // A name that may be known lets its address be known too.
            let telling = |name: &str| !name.is_empty() && (place.name.is_empty() || name != PATH);
            return self.parts(place, value, telling);
        }
        if let Some((scheme, credential)) = scheme_of(value) {
            return format!("{scheme} {}", self.hide(place, Origin::Value, credential));
        }
        if !names_a_secret(place.name) {
            let before = self.hidden.len();
            let rest = self.parts(place, value, |_| true);
            if rest != value && !looks_secret(place.name, &rest) {
                return rest;
            }
            self.hidden.truncate(before);
        }
        self.hide(place, Origin::Value, value)
    }

    /// A secret in the keychain is not read again, so a text with references in it is hidden
    /// piece by piece.
    fn beside_references(&mut self, place: &Place<'_>, value: &str) -> String {
        let named = |text: &str| {
            text.trim().len() >= SHORTEST_REST && looks_secret(place.name, text.trim())
        };
        let mut shown = String::with_capacity(value.len());
        for piece in pieces(value) {
            match piece {
                Piece::Reference { default: Some(default), .. }
                    if named(default) || looks_secret("", default) =>
                {
                    shown.push_str(&self.hide(place, Origin::Default, default));
                }
                Piece::Reference { raw, .. } => shown.push_str(raw),
                Piece::Plain(text) => {
                    let name = if named(text) { place.name } else { "" };
                    shown.push_str(&self.value(&Place { name, field: place.field }, text));
                }
            }
        }
        shown
    }

    /// The text with the secret ones of its parts hidden, each under its own name, where that
    /// name is `telling`.
    fn parts(&mut self, place: &Place<'_>, text: &str, telling: impl Fn(&str) -> bool) -> String {
        let mut shown = String::with_capacity(text.len());
        let mut done = 0;
        for Part { name, range } in named_parts(text) {
            let value = text.get(range.clone()).unwrap_or_default();
            if telling(name) && looks_secret(name, value) {
                shown.push_str(text.get(done..range.start).unwrap_or_default());
                let field = if matches!(name, "" | PATH) { place.field } else { name };
                shown.push_str(&self.hide(&Place { name, field }, Origin::Value, value));
                done = range.end;
            }
        }
        shown.push_str(text.get(done..).unwrap_or_default());
        shown
    }

    /// The reference to a secret that is now hidden; the same secret gets the same key.
    fn hide(&mut self, place: &Place<'_>, origin: Origin, plain: &str) -> String {
        // The keychain's text is used as it is, so an escaped `$${` must not stay escaped.
        let meant = Template::parse(plain).expand(|_| None, |_| None);
        let secret = meant.unwrap_or_else(|_| Secret::from(plain));
        let known = self.hidden.iter().find(|it| it.secret == secret).map(|it| it.key.clone());
        let key = known.unwrap_or_else(|| {
            let name = if place.name.is_empty() { place.field } else { place.name };
            let key = self.free_key(name);
            let field = place.field.to_owned();
            self.hidden.push(Hidden { field, key: key.clone(), secret, origin });
            key
        });
        Reference::secret(&key).to_string()
    }

    fn free_key(&mut self, field: &str) -> String {
        let key = key_for(&self.server, field);
        if !(self.taken)(&key) {
            return key;
        }
        let mut number = 2_u32;
        loop {
            let next = format!("{key}_{number}");
            if !(self.taken)(&next) {
                return next;
            }
            number += 1;
        }
    }
}

/// The word and the credential of `Bearer abc`.
fn scheme_of(value: &str) -> Option<(&str, &str)> {
    let (scheme, credential) = value.split_once(' ')?;
    let known = SCHEMES.iter().any(|it| scheme.eq_ignore_ascii_case(it));
    let one = !credential.is_empty() && !credential.contains(char::is_whitespace);
    (known && one).then_some((scheme, credential))
}

/// Whether the name alone makes a secret of any word.
fn names_a_secret(name: &str) -> bool {
    looks_secret(name, "word")
}
