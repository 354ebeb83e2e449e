//! Secrets as a table at a terminal: names, kinds, places, who uses them, times. Never a value.

use app::wire::secret::{SecretKind, SecretPlace, SecretRow, SecretUse};
use stdx::clock::Millis;

/// One line a secret, in columns.
pub(super) fn table(rows: &[SecretRow]) -> Vec<String> {
    let cells: Vec<[String; 5]> = rows.iter().map(cells).collect();
    let width = |at: usize| {
        let lengths = cells.iter().filter_map(|it| it.get(at)).map(|it| it.chars().count());
        lengths.max().unwrap_or_default()
    };
    let widths: Vec<usize> = (0..5).map(width).collect();
    let line = |row: &[String; 5]| {
        let padded = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}"));
        padded.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    cells.iter().map(line).collect()
}

/// A server that refers to a secret, and where.
pub(super) fn used(by: &SecretUse) -> String {
    format!("{} ({})", by.server, by.field)
}

fn cells(row: &SecretRow) -> [String; 5] {
    let users = match &row.remembered {
        Some(it) => format!("{} ({})", it.server, it.field),
        None => row.used_by.iter().map(used).collect::<Vec<_>>().join(", "),
    };
    let users = if users.is_empty() { "-".to_owned() } else { users };
    let [set, last] = [row.updated_at, row.last_used_at].map(|it| it.map(time));
    let times = match (set, last) {
        (None, None) => String::new(),
        (Some(set), None) => format!("set {set}"),
        (set, Some(last)) => {
            format!("{}last used {last}", set.map(|it| format!("set {it}, ")).unwrap_or_default())
        }
    };
    [row.key.clone(), kind(row.kind).to_owned(), place(row.place).to_owned(), users, times]
        .map(|it| app::visible(&it))
}

fn kind(kind: SecretKind) -> &'static str {
    match kind {
        SecretKind::Named => "named",
        SecretKind::Remembered => "remembered answer",
        SecretKind::Oauth => "sign-in",
        SecretKind::Model => "model",
        SecretKind::Gateway => "gateway",
    }
}

fn place(place: SecretPlace) -> &'static str {
    match place {
        SecretPlace::Keychain => "keychain",
        SecretPlace::Memory => "in memory",
        SecretPlace::Missing => "not set",
        SecretPlace::Unknown => "?",
    }
}

/// To the minute, UTC.
fn time(at: i64) -> String {
    let whole = Millis(at).to_string();
    format!("{}Z", whole.get(..16).unwrap_or(&whole).replace('T', " "))
}

#[cfg(test)]
mod tests {
    use app::wire::secret::RememberedView;

    use super::*;

    /// HOST-52, HOST-64
    #[test]
    fn a_table_names_the_secrets_and_who_uses_them() {
        let by = SecretUse { server: "gh".into(), title: "GitHub".into(), field: "TOKEN".into() };
        let named = SecretRow {
            key: "GITHUB_TOKEN".into(),
            kind: SecretKind::Named,
            place: SecretPlace::Keychain,
            created_at: Some(0),
            updated_at: Some(1_783_082_096_789),
            last_used_at: None,
            used_by: vec![by],
            remembered: None,
        };
        let remembered = SecretRow {
            key: "elicit/ssh/sudo\n".into(),
            kind: SecretKind::Remembered,
            last_used_at: Some(1_783_082_096_789),
            used_by: Vec::new(),
            remembered: Some(RememberedView {
                server: "ssh".into(),
                title: None,
                field: "sudo\n".into(),
            }),
            ..named.clone()
        };
        let missing = SecretRow {
            key: "NEW".into(),
            place: SecretPlace::Missing,
            updated_at: None,
            used_by: Vec::new(),
            ..named.clone()
        };
        expect_test::expect![[r#"
            GITHUB_TOKEN       named              keychain  gh (TOKEN)    set 2026-07-03 12:34Z
            elicit/ssh/sudo\n  remembered answer  keychain  ssh (sudo\n)  set 2026-07-03 12:34Z, last used 2026-07-03 12:34Z
            NEW                named              not set   -"#]].assert_eq(&table(&[named, remembered, missing]).join("\n"));
        assert_eq!(table(&[]), Vec::<String>::new());
    }
}
