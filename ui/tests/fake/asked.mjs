/** Questions and secrets as a fake app has them, in every state that a page shows. */

import { said } from "./hidden.mjs";

const ago = (seconds) => Date.now() - seconds * 1000;

const question = (id, more) => ({
  id, kind: "form", server: null, title: "", calls: [], words: "", sensitive: false, asked: ago(40), deadline: null, atTerminal: false,
  standing: { standing: "queued" }, ...more,
});
const over = (seconds, end) => ({ standing: "settled", end, at: ago(seconds) });
const call = (tool) => ({ tool, call: `call-${tool}` });

export const someInbox = () => ({
  waiting: [
    question(31, { server: "ssh", title: "SSH", calls: [call("exec")], words: "The password of ada for sudo on web-1.example.com", sensitive: true, asked: ago(29), deadline: ago(-271), standing: { standing: "open" } }),
    question(32, { server: "filesystem", title: "Filesystem", calls: [call("write_file"), call("move_file")], words: "Overwrite notes.md?", asked: ago(9), deadline: ago(-48) }),
    question(33, { kind: "link", server: "drive", title: "Drive", calls: [call("search")], words: "Sign in to let the server read your files.", asked: ago(4), deadline: ago(-296) }),
    question(34, { kind: "consent", title: "Playwright", words: "Start the server “Playwright”?", asked: ago(3) }),
    question(35, { kind: "secret", title: "", words: "A value for the secret “OPENAI_KEY”", sensitive: true, asked: ago(1) }),
  ],
  approvals: [],
  settled: [
    question(30, { server: "ssh", title: "SSH", calls: [call("copy")], words: "Trust the key SHA256:9f2c… of web-1?", standing: over(95, { how: "answered" }) }),
    question(29, { kind: "consent", title: "Everything", words: "Add the server “Everything”?", standing: over(300, { how: "answered" }) }),
    question(28, { kind: "link", server: "drive", title: "Drive", words: "Sign in", standing: over(420, { how: "answered" }) }),
    question(27, { server: "filesystem", title: "Filesystem", calls: [call("delete")], words: "Delete 14 files?", standing: over(700, { how: "declined" }) }),
    question(26, { server: "ssh", title: "SSH", calls: [call("exec")], words: "The password of root", sensitive: true, standing: over(1300, { how: "cancelled" }) }),
    question(25, { server: "postgres", title: "Postgres", calls: [call("query")], words: "Run this on production?", standing: over(2400, { how: "expired" }) }),
    question(24, { server: "ssh", title: "SSH", calls: [call("exec")], words: "The password of ada", sensitive: true, standing: over(4000, { how: "orphaned", by: "call" }) }),
    question(23, { server: "github", title: "GitHub", calls: [call("merge")], words: "Merge #42?", standing: over(5000, { how: "orphaned", by: "server" }) }),
    question(22, { kind: "secret", title: "GitHub", words: "A value for “GITHUB_TOKEN” of “GitHub”", sensitive: true, standing: over(7000, { how: "orphaned", by: "asker" }) }),
    question(21, { kind: "link", server: "odd", title: "a-very-long-server-name-that-somebody-thought-was-a-good-idea-at-the-time", calls: [call("open_the_page_of_the_day")], words: "Look: " + "https://example.com/a/very/long/address/".repeat(6), standing: over(90_000, { how: "refused", reason: "its address is not https: `javascript:alert(1)`" }) }),
  ],
});

const secret = (key, more) => ({ key, kind: "named", place: "keychain", createdAt: ago(86_400 * 9), updatedAt: ago(86_400 * 9), lastUsedAt: null, usedBy: [], remembered: null, ...more });
const by = (server, title, field) => ({ server, title, field });
const answer = (server, title, field, more) => secret(`elicit/${server}/${field}`, { kind: "remembered", remembered: { server, title, field }, ...more });

