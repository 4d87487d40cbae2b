import { patience } from "@balcao/testing/patience";
import { defineConfig, devices } from "@playwright/test";
import { BROWSER_ARGS, findBrowser } from "./scripts/infra/browser.mjs";

// The addresses and the first sign-in come from `node scripts/test.mjs e2e`, which starts the real product:
// BASE_URL, PHONE_URL, E2E_DATABASE_URL, E2E_ADMIN_EMAIL, E2E_ADMIN_PASSWORD, E2E_GRAPH_URL, E2E_META_TOKEN, E2E_MEOW_URL.
export default defineConfig({
  testDir: "e2e",
  workers: 2,
  // Ends what hangs. A slow or loaded machine has more time for everything.
  timeout: patience(120_000),
  // A fact that comes is seen at once, however long this is.
  expect: { timeout: patience(20_000) },
  forbidOnly: true,
  // A test that passes the second time is a defect, not a success.
  retries: 0,
  reporter: [["list"], ...(process.env.E2E_REPORT ? [["json", { outputFile: process.env.E2E_REPORT }]] : [])],
  use: {
    baseURL: process.env.BASE_URL,
    // Snapshots of the page tell what happened; a film of every test, thrown away when it passes, is not kept.
    trace: { mode: "retain-on-failure", screenshots: false },
    screenshot: "only-on-failure",
    serviceWorkers: "block",
    locale: "pt-BR",
    timezoneId: "America/Sao_Paulo",
    launchOptions: { executablePath: (await findBrowser()) ?? undefined, chromiumSandbox: false, args: BROWSER_ARGS },
  },
  projects: [{ name: "chromium", use: { ...devices["Desktop Chrome"] } }],
});
