//! Tables of what is a secret and what is none.

use super::looks_secret;

const JWT: &str = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N";

fn each_is(secret: bool, table: &[(&str, &str)]) {
    for (name, value) in table {
        assert_eq!(looks_secret(name, value), secret, "{name}={value}");
    }
}

#[test]
fn a_name_can_make_a_secret() {
    each_is(
        true,
        &[
            ("GITHUB_TOKEN", "abc"),
            ("githubToken", "abc"),
            ("github-token", "abc"),
            ("TOKEN2", "abc"),
            ("PASSWORD", "12345"),
            ("DB_PASSWORD", "/strange"),
            ("PGPASSWORD", "postgres"),
            ("MYSQL_PWD", "hunter2"),
            ("SMTP_PASS", "hunter2"),
            ("SSHPASS", "hunter2"),
            ("MY_PIN", "1234"),
            ("API_KEY", "abc"),
            ("API_KEY", "123456"),
            ("apikey", "abc"),
            ("X-Api-Key", "abc"),
            ("Authorization", "abc"),
            ("Cookie", "sid=1"),
            ("CLIENT_SECRET", "abc"),
            ("client_credential", "abc"),
            ("OAUTH_CLIENT_SECRET", "abc"),
            ("KEY", "abc"),
            ("BASIC_AUTH", "me:you"),
            ("--token", "abc"),
            ("GITHUB_PAT", "abc"),
            ("API_TOKENS", "a,b"),
        ],
    );
}

#[test]
fn a_name_that_only_sounds_like_one_makes_none() {
    each_is(
        false,
        &[
            ("KEYBOARD", "qwerty"),
            ("MONKEY", "see"),
            ("AUTHOR", "Ann"),
            ("COMPASS", "north"),
            ("PINECONE_INDEX", "docs"),
            ("TOKENIZER", "o200k"),
            ("PUBLIC_KEY", "abc"),
            ("PUBLIC_KEY_PATH", "/home/me/key.pub"),
            ("TOKEN_URL", "https://auth.example/token"),
            ("PASSWORD_FILE", "/run/secrets/db"),
            ("API_KEY_HEADER", "X-Api-Key"),
            ("SECRET_NAME", "db-prod"),
            ("MAX_TOKEN", "4096"),
            ("MAX_TOKENS", "4096"),
            ("TOKEN_LIMIT", "4096"),
            ("TOKEN_TTL", "3600"),
            ("OAUTH_CLIENT_ID", "my-app"),
            ("AUTH_TYPE", "custom"),
            ("HOME", "/root"),
            ("LANG", "en_GB.UTF-8"),
            ("", "abc"),
        ],
    );
}

#[test]
fn a_plain_value_under_a_mild_name_is_none() {
    each_is(
        false,
        &[
            ("KEY", "/etc/ssl/key.pem"),
            ("SSH_KEY", "~/.ssh/id_ed25519"),
            ("SSL_KEY", "C:\\certs\\server.key"),
            ("PRIVATE_KEY", "./key.pem"),
            ("SIGNING_KEY", "server.pem"),
            ("GOOGLE_APPLICATION_CREDENTIALS", "/home/me/account.json"),
            ("PWD", "/home/me"),
            ("AUTH", "https://auth.example"),
            ("AUTH", "none"),
            ("AUTH", "OAuth2"),
            ("SORT_KEY", "17"),
            ("GPIO_PIN", "17"),
            ("USE_PASSWORD", "true"),
            ("REQUIRE_TOKEN", "1"),
            ("TOKEN", ""),
            ("TOKEN", "  "),
        ],
    );
}

#[test]
fn what_examples_hold_in_place_of_a_secret_is_none() {
    each_is(
        false,
        &[
            ("API_KEY", "YOUR_API_KEY_HERE"),
            ("API_KEY", "your-api-key"),
            ("GITHUB_TOKEN", "<your token>"),
            ("GITHUB_TOKEN", "<YOUR_TOKEN>"),
            ("GITHUB_TOKEN", "****"),
        ],
    );
    each_is(true, &[("PASSWORD", "your-dog"), ("PASSWORD", "<s3cret>")]);
}

#[test]
fn a_token_is_known_by_its_issuer() {
    each_is(
        true,
        &[
            ("X", "ghp_16C7e42F292c6912E7710c838347Ae178B4a"),
            ("X", "github_pat_11ABCDEFG0aBcDeFgHiJkL_mNoPqRsTuVwXyZ"),
            ("X", "sk-proj-abcdefghijklmnop1234"),
            ("X", "sk-ant-api03-abcdefghijklmnop"),
            ("X", "xoxb-1234567890-abcdefghij"),
            ("X", "AKIAIOSFODNN7EXAMPLE"),
            ("X", "AIzaSyA1234567890abcdefghijklmnopqrstuv"),
            ("X", "glpat-abcdefghij1234567890"),
            ("X", "hf_abcdefghijklmnopqrst12345"),
            ("X", JWT),
            ("X", "{\"Authorization\": \"Bearer ntn_123456789abcdefghijklmno\"}"),
            ("--config", "token:ghp_16C7e42F292c6912E7710c838347Ae178B4a"),
            ("X_ID", "ghp_16C7e42F292c6912E7710c838347Ae178B4a"),
        ],
    );
    each_is(
        false,
        &[
            ("X", "ghp_"),
            ("X", "sk-learn"),
            ("X", "sk-some-long-name-of-words"),
            ("X", "AKIA"),
            ("X", "npm_config_cache"),
            ("X", "eyJ.a.b"),
        ],
    );
}

