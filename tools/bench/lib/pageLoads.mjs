/* global document, requestAnimationFrame */
import { summary } from "./percentiles.mjs";

/** What a page load shows, in milliseconds, of script in ms of the page's thread, and in answers. */
const GOALS = { paint: 240, script: 300, answers: 25, list: 500 };
const COLD = 7;
const WARM = 9;

/** Waits for the first row of the list; runs in the page. Returns the milliseconds since the navigation began, and until its first paint. */
async function untilList(row) {
  while (!document.querySelector(row)) await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  const paint = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? null;
  return { list: performance.now(), paint };
}

async function scriptMs(devtools) {
  const { metrics } = await devtools.send("Performance.getMetrics");
  return (metrics.find(({ name }) => name === "ScriptDuration")?.value ?? 0) * 1_000;
}

/**
 * Loads an address with an empty cache some times, with the processor as it is and slowed, and then reloads it; prints the first paint, the time
 * until the list, the script and the answers. The page must be signed in.
 */
export async function measureLoads({ page, devtools, address, row, slowDown }) {
  await devtools.send("Performance.enable");
  await devtools.send("Network.enable");
  let answers = 0;
  page.on("response", () => (answers += 1));
  const load = async (go) => {
    answers = 0;
    // A new document of the same page counts script from nought.
    await page.goto("about:blank");
    const before = await scriptMs(devtools);
    await go();
    const times = await page.evaluate(untilList, row);
    return { ...times, answers, script: Math.max(0, (await scriptMs(devtools)) - before) };
  };
  const several = async (count, go) => {
    const loads = [];
    for (let n = 0; n < count; n += 1) loads.push(await load(go));
    return loads;
  };
  const cold = async () => {
    await devtools.send("Network.clearBrowserCache");
    await page.goto(address);
  };
  const fresh = await several(COLD, cold);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowDown });
  const slowed = await several(COLD, cold);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  const again = await several(WARM, () => page.goto(address));
  const say = (what, loads, field, goal, unit = " ms") => {
    const { p50, p95 } = summary(loads.map((each) => each[field]));
    console.log(`${what}: p50 ${p50.toFixed(0)}, p95 ${p95.toFixed(0)}${unit} of ${loads.length}; goal ${goal}${unit}`);
  };
  say("first contentful paint with an empty cache", fresh, "paint", GOALS.paint);
  say("until the list with an empty cache", fresh, "list", GOALS.list);
  say("answers of that load", fresh, "answers", GOALS.answers, "");
  say(`script of a load at ${slowDown} ×`, slowed, "script", GOALS.script);
  say("first contentful paint of a load again", again, "paint", GOALS.paint);
  say("until the list of a load again", again, "list", GOALS.list);
  // Who measures next may count in another domain of time.
  await devtools.send("Performance.disable");
}
