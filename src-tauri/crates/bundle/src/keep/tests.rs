//! Drafts with secrets planted in them, before and after.

use std::collections::BTreeMap;

use expect_test::expect;
use model::server::{Limits, Source};
use proptest::prelude::{Just, Strategy, any, prop_oneof};
use stdx::secret::Secret;

use super::*;
use crate::reading::read;

const CANARY: &str = "canary-0cafe-1babe-2face-3decade";

fn texts(draft: &Draft) -> Vec<String> {
    match &draft.transport {
        Transport::Stdio(Stdio { command, args, env, .. }) => {
            let vars = env.iter().map(|(name, value)| format!("{name}={value}"));
            std::iter::once(command).chain(args).cloned().chain(vars).collect()
        }
        Transport::Http(Http { url, headers }) => {
            let lines = headers.iter().map(|(name, value)| format!("{name}: {value}"));
            std::iter::once(url.clone()).chain(lines).collect()
        }
    }
}

/// Puts the secrets back where the references are.
async fn filled(draft: &Draft, vault: &Vault) -> Vec<String> {
    let mut filled = Vec::new();
    for text in texts(draft) {
        let template = Template::parse(&text);
        let mut found: BTreeMap<String, Secret> = BTreeMap::new();
        for reference in template.references().filter(|it| it.kind == Kind::Secret) {
            let secret = vault.get(&reference.name).await.unwrap().unwrap();
            found.insert(reference.name.clone(), secret);
        }
        // A default counts for the one variable that is not set.
        let variable = |name: &str| (name != "UNSET").then(|| format!("${{{name}}}"));
        let text = template.expand(variable, |name| found.get(name).cloned()).unwrap();
        filled.push(text.reveal().to_owned());
    }
    filled
}

async fn kept(text: &str) -> (Reading, Vec<KeptSecret>) {
    keep_secrets(read(text).unwrap(), &Vault::memory(), |_| false).await.unwrap()
}

#[tokio::test]
async fn secrets_go_to_the_keychain_wherever_they_stand() {
    let text = r#"{
      "gh": {
        "command": "docker",
        "args": ["run", "-e", "DB_PASSWORD=hunter2", "--api-key", "abc-def", "--token=t0k3n", "--port", "80",
          "--header", "Authorization: Bearer zzz999yyy", "postgres://ada:pw@db/x", "{\"apiKey\":\"j5on\"}",
          "sh -c 'PASSWORD=inner run --verbose'"],
        "env": {"GITHUB_TOKEN": "ghp_0123456789abcdefghij", "DEBUG": "1", "OTHER": "${GITHUB_TOKEN}",
          "SAME": "ghp_0123456789abcdefghij", "MIXED": "postgres://u:${PW}@h/?token=abc1"}
      },
      "web": {
        "url": "https://u:pw2@h.example/mcp/?region=eu&api_key=k1#frag",
        "headers": {"Authorization": "Bearer abcdef123456", "X-Team": "blue", "X-Api-Key": "q"}
      }
    }"#;
    let (reading, kept) = kept(text).await;
    let mut told: Vec<String> = Vec::new();
    for Proposal { draft, notes } in &reading.proposals {
        told.extend(texts(draft));
        told.extend(notes.iter().map(|it| format!("- {it}")));
    }
    told.extend(kept.iter().map(|it| format!("{} {} {}", it.server, it.field, it.key)));
    expect![[r#"
        docker
        run
        -e
        DB_PASSWORD=${secret:GH_DB_PASSWORD}
        --api-key
        ${secret:GH_API_KEY}
        --token=${secret:GH_TOKEN_2}
        --port
        80
        --header
        Authorization: Bearer ${secret:GH_AUTHORIZATION}
        postgres://ada:${secret:GH_PASSWORD}@db/x
        {"apiKey":"${secret:GH_API_KEY_2}"}
        sh -c 'PASSWORD=${secret:GH_PASSWORD_2} run --verbose'
        DEBUG=1
        GITHUB_TOKEN=${secret:GH_GITHUB_TOKEN}
        MIXED=postgres://u:${PW}@h/?token=${secret:GH_TOKEN}
        OTHER=${GITHUB_TOKEN}
        SAME=${secret:GH_GITHUB_TOKEN}
        - `GITHUB_TOKEN` was put into the keychain
        - `token` was put into the keychain
        - `DB_PASSWORD` was put into the keychain
        - `--api-key` was put into the keychain
        - `--token` was put into the keychain
        - `Authorization` was put into the keychain
        - `password` was put into the keychain
        - `apiKey` was put into the keychain
        - `PASSWORD` was put into the keychain
        https://u:${secret:WEB_PASSWORD}@h.example/mcp/?region=eu&api_key=${secret:WEB_API_KEY}#frag
        Authorization: Bearer ${secret:WEB_AUTHORIZATION}
        X-Api-Key: ${secret:WEB_X_API_KEY}
        X-Team: blue
        - `Authorization` was put into the keychain
        - `X-Api-Key` was put into the keychain
        - `password` was put into the keychain
        - `api_key` was put into the keychain
        gh GITHUB_TOKEN GH_GITHUB_TOKEN
        gh token GH_TOKEN
        gh DB_PASSWORD GH_DB_PASSWORD
        gh --api-key GH_API_KEY
        gh --token GH_TOKEN_2
        gh Authorization GH_AUTHORIZATION
        gh password GH_PASSWORD
        gh apiKey GH_API_KEY_2
        gh PASSWORD GH_PASSWORD_2
        web Authorization WEB_AUTHORIZATION
        web X-Api-Key WEB_X_API_KEY
        web password WEB_PASSWORD
        web api_key WEB_API_KEY"#]]
    .assert_eq(&told.join("\n"));
}

/// HOST-14
#[tokio::test]
async fn references_stay_as_they_are() {
    let text = r#"{"a": {"command": "a", "args": ["--token", "${TOKEN}", "--key=${secret:MINE}"],
        "env": {"A_TOKEN": "${secret:A_TOKEN}", "B_TOKEN": "${env:B}", "C_TOKEN": "$TOKEN"}},
        "b": {"url": "https://x.example/?token=${T}", "headers": {"Authorization": "Bearer ${secret:B}"}}}"#;
    let before = read(text).unwrap();
    let (after, kept) = kept(text).await;
    let draft = |it: &Reading| it.proposals.iter().map(|it| texts(&it.draft)).collect::<Vec<_>>();
    assert_eq!(
        kept.iter().map(|it| it.field.as_str()).collect::<Vec<_>>(),
        ["C_TOKEN"],
        "`$TOKEN` is no reference"
    );
    assert_eq!(draft(&after)[0][..5], draft(&before)[0][..5]);
    assert_eq!(draft(&after)[1], draft(&before)[1]);
}

