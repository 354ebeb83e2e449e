/** Providers of models as a fake app has them, in every state that a page shows. */

import { said } from "./hidden.mjs";

const told = (more) => ({ context: null, price: null, favourite: false, blind: false, mustCall: false, ...more });
const model = (id, title = null, more = {}) => ({ id, title, told: told(more) });
const provider = (id, name, dialect, baseUrl, hasKey, local) => ({ id, name, dialect, baseUrl, hasKey, local, own: false });

const someProviders = () => [
  provider(1, "Anthropic", "anthropic", "https://api.anthropic.com", true, false),
  provider(2, "Ollama", "chatCompletions", "http://localhost:11434/v1", false, true),
  provider(3, "OpenRouter", "chatCompletions", "https://openrouter.ai/api/v1", true, false),
  provider(4, "Google Gemini", "gemini", "https://generativelanguage.googleapis.com", false, false),
  provider(5, "The model server under the desk of somebody in the other office", "responses", "https://models.a-rather-long-name.internal.example.com:8443/team/platform/openai/v1", true, false),
];

const someModels = () => new Map([
  [1, [
    model("claude-sonnet-4-5", "Claude Sonnet 4.5", { context: 200_000, favourite: true, price: { input: 3, output: 15, cached: 0.3 } }),
    model("claude-haiku-4-5", "Claude Haiku 4.5", { context: 200_000 }),
    model("claude-opus-4-5", "Claude Opus 4.5", { context: 200_000 }),
  ]],
  [2, [model("qwen3:8b", null, { context: 40_960 }), model("llama3.2:3b", null, { context: 131_072, blind: true }), model("smollm2:135m")]],
  [3, Array.from({ length: 312 }, (_, n) => model(`vendor-${n % 12}/model-${n}`, `Vendor ${n % 12}: Model ${n}`, { context: 32_768 * (1 + (n % 4)) }))],
  [5, []],
]);

const steps = (...words) => ["reach", "signIn", "model", "answer", "tools"].slice(0, words.length).map((what, at) => ({ what, ok: !words[at].startsWith("!"), words: words[at].replace(/^!/, "") }));

/** The commands on them; `wrong` is where nothing can be read, `hidden` where a provider hides text in what it says. */
export function modelCommands(scenario, emit, failure) {
  const bare = scenario === "empty";
  const wrong = scenario === "wrong";
  const hides = scenario === "hidden";
  let providers = bare ? [] : hides ? [provider(1, said("provider"), "chatCompletions", "http://localhost:11434/v1", false, true)] : someProviders();
  const models = hides ? new Map([[1, [model(said("model"), said("name"))]]]) : someModels();
  let next = 10;
  const known = (id) => providers.find((it) => it.id === id) ?? raise(failure("invalid", "There is no such provider."));
  const put = (row) => {
    providers = providers.some((it) => it.id === row.id) ? providers.map((it) => (it.id === row.id ? row : it)) : [...providers, row];
    emit({ event: "providersChanged" });
    return row;
  };
  const trial = { title: "SmolLM2 135M Instruct", licence: "Apache-2.0", download: 126_698_538, room: 227_600_000, folder: "/home/ada/.local/share/steward/small-model", model: null };
  let stands = { state: "absent" };
  let stopped = false;
  const stand = (state) => { stands = state; emit({ event: "trialChanged", trial: state }); };
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const own = () => providers.find((it) => it.own);
  const local = (address) => /^https?:\/\/(localhost|127\.|\[::1\])/.test(address);
  const free = (name, id) => {
    if (providers.some((it) => it.name === name && it.id !== id)) raise(failure("invalid", `There is a provider called “${name}” already.`, { field: "name" }));
  };
  return {
    list_providers: () => (wrong ? raise(failure("storage", "The database cannot be read.", { hint: "Start Steward again." })) : structuredClone(providers)),
    find_providers: async () => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      return [
        { name: "Ollama", baseUrl: "http://127.0.0.1:11434/v1", models: hides ? [said("found")] : ["qwen3:8b", "llama3.2:3b", "smollm2:135m", "gemma3:4b", "nomic-embed-text"] },
        { name: "LM Studio", baseUrl: "http://127.0.0.1:1234/v1", models: ["openai/gpt-oss-20b"] },
      ];
    },
    add_provider: ({ name, dialect, baseUrl, withKey }) => {
      const called = name || new URL(baseUrl).hostname;
      free(called, 0);
      next += 1;
      models.set(next, [model("small"), model("large")]);
      return put(provider(next, called, dialect, baseUrl, withKey, local(baseUrl)));
    },
    update_provider: ({ provider: id, name, dialect, baseUrl }) => {
      free(name, id);
      const was = known(id);
      return put({ ...was, name, dialect, baseUrl, hasKey: was.hasKey && new URL(was.baseUrl).host === new URL(baseUrl).host, local: local(baseUrl) });
    },
    set_provider_key: ({ provider: id }) => put({ ...known(id), hasKey: true }),
    remove_provider: ({ provider: id }) => {
      known(id);
      providers = providers.filter((it) => it.id !== id);
      emit({ event: "providersChanged" });
      return null;
    },
    list_models: async ({ provider: id }) => {
      await new Promise((resolve) => setTimeout(resolve, 150));
      if (!known(id).hasKey && !known(id).local) raise(failure("call_failed", `${known(id).name} wants a key (401).`, { hint: "Set its key, then look again." }));
      return structuredClone(models.get(id) ?? []);
    },
    trial_model: () => ({ ...trial, model: own() ? { provider: own().id, model: "smollm2-135m-instruct" } : null, state: stands }),
    install_trial: async () => {
      stopped = false;
      const steps = [{ state: "preparing" }, ...[0.1, 0.35, 0.6, 0.9].map((part) => ({ state: "fetching", done: Math.round(trial.download * part) })), { state: "unpacking" }];
      for (const step of steps) {
        stand(step);
        await pause(250);
        if (!stopped) continue;
        stand({ state: "absent" });
        raise(failure("cancelled", "It was stopped."));
      }
      stand({ state: "here", bytes: 227_574_078 });
      if (own()) return own();
      next += 1;
      models.set(next, [model("smollm2-135m-instruct", null, { context: 8192, blind: true, favourite: true, mustCall: true })]);
      return put({ ...provider(next, "Small local model", "chatCompletions", "steward:trial", false, true), own: true });
    },
    stop_trial: () => { stopped = true; return null; },
    remove_trial: () => {
      providers = providers.filter((it) => !it.own);
      emit({ event: "providersChanged" });
      stand({ state: "absent" });
      return null;
    },
    tell_model: ({ model: { provider: id, model: name }, told: now }) => {
      models.set(id, (models.get(id) ?? []).map((it) => (it.id === name ? { ...it, told: now } : it)));
      return null;
    },
    test_model: async ({ model: { model: name } }) => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      if (hides) return { took: 3, steps: steps(`!${said("test")}`) };
      if (name.startsWith("smollm")) {
        return { took: 2140, steps: steps("it answers at `http://localhost:11434/v1`", "it wants no key", "it knows the model", "it said “Hello”, the first word after 0.4 s", "!it wrote about the tool and did not call it. Choose a model that can call tools.") };
      }
      if (name.startsWith("claude-haiku")) return { took: 210, steps: steps("it answers at `https://api.anthropic.com`", "!it does not take the key (401 `authentication_error`). Replace the key.") };
      return { took: 1320, steps: steps("it answers", "it takes the key", "it knows the model", "it said “Hello”, the first word after 0.6 s", "it called a tool with the right arguments") };
    },
  };
}

function raise(it) {
  throw it;
}
