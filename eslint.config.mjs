import { readFileSync } from "node:fs";
import js from "@eslint/js";
import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";
import { linearEndings } from "./scripts/eslint/linearEndings.mjs";
import { portugueseNames } from "./scripts/eslint/portugueseNames.mjs";
import { realTests } from "./scripts/eslint/realTests.mjs";
import { supportedInterfaces } from "./scripts/eslint/supportedInterfaces.mjs";

const WEB_PACKAGE = JSON.parse(readFileSync(new URL("apps/web/package.json", import.meta.url), "utf8"));
const TESTS = ["**/*.test.{ts,tsx,mjs}", "**/*.fixture.{ts,tsx}", "packages/testing/**", "packages/gateways/src/conformance/**", "e2e/**"];
const TYPED = ["apps/*/src/**/*.{ts,tsx}", "packages/*/src/**/*.ts", "e2e/**/*.ts"];

const NODE_GLOBALS =
  "process console Buffer URL URLSearchParams AbortController AbortSignal setTimeout clearTimeout setInterval clearInterval fetch performance structuredClone TextEncoder TextDecoder crypto";
const JEST_GLOBALS = "describe it test expect beforeAll beforeEach afterAll afterEach";
const BROWSER_GLOBALS =
  "window document navigator location history localStorage sessionStorage matchMedia fetch URL URLSearchParams FormData File FileReader Blob EventSource WebSocket Node Element HTMLElement MediaRecorder Image setTimeout clearTimeout setInterval clearInterval requestAnimationFrame crypto console Intl indexedDB btoa structuredClone";
const globals = (names) => Object.fromEntries(names.split(" ").map((name) => [name, "readonly"]));

const noDefaultExport = {
  selector: "ExportDefaultDeclaration",
  message: "Export by name, so that a thing has one name everywhere.",
};
const noEnvironment = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message: "Only packages/platform reads the environment: take what you need as a parameter.",
};
const noOwnClock = [
  {
    selector: "NewExpression[callee.name='Date'][arguments.length=0]",
    message: "Time is passed in: use `now` or the clock.",
  },
  {
    selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
    message: "Time is passed in: use `now` or the clock.",
  },
];
const noWallDurations = {
  selector: "BinaryExpression[operator=/^[-+<>]=?$/] > CallExpression[callee.object.name='Date'][callee.property.name='now']",
  message: "The clock of a machine may be set: count durations by performance.now().",
};
const solidIsPrimary = {
  selector:
    "JSXOpeningElement[name.name='Button']:has(JSXAttribute[name.name='variant'][value.value='contained']):not(:has(JSXAttribute[name.name='color']))",
  message: "A solid button names its color: primary, or error for what cannot be undone. Without one it is grey.",
};
const EMITTERS = "/^(io|nsp|namespace|socket|sockets|socketServer)$/";
const noEmit = [
  `[callee.object.name=${EMITTERS}]`,
  `[callee.object.property.name=${EMITTERS}]`,
  "[callee.object.callee.property.name=/^(to|in|except|local|volatile)$/]",
].map((object) => ({
  selector: `CallExpression[callee.property.name='emit']${object}`,
  message: "Live events leave through apps/api/src/live alone, where rights are checked.",
}));
const restrict = (...rules) => ({ "no-restricted-syntax": rules.length === 0 ? "off" : ["error", ...rules.flat()] });

const PRODUCT = ["apps/{api,web,worker}/src/**/*.{ts,tsx}", "packages/*/src/**/*.ts"];

