/** All tests but the end-to-end ones, in Node's own module loader (ADR 22): sources are compiled when loaded, packages are loaded once. */
export default {
  runner: "<rootDir>/scripts/testRun/native/runner.mjs",
  roots: ["<rootDir>/apps", "<rootDir>/packages", "<rootDir>/scripts", "<rootDir>/tools"],
  testMatch: ["**/*.test.ts", "**/*.test.tsx", "**/*.test.mjs"],
  testPathIgnorePatterns: ["/node_modules/", "/dist/"],
  transform: {},
  // The temporary folder of a run ends with it; durations and the list of files are kept here.
  cacheDirectory: "<rootDir>/node_modules/.cache/jest",
  testTimeout: 30_000,
};
