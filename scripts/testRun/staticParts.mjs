import fs from "node:fs";
import path from "node:path";
import { runTree } from "../infra/processes.mjs";

const bin = (root, ...parts) => path.join(root, "node_modules", ...parts);

/** Every package with a type configuration, each with its own compiler. */
function typedPackages(root) {
  const folders = ["packages", "apps"].flatMap((parent) => fs.readdirSync(path.join(root, parent)).map((name) => path.join(parent, name)));
  return [...folders, "e2e"].filter((folder) => fs.existsSync(path.join(root, folder, "tsconfig.json")));
}

function typeCheck(root, folder) {
  const own = path.join(root, folder, "node_modules", "typescript", "bin", "tsc");
  const compiler = fs.existsSync(own) ? own : bin(root, "typescript", "bin", "tsc");
  // Other packages are read as they were built, because each of them is checked by itself.
  return { label: folder, args: [compiler, "-p", path.join(root, folder, "tsconfig.json"), "--noEmit", "--paths", "null"] };
}

const LINTED = /\.(ts|tsx|mjs|js|cjs)$/;

/** What ESLint reads: everything, or the changed files, since each file is judged by itself; null when there are none. */
function lintedFiles(changed) {
  if (!changed || changed.includes("eslint.config.mjs") || changed.some((file) => file.startsWith("scripts/eslint/"))) return ["."];
  const files = changed.filter((file) => LINTED.test(file));
  return files.length === 0 ? null : ["--no-warn-ignored", ...files];
}

/** ESLint checks what a file shows by itself, oxlint what needs the types of all files (docs/adr/0035-two-linters.md). Both use all processors. */
const linters = (root, changed) => {
  const files = lintedFiles(changed);
  return [
    ...(files
      ? [{ label: "eslint", args: [bin(root, "eslint", "bin", "eslint.js"), "--max-warnings=0", "--concurrency=auto", ...files] }]
      : []),
    {
      label: "oxlint",
      args: [bin(root, "oxlint", "bin", "oxlint"), "--type-aware", "--deny-warnings", "--format=unix"],
    },
  ];
};

const one = (args) => () => [{ label: "", args }];

/** Parts that only read the sources, some of them on one core. Their output is shown when they fail. */
export const STATIC_PARTS = [
  {
    name: "format",
    oneCore: true,
    commands: (root) =>
      one([bin(root, "prettier", "bin", "prettier.cjs"), "--check", "--log-level=warn", "--cache", "--cache-strategy=content", "."])(),
  },
  { name: "lint", commands: linters },
  { name: "types", commands: (root) => typedPackages(root).map((folder) => typeCheck(root, folder)) },
  {
    name: "imports",
    oneCore: true,
    commands: (root) =>
      one([
        bin(root, "dependency-cruiser", "bin", "dependency-cruise.mjs"),
        "--config",
        ".dependency-cruiser.mjs",
        "apps/*/src",
        "packages/*/src",
      ])(),
  },
  { name: "knip", oneCore: true, commands: (root) => one([bin(root, "knip", "bin", "knip.js"), "--no-progress"])() },
];

/** Runs one command and returns its output when it failed. */
async function failureOf({ label, args }, { root, signal }) {
  const output = [];
  const { code } = await runTree(process.execPath, args, {
    cwd: root,
    signal,
    timeoutMs: 900_000,
    onLine: (line) => output.push(line),
  });
  return code === 0 ? [] : [...(label ? [`${label}:`] : []), ...output];
}

/** Runs all commands of a part, one after the other, and shows the output of those that failed. `changed`: the files since a commit. */
export async function runStatic(part, { root, progress, signal, changed }) {
  const commands = part.commands(root, changed);
  const failures = [];
  await progress.step(`Checking ${part.name}`, async (update) => {
    for (const [index, command] of commands.entries()) {
      if (command.label) update(`${command.label}, ${index + 1} of ${commands.length}`);
      failures.push(...(await failureOf(command, { root, signal })));
    }
    if (failures.length > 0) update("problems, see below");
  });
  for (const line of failures) progress.say(line);
  return { ok: failures.length === 0, passed: 0, failed: failures.length === 0 ? 0 : 1 };
}