#[test]
fn a_credential_follows_its_scheme() {
    each_is(
        true,
        &[
            ("X", "Bearer abcd1234"),
            ("X", "bearer abcdefghijklmnopqrst"),
            ("X", "Basic dXNlcjpwYXNz"),
            ("X", "token 0123456789abcdef"),
            ("X", "Authorization: Bearer abcd1234"),
        ],
    );
    each_is(
        false,
        &[
            ("X", "Basic authentication"),
            ("X", "Bearer"),
            ("X", "a bearer of news"),
            ("X", "Token based access"),
        ],
    );
}

#[test]
fn a_private_key_is_a_secret() {
    each_is(
        true,
        &[
            ("X", "-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----"),
            ("X", "-----BEGIN OPENSSH PRIVATE KEY-----\nb3Bl"),
            ("X", "{\"private_key\": \"-----BEGIN RSA PRIVATE KEY-----\\nMIIE\"}"),
        ],
    );
    each_is(false, &[("X", "-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----")]);
}

#[test]
fn an_address_can_hold_a_secret() {
    each_is(
        true,
        &[
            ("DATABASE_URL", "postgres://me:hunter2@db.example/app"),
            ("X", "https://me:hunter2@a.example:8080?b=c"),
            ("X", "https://mcp.example/sse?apiKey=abcd"),
            ("X", "https://mcp.example/sse?user=me&token=abcd"),
            ("X", "https://ghp_16C7e42F292c6912E7710c838347Ae178B4a@github.com/a/b"),
            ("SLACK_WEBHOOK_URL", "https://hooks.slack.com/services/T00/B00/abcd"),
            ("X", "Server=db;User Id=me;Password=hunter2;"),
            ("X", "DefaultEndpointsProtocol=https;AccountName=a;AccountKey=abcd+efg==;"),
            ("--env", "API_KEY=abcd"),
            ("--header", "X-Api-Key: abcd"),
        ],
    );
    each_is(
        false,
        &[
            ("X", "https://a.example/b?page=2&sort=key"),
            ("X", "https://a.example/b?max_tokens=100"),
            ("X", "ssh://git@github.com/a/b"),
            ("X", "https://a.example:8080/b@c:d"),
            ("X", "postgres://me@db.example/app"),
            ("X", "postgres://me:@db.example/app"),
            ("X", "Server=db;Port=5432"),
            ("--env", "API_KEY"),
            ("--env", "LOG_LEVEL=debug"),
            ("X", "key: https://a.example"),
        ],
    );
}

#[test]
fn a_long_random_value_is_a_secret() {
    each_is(
        true,
        &[
            ("X", "8f14e45fceea167a5a36dedd4bea2543"),
            ("X", "Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5MA=="),
            ("X", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"),
            ("X", "aZbYcXdWeVfUgThSiRjQkPlO"),
            ("X", "4f9a2c7e-b81d3f6a05-9c2e7b4d18"),
        ],
    );
}

#[test]
fn a_long_value_of_words_or_numbers_is_none() {
    each_is(
        false,
        &[
            ("X", "my-long-server-name-with-many-words-2024"),
            ("X", "someVeryLongCamelCaseIdentifierForAThing"),
            ("X", "SOME_VERY_LONG_CONSTANT_NAME_2"),
            ("X", "@modelcontextprotocol/server-everything@2026.1.14"),
            ("X", "/usr/local/lib/python3.11/site-packages"),
            ("X", "123456789012345678901234567890"),
            ("X", "2026-07-03T12:34:56.789Z"),
            ("X", "550e8400-e29b-41d4-a716-446655440000"),
            ("COMMIT_SHA", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
            ("IMAGE_DIGEST", "8f14e45fceea167a5a36dedd4bea2543"),
            ("PROJECT_ID", "8f14e45fceea167a5a36dedd4bea2543"),
            ("X", "The quick brown fox jumps over the lazy dog 12345"),
            ("X", "ghcr.io/github/github-mcp-server:v0.5.0"),
            ("X", "0.0.0.0:8080"),
        ],
    );
    each_is(true, &[("API_KEY", "550e8400-e29b-41d4-a716-446655440000")]);
}

#[test]
fn references_are_no_secrets_but_what_stands_around_them_can_be() {
    each_is(
        false,
        &[
            ("TOKEN", "${TOKEN}"),
            ("TOKEN", "${secret:TOKEN}"),
            ("Authorization", "Bearer ${TOKEN}"),
            ("Authorization", "Basic ${secret:BASIC}"),
            ("DATABASE_URL", "postgres://me:${PW}@db.example/app"),
            ("TOKEN", "${TOKEN:-none}"),
            ("PASSWORD", "prefix-${REST}"),
            ("X", "https://a.example/?token=${TOKEN}"),
        ],
    );
    each_is(
        true,
        &[
            ("TOKEN", "${TOKEN:-ghp_16C7e42F292c6912E7710c838347Ae178B4a}"),
            ("X", "${A} ghp_16C7e42F292c6912E7710c838347Ae178B4a"),
            ("X", "https://me:hunter2@${HOST}/"),
            ("X", "https://a.example/?token=abcd&user=${USER}"),
            ("TOKEN", "$${NOT_A_REFERENCE}"),
        ],
    );
}
