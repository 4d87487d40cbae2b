#!/usr/bin/env node
// npm start: everything that Balcão needs, in one terminal. This file uses only syntax of old Node.js versions.
const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Balcão needs Node.js 20.19 or newer; this is ${process.version}.\nInstall a newer one from nodejs.org, then start again.`);
  process.exit(1);
}
const { start } = await import("./launcher/launcher.mjs");
await start();
