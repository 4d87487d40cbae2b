#!/usr/bin/env node
/**
 * Which requirements of docs/spec/requirements.md a test names.
 *
 *   node tools/requirements.mjs                          a line per group: named / all
 *   node tools/requirements.mjs TICKET                   the requirements of a group that no test names
 *   node tools/requirements.mjs --all                    the same for every group
 *   node tools/requirements.mjs --sample 10 --seed X     ten named ones with their tests, drawn by X
 *
 * A test names what it proves in brackets at the end of its title: ids with commas between, `TAG-001…008` for several in a
 * row, decisions among them. The test must fail when the behaviour is removed, so its place counts too:
 * a requirement marked [web] is proven only where the browser's own code runs, one marked [worker] only where a worker runs.
 */
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), "..");
const USAGE = "Usage: node tools/requirements.mjs [GROUP | --all | --sample N --seed X]";

const REQUIREMENT = /^- ([A-Z0-9]+-\d{3}) · (.*)$/gm;
const ID = "[A-Z0-9]{1,8}-\\d{1,3}(?:…\\d{1,3})?";
const TITLE_END = new RegExp(`\\[(${ID}(?:,\\s*${ID})*)\\]\\s*["'\`]`, "g");
const TEST_FILE = /\.(test|spec|e2e)\.[cm]?[jt]sx?$/;
const NOT_SOURCES = new Set(["node_modules", "dist", "build", "coverage"]);
/** A comment, a test that does not run, or one whose body is empty. */
const PROVES_NOTHING = /^\s*(\/\/|\*|\/\*)|\.(skip|todo|fixme|fails)\b|\bx(it|test|describe)\(|=>\s*(\{\s*\}|undefined)\s*,?\s*\)?;?\s*$/;
/** The places where the code of a mark runs; a requirement without a mark can be proven anywhere. */
const PLACES = [
  { mark: "[web]", holds: /^(apps\/web|e2e)\/|\.reducer\.test\./ },
  { mark: "[worker]", holds: /(^|\/)stories\/|\.story\.test\.|^apps\/worker\/|^e2e\// },
];

/** The requirements of a text by id, in its order. */
export function readRequirements(text) {
  return new Map([...text.matchAll(REQUIREMENT)].map(([, id, sentence]) => [id, sentence]));
}

/**
 * Where tests below a folder name each id: id to a list of `file:line`. Unknown ids are left out, and so are tests in places
 * where they cannot prove the requirement's mark.
 */
export function findNamed(root, requirements) {
  const named = new Map();
  for (const testFile of testFiles(root)) {
    const file = path.relative(root, testFile).split(path.sep).join("/");
    const lines = fs.readFileSync(testFile, "utf8").split("\n");
    for (const [index, line] of lines.entries()) {
      for (const id of idsIn(line)) {
        if (provesIn(file, requirements.get(id))) named.set(id, [...(named.get(id) ?? []), `${file}:${index + 1}`]);
      }
    }
  }
  return named;
}

/** A line per group and one for all: how many requirements are named, and how many there are. */
export function toTable(requirements, named) {
  const groups = new Map();
  for (const id of requirements.keys()) {
    const { all, proven } = groups.get(groupOf(id)) ?? { all: 0, proven: 0 };
    groups.set(groupOf(id), { all: all + 1, proven: proven + (named.has(id) ? 1 : 0) });
  }
  groups.set("all", { all: requirements.size, proven: named.size });
  return [...groups].map(([group, { all, proven }]) => `${group.padEnd(8)} ${String(proven).padStart(3)} / ${all}`);
}

/** The requirements that no test names; of one group, or of every one. */
export function listUnnamed(requirements, named, group = null) {
  const missing = [...requirements].filter(([id]) => !named.has(id) && (group === null || groupOf(id) === group.toUpperCase()));
  return missing.map(([id, sentence]) => `${id} · ${sentence}`);
}

/** Named requirements with their tests, drawn by a seed: the same seed draws the same ones. */
export function drawSample(requirements, named, count, seed) {
  const rank = (id) =>
    createHash("sha256")
      .update(seed + id)
      .digest("hex");
  const drawn = [...named.keys()].sort((a, b) => (rank(a) < rank(b) ? -1 : 1)).slice(0, count);
  return drawn.map((id) => `${id} · ${requirements.get(id)}\n    ${named.get(id).join("  ")}`);
}

function groupOf(id) {
  return id.slice(0, id.lastIndexOf("-"));
}

function idsIn(line) {
  if (PROVES_NOTHING.test(line)) return [];
  return [...line.matchAll(TITLE_END)].flatMap(([, ids]) => ids.split(/,\s*/)).flatMap(idsOfRow);
}

/** `TAG-001…003` is three ids. */
function idsOfRow(text) {
  const [first, last] = text.split("…");
  if (last === undefined) return [first];
  const [, group, number] = /^(.*-)(\d+)$/.exec(first);
  const count = Math.max(0, Number(last) - Number(number) + 1);
  return Array.from({ length: count }, (_, index) => `${group}${String(Number(number) + index).padStart(number.length, "0")}`);
}

function provesIn(file, sentence) {
  return sentence !== undefined && PLACES.every(({ mark, holds }) => !sentence.includes(mark) || holds.test(file));
}

function* testFiles(folder) {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory() && !entry.name.startsWith(".") && !NOT_SOURCES.has(entry.name)) yield* testFiles(place);
    else if (entry.isFile() && TEST_FILE.test(entry.name)) yield place;
  }
}

/** The lines to print for these arguments, or null for invalid ones. */
function answer(requirements, named, [first, count, flag, seed]) {
  if (first === undefined) return toTable(requirements, named);
  if (first === "--all") return listUnnamed(requirements, named);
  if (first === "--sample") {
    const isSound = /^[1-9]\d*$/.test(count ?? "") && flag === "--seed" && seed !== undefined;
    return isSound ? drawSample(requirements, named, Number(count), seed) : null;
  }
  const isGroup = [...requirements.keys()].some((id) => groupOf(id) === first.toUpperCase());
  return isGroup ? listUnnamed(requirements, named, first) : null;
}

function main() {
  const requirements = readRequirements(fs.readFileSync(path.join(ROOT, "docs/spec/requirements.md"), "utf8"));
  const lines = answer(requirements, findNamed(ROOT, requirements), process.argv.slice(2));
  if (lines === null) {
    process.stderr.write(`${USAGE}\n`);
    process.exitCode = 2;
  } else if (lines.length > 0) process.stdout.write(`${lines.join("\n")}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
