//! JSON with comments and trailing commas as a tree that keeps its order; it knows no server.

use jsonc_parser::{
    CollectOptions, ParseOptions, ParseStringErrorKind, ast,
    errors::{ParseError, ParseErrorKind},
    parse_to_ast,
};

use crate::error::Error;

/// One value.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Tree {
    Null,
    /// `true` or `false`.
    Flag(bool),
    /// As it is written.
    Number(String),
    Text(String),
    List(Vec<Self>),
    Map(Map),
}

/// Keys and values in the order of the text; a key may be there twice.
pub(crate) type Map = Vec<(String, Tree)>;

impl Tree {
    /// A text, number or flag as a text (`true`, `8080`).
    pub(crate) fn scalar(&self) -> Option<String> {
        match self {
            Self::Flag(flag) => Some(flag.to_string()),
            Self::Number(text) | Self::Text(text) => Some(text.clone()),
            Self::Null | Self::List(_) | Self::Map(_) => None,
        }
    }

    /// The keys and values of an object.
    pub(crate) fn into_map(self) -> Option<Map> {
        if let Self::Map(map) = self { Some(map) } else { None }
    }
}

/// Reads JSON whose first line is the line `first` of what the person sees.
///
/// # Errors
/// [`Error::Syntax`], or [`Error::Empty`] when there are only comments.
pub(crate) fn parse(text: &str, first: usize) -> Result<Tree, Error> {
    let parsed = parse_to_ast(text, &CollectOptions::default(), &options());
    let value = parsed.map_err(|it| located(text, first, &it))?.value.ok_or(Error::Empty)?;
    Ok(tree(value))
}

/// Reads `"name": { … }` without the braces around it.
///
/// # Errors
/// [`Error::Syntax`].
pub(crate) fn parse_fragment(text: &str, first: usize) -> Result<Tree, Error> {
    let whole = format!("{{\n{text}\n}}");
    let parsed = parse_to_ast(&whole, &CollectOptions::default(), &options());
    // The line that was put before it must not count.
    let value = parsed.map_err(|it| located(&whole, first.saturating_sub(1), &it))?.value;
    value.map(tree).ok_or(Error::Empty)
}

fn options() -> ParseOptions {
    ParseOptions {
        allow_comments: true,
        allow_trailing_commas: true,
        allow_loose_object_property_names: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        allow_extended_string_escapes: false,
    }
}

fn located(text: &str, first: usize, error: &ParseError) -> Error {
    let before = text.get(..error.range().start).unwrap_or(text);
    let line = before.matches('\n').count();
    let column = before.chars().rev().take_while(|it| *it != '\n').count();
    Error::Syntax { line: first + line, column: column + 1, what: words(error.kind()) }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "the others say it well and quote nothing")]
fn words(kind: &ParseErrorKind) -> String {
    let text = match kind {
        ParseErrorKind::String(ParseStringErrorKind::InvalidUnicodeEscapeSequence(_)) => {
            "invalid unicode escape".into()
        }
        ParseErrorKind::String(ParseStringErrorKind::UnterminatedStringLiteral) => {
            "the text has no closing quote".into()
        }
        ParseErrorKind::UnterminatedObject => "this object has no closing brace".into(),
        ParseErrorKind::UnterminatedArray => "this list has no closing bracket".into(),
        ParseErrorKind::UnterminatedCommentBlock => "this comment has no end".into(),
        ParseErrorKind::ExpectedComma => "a comma is missing before this".into(),
        ParseErrorKind::MultipleRootJsonValues => "something follows the end of the JSON".into(),
        other => other.to_string(),
    };
    let mut letters = text.chars();
    letters.next().map_or(text.clone(), |it| it.to_lowercase().chain(letters).collect())
}

fn tree(value: ast::Value<'_>) -> Tree {
    match value {
        ast::Value::NullKeyword(_) => Tree::Null,
        ast::Value::BooleanLit(it) => Tree::Flag(it.value),
        ast::Value::NumberLit(it) => Tree::Number(it.value.to_owned()),
        ast::Value::StringLit(it) => Tree::Text(it.value.into_owned()),
        ast::Value::Array(it) => Tree::List(it.elements.into_iter().map(tree).collect()),
        ast::Value::Object(it) => {
            let properties = it.properties.into_iter();
            Tree::Map(properties.map(|it| (it.name.into_string(), tree(it.value))).collect())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(text: &str) -> String {
        parse(text, 1).map(|_| ()).unwrap_err().to_string()
    }

    #[test]
    fn comments_and_trailing_commas_are_fine() {
        let text = "// a comment\n{ \"b\": [1, 2.50,], /* another */ \"a\": null, }";
        let numbers = vec![Tree::Number("1".into()), Tree::Number("2.50".into())];
        let expected = vec![("b".into(), Tree::List(numbers)), ("a".into(), Tree::Null)];
        assert!(parse(text, 1).unwrap() == Tree::Map(expected), "in their order");
    }

    #[test]
    fn a_fault_is_located_in_characters() {
        let expected = expect_test::expect![[r#"
            line 1, column 7: unexpected close brace
            line 2, column 12: a comma is missing before this
            line 1, column 1: this object has no closing brace
            line 3, column 1: something follows the end of the JSON
            line 1, column 6: the text has no closing quote
            line 1, column 3: expected string for object property"#]];
        let faults = [
            r#"{"a": }"#,
            "{\"größe\": 1,\n \"ö\": \"äöü\" \"b\": 2}",
            r#"{"a": 1"#,
            "{}\n\n[]",
            r#"{"a":"b}"#,
            "{ a: 1}",
        ];
        expected.assert_eq(&faults.map(fault).join("\n"));
    }

    #[test]
    fn a_fault_in_a_fragment_is_located_without_the_braces() {
        let fault = parse_fragment("\"a\": {\n  \"b\": x\n}", 5).map(|_| ()).unwrap_err();
        assert_eq!(fault.to_string(), "line 6, column 8: unexpected word");
    }

    #[test]
    fn deep_nesting_is_refused() {
        let deep = "[".repeat(5_000);
        assert!(matches!(parse(&deep, 1), Err(Error::Syntax { .. })));
    }
}
