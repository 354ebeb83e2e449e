import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import type { TrialView } from "../../backend/wire";
import { fakeBackend, refusal } from "../../../tests/support/backend";
import { show } from "../../../tests/support/show";
import { Trial } from "./Trial";

const absent: TrialView = { title: "SmolLM2", licence: "Apache-2.0", download: 1_000_000, room: 2_000_000, folder: "/data/small-model", model: null, state: { state: "absent" } };

test("a small model that cannot be read about is told, and read again", async () => {
  let fails = true;
  const backend = fakeBackend({
    trial_model: () => {
      if (fails) throw refusal("storage", "the disk is gone", { hint: "plug it in" });
      return absent;
    },
  });
  show(backend, <Trial onReady={() => undefined} />);
  expect(await screen.findByText("It could not be read whether the small model is here")).toBeTruthy();
  expect(screen.getByText("The disk is gone.")).toBeTruthy();
  expect(screen.getByText("Plug it in.")).toBeTruthy();
  fails = false;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("/data/small-model")).toBeTruthy();
  expect(screen.queryByText("The disk is gone.")).toBeNull();
});
