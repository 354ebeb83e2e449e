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
  },
  test: {
    environment: "jsdom",
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["tests/support/setup.ts"],
    restoreMocks: true,
  },
});
