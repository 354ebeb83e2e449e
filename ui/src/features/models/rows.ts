/** What the Models page makes of providers and models: what is new, what is found, what was typed; pure. */
import type { FoundProvider, ModelTold, ModelView, PriceView, ProviderView } from "../../backend/wire";
import { PRESETS } from "./presets";

/** Those that were found on this computer and are not in the list yet. */
export function newlyFound(found: FoundProvider[], providers: ProviderView[]): FoundProvider[] {
  const known = new Set(providers.map((it) => placeOf(it.baseUrl)));
  return found.filter((it) => !known.has(placeOf(it.baseUrl)));
}

/** The host and port that an address stands for, this computer by one name. */
function placeOf(address: string): string {
  const url = parsed(address);
  if (!url) return address;
  const host = isHere(url) ? "here" : url.hostname;
  return `${host}:${url.port || (url.protocol === "https:" ? "443" : "80")}`;
}

/** An address in its parts, as a person pastes it; nothing where it is none. */
function parsed(address: string): URL | null {
  const given = address.trim();
  try {
    return new URL(given.includes("://") ? given : `https://${given}`);
  } catch {
    return null;
  }
}

function isHere({ hostname }: URL): boolean {
  return hostname === "localhost" || hostname.endsWith(".localhost") || hostname === "[::1]" || /^127(\.\d+){3}$/.test(hostname);
}

export type AddressFault = "none" | "bad" | "plain";

/** What is wrong with an address: it is none, or what is sent there can be read on the way. */
export function addressFault(address: string): AddressFault {
  const url = parsed(address);
  if (!url || !/^https?:$/.test(url.protocol)) return "bad";
  return url.protocol === "http:" && !isHere(url) ? "plain" : "none";
}

/** The host that a key would be left behind with, where an address moves to another. */
export function leftHost({ hasKey, baseUrl }: ProviderView, address: string): string | null {
  const [was, is] = [parsed(baseUrl), parsed(address)];
  return hasKey && was && is && was.origin !== is.origin ? was.host : null;
}

/** Whether a provider cannot answer before it has a key; one in the next room that speaks as OpenAI did may want none. */
export function lacksKey({ hasKey, local, dialect, baseUrl }: ProviderView): boolean {
  if (hasKey || local) return false;
  return dialect !== "chatCompletions" || PRESETS.some((it) => it.withKey && it.baseUrl !== "" && placeOf(it.baseUrl) === placeOf(baseUrl));
}

/** The models that a search finds, favourites first, else as the provider lists them. */
export function arranged(models: ModelView[], search: string): ModelView[] {
  const words = search.toLowerCase().split(/\s+/);
  const found = models.filter(({ id, title }) => {
    const whole = `${id}\n${title ?? ""}`.toLowerCase();
    return words.every((it) => whole.includes(it));
  });
  return [...found.filter((it) => it.told.favourite), ...found.filter((it) => !it.told.favourite)];
}

/** What stands in the fields about a model; a number field gives an empty text where there is none. */
export interface ToldFields {
  context: number | string;
  input: number | string;
  output: number | string;
  cached: number | string;
  blind: boolean;
  mustCall: boolean;
}

export function fieldsOf({ context, price, blind, mustCall }: ModelTold): ToldFields {
  return { context: context ?? "", input: price?.input ?? "", output: price?.output ?? "", cached: price?.cached ?? "", blind, mustCall };
}

/** What the fields say of a model; nothing where a price is only half given. */
export function toldOf(fields: ToldFields, before: ModelTold): ModelTold | null {
  const [context, input, output, cached] = [fields.context, fields.input, fields.output, fields.cached].map(numberOf);
  let price: PriceView | null = null;
  if (input !== null && output !== null && input !== undefined && output !== undefined) price = { input, output, cached: cached ?? null };
  else if ([input, output, cached].some((it) => it !== null)) return null;
  return { ...before, context: context ? Math.round(context) : null, price, blind: fields.blind, mustCall: fields.mustCall };
}

function numberOf(field: number | string): number | null {
  if (field === "") return null;
  const value = Number(field);
  return Number.isFinite(value) && value >= 0 ? value : null;
}
