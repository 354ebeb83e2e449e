/** How the page tests are run: the built page in headless Chromium over a bridge. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    environment: "node",
    include: ["tests/pages/**/*.test.ts"],
    // One browser at a time: two cores are shared with the servers under test.
    fileParallelism: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // A hang limit, not a speed.
    expect: { poll: { timeout: 10_000 } },
  },
});
