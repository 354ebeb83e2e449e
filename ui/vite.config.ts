/** How the page is built and its unit tests are run. */
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [react()],
  // The form kit's own test tools name a validator that compiles code; the page has another.
  resolve: { alias: { "@rjsf/validator-ajv8": "/src/lib/nothing.ts" } },
  server: { host: "127.0.0.1", port: 5173, strictPort: true },
  build: {
    target: "es2022",
    // The polyfill would fetch, which the content security policy forbids.
    modulePreload: { polyfill: false },
    // Nothing is written into the page as data: every file comes from the app itself.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    // The prompt window has a page of its own, which shares no code with the main one.
    rolldownOptions: { input: ["index.html", "prompt.html"] },
  },
  test: {
    restoreMocks: true,
    // Else Node itself would load the form kit, and not know the stand-in above.
    server: { deps: { inline: [/@rjsf/] } },
    projects: [
      // What is pure needs no page, and is much quicker without one.
      { extends: true, test: { name: "pure", environment: "node", include: ["src/**/*.test.ts"] } },
      {
        extends: true,
        test: {
          name: "shown",
          environment: "jsdom",
          include: ["src/**/*.test.tsx"],
          setupFiles: ["tests/support/setup.ts"],
          // Each key press of a test is a render of the kit, and the cores may be shared.
          testTimeout: 20_000,
        },
      },
    ],
  },
});