export default tseslint.config(
  {
    ignores: [
      "**/dist/**",
      "**/node_modules/**",
      "**/coverage/**",
      ".data/**",
      "tools/bench/dataset/**",
      "test-results/**",
      "playwright-report/**",
    ],
  },
  js.configs.recommended,
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  {
    files: TYPED,
    extends: [tseslint.configs.strict],
    rules: {
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", varsIgnorePattern: "^_", caughtErrors: "all", ignoreRestSiblings: true },
      ],
      "@typescript-eslint/no-invalid-void-type": "off",
    },
  },
  {
    files: ["**/*.{ts,tsx,mjs}"],
    plugins: { balcao: { rules: { "linear-endings": linearEndings, "portuguese-names": portugueseNames, "real-tests": realTests } } },
    languageOptions: { globals: globals(NODE_GLOBALS) },
    rules: {
      "balcao/linear-endings": "error",
      "balcao/portuguese-names": "error",
      "max-lines": ["error", 300],
      "no-console": "error",
      eqeqeq: ["error", "always"],
      ...restrict(noDefaultExport, noEnvironment),
    },
  },
  {
    files: ["**/public/*.js", "packages/simulators/{page,wweb}/*.js"],
    languageOptions: { globals: globals(BROWSER_GLOBALS) },
  },
  // Loaded by n8n as CommonJS.
  {
    files: ["packages/n8n/src/*.js"],
    languageOptions: { sourceType: "commonjs", globals: globals(`${NODE_GLOBALS} require module`) },
  },
  // Read by browsers that are too old for anything else.
  {
    files: ["apps/web/public/oldBrowser.js"],
    languageOptions: { ecmaVersion: 5, sourceType: "script", globals: globals("AbortSignal") },
  },
  // TypeScript checks names itself.
  {
    files: ["**/*.{ts,tsx}"],
    rules: { "no-undef": "off", "no-unused-vars": "off" },
    languageOptions: { parser: tseslint.parser },
  },
  {
    files: ["packages/domain/src/**", "packages/application/src/**"],
    rules: restrict(noDefaultExport, noEnvironment, noOwnClock, noEmit),
  },
  { files: ["packages/database/src/**", "packages/gateways/src/**"], rules: restrict(noDefaultExport, noEnvironment, noWallDurations) },
  { files: ["apps/api/src/**", "apps/worker/src/**"], rules: restrict(noDefaultExport, noEnvironment, noEmit, noWallDurations) },
  { files: ["apps/api/src/live/**"], rules: restrict(noDefaultExport, noEnvironment) },
  // Entry points pass the environment to readEnv.
  { files: ["apps/*/src/main.ts", "apps/api/src/commands/*.ts"], rules: restrict(noDefaultExport, noEmit) },
  { files: ["packages/simulators/src/main.ts"], rules: restrict(noDefaultExport) },
  { files: ["packages/platform/src/**"], rules: restrict(noDefaultExport, noWallDurations) },
  {
    files: ["packages/contracts/**", "apps/web/src/i18n/**", "**/defaultMessages.ts"],
    rules: { "balcao/portuguese-names": "off" },
  },
  {
    files: ["apps/web/src/**"],
    plugins: { "react-hooks": reactHooks },
    rules: { ...reactHooks.configs.recommended.rules, ...restrict(noDefaultExport, noEnvironment, solidIsPrimary) },
  },
  {
    files: TESTS,
    rules: {
      "max-lines": ["error", 500],
      "balcao/real-tests": "error",
      "balcao/linear-endings": "off",
      ...restrict(noDefaultExport),
    },
    languageOptions: { globals: globals(JEST_GLOBALS) },
  },
  {
    files: ["scripts/**", "tools/**", "apps/*/src/main.ts", "packages/simulators/src/main.ts"],
    rules: { "no-console": "off" },
  },
  { files: ["scripts/**", "tools/**", "e2e/**", "*.mjs"], rules: restrict() },
  // What the oldest supported browsers lack; names of prototypes are left to the library of types (apps/web/tsconfig.json).
  {
    files: ["apps/web/src/**", "packages/{contracts,domain}/src/**"],
    ignores: TESTS,
    plugins: { web: { rules: { "supported-interfaces": supportedInterfaces } } },
    rules: { "web/supported-interfaces": ["error", WEB_PACKAGE.browserslist] },
  },
  // A Playwright fixture that needs no other one has an empty pattern as its first parameter.
  { files: ["e2e/**"], rules: { "no-empty-pattern": ["error", { allowObjectPatternsAsParameters: true }] } },
  { files: ["apps/web/vite.config.ts"], rules: restrict() },
  {
    files: ["scripts/**", "tools/**", "*.mjs"],
    rules: {
      "no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_", ignoreRestSiblings: true }],
    },
  },
  // They wait at their top level, so that what is defined below does not exist yet when a function of theirs runs.
  { files: ["tools/bench/*.mjs"], rules: { "no-use-before-define": ["error", { functions: false }] } },
  {
    files: PRODUCT,
    ignores: [...TESTS, "packages/simulators/**", "**/__fixtures__/**"],
    rules: { complexity: ["error", 12], "max-params": ["error", 4], "max-lines-per-function": ["error", 60] },
  },
  { files: ["apps/web/src/**/*.tsx"], rules: { "max-lines-per-function": ["error", 100] } },
  {
    files: ["apps/web/src/**"],
    ignores: ["**/*.test.ts"],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          paths: [
            { name: "@tanstack/react-query", importNames: ["useQueryClient"], message: "Import queryClient from lib/queryClient." },
            {
              name: "@mui/material/Tooltip",
              importNames: ["default"],
              message: "Use ui/Tooltip, which closes when its control is pressed.",
            },
            {
              name: "@mui/material/Dialog",
              importNames: ["default"],
              message: "Use ui/Dialog, which takes no keys while it fades out.",
            },
          ],
        },
      ],
    },
  },
);
