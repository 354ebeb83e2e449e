/** What the palette offers of prompts and resources. */
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";

import { fakeBackend } from "../../tests/support/backend";
import { promptsOf, resourcesOf } from "../../tests/support/offers";
import { show } from "../../tests/support/show";
import { useOfferGroups } from "./useOfferGroups";

function Probe({ open }: { open: boolean }) {
  const groups = useOfferGroups(open);
  return (
    <ul>
      {groups.flatMap((it) => it.actions.map((one) => (
        <li key={one.id}><button type="button" onClick={one.onClick}>{`${it.group}: ${one.label} (${String(one.keywords)})`}</button></li>
      )))}
    </ul>
  );
}

const backend = () => fakeBackend({
  list_prompts: () => [promptsOf(["review"])],
  list_resources: () => [resourcesOf(["demo://one", "demo://one"], ["demo://{name}"])],
});

test("prompts, resources and templates of all servers are offered, and lead to their page", async () => {
  show(backend(), <Probe open />);
  const prompt = await screen.findByRole("button", { name: "Prompts: review (review)" });
  expect(screen.getAllByRole("button", { name: /^Resources: .*demo:\/\/one/ }).length).toBe(2);
  expect(screen.getAllByRole("button", { name: /^Resources: .*\{name\}/ }).length).toBe(1);
  prompt.click();
  expect(window.location.hash).toMatch(/^#\/offers\/[^/]+\/prompt\/review$/);
});

test("nothing is asked of a server before the palette is open", () => {
  const asked = backend();
  show(asked, <Probe open={false} />);
  expect([asked.said("list_prompts"), asked.said("list_resources")]).toEqual([[], []]);
});
