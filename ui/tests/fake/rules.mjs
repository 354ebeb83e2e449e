/** Rules on approvals as a fake app has them, in every state that a page shows. */

import { said } from "./hidden.mjs";

const ago = (seconds) => Date.now() - seconds * 1000;
const terms = (action, server, tool, more = {}) => ({ priority: 0, server, registration: server && "r1", tool, below: null, action, digest: null, conversation: null, expires: null, note: "", ...more });

const someRules = () => [
  terms("deny", null, "delete_*", { note: "Never, whatever a page says" }),
  terms("allow", "filesystem", "write_file", { below: "/home/ada/notes", digest: "d1", note: "Only in my notes" }),
  terms("ask", "filesystem", "*"),
  terms("allow", "everything", "get-sum", { digest: "d2", conversation: "c-1" }),
  terms("allow", "time", "*", { registration: "gone", expires: ago(-3100) }),
  terms("allow", "github", "search_issues", { digest: "old" }),
  terms("deny", "a-very-long-server-name-that-somebody-thought-was-a-good-idea-at-the-time", "open_the_page_of_the_day_and_tell_what_is_on_it", { below: "/home/ada/projects/a/rather/deep/folder/that/goes/on/and/on", note: "A note that somebody wrote at length, since they wanted to remember in a year why this was a good idea at the time" }),
];

/** As the app looks at rules of one priority. */
const rank = ({ action, conversation, tool, below, server }) => [action !== "deny", conversation === null, tool.includes("*"), below === null, server === null, -tool.length, action === "allow"];
const compare = (a, b) => a.map((it, at) => Number(it) - Number(b[at])).find((it) => it !== 0) ?? 0;

/** The commands on them; `wrong` is where they cannot be read. */
export function ruleCommands(scenario, emit, failure) {
  const first = scenario === "empty" ? [] : scenario === "hidden" ? [terms("allow", "bad", said("tool"), { note: said("note"), below: said("folder") })] : someRules();
  let next = 0;
  const made = (all) => all.map((it, at) => {
    next += 1;
    return { id: next, terms: { ...it, priority: it.priority || (at + 1) * 10 }, stale: it.digest === "old", removed: it.registration === "gone", title: it.conversation && "Tidy the notes", created: ago(86_400) };
  });
  let rules = made(first);
  return {
    list_rules: () => {
      if (scenario === "wrong") throw failure("storage", "The rules cannot be read.", { hint: "Start Steward again." });
      return { rules: structuredClone(rules) };
    },
    set_rules: ({ rules: all }) => {
      if (all.some((it) => it.note === "no")) throw failure("declined", "the person said no");
      rules = made([...all].sort((a, b) => a.priority - b.priority || compare(rank(a), rank(b))));
      emit({ event: "rulesChanged" });
      return { rules: structuredClone(rules) };
    },
  };
}
