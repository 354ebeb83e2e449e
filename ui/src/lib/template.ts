/** Addresses made of a template and the values of its variables, by RFC 6570; pure. Values are texts alone. */

export type Piece = { piece: "text"; text: string } | { piece: "expression"; operator: Operator; variables: Variable[] };

export type Operator = "" | "+" | "#" | "." | "/" | ";" | "?" | "&";

export interface Variable {
  name: string;
  /** Most characters of the value, where the template says so. */
  most: number | null;
}

/** How each kind of expression begins, parts its values, and whether it names them. */
const KINDS: Record<Operator, { first: string; between: string; named: boolean; reserved: boolean }> = {
  "": { first: "", between: ",", named: false, reserved: false },
  "+": { first: "", between: ",", named: false, reserved: true },
  "#": { first: "#", between: ",", named: false, reserved: true },
  ".": { first: ".", between: ".", named: false, reserved: false },
  "/": { first: "/", between: "/", named: false, reserved: false },
  ";": { first: ";", between: ";", named: true, reserved: false },
  "?": { first: "?", between: "&", named: true, reserved: false },
  "&": { first: "&", between: "&", named: true, reserved: false },
};

/** The template with its values in it. What is empty is left out, as the template allows. */
export function expand(template: string, values: Readonly<Record<string, string>>): string {
  return piecesOf(template).map((it) => (it.piece === "text" ? it.text : expression(it, values))).join("");
}

/** The variables without which an address would have a hole: those that stand alone in it, or in its path. */
export function neededIn(template: string): string[] {
  const kept = piecesOf(template).flatMap((it) => (it.piece === "expression" && !"?&;#".includes(it.operator || " ") ? it.variables : []));
  return [...new Set(kept.map((it) => it.name))];
}

/** What a template is made of; braces that do not close are text. */
export function piecesOf(template: string): Piece[] {
  return template.split(/(\{[^{}]+\})/).filter(Boolean).map((text) => {
    const [, operator = "", list = ""] = /^\{([+#./;?&]?)([^{}]+)\}$/.exec(text) ?? [];
    if (!list) return { piece: "text", text };
    return { piece: "expression", operator: isOperator(operator) ? operator : "", variables: list.split(",").map(variableOf) };
  });
}

function isOperator(text: string): text is Operator {
  return text in KINDS;
}

function variableOf(spec: string): Variable {
  const [, name = "", most] = /^([^:*]*)(?::(\d+))?\*?$/.exec(spec.trim()) ?? [];
  return { name: name.trim(), most: most === undefined ? null : Number(most) };
}

function expression({ operator, variables }: Piece & { piece: "expression" }, values: Readonly<Record<string, string>>): string {
  const { first, between, named, reserved } = KINDS[operator];
  const parts = variables.flatMap(({ name, most }) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (!value) return [];
    const cut = most === null ? value : Array.from(value).slice(0, most).join("");
    const written = reserved ? encodeReserved(cut) : encode(cut);
    return [named ? `${encode(name)}=${written}` : written];
  });
  return parts.length > 0 ? first + parts.join(between) : "";
}

/** Everything but letters, digits and `-._~` as percent escapes. */
function encode(text: string): string {
  return encodeURIComponent(wellFormed(text)).replace(/[!'()*]/g, (it) => `%${it.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** The same, but for what may stand in an address, and escapes that are there already. */
function encodeReserved(text: string): string {
  return wellFormed(text).split(/(%[0-9A-Fa-f]{2}|[:/?#[\]@!$&'()*+,;=]+)/).map((it, at) => (at % 2 ? it : encode(it))).join("");
}

/** Half a character cannot be written as an escape. */
function wellFormed(text: string): string {
  return text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "\ufffd");
}
