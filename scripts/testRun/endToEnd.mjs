import fs from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";
import { runTree } from "../infra/processes.mjs";
import { Refusal } from "../infra/refusal.mjs";
import { startInstallation } from "./installation.mjs";
import { playwrightFailures, repeatFailures } from "./flaky.mjs";
import { findLeaks } from "./logLeaks.mjs";
import { playwrightFiles, playwrightTotals } from "./totals.mjs";

/** Ends a run that hangs; each test has a limit of its own. */
const LIMIT_MS = 40 * 60_000;
const MOST_WORKERS = 4;
const SHOWN_LEAKS = 20;

/** Installations are started together; when one does not start, the others are stopped. */
async function startInstallations(context, count) {
  const outcomes = await Promise.allSettled(
    Array.from({ length: count }, (_, index) => startInstallation(context, count === 1 ? "product" : `product${index + 1}`)),
  );
  const failure = outcomes.find((outcome) => outcome.status === "rejected");
  if (!failure) return outcomes.map((outcome) => outcome.value);
  await Promise.all(outcomes.map((outcome) => outcome.value?.stop()));
  throw failure.reason;
}

/** Runs the chosen tests of a configuration of Playwright on running installations. */
export async function runPlaywright({ root, tmp, progress, signal, patience }, { variables, installations, chosen, name }) {
  const report = path.join(tmp, `${name}.json`);
  const env = {
    ...process.env,
    ...variables,
    E2E_REPORT: report,
    E2E_INSTALLATIONS: JSON.stringify(installations.map(({ addresses }) => addresses)),
  };
  const cli = path.join(root, "node_modules", "@playwright", "test", "cli.js");
  const { code } = await runTree(process.execPath, [cli, "test", ...chosen], {
    cwd: root,
    signal,
    env,
    timeoutMs: patience(LIMIT_MS),
    onLine: progress.say,
  });
  if (!fs.existsSync(report)) throw new Refusal(`Playwright ended without a report (exit code ${code}).`, "Its lines above say why.");
  const found = JSON.parse(fs.readFileSync(report, "utf8"));
  const totals = playwrightTotals(found);
  return { ok: code === 0 && totals.failed === 0, ...totals, files: playwrightFiles(found), failures: playwrightFailures(found) };
}

/** Runs the chosen tests on all installations, and what failed once more, alone, on one of them. */
async function runTwice(context, { browser, installations, chosen }) {
  const { failures, ...result } = await runPlaywright(context, {
    variables: { E2E_CHROMIUM: browser },
    installations,
    chosen,
    name: "playwright",
  });
  return repeatFailures(result, failures, async (names) => {
    context.progress.say(`Running what failed once more, alone: ${names.join(", ")}`);
    const again = {
      variables: { E2E_CHROMIUM: browser },
      installations: installations.slice(0, 1),
      // The pictures of the first failures stay.
      chosen: [...names, "--output=test-results/again"],
      name: "playwrightAgain",
    };
    return (await runPlaywright(context, again)).failures;
  });
}

/**
 * The end-to-end tests: real Chromiums against real products. Each worker has an installation of its own, because tests of one
 * installation change what others see; a choice of tests (E2E_ARGS) runs in one.
 */
export async function runEndToEnd(context) {
  const browser = await context.shell();
  const chosen = (process.env.E2E_ARGS ?? "").split(/\s+/).filter(Boolean);
  // A test waits about a quarter of its time for timers and the network, which one more worker fills.
  const count = chosen.length > 0 ? 1 : Math.min(MOST_WORKERS, availableParallelism() + 1);
  const installations = await startInstallations(context, count);
  let result;
  let exits;
  let hidden = [];
  try {
    result = await runTwice(context, { browser, installations, chosen });
    hidden = await Promise.all(installations.map((installation) => installation.readPrivate()));
  } finally {
    exits = await Promise.all(installations.map((installation) => installation.stop()));
  }
  for (const [index, { lines }] of installations.entries()) {
    if (exits[index] !== 0 || !result.ok)
      context.progress.say(["The product's own lines:", ...lines.slice(-40).map((line) => `  | ${line}`)].join("\n"));
  }
  const leaks = installations.flatMap(({ logFolder }, index) => findLeaks(logFolder, hidden[index] ?? []));
  if (leaks.length > 0) throw new Refusal("The product's logs have what must not be in them (S-70).", "", leaks.slice(0, SHOWN_LEAKS));
  const wrong = exits.find((exit) => exit !== 0);
  if (wrong !== undefined) throw new Refusal(`npm start ended with exit code ${wrong} instead of 0.`, "");
  return result;
}
