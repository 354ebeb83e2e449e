//! Tables of what a text becomes.

use expect_test::expect;
use proptest::prelude::{ProptestConfig, any, prop_assert_eq, proptest};

use super::*;

/// The text with `A`, `B`, `EMPTY` and the secret `KEY` set.
fn expanded(text: &str) -> Result<String, Unset> {
    let variable = |name: &str| match name {
        "A" => Some("one".to_owned()),
        "B" => Some("${A}".to_owned()),
        "EMPTY" => Some(String::new()),
        _ => None,
    };
    let secret = |name: &str| match name {
        "KEY" => Some(Secret::from("hush")),
        "LOOP" => Some(Secret::from("${secret:KEY}")),
        _ => None,
    };
    Template::parse(text).expand(variable, secret).map(|it| it.reveal().to_owned())
}

/// HOST-14
#[test]
fn references_are_replaced() {
    let table = [
        ("", ""),
        ("plain", "plain"),
        ("${A}", "one"),
        ("${env:A}", "one"),
        ("x${A}y${A}z", "xoneyonez"),
        ("Bearer ${secret:KEY}", "Bearer hush"),
        ("${A}${secret:KEY}", "onehush"),
        ("${EMPTY}", ""),
        ("ä${A}ö", "äoneö"),
    ];
    for (text, expected) in table {
        assert_eq!(expanded(text).as_deref(), Ok(expected), "{text}");
    }
}

/// HOST-14
#[test]
fn what_takes_the_place_of_a_reference_is_not_read_again() {
    assert_eq!(expanded("${B}").as_deref(), Ok("${A}"));
    assert_eq!(expanded("${secret:LOOP}").as_deref(), Ok("${secret:KEY}"));
    assert_eq!(expanded("${X:-$${A}").as_deref(), Ok("$${A"), "a default is plain text");
    assert_eq!(expanded("$${B}${B}").as_deref(), Ok("${B}${A}"));
}

/// HOST-14
#[test]
fn an_unset_reference_is_named() {
    let words = |text| expanded(text).unwrap_err().to_string();
    expect!["the variable `GITHUB_TOKEN` is not set"].assert_eq(&words("${A} ${GITHUB_TOKEN}"));
    expect!["the secret `NOPE` is not in the keychain"].assert_eq(&words("${secret:NOPE}"));
    expect!["the secret `my key` is not in the keychain"].assert_eq(&words("${secret:my key}"));
    expect!["the secret `A:-b` is not in the keychain"].assert_eq(&words("${secret:A:-b}"));
}

#[test]
fn a_default_is_for_a_variable_that_is_unset_or_empty() {
    let table = [
        ("${A:-two}", "one"),
        ("${X:-two}", "two"),
        ("${EMPTY:-two}", "two"),
        ("${X:-}", ""),
        ("${env:X:-a:-b}", "a:-b"),
        ("${X:-https://a.example/b}", "https://a.example/b"),
    ];
    for (text, expected) in table {
        assert_eq!(expanded(text).as_deref(), Ok(expected), "{text}");
    }
}

#[test]
fn everything_else_stands_for_itself() {
    let table = [
        "$",
        "$$",
        "$A",
        "${",
        "${}",
        "${A",
        "${1}",
        "${ A }",
        "${A B}",
        "${x%.*}",
        "${input:key}",
        "${secret:}",
        "${env:}",
        "${workspaceFolder}/x$",
        "100 $ {A}",
    ];
    for text in table {
        // `${workspaceFolder}` is a variable like any other, and an unset one.
        if text.starts_with("${work") {
            assert_eq!(expanded(text).unwrap_err().0.name, "workspaceFolder");
        } else {
            assert_eq!(expanded(text).as_deref(), Ok(text), "{text}");
        }
    }
}

#[test]
fn two_dollars_before_a_brace_write_one() {
    let table = [
        ("$${A}", "${A}"),
        ("$$${A}", "$${A}"),
        ("$$$${A}", "$$${A}"),
        ("$${", "${"),
        ("$$A", "$$A"),
    ];
    for (text, expected) in table {
        assert_eq!(expanded(text).as_deref(), Ok(expected), "{text}");
    }
}

#[test]
fn references_are_listed_in_their_order() {
    let template = Template::parse("${B} ${secret:KEY} ${A:-x} $${C} ${B}");
    let written: Vec<String> = template.references().map(ToString::to_string).collect();
    assert_eq!(written, ["${B}", "${secret:KEY}", "${A}", "${B}"]);
}

#[test]
fn a_reference_reads_as_it_is_written() {
    let written = Reference::secret("KEY").to_string();
    assert_eq!(written, "${secret:KEY}");
    assert_eq!(expanded(&written).as_deref(), Ok("hush"));
}

#[test]
fn an_expanded_text_does_not_print_itself() {
    let template = Template::parse("${secret:KEY}");
    let secret = template.expand(|_| None, |_| Some(Secret::from("hush"))).unwrap();
    assert!(!format!("{secret:?} {template:?}").contains("hush"));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_value_goes_in_as_it_is(value in any::<String>(), before in "[^$]*", after in "[^$]*") {
        let text = format!("{before}${{A}}{after}");
        let expanded = Template::parse(&text).expand(|_| Some(value.clone()), |_| None).unwrap();
        prop_assert_eq!(expanded.reveal(), format!("{before}{value}{after}"));
    }

    #[test]
    fn a_text_without_a_dollar_stays_as_it_is(text in "[^$]*") {
        let expanded = Template::parse(&text).expand(|_| None, |_| None).unwrap();
        prop_assert_eq!(expanded.reveal(), text);
    }

    #[test]
    fn every_text_can_be_taken_apart(text in "[$a{}:A_-]{0,24}") {
        let template = Template::parse(&text);
        let expanded = template.expand(|_| Some("v".to_owned()), |_| Some(Secret::from("s")));
        prop_assert_eq!(expanded.is_ok(), true);
    }
}