#[tokio::test]
async fn each_secret_gets_a_key_of_its_own() {
    let vault = Vault::memory();
    let text = r#"{"a": {"command": "a", "env": {"TOKEN": "one", "X": "${secret:A_TOKEN_2}"}},
        "A": {"command": "a", "env": {"2_TOKEN": "two", "TOKEN": "three"}}}"#;
    let taken = |key: &str| key == "A_TOKEN";
    let (reading, kept) = keep_secrets(read(text).unwrap(), &vault, taken).await.unwrap();
    let keys: BTreeSet<_> = kept.iter().map(|it| it.key.as_str()).collect();
    assert_eq!(keys.len(), 3, "{kept:?}");
    assert!(!keys.contains("A_TOKEN") && !keys.contains("A_TOKEN_2"), "{kept:?}");
    for (index, expected) in [(0, "TOKEN=one"), (1, "TOKEN=three")] {
        let draft = &reading.proposals[index].draft;
        // What was never set is not there to be filled in.
        vault.set("A_TOKEN_2", Secret::from("later")).await.unwrap();
        assert!(filled(draft, &vault).await.contains(&expected.to_owned()));
    }
}

#[tokio::test]
async fn a_keychain_that_fails_keeps_nothing_and_is_named() {
    let text = r#"{"a": {"command": "a", "env": {"A_TOKEN": "one", "B_TOKEN": "two", "C_TOKEN": "three"}}}"#;
    let vault = Vault::small(2);
    let fault = keep_secrets(read(text).unwrap(), &vault, |_| false).await.unwrap_err();
    assert_eq!(fault.to_string(), "cannot keep `C_TOKEN` of `a`");
    for key in ["A_TOKEN", "A_B_TOKEN", "A_C_TOKEN"] {
        assert!(vault.get(key).await.unwrap().is_none(), "{key} was left behind");
    }
    let locked = keep_secrets(read(text).unwrap(), &Vault::locked(), |_| false).await.unwrap_err();
    assert!(matches!(locked, Error::Keychain { source: vault::Error::Locked, .. }), "{locked:?}");
    let plain = r#"{"a": {"command": "a"}}"#;
    assert!(keep_secrets(read(plain).unwrap(), &Vault::absent(), |_| false).await.is_ok());
}