export const someSecrets = () => [
  secret("DATABASE_URL", { usedBy: [by("postgres", "Postgres", "DATABASE_URL")], lastUsedAt: ago(5400) }),
  secret("GITHUB_TOKEN", { place: "missing", createdAt: null, updatedAt: null, usedBy: [by("github", "GitHub", "GITHUB_TOKEN"), by("everything", "Everything", "GH")] }),
  secret("LINEAR_API_KEY", { place: "memory", createdAt: null, updatedAt: null, usedBy: [by("time", "Time", "KEY")] }),
  secret("OLD_KEY", { place: "missing" }),
  secret("SLACK_BOT_TOKEN", { updatedAt: ago(600) }),
  secret("A_VERY_LONG_NAME_OF_A_SECRET_THAT_SOMEBODY_THOUGHT_WAS_A_GOOD_IDEA", { usedBy: [by("long", "a-very-long-server-name-that-somebody-thought-was-a-good-idea-at-the-time", "X"), by("rtl", "خادم الملفات", "Y"), by("slack", "Slack", "Z")], lastUsedAt: ago(86_400 * 3) }),
  secret("weather.Authorization", { place: "missing", createdAt: null, updatedAt: null, usedBy: [by("weather", "Weather", "Authorization")] }),
  answer("ssh", "SSH", "password", { lastUsedAt: ago(120) }),
  answer("ghost", null, "pin", { updatedAt: ago(900) }),
].sort((a, b) => (a.key < b.key ? -1 : 1));

/** The same where a server hides and reorders text wherever it can say anything. */
const hiddenInbox = () => ({
  waiting: [question(1, { server: "bad", title: said("title"), calls: [call(said("tool"))], words: said("words"), standing: { standing: "open" } })],
  approvals: [],
  settled: [question(2, { server: "bad", title: said("title"), words: said("words"), standing: over(9, { how: "refused", reason: said("reason") }) })],
});
const hiddenSecrets = () => [
  secret(said("key"), { place: "missing", createdAt: null, usedBy: [by("bad", said("user"), said("field"))] }),
  secret("KEY", { usedBy: [by("bad", said("user"), said("field"))] }),
  answer("bad", said("server"), said("field")),
  answer(said("gone"), null, said("field")),
];

/** The commands on both; `wrong` is a keychain that fails. */
export function askedCommands(scenario, emit, failure) {
  const bare = scenario === "empty";
  const wrong = scenario === "wrong";
  const hides = scenario === "hidden";
  const inbox = bare ? { waiting: [], approvals: [], settled: [] } : hides ? hiddenInbox() : someInbox();
  let secrets = bare ? [] : hides ? hiddenSecrets() : someSecrets();
  const locked = failure("keychain", "The keychain is locked.", { hint: "Unlock the keychain, then try again." });
  const find = (id) => inbox.waiting.find((it) => it.id === id) ?? raise(failure("not_waiting", "This question is not waiting any more."));
  const told = () => emit({ event: "inboxChanged", waiting: inbox.waiting.length });
  const keep = (key, place) => {
    const known = secrets.find((it) => it.key === key);
    const now = { ...(known ?? secret(key, {})), place, createdAt: Date.now(), updatedAt: Date.now() };
    secrets = [...secrets.filter((it) => it.key !== key), now].sort((a, b) => (a.key < b.key ? -1 : 1));
    emit({ event: "secretsChanged" });
    return { outcome: "set", started: known?.usedBy.map((it) => it.server) ?? [] };
  };
  return {
    list_inbox: () => structuredClone(inbox),
    raise_question: ({ id }) => {
      const raised = find(id);
      if (raised.standing.standing === "open") return null;
      inbox.waiting = [inbox.waiting[0], raised, ...inbox.waiting.slice(1).filter((it) => it !== raised)];
      told();
      return null;
    },
    withdraw_question: ({ id }) => {
      const gone = find(id);
      inbox.waiting = inbox.waiting.filter((it) => it !== gone);
      inbox.settled.unshift({ ...gone, standing: over(0, { how: "cancelled" }) });
      if (inbox.waiting[0]) inbox.waiting[0].standing = { standing: "open" };
      told();
      return null;
    },
    list_secrets: () => ({
      secrets: secrets.map((it) => (wrong && it.place !== "memory" ? { ...it, place: "unknown" } : it)),
      keychain: wrong ? locked : null,
    }),
    set_secret: ({ key }) => (wrong ? raise(locked) : keep(key, "keychain")),
    hold_secret: ({ key }) => keep(key, "memory"),
    remove_secret: ({ key }) => {
      if (wrong) raise(locked);
      secrets = secrets.filter((it) => it.key !== key);
      emit({ event: "secretsChanged" });
      return null;
    },
  };
}

function raise(it) {
  throw it;
}
