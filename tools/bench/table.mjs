// node tools/bench/table.mjs [--without=browser.mjs,memory.mjs]
// All that people feel or that must not grow, measured one program after the other: half an hour on a machine that does nothing else.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { parseArgs } from "node:util";

/** What each prints is said in the README of this folder. */
const PROGRAMS = [
  ["run.mjs"],
  ["run.mjs", "--rows=openLists,firstPages", "--identity"],
  ["directory.mjs"],
  ["outbound.mjs", "--seconds=8"],
  ["browser.mjs", "--minutes=0"],
  ["webSize.mjs"],
  ["memory.mjs"],
];

const { values } = parseArgs({ options: { without: { type: "string", default: "" } } });
const without = values.without.split(",");
for (const [program, ...words] of PROGRAMS.filter(([name]) => !without.includes(name))) {
  console.log(`\n## ${[program, ...words].join(" ")}\n`);
  const { status } = spawnSync(process.execPath, [path.join(import.meta.dirname, program), ...words], { stdio: "inherit" });
  if (status !== 0) process.exitCode = 1;
}
