//! A shell's lines taken into words without a shell: what only a shell could do is refused, and
//! variables become references. It does not know what the words mean.

use crate::error::Error;

/// What a shell would act on, the longer first.
const OPERATORS: &[&str] =
    &["||", "&&", ">>", "<<", "&>", ">&", "|", "&", ";", "<", ">", "$(", "`"];

/// The words of each line of a text. Comments, prompts (`$ `) and empty lines are gone; a `\` at
/// the end of a line continues it; `$NAME` is `${NAME}`.
///
/// # Errors
/// [`Error::Line`].
pub(crate) fn lines(text: &str) -> Result<Vec<Vec<String>>, Error> {
    let text = keep_drives(&text.replace("\r\n", "\n"));
    let mut lines = Vec::new();
    let mut left = text.as_str();
    while !left.is_empty() {
        let (line, rest) = left.split_at(line_end(left)?);
        let words = shell_words::split(without_prompt(line)).map_err(|_| open_quote())?;
        if !words.is_empty() {
            lines.push(words.iter().map(|it| with_braces(it)).collect());
        }
        left = rest.strip_prefix('\n').unwrap_or(rest);
    }
    Ok(lines)
}

/// A backslash is no escape where there are drives: `C:\tools\server.exe`.
fn keep_drives(text: &str) -> String {
    let mut words = text.split_whitespace().map(|it| it.trim_start_matches(['"', '\'']));
    let drive = |word: &str| word.get(1..3) == Some(":\\");
    if !words.any(drive) {
        return text.to_owned();
    }
    text.replace('\\', "\\\\").replace("\\\\\n", "\\\n")
}

fn without_prompt(line: &str) -> &str {
    let line = line.trim_start();
    ["$ ", "% ", "> "].iter().find_map(|it| line.strip_prefix(it)).unwrap_or(line)
}

/// Where the first line of a text ends: before a line feed that is neither quoted nor escaped.
fn line_end(text: &str) -> Result<usize, Error> {
    let (mut at, mut word) = (0, 0);
    let mut quote = None;
    while let Some(one) = text.get(at..).and_then(|it| it.chars().next()) {
        let rest = text.get(at..).unwrap_or_default();
        let mut length = one.len_utf8();
        match (quote, one) {
            (None, '\n') => return Ok(at),
            // Quotes in a comment are none.
            (None, '#') if word == at => return Ok(at + rest.find('\n').unwrap_or(rest.len())),
            (None | Some('"'), '\\') => {
                let escaped = rest.chars().nth(1);
                length += escaped.map_or(0, char::len_utf8);
                word = if escaped == Some('\n') { at + length } else { word };
            }
            (Some(open), _) if one == open => quote = None,
            (None, '\'' | '"') => quote = Some(one),
            (None, ' ' | '\t') => word = at + length,
            _ => stay(quote, text.get(..at).unwrap_or_default(), word, rest)?,
        }
        at += length;
    }
    if quote.is_some() { Err(open_quote()) } else { Ok(text.len()) }
}

/// Refuses what only a shell could carry out at the beginning of `rest`. People do not mean it so
/// in `https://host/?a=1&b=2`, `<your-key>` and a prompt.
fn stay(quote: Option<char>, before: &str, word: usize, rest: &str) -> Result<(), Error> {
    let Some(found) = OPERATORS.iter().find(|it| rest.starts_with(**it)) else { return Ok(()) };
    let substitutes = matches!(*found, "$(" | "`");
    let word = before.get(word..).unwrap_or_default();
    let inside = |it: &str| {
        it.starts_with('<')
            && it.chars().skip(1).all(|one| one.is_alphanumeric() || matches!(one, '_' | '-'))
    };
    let placeholder = rest.split_inclusive('>').next().and_then(|it| it.strip_suffix('>'));
    let fine = match (quote, *found) {
        (Some('\''), _) => true,
        (Some(_), _) => !substitutes,
        (None, "&") => word.contains("://"),
        (None, "<") => placeholder.is_some_and(inside),
        (None, ">") => {
            before.trim().is_empty()
                || word.rfind('<').and_then(|it| word.get(it..)).is_some_and(inside)
        }
        (None, _) => false,
    };
    if fine {
        return Ok(());
    }
    Err(Error::Line(format!("has `{found}`, which needs a shell; write `sh -c '…'` around it")))
}

