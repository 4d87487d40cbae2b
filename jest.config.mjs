/** Every package's tests, in Node's own module loader (scripts/testRun/native): sources are compiled on the way, packages are loaded once. */
export default {
  runner: "<rootDir>/scripts/testRun/native/runner.mjs",
  roots: ["<rootDir>/apps", "<rootDir>/packages", "<rootDir>/scripts"],
  testMatch: ["**/*.test.ts", "**/*.test.tsx", "**/*.test.mjs"],
  testPathIgnorePatterns: ["/node_modules/", "/dist/"],
  transform: {},
  testTimeout: 30_000,
};
