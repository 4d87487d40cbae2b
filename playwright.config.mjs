import { patience } from "@balcao/testing/patience";
import { defineConfig, devices } from "@playwright/test";
import { BROWSER_ARGS, findBrowser, findShell } from "./scripts/infra/browser.mjs";

// E2E_INSTALLATIONS comes from `node scripts/test.mjs e2e`, which starts a real product for each worker; e2e/support/product.ts reads it.
const installations = JSON.parse(process.env.E2E_INSTALLATIONS ?? "[]");

export default defineConfig({
  testDir: "e2e",
  // The main path in other browsers is a part of its own.
  testIgnore: "browsers/**",
  workers: Math.max(1, installations.length),
  // Workers take tests and not files, so that they end together: each has an installation of its own, where nothing of the others is.
  fullyParallel: true,
  // Ends tests that hang; longer on a slow or loaded machine.
  timeout: patience(120_000),
  // A long limit does not slow passing tests down.
  expect: { timeout: patience(20_000) },
  forbidOnly: true,
  // scripts/testRun/flaky.mjs repeats what failed, alone: a test that passes only then is a defect that is counted.
  retries: 0,
  reporter: [["list"], ...(process.env.E2E_REPORT ? [["json", { outputFile: process.env.E2E_REPORT }]] : [])],
  use: {
    // An action waits for its element as long as an expectation does.
    actionTimeout: patience(20_000),
    // A trace costs a sixth of the processor time of every test, so it is recorded on demand: E2E_TRACE=1.
    trace: process.env.E2E_TRACE === "1" ? "retain-on-failure" : "off",
    screenshot: "only-on-failure",
    serviceWorkers: "block",
    locale: "pt-BR",
    timezoneId: "America/Sao_Paulo",
    // Every test browser has a microphone that beeps; a headless shell has it only with the answer to its question.
    // Pages live for seconds, in which compiling optimized code costs an eighth of their processor time and pays nothing back.
    launchOptions: {
      executablePath: (await findShell()) ?? (await findBrowser()) ?? undefined,
      chromiumSandbox: false,
      args: [
        ...BROWSER_ARGS,
        "--use-fake-device-for-media-stream",
        "--use-fake-ui-for-media-stream",
        "--js-flags=--no-turbofan,--no-maglev",
      ],
    },
  },
  projects: [{ name: "chromium", use: { ...devices["Desktop Chrome"] } }],
});
