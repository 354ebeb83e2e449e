/** The name that a given title becomes, shown before the app decides; it mirrors the app's rule. */

const LONGEST = 32;
const TAKEN_BY_US = ["config", "help", "steward"];

/** `My Server 2` is `my-server-2`; null if nothing of it can stand in a name. */
export function slug(given: string): string | null {
  let name = "";
  for (const one of given.toLowerCase()) {
    const apart = name !== "" && !/[_-]$/.test(name);
    if (/[a-z]/.test(one) || (/[0-9]/.test(one) && name !== "")) name += one;
    else if (apart) name += one === "_" ? "_" : "-";
  }
  name = name.slice(0, LONGEST).replace(/[_-]+$/, "");
  if (TAKEN_BY_US.includes(name)) name += "-server";
  return name === "" ? null : name;
}