fn open_quote() -> Error {
    Error::Line("has a quote without its end".to_owned())
}

/// `$NAME` as a reference, as the shell would have filled it in. JSON has `$` in keys.
fn with_braces(word: &str) -> String {
    let mut text = String::with_capacity(word.len());
    let mut rest = word;
    while let Some((before, after)) = rest.split_once('$').filter(|_| !word.starts_with(['{', '[']))
    {
        let is_part = |it: char| it.is_ascii_alphanumeric() || it == '_';
        let length = after.find(|it| !is_part(it)).unwrap_or(after.len());
        let (name, next) = after.split_at(length);
        text.push_str(before);
        if name.is_empty() || name.starts_with(|it: char| it.is_ascii_digit()) {
            text.push('$');
            text.push_str(name);
        } else {
            text.push_str(&format!("${{{name}}}"));
        }
        rest = next;
    }
    text.push_str(rest);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        let lines = lines(text).unwrap();
        assert_eq!(lines.len(), 1, "{text}");
        lines.concat()
    }

    #[test]
    fn a_line_falls_into_words_as_in_a_shell() {
        assert_eq!(
            words("$ npx -y 'a b' \"c \\\" d\" e\\ f  # note's end"),
            ["npx", "-y", "a b", "c \" d", "e f"]
        );
        assert_eq!(words("docker run \\\n  -i \\\r\n  image\n"), ["docker", "run", "-i", "image"]);
        assert_eq!(words("> uvx thing"), ["uvx", "thing"]);
        assert_eq!(words("# first\n\n% thing"), ["thing"]);
        assert_eq!(words(r#"C:\tools\run.exe "C:\a b\c""#), [r"C:\tools\run.exe", r"C:\a b\c"]);
    }

    #[test]
    fn a_variable_becomes_a_reference() {
        assert_eq!(
            words("a $TOKEN x$A/$B $1 $ ${C} {\"$s\":1}"),
            ["a", "${TOKEN}", "x${A}/${B}", "$1", "$", "${C}", "{$s:1}"]
        );
        assert_eq!(words(r#"a '{"$schema":"x"}'"#), ["a", r#"{"$schema":"x"}"#]);
    }

    #[test]
    fn what_needs_a_shell_is_refused_and_named() {
        for (text, operator) in [
            ("a | b", "|"),
            ("a && b", "&&"),
            ("a;b", ";"),
            ("a > b", ">"),
            ("a 2>&1", ">&"),
            ("a <b", "<"),
            ("a `b`", "`"),
            ("a \"$(b)\"", "$("),
            ("a &", "&"),
            ("a || b", "||"),
        ] {
            let refused = lines(text).unwrap_err().to_string();
            let expected = format!(
                "the command line has `{operator}`, which needs a shell; write `sh -c '…'` around it"
            );
            assert_eq!(refused, expected, "{text}");
        }
        for text in ["a 'b", "a \"b"] {
            assert_eq!(
                lines(text).unwrap_err().to_string(),
                "the command line has a quote without its end"
            );
        }
    }

    #[test]
    fn what_is_quoted_or_not_meant_so_stays() {
        assert_eq!(words("a 'b|c' \"d && e\" f\\;g"), ["a", "b|c", "d && e", "f;g"]);
        assert_eq!(words("a https://h/?b=1&c=2"), ["a", "https://h/?b=1&c=2"]);
        assert_eq!(
            words("a --key <YOUR_KEY> --x=<your-x>"),
            ["a", "--key", "<YOUR_KEY>", "--x=<your-x>"]
        );
    }

    #[test]
    fn lines_stay_apart_unless_quoted() {
        assert_eq!(lines("a 1\nb 'x\ny'\n").unwrap(), [vec!["a", "1"], vec!["b", "x\ny"]]);
    }
}
