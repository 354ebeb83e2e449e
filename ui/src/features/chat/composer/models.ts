/** All models as the picker shows them; pure. */
import type { ModelRef } from "../../../backend/wire";
import { fits } from "./mention";

export interface OneModel {
  ref: ModelRef;
  title: string | null;
  provider: string;
  favourite: boolean;
}

export interface ModelGroup {
  /** The provider; null for the favourites of all. */
  name: string | null;
  models: OneModel[];
}

export const keyOfModel = ({ provider, model }: ModelRef) => `${provider}/${model}`;

/** Favourites first, then the others by provider, as far as a search leaves them. */
export function groupsOf(all: readonly OneModel[], search: string): ModelGroup[] {
  const left = all.filter((it) => fits(search.trim(), `${it.title ?? ""} ${it.ref.model} ${it.provider}`));
  const groups: ModelGroup[] = [];
  const favourites = left.filter((it) => it.favourite);
  if (favourites.length > 0) groups.push({ name: null, models: favourites });
  for (const it of left.filter((one) => !one.favourite)) {
    const group = groups.find((one) => one.name === it.provider);
    if (group) group.models.push(it);
    else groups.push({ name: it.provider, models: [it] });
  }
  return groups;
}
