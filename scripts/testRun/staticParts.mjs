import fs from "node:fs";
import path from "node:path";
import { runTree } from "../infra/processes.mjs";

const bin = (root, ...parts) => path.join(root, "node_modules", ...parts);

/** Every package that has a type configuration, each with the compiler that it names. */
function typedPackages(root) {
  const folders = ["packages", "apps"].flatMap((parent) => fs.readdirSync(path.join(root, parent)).map((name) => path.join(parent, name)));
  return [...folders, "e2e"].filter((folder) => fs.existsSync(path.join(root, folder, "tsconfig.json")));
}

function typeCheck(root, folder) {
  const own = path.join(root, folder, "node_modules", "typescript", "bin", "tsc");
  const compiler = fs.existsSync(own) ? own : bin(root, "typescript", "bin", "tsc");
  return { label: folder, args: [compiler, "-p", path.join(root, folder, "tsconfig.json"), "--noEmit"] };
}

const one = (args) => () => [{ label: "", args }];

/** Parts that only read the sources: their output is shown when they fail. */
export const STATIC_PARTS = [
  {
    name: "format",
    commands: (root) =>
      one([bin(root, "prettier", "bin", "prettier.cjs"), "--check", "--log-level=warn", "--cache", "--cache-strategy=content", "."])(),
  },
  { name: "lint", commands: (root) => one([bin(root, "eslint", "bin", "eslint.js"), "--max-warnings=0", "--concurrency=2", "."])() },
  { name: "types", commands: (root) => typedPackages(root).map((folder) => typeCheck(root, folder)) },
  {
    name: "imports",
    commands: (root) =>
      one([
        bin(root, "dependency-cruiser", "bin", "dependency-cruise.mjs"),
        "--config",
        ".dependency-cruiser.mjs",
        "apps/*/src",
        "packages/*/src",
      ])(),
  },
  { name: "knip", commands: (root) => one([bin(root, "knip", "bin", "knip.js"), "--no-progress"])() },
];

/** Runs the commands of a part one after the other, all of them, and shows the output of those that failed. */
export async function runStatic(part, { root, progress, signal }) {
  const commands = part.commands(root);
  const failures = [];
  await progress.step(`Checking ${part.name}`, async (update) => {
    for (const [index, { label, args }] of commands.entries()) {
      if (label) update(`${label}, ${index + 1} of ${commands.length}`);
      const output = [];
      const { code } = await runTree(process.execPath, args, {
        cwd: root,
        signal,
        timeoutMs: 900_000,
        onLine: (line) => output.push(line),
      });
      if (code !== 0) failures.push(...(label ? [`${label}:`] : []), ...output);
    }
    if (failures.length > 0) update("problems, see below");
  });
  for (const line of failures) progress.say(line);
  return { ok: failures.length === 0, passed: 0, failed: failures.length === 0 ? 0 : 1 };
}
