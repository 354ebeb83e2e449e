//! A server's form at the terminal: field by field, then what is sent is reviewed (HOST-42, HOST-45).
//! Nothing is sent before that.

use app::{
    asking,
    terminal::{FormPrompt, FormSaid, Given},
};
use model::form::{Entry, Field};

use crate::terminal::{
    dialog::{Dialog, Heard, Line, Step, odd},
    field::{Shown, Wrong},
    typing::{Echo, Typed},
    words::{WAYS_OUT, brackets, head, ours, yes_or_no},
};

/// The question.
#[derive(Debug)]
pub(crate) struct FormDialog {
    prompt: FormPrompt,
    given: Vec<Given>,
    /// What was given before the person went back to edit it; Enter takes it again.
    before: Vec<Given>,
    /// Whether the person hid the one field.
    hidden: bool,
    remember: Option<bool>,
}

/// Where it is.
enum At<'a> {
    /// There is nothing to fill in: yes or no (HOST-44).
    YesOrNo,
    Field(Shown<'a>),
    /// Whether masked values are to be remembered (HOST-52).
    Remember,
    Review,
}

impl FormDialog {
    pub(crate) fn new(prompt: FormPrompt) -> Self {
        let lone = prompt.form.may_mask().map(|it| &it.name);
        // What was remembered had been hidden by hand.
        let hidden = lone.is_some_and(|it| prompt.remembered.contains(it));
        Self { prompt, given: Vec::new(), before: Vec::new(), hidden, remember: None }
    }

    fn at(&self) -> At<'_> {
        let fields = &self.prompt.form.fields;
        match fields.get(self.given.len()) {
            _ if fields.is_empty() => At::YesOrNo,
            Some(field) => At::Field(self.shown(self.given.len(), field)),
            None if self.remember.is_none() && self.may_remember() => At::Remember,
            None => At::Review,
        }
    }

    fn shown<'a>(&'a self, place: usize, field: &'a Field) -> Shown<'a> {
        let lone = self.prompt.form.may_mask().is_some();
        let hidden = field.is_masked() || (lone && self.hidden);
        Shown {
            field,
            place: (place + 1, self.prompt.form.fields.len()),
            before: self.before.get(place),
            server: &self.prompt.origin.title,
            remembered: hidden && self.prompt.remembered.contains(&field.name),
            hidden,
            hideable: lone && !hidden,
        }
    }

    /// The fields with what was given for each.
    fn filled(&self) -> impl Iterator<Item = (Shown<'_>, &Given)> {
        let fields = self.prompt.form.fields.iter().enumerate();
        fields.map(|(at, field)| self.shown(at, field)).zip(&self.given)
    }

    /// Whether something that nobody saw was given.
    fn gave_secrets(&self) -> bool {
        self.filled().any(|(shown, given)| match given {
            Given::Entry(Entry::Typed(text)) => shown.hidden && !text.is_empty(),
            Given::Entry(Entry::Flag(_) | Entry::One(_) | Entry::Many(_)) => false,
            Given::Remembered => true,
        })
    }

    fn may_remember(&self) -> bool {
        self.prompt.keychain.may_keep() && self.gave_secrets()
    }

    /// What is to be known of the keychain by who is about to give something hidden.
    fn caution(&self, at: usize) -> Option<Line> {
        let said = asking::keychain(self.prompt.keychain).map(ours)?;
        let told = |(at, field): (usize, &Field)| {
            let shown = self.shown(at, field);
            // One that the person hid at another time, and cannot be filled in now.
            shown.hidden || (shown.hideable && self.prompt.keychain.holds())
        };
        let first = self.prompt.form.fields.iter().enumerate().position(told);
        (first == Some(at)).then_some(said)
    }

    /// Whether something goes that was typed at another time.
    fn sends_remembered(&self) -> bool {
        self.given.contains(&Given::Remembered)
    }

    /// What Enter says to whether it is to be remembered: as it was.
    fn remembers(&self) -> bool {
        !self.prompt.remembered.is_empty()
    }

    fn opening(&self) -> Vec<Line> {
        let mut opening = head(&self.prompt.origin, &self.prompt.message, self.prompt.deadline);
        opening.push(ours(format!("{} {WAYS_OUT}", asking::ANSWER_GOES)));
        opening
    }

    fn review(&self) -> Vec<Line> {
        let shown = self.filled().map(|(shown, given)| {
            let value = match given {
                Given::Entry(entry) => shown.review(entry),
                Given::Remembered => format!("({})", shown.remembered_for()),
            };
            Line::Theirs(format!("{}: {value}", app::visible(&shown.field.label)))
        });
        [ours("You send:")].into_iter().chain(shown).collect()
    }

    fn send(&mut self) -> FormSaid {
        FormSaid::Send {
            given: std::mem::take(&mut self.given),
            remember: self.remember.unwrap_or_default(),
            masked: self.hidden,
        }
    }

    fn hide(&mut self) -> Heard<FormSaid> {
        match self.at() {
            At::Field(shown) if shown.hideable => {}
            At::YesOrNo | At::Field(_) | At::Remember | At::Review => {
                return Heard::Again(odd(&Typed::Hide).to_owned());
            }
        }
        self.hidden = true;
        // Where it was not hidden before, nothing was said of the keychain yet.
        let keychain = asking::keychain(self.prompt.keychain);
        let keychain = keychain.filter(|_| !self.prompt.keychain.holds());
        let said = ["What you type is hidden now. Type it from the start."];
        Heard::Again(said.into_iter().chain(keychain).collect::<Vec<_>>().join("\n"))
    }

    fn take(&mut self, line: &app::Secret) -> Heard<FormSaid> {
        let text = line.reveal().trim();
        let again = |why: &str| Heard::Again(why.to_owned());
        match self.at() {
            At::YesOrNo => match yes_or_no(text) {
                Some(true) => Heard::Done(self.send()),
                Some(false) => Heard::Done(FormSaid::Decline),
                None => again("Type y or n."),
            },
            At::Field(shown) => {
                let before = shown.again().filter(|_| line.is_empty()).cloned();
                let given = match (before, shown.entry(line)) {
                    (Some(before), _) => before,
                    (None, _) if shown.remembered && line.is_empty() => Given::Remembered,
                    (None, Ok(entry)) => Given::Entry(entry),
                    (None, Err(Wrong(why))) => return Heard::Again(why),
                };
                self.given.push(given);
                Heard::Next
            }
            At::Remember => {
                let said = if text.is_empty() { Some(self.remembers()) } else { yes_or_no(text) };
                self.remember = said;
                if said.is_some() { Heard::Next } else { again("Type y or n.") }
            }
            At::Review => match text.to_lowercase().as_str() {
                // What nobody typed now is not sent by a key that only goes on.
                "" if self.sends_remembered() => again("Type s to send what was remembered."),
                "" | "s" | "send" => Heard::Done(self.send()),
                "d" | "decline" => Heard::Done(FormSaid::Decline),
                "c" | "cancel" => Heard::Done(FormSaid::Cancel),
                "e" | "edit" => {
                    self.before = std::mem::take(&mut self.given);
                    self.remember = None;
                    Heard::Next
                }
                _ => again("Type s, d, c or e."),
            },
        }
    }
}