/// One place in a draft with a canary in it.
#[derive(Debug, Clone)]
enum Plant {
    Env(String, String),
    Args(Vec<String>),
    Header(String, String),
    Url(String),
}

fn secret_name() -> impl Strategy<Value = String> {
    proptest::sample::select(vec![
        "TOKEN",
        "GITHUB_TOKEN",
        "api_key",
        "API-KEY",
        "apiKey",
        "PASSWORD",
        "db_password",
        "clientSecret",
        "AUTHORIZATION",
        "X-Api-Key",
        "secret",
        "ACCESS_TOKEN",
        "PGPASSWORD",
    ])
    .prop_map(str::to_owned)
}

fn plant() -> impl Strategy<Value = Plant> {
    let around = proptest::sample::select(vec![
        "@",
        "Bearer @",
        "${VAR}@",
        "@${VAR}",
        "${UNSET:-@}",
        "x @",
        "@ y",
        "'@'",
    ]);
    let value = around.prop_map(|it| it.replace('@', CANARY));
    let url = proptest::sample::select(vec![
        "https://u:@h.example/x",
        "https://h.example/?NAME=@",
        "https://h.example/?a=1&NAME=@&b=2",
        "https://${HOST}/?NAME=@",
        "http://u:@h:80/?NAME=@#NAME=@",
    ]);
    let args = proptest::sample::select(vec![
        "--NAME=@",
        "--NAME|@",
        "NAME=@",
        "-e|NAME=@",
        "--header|NAME: @",
        "--header=NAME: Bearer @",
        "{\"NAME\":\"@\"}",
        "{\"a\":{\"NAME\": \"@\"}}",
        "postgres://u:@h/db",
        "Server=x;NAME=@;b=1",
        "-c|NAME=@ run --x",
        "-c|run --NAME @ --x",
        "-c|run --NAME='@'",
        "https://h.example/?NAME=@",
    ]);
    prop_oneof![
        (secret_name(), value.clone()).prop_map(|(name, value)| Plant::Env(name, value)),
        (secret_name(), value).prop_map(|(name, value)| Plant::Header(name, value)),
        (secret_name(), url).prop_map(|(name, it)| Plant::Url(planted(it, &name))),
        (secret_name(), args).prop_map(|(name, it)| {
            Plant::Args(it.split('|').map(|it| planted(it, &name)).collect())
        }),
    ]
}

fn planted(pattern: &str, name: &str) -> String {
    pattern
        .replace("NAME", name)
        .replace('@', CANARY)
        .replace(&format!("{CANARY}h"), &format!("{CANARY}@h"))
}

/// A draft with plants, amid values that are none.
fn draft() -> impl Strategy<Value = Draft> {
    let harmless = proptest::collection::btree_map("[A-Z]{1,6}", "[ -~]{0,12}", 0..4);
    let words = proptest::collection::vec("[ -~]{0,12}", 0..4);
    let plants = proptest::collection::vec(plant(), 1..4);
    (harmless, words, plants, any::<bool>(), Just(())).prop_map(
        |(pairs, args, plants, http, ())| {
            let mut stdio = Stdio { command: "run".into(), args, env: pairs.clone(), cwd: None };
            let mut web = Http { url: "https://h.example/mcp".into(), headers: pairs };
            for plant in plants {
                match plant {
                    Plant::Env(name, value) => drop(stdio.env.insert(name, value)),
                    Plant::Args(args) => stdio.args.extend(args),
                    Plant::Header(name, value) => drop(web.headers.insert(name, value)),
                    Plant::Url(url) => web.url = url,
                }
            }
            let transport = if http { Transport::Http(web) } else { Transport::Stdio(stdio) };
            let name = ServerName::parse("planted").unwrap();
            let (title, description) = ("Planted".into(), String::new());
            Draft {
                name,
                title,
                description,
                transport,
                limits: Limits::default(),
                source: Source::User,
            }
        },
    )
}

proptest::proptest! {
    /// The canary is nowhere but in the keychain, and filling the references in gives the draft
    /// back as it was.
    #[test]
    fn no_planted_secret_is_left_in_a_draft(before in draft()) {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let vault = Vault::memory();
            let (after, kept) = keep_draft(before.clone(), &vault, |_| false).await.unwrap();
            let shown = format!("{after:?} {kept:?}");
            proptest::prop_assert!(!shown.contains(CANARY), "{}", shown);
            let nothing = Vault::memory();
            proptest::prop_assert_eq!(filled(&after, &vault).await, filled(&before, &nothing).await);
            Ok(())
        })?;
    }
}
