/** The rules of the page: strict types, floors that import downwards, one file that knows Tauri. */
import importX from "eslint-plugin-import-x";
import { createTypeScriptImportResolver } from "eslint-import-resolver-typescript";
import a11y from "eslint-plugin-jsx-a11y";
import hooks from "eslint-plugin-react-hooks";
import ts from "typescript-eslint";

const features = ["approvals", "chat", "inbox", "models", "secrets", "servers", "draft", "tools", "log", "offers"];

/** The page of the prompt window, which has values of people in it, stands alone. */
const alone = "The prompt window's page and the main one share the tokens of the look alone.";

/** Who may not import whom: `lib, backend ← components ← features ← app`. */
const zones = [
  { target: "./src/prompt", from: "./src", except: ["./prompt", "./look"], message: alone },
  ...["app", "backend", "components", "features", "lib"].map((one) => ({ target: `./src/${one}`, from: "./src/prompt", message: alone })),
  { target: "./src/lib", from: "./src", except: ["./lib", "./locales"] },
  { target: "./src/backend", from: "./src", except: ["./backend", "./lib"] },
  { target: "./src/components", from: "./src/features" },
  { target: "./src/components", from: "./src/app" },
  { target: "./src/features", from: "./src/app" },
  ...features.map((one) => ({
    target: `./src/features/${one}`,
    from: "./src/features",
    except: [`./${one}`],
    message: "A feature imports no other feature; app/ puts them together.",
  })),
];

export default ts.config(
  { ignores: ["dist", "node_modules", "src/backend/wire.ts"] },
  ...ts.configs.strict,
  importX.flatConfigs.typescript,
  a11y.flatConfigs.recommended,
  hooks.configs.flat.recommended,
  {
    plugins: { "import-x": importX },
    settings: {
      "import-x/resolver-next": [
        createTypeScriptImportResolver({ noWarnOnMultipleProjects: true, project: ["tsconfig.app.json", "tsconfig.node.json"] }),
      ],
    },
    rules: {
      "import-x/no-cycle": "error",
      "import-x/no-restricted-paths": ["error", { zones }],
      "no-restricted-imports": ["error", { patterns: ["@tauri-apps/*"] }],
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/consistent-type-assertions": ["error", { assertionStyle: "never" }],
      "@typescript-eslint/consistent-type-imports": "error",
      "max-lines": ["error", { max: 300, skipComments: true }],
      "max-lines-per-function": ["error", { max: 150, skipComments: true }],
      "no-console": "error",
      eqeqeq: "error",
    },
  },
  {
    files: ["src/components/**/*.tsx", "src/features/**/*.tsx", "src/app/**/*.tsx"],
    ignores: ["**/*.test.tsx"],
    rules: { "max-lines": ["error", { max: 150, skipComments: true }] },
  },
  {
    // No library stands beside what is typed there.
    files: ["src/prompt/**"],
    ignores: ["**/*.test.tsx"],
    rules: { "no-restricted-imports": ["error", { patterns: [{ regex: "^[^.]", message: alone }] }] },
  },
  {
    files: ["src/backend/**"],
    rules: { "@typescript-eslint/consistent-type-assertions": "off" },
  },
  {
    files: ["src/backend/tauri.ts"],
    rules: { "no-restricted-imports": "off" },
  },
  {
    files: ["**/*.test.{ts,tsx}", "tests/**"],
    rules: { "no-console": "off", "max-lines-per-function": "off" },
  },
);