impl Dialog for FormDialog {
    type Said = FormSaid;

    fn step(&self) -> Step {
        let seen = |above, prompt: String| Step { above, prompt, echo: Echo::Seen };
        match self.at() {
            At::YesOrNo => seen(self.opening(), format!("Yes or no? {} ", brackets(None))),
            At::Field(shown) => {
                let first = if self.given.is_empty() { self.opening() } else { Vec::new() };
                let echo = match (shown.hidden, shown.hideable) {
                    (true, _) => Echo::Hidden,
                    (false, true) => Echo::Hideable,
                    (false, false) => Echo::Seen,
                };
                let caution = self.caution(self.given.len());
                let above = first.into_iter().chain(shown.above()).chain(caution).collect();
                Step { above, prompt: shown.prompt(), echo }
            }
            At::Remember => {
                let enter = brackets(Some(self.remembers()));
                let above = self.remembers().then(|| ours(asking::FORGETS));
                seen(above.into_iter().collect(), format!("Remember in the keychain? {enter} "))
            }
            At::Review => {
                let send = if self.sends_remembered() { "[s]end" } else { "[S]end" };
                seen(self.review(), format!("{send}, [d]ecline, [c]ancel, or [e]dit? "))
            }
        }
    }

    fn hear(&mut self, typed: Typed) -> Heard<FormSaid> {
        match typed {
            Typed::Line(line) => self.take(&line),
            Typed::Cancel | Typed::Quit => Heard::Done(FormSaid::Cancel),
            Typed::Decline => Heard::Done(FormSaid::Decline),
            Typed::Hide => self.hide(),
            Typed::Spoiled => Heard::Again(odd(&typed).to_owned()),
        }
    }
}

#[cfg(test)]
mod tests;
