/** Colours for code: a dozen languages, each fetched when it is first met; colours are the page's own. */
import type { HighlighterCore, ThemedToken, ThemeRegistration } from "shiki/core";

const LANGUAGES = {
  shellscript: () => import("@shikijs/langs/shellscript"),
  css: () => import("@shikijs/langs/css"),
  diff: () => import("@shikijs/langs/diff"),
  go: () => import("@shikijs/langs/go"),
  html: () => import("@shikijs/langs/html"),
  java: () => import("@shikijs/langs/java"),
  json: () => import("@shikijs/langs/json"),
  python: () => import("@shikijs/langs/python"),
  rust: () => import("@shikijs/langs/rust"),
  sql: () => import("@shikijs/langs/sql"),
  toml: () => import("@shikijs/langs/toml"),
  tsx: () => import("@shikijs/langs/tsx"),
  yaml: () => import("@shikijs/langs/yaml"),
} as const;

type Language = keyof typeof LANGUAGES;

const OTHER_NAMES: Readonly<Record<string, Language>> = {
  bash: "shellscript", sh: "shellscript", shell: "shellscript", zsh: "shellscript", console: "shellscript",
  js: "tsx", javascript: "tsx", jsx: "tsx", ts: "tsx", typescript: "tsx", mjs: "tsx",
  py: "python", rs: "rust", yml: "yaml", golang: "go", jsonc: "json", xml: "html", svg: "html", patch: "diff", scss: "css",
};

function languageOf(name: string): Language | null {
  const low = name.toLowerCase();
  const known = Object.keys(LANGUAGES).find((it): it is Language => it === low);
  return known ?? (Object.hasOwn(OTHER_NAMES, low) ? (OTHER_NAMES[low] ?? null) : null);
}

/** Longer code is drawn in one colour: it is read elsewhere. */
const LONGEST = 40_000;
const MOST_KEPT = 200;

let starting: Promise<HighlighterCore> | null = null;
const loaded = new Set<Language>();
const kept = new Map<string, ThemedToken[][]>();

async function start(): Promise<HighlighterCore> {
  const [{ createHighlighterCore, createCssVariablesTheme }, { createJavaScriptRegexEngine }] = await Promise.all([
    import("shiki/core"),
    import("shiki/engine/javascript"),
  ]);
  const theme = createCssVariablesTheme({ name: "page", variablePrefix: "--code-", fontStyle: false });
  return createHighlighterCore({ themes: [withoutInherited(theme)], langs: [], engine: createJavaScriptRegexEngine({ forgiving: true }) });
}

/**
 * The theme without scopes such as `constructor`: the library writes each part of a scope into a plain object, and
 * what those inherit is frozen in this window.
 */
export function withoutInherited(theme: ThemeRegistration): ThemeRegistration {
  const fits = (scope: string) => !scope.split(/[.\s]+/).some((part) => part in {});
  const settings = (theme.settings ?? theme.tokenColors ?? []).map((it) => {
    const scopes = typeof it.scope === "string" ? it.scope.split(",").map((one) => one.trim()) : it.scope;
    return scopes ? { ...it, scope: scopes.filter(fits) } : it;
  });
  return { ...theme, settings, tokenColors: settings };
}

/** The lines of a code in coloured pieces, where they are known already. */
export function highlighted(code: string, name: string): ThemedToken[][] | null {
  return kept.get(`${languageOf(name)}\n${code}`) ?? null;
}

/** The same, found out; null where the language is not known here, or the code is too long. */
export async function highlight(code: string, name: string): Promise<ThemedToken[][] | null> {
  const lang = languageOf(name);
  if (!lang || code.length > LONGEST) return null;
  starting ??= start();
  const shiki = await starting;
  if (!loaded.has(lang)) {
    await shiki.loadLanguage(LANGUAGES[lang]());
    loaded.add(lang);
  }
  const lines = shiki.codeToTokensBase(code, { lang, theme: "page" });
  const oldest = kept.keys().next();
  if (kept.size >= MOST_KEPT && !oldest.done) kept.delete(oldest.value);
  kept.set(`${lang}\n${code}`, lines);
  return lines;
}
