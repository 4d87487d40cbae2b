// node tools/bench/browser.mjs [--slow-down=4] [--frames=600] [--tickets=30] [--minutes=2] [--folder=bench/dataset]
// What a person feels in Chromium with a slowed processor, on the database that tools/bench/load.mjs has made: loading the inbox, scrolling the list of closed tickets and
// the longest conversation, opening tickets, typing, and the heap after minutes of switching tickets. With --slow-down=1 --minutes=0 the processor
// time of the page's thread is what two builds are compared by, because other work on the machine changes it little.
import path from "node:path";
import { parseArgs } from "node:util";
import { BROWSER_ARGS, findBrowser } from "../../scripts/infra/browser.mjs";
import { startFilledProduct } from "./lib/filledProduct.mjs";
import { keysOf, framesOf, heapOf, openingOf, scrollRows } from "./lib/pageTimes.mjs";
import { measureLoads } from "./lib/pageLoads.mjs";
import { watchWork, workPer } from "./lib/pageWork.mjs";
import { emailOf, PASSWORD } from "./lib/people.mjs";
import { summary } from "./lib/percentiles.mjs";
import { DEFAULT_FOLDER, library } from "./lib/place.mjs";

const GOALS = { frame: 34, cached: 100, uncached: 250, key: 50, heap: 20 };
const ROW = '.ticketListScroller [role="row"]';
const COMPOSER = "textarea:visible";
const TEXT = "Bom dia, já vejo isso para você. ";

const { values } = parseArgs({
  options: {
    folder: { type: "string", default: DEFAULT_FOLDER },
    "slow-down": { type: "string", default: "4" },
    frames: { type: "string", default: "600" },
    tickets: { type: "string", default: "30" },
    minutes: { type: "string", default: "2" },
  },
});
const folder = path.resolve(values.folder);
const [frames, tickets] = [Number(values.frames), Number(values.tickets)];
const slowDown = Number(values["slow-down"]);
const { chromium } = library(".", "@playwright/test");

const stops = [];
try {
  const { client, product, stop } = await startFilledProduct({ folder });
  stops.push(stop);
  const { rows: big } = await client.query("SELECT ticket_id AS id, count(*)::int AS n FROM message GROUP BY 1 ORDER BY 2 DESC LIMIT 1");
  const browser = await chromium.launch({ executablePath: (await findBrowser()) ?? undefined, chromiumSandbox: false, args: BROWSER_ARGS });
  stops.push(() => browser.close());
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "pt-BR" })).newPage();
  const devtools = await page.context().newCDPSession(page);
  await signIn(page, product.origin.replace("127.0.0.1", "localhost"));
  await page.locator(ROW).first().waitFor();
  await measureLoads({ page, devtools, address: page.url(), row: ROW, slowDown });
  await page.locator(ROW).first().waitFor();
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowDown });
  const readWork = await watchWork(devtools);

  // The rows of the list before are shown until the answer.
  const listed = page.waitForResponse((response) => /\/tickets\?.*closed/.test(response.url()));
  await page.getByRole("tab", { name: /^Encerradas/ }).click();
  await listed;
  await page.locator(ROW).nth(3).waitFor();
  const measured = async (what, goal, run) => {
    const before = await readWork();
    const times = await run();
    say(what, times, goal);
    // Slowing is done by work of the same thread.
    if (slowDown === 1) console.log(`  processor time of each: ${workPer(times.length, before, await readWork())}`);
  };
  await measured("a frame while the list of closed tickets is scrolled", GOALS.frame, () =>
    page.evaluate(framesOf, { selector: ".ticketListScroller", frames, by: 150 }),
  );
  await page.goto(`${new URL(page.url()).origin}/tickets/${big[0].id}`);
  await page.locator(".messages li").first().waitFor();
  await measured(`a frame while a conversation of ${big[0].n} messages is scrolled`, GOALS.frame, () =>
    page.evaluate(framesOf, { selector: ".messages", frames, by: -150 }),
  );

  await page.getByRole("tab", { name: /^Conversas/ }).click();
  await page.locator(ROW).nth(3).waitFor();
  const opened = [];
  await measured("opening a ticket that was not open before", GOALS.uncached, async () => {
    const times = await openSome(page);
    opened.push(...times.keys());
    return [...times.values()];
  });
  await measured("opening it again", GOALS.cached, async () => [...(await openSome(page, opened)).values()]);

  await page.locator(ROW).nth(1).click();
  await page.locator(COMPOSER).first().click();
  await measured("a key press until it is on screen", GOALS.key, async () => {
    await page.evaluate(keysOf, "start");
    await page.keyboard.type(TEXT.repeat(5), { delay: 60 });
    return page.evaluate(keysOf, "take");
  });
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.press("Delete");

  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  const before = await heapOf(devtools);
  let switches = 0;
  for (const end = Date.now() + Number(values.minutes) * 60_000; Date.now() < end;) switches += (await openSome(page)).size;
  const after = await heapOf(devtools);
  console.log(
    `heap: ${before.toFixed(1)} MB, after ${switches} switches of tickets ${after.toFixed(1)} MB: ${((after / before - 1) * 100).toFixed(0)} % more, goal at most ${GOALS.heap}`,
  );
} finally {
  for (const stop of stops.reverse()) await stop();
}

async function signIn(page, origin) {
  await page.goto(`${origin}/login`, { waitUntil: "networkidle" });
  await page.locator('input[type="email"], input[name="email"]').first().fill(emailOf(1));
  await page.locator('input[type="password"]').first().fill(PASSWORD);
  await page.locator('button[type="submit"]').click();
  await page.waitForURL("**/tickets**");
  await page.goto(`${origin}/tickets`);
  // The news of this version wait for a first visit.
  await page.getByRole("button", { name: "Entendi" }).click();
}

/** Opens tickets of the list from its top, each once, and returns their milliseconds by ticket; only those of `wanted` where it is given. */
async function openSome(page, wanted = null) {
  const times = new Map();
  await page.evaluate(scrollRows, 0);
  for (let scrolled = 0; times.size < (wanted?.length ?? tickets) && scrolled < 40;) {
    const opened = await page.evaluate(openingOf, { row: ROW, not: [...times.keys()], wanted });
    if (opened !== null) times.set(opened.id, opened.ms);
    else {
      await page.evaluate(scrollRows, 6);
      scrolled += 1;
    }
  }
  return times;
}

function say(what, times, goal) {
  const { p50, p95, max } = summary(times);
  console.log(
    `${what}: p50 ${p50.toFixed(0)}, p95 ${p95.toFixed(0)}, longest ${max.toFixed(0)} ms of ${times.length}; goal p95 ${goal} ms`,
  );
}
