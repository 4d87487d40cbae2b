/** One configuration for every package: TypeScript through swc, real ES modules, workspace packages read from their sources. */
const swc = {
  jsc: {
    target: "es2022",
    parser: { syntax: "typescript", tsx: true, decorators: true },
    transform: {
      legacyDecorator: true,
      decoratorMetadata: false,
      useDefineForClassFields: false,
      react: { runtime: "automatic" },
    },
    keepClassNames: true,
  },
  module: { type: "es6" },
  sourceMaps: "inline",
};

export default {
  testEnvironment: "node",
  testEnvironmentOptions: { customExportConditions: ["balcao-source", "node", "node-addons"] },
  roots: ["<rootDir>/apps", "<rootDir>/packages", "<rootDir>/scripts"],
  testMatch: ["**/*.test.ts", "**/*.test.tsx", "**/*.test.mjs"],
  testPathIgnorePatterns: ["/node_modules/", "/dist/"],
  extensionsToTreatAsEsm: [".ts", ".tsx"],
  moduleNameMapper: { "^(\\.{1,2}/.*)\\.js$": "$1" },
  transform: { "^.+\\.(ts|tsx)$": ["@swc/jest", swc] },
  testTimeout: 30_000,
};
