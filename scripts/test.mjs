#!/usr/bin/env node
// npm test: prepares the checkout and runs every part of the tests. `node scripts/test.mjs lint types` runs only those.
const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Balcão needs Node.js 20.19 or newer; this is ${process.version}.\nInstall a newer one from nodejs.org, then start again.`);
  process.exit(1);
}
const { runTests } = await import("./testRun/testRun.mjs");
await runTests(process.argv.slice(2));
