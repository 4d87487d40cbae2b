import { defineConfig } from "@playwright/test";
import base from "./playwright.config.mjs";

// The main path in the browsers that are installed: node scripts/test.mjs browsers.
export default defineConfig({ ...base, testDir: "e2e/browsers", testIgnore: [], workers: 1, projects: [{ name: "installed" }] });
