//! What becomes of texts, values and lines in which secrets stand.

mod basics;
mod dresses;
mod encodings;
mod lines;
mod properties;
mod speed;

use stdx::secret::Secret;

use crate::redact::Redactor;

fn redactor(secrets: &[&str]) -> Redactor {
    let redactor = Redactor::default();
    for it in secrets {
        redactor.add(&Secret::from(*it));
    }
    redactor
}

fn said(secrets: &[&str], text: &str) -> String {
    redactor(secrets).text(text.to_owned())
}
