import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { runTree } from "../../scripts/infra/processes.mjs";
import { removeAt } from "./places.mjs";

const LEFT_OUT = new Set([".git", "test-results", "node_modules/.pnpm", "node_modules/.cache"]);
const COMPILER_MS = 5 * 60_000;
/** Its routes infer what they give to the commands, which the api calls; it is compiled with their sources. */
const INFERRED = "packages/contracts";
const CALLER = ["apps/api", "--customConditions", "balcao-source"];

/** The failed file and test in what Jest says, null when it was ended before one failed. A run that stops at the first writes no report. */
export function readFailure(lines) {
  const plain = lines.map(stripVTControlCharacters);
  const name = plain.map((line) => /^FAIL\s+(\S+)/.exec(line)?.[1]).find((found) => found !== undefined);
  if (name === undefined) return null;
  const title = plain.map((line) => /^\s+● (.+)$/.exec(line)?.[1]).find((found) => found !== undefined);
  return { name, failure: title ?? "the file cannot be run" };
}

/** The failure of a run that ended by itself and names no file, as when what is removed ends Jest: the first file that has not passed. */
export function brokenOff(lines, files) {
  const passed = new Set(lines.map((line) => /^PASS\s+(\S+)/.exec(stripVTControlCharacters(line))?.[1]));
  return { name: files.find((file) => !passed.has(file)) ?? files[0], failure: "the run broke off" };
}

/**
 * A copy of the checkout in a new folder, in which behaviours are removed. The packages of others are shared, our own are the copy's, so
 * that no test reads a source of the original. `signal` ends what runs in it.
 */
export function openCopy(root, { folder = fs.mkdtempSync(path.join(os.tmpdir(), "balcao-mutants-")), signal } = {}) {
  fs.cpSync(root, folder, { recursive: true, verbatimSymlinks: true, filter: (file) => !LEFT_OUT.has(path.relative(root, file)) });
  fs.symlinkSync(path.join(root, "node_modules/.pnpm"), path.join(folder, "node_modules/.pnpm"));
  const run = (args, timeoutMs, onLine) =>
    runTree(process.execPath, args, { cwd: folder, signal, timeoutMs, onLine, env: { ...process.env, NODE_ENV: "test" } });

  return {
    folder,

    /** Takes a behaviour away; the returned function puts it back. Throws when the source is not the one in which the place was found. */
    remove({ file, ...place }) {
      const target = path.join(folder, file);
      const text = fs.readFileSync(target, "utf8");
      if (text.slice(place.start, place.end).trim() !== place.was) throw new Error(`${file} has changed since its places were read.`);
      fs.writeFileSync(target, removeAt(text, place));
      return () => fs.writeFileSync(target, text);
    },

    /**
     * True when the package of a file passes the compiler; where the types of its functions are inferred, those that call them, too. A
     * script of JavaScript has none.
     */
    async compiles(file) {
      if (file.endsWith(".mjs")) return true;
      const unit = file.split("/").slice(0, 2).join("/");
      for (const [each, ...more] of [[unit], ...(unit === INFERRED ? [CALLER] : [])]) {
        const own = path.join(each, "node_modules/typescript/bin/tsc");
        const compiler = fs.existsSync(path.join(folder, own)) ? own : "node_modules/typescript/bin/tsc";
        if ((await run([compiler, "-p", `${each}/tsconfig.json`, "--noEmit", ...more], COMPILER_MS)).code !== 0) return false;
      }
      return true;
    },

    /** Runs test files until one fails: `{ failure }` with its name and title, null when all pass; `late` when time ran out. */
    async test(files, timeoutMs) {
      const jest = ["node_modules/jest/bin/jest.js", "--maxWorkers=1", "--bail", "--runTestsByPath", ...files];
      const began = Date.now();
      // A run keeps its last lines only, and what failed is said first.
      const lines = [];
      const { code } = await run(jest, timeoutMs, (line) => lines.push(line));
      if (code === 0) return { failure: null, late: false };
      const failure = readFailure(lines) ?? (Date.now() - began < timeoutMs ? brokenOff(lines, files) : null);
      return { failure, late: failure === null };
    },

    close: () => fs.rmSync(folder, { recursive: true, force: true }),
  };
}
