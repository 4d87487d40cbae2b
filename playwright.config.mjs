import { availableParallelism } from "node:os";
import { patience } from "@balcao/testing/patience";
import { defineConfig, devices } from "@playwright/test";
import { BROWSER_ARGS, findBrowser, findShell } from "./scripts/infra/browser.mjs";

// The addresses and the first sign-in come from `node scripts/test.mjs e2e`, which starts the real product:
// BASE_URL, PHONE_URL, E2E_DATABASE_URL, E2E_ADMIN_EMAIL, E2E_ADMIN_PASSWORD, E2E_GRAPH_URL, E2E_META_TOKEN, E2E_MEOW_URL, E2E_PUSH_URL,
// E2E_AI_URL.
export default defineConfig({
  testDir: "e2e",
  // A test keeps two cores busy: its browsers, and the product with its database. More at once make all of them late, and the tests
  // of an installation disturb each other.
  workers: Math.max(1, Math.floor(availableParallelism() / 2)),
  // Ends tests that hang; longer on a slow or loaded machine.
  timeout: patience(120_000),
  // A long limit does not slow passing tests down.
  expect: { timeout: patience(20_000) },
  forbidOnly: true,
  // A test that passes the second time is a defect, not a success.
  retries: 0,
  reporter: [["list"], ...(process.env.E2E_REPORT ? [["json", { outputFile: process.env.E2E_REPORT }]] : [])],
  use: {
    // An action waits for its element as long as an expectation does.
    actionTimeout: patience(20_000),
    baseURL: process.env.BASE_URL,
    // A trace costs a sixth of the processor time of every test, so it is recorded on demand: E2E_TRACE=1.
    trace: process.env.E2E_TRACE === "1" ? "retain-on-failure" : "off",
    screenshot: "only-on-failure",
    serviceWorkers: "block",
    locale: "pt-BR",
    timezoneId: "America/Sao_Paulo",
    // Every test browser has a microphone that beeps; a headless shell has it only with the answer to its question.
    launchOptions: {
      executablePath: (await findShell()) ?? (await findBrowser()) ?? undefined,
      chromiumSandbox: false,
      args: [...BROWSER_ARGS, "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"],
    },
  },
  projects: [{ name: "chromium", use: { ...devices["Desktop Chrome"] } }],
});
