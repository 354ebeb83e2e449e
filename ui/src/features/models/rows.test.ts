import { expect, test } from "vitest";

import { model, provider, told } from "../../../tests/support/models";
import { addressFault, arranged, fieldsOf, lacksKey, leftHost, newlyFound, toldOf } from "./rows";

test("what is in the list is not found again, by whatever name this computer goes", () => {
  const found = ["http://127.0.0.1:11434/v1", "http://localhost:1234/v1", "http://[::1]:8080"].map((baseUrl) => ({ name: "x", baseUrl, models: [], wantsKey: false }));
  const known = [provider(1, "Ollama", { baseUrl: "http://localhost:11434" }), provider(2, "Far", { baseUrl: "http://far.example:1234/v1" })];
  expect(newlyFound(found, known).map((it) => it.baseUrl)).toEqual(["http://localhost:1234/v1", "http://[::1]:8080"]);
});

test("an address is one that is sent to, and not in the clear over the net", () => {
  const faults = (addresses: string[]) => addresses.map(addressFault);
  expect(faults(["https://a.example/v1", " a.example/v1 ", "http://localhost:1", "http://127.0.0.2:8", "http://[::1]:8"])).toEqual(Array(5).fill("none"));
  expect(faults(["", "a b", "ftp://a.example", "file:///etc", "https://"])).toEqual(Array(5).fill("bad"));
  expect(faults(["http://a.example", "http://192.168.0.2:11434", "http://localhost.example"])).toEqual(Array(3).fill("plain"));
});

test("a key is left behind where the host is another, and only there", () => {
  const kept = provider(1, "A", { hasKey: true, baseUrl: "https://a.example/v1" });
  expect(leftHost(kept, "https://b.example/v1")).toBe("a.example");
  expect(leftHost(kept, "https://a.example:444/v1")).toBe("a.example");
  expect([leftHost(kept, "https://a.example/v2"), leftHost(kept, "not yet"), leftHost({ ...kept, hasKey: false }, "https://b.example")]).toEqual([null, null, null]);
});

test("a key is missing where nobody answers without one", () => {
  const away = (baseUrl: string, more = {}) => provider(1, "A", { local: false, baseUrl, ...more });
  expect(lacksKey(away("https://openrouter.ai/api/v1"))).toBe(true);
  expect(lacksKey(away("https://a.example", { dialect: "anthropic" }))).toBe(true);
  expect(lacksKey(away("https://openrouter.ai/api/v1", { hasKey: true }))).toBe(false);
  expect(lacksKey(away("https://next-room.example/v1"))).toBe(false);
  expect(lacksKey(provider(1, "Ollama"))).toBe(false);
});

test("favourites stand first, and a search looks at ids and titles", () => {
  const models = [model("b"), model("a", { favourite: true }), model("c-7b", {}, "Sea Seven"), model("d", { favourite: true })];
  const ids = (search: string) => arranged(models, search).map((it) => it.id);
  expect(ids("")).toEqual(["a", "d", "b", "c-7b"]);
  expect(ids("sea 7B")).toEqual(["c-7b"]);
  expect(ids("nothing")).toEqual([]);
});

test("what is typed of a model comes back as it was, and a price is whole or none", () => {
  const whole = told({ context: 8192, price: { input: 3, output: 15, cached: null }, favourite: true, blind: true });
  expect(toldOf(fieldsOf(whole), whole)).toEqual(whole);
  expect(toldOf(fieldsOf(told()), told())).toEqual(told());
  const typed = (input: number | string, output: number | string, cached: number | string = "") =>
    toldOf({ context: "", input, output, cached, blind: false, mustCall: false }, told({ favourite: true }));
  expect(typed(0, 0)?.price).toEqual({ input: 0, output: 0, cached: null });
  expect(typed(0.15, "0.6", 0.075)).toEqual(told({ favourite: true, price: { input: 0.15, output: 0.6, cached: 0.075 } }));
  expect([typed(1, ""), typed("", 1), typed("", "", 1), typed("x", 1), typed(-1, 1)]).toEqual(Array(5).fill(null));
});
