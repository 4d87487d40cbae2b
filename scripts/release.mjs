#!/usr/bin/env node
// npm run release [-- --to FOLDER]: builds what a release consists of, from the commit that is checked out.
import path from "node:path";
import { parseArgs } from "node:util";
import { createProgress } from "./infra/progress.mjs";
import { describeFailure } from "./infra/refusal.mjs";
import { makeRelease } from "./release/makeRelease.mjs";

const root = path.join(import.meta.dirname, "..");
try {
  const { values } = parseArgs({ options: { to: { type: "string", default: path.join(root, "release") } }, strict: true });
  await makeRelease({ root, folder: path.resolve(values.to), progress: createProgress() });
} catch (error) {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exitCode = 1;
}
