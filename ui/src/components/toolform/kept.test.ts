import { expect, test } from "vitest";

import { begin, keepable, withoutSecrets } from "./kept";

const schema = {
  type: "object",
  properties: { city: { type: "string" }, pin: { type: "string", format: "password" }, list: { type: "array", items: { type: "object", properties: { code: { type: "string", writeOnly: true } } } } },
};

test("secrets are not kept, by the schema's word or by their name, however deep", () => {
  const value = { city: "Bonn", pin: "1", api_key: "2", list: [{ code: "3", n: 4 }], more: { password: "5", n: 6 } };
  expect(withoutSecrets(value, schema)).toEqual({ city: "Bonn", list: [{ n: 4 }], more: { n: 6 } });
});

test("a secret is found behind references and among alternatives", () => {
  const root = {
    properties: { a: { anyOf: [{ $ref: "#/$defs/hidden" }, { type: "null" }] }, b: { $ref: "#/$defs/point" }, self: { $ref: "#" } },
    $defs: { hidden: { format: "password" }, point: { properties: { x: { writeOnly: true } } } },
  };
  expect(withoutSecrets({ a: "1", b: { x: "2", y: 3 }, self: { z: 4 } }, root)).toEqual({ b: { y: 3 }, self: { z: 4 } });
});

test("JSON is kept as it was typed, unless there is a secret in it", () => {
  const text = '{"city":  "Bonn"}';
  expect(keepable({ as: "json", text }, schema)).toEqual({ as: "json", text });
  expect(keepable({ as: "json", text: '{"city": "Bonn", "pin": "1"}' }, schema)).toEqual({ as: "json", text: '{\n  "city": "Bonn"\n}' });
});

test("broken JSON is kept only where no secret can be in it", () => {
  const plain = { type: "object", properties: { city: { type: "string" } } };
  expect(keepable({ as: "json", text: '{"city": ' }, plain)).toEqual({ as: "json", text: '{"city": ' });
  expect(keepable({ as: "json", text: '{"city": ' }, schema)).toBeNull();
  expect(keepable({ as: "json", text: '{"token": "x' }, plain)).toBeNull();
});

test("what was kept comes before the last run, and fits what can be drawn", () => {
  expect(begin(schema, undefined, { city: "Ulm" })).toEqual({ as: "form", value: { city: "Ulm" } });
  expect(begin(schema, { as: "form", value: { city: "Bonn" } }, { city: "Ulm" })).toEqual({ as: "form", value: { city: "Bonn" } });
  const odd = { type: "object", properties: { a: { $ref: "https://example.com/x" } } };
  expect(begin(odd, { as: "form", value: { a: 1 } }, undefined)).toEqual({ as: "json", text: '{\n  "a": 1\n}' });
});
