import { patience } from "@balcao/testing/patience";
import { ApiError, NoAnswerError } from "../../../lib/api";
import { openBrowser, written } from "./browser.fixture";

const HOUR_MS = 3_600_000;
const away = () => Promise.reject(new ApiError({ status: 503, code: null, text: null, details: [], retryAfterSeconds: null }));

/** Waits until something is so, with a deadline. */
async function until(look: () => void): Promise<void> {
  const deadline = Date.now() + patience(5_000);
  for (;;) {
    try {
      return look();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

/** Lets everything happen that does not wait for something else. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

describe("the messages that a browser still has to send", () => {
  const statesOf = (outbox: ReturnType<ReturnType<typeof openBrowser>["openTab"]>) => outbox.read().map(({ body, state }) => [body, state]);

  it("stay failed through a reload, until the person sends them again with their own key [D-275]", async () => {
    const browser = openBrowser();
    browser.state.fate = away;
    const before = browser.openTab("before");
    before.send(written("Oi"));
    await until(() => expect(statesOf(before)).toEqual([["Oi", "failed"]]));
    expect([browser.posts.length, browser.stuck]).toEqual([4, ["before: Oi is failed"]]);
    before.close();

    browser.state.fate = "answered";
    const after = browser.openTab("after");
    await until(() => expect(statesOf(after)).toEqual([["Oi", "failed"]]));
    await settle();
    expect(browser.posts).toHaveLength(4);
    after.retry(after.read()[0]?.clientKey ?? "");
    await until(() => expect(after.read()).toEqual([]));
    expect([new Set(browser.posts.map(({ key }) => key)).size, browser.stored.size]).toEqual([1, 0]);
  });

  it.each([
    ["minutes later leave by themselves, with their own key", HOUR_MS / 2, 2],
    ["hours later wait for the person", 2 * HOUR_MS, 1],
  ])("whose answer was lost with the page %s [D-275]", async (_what, later, posts) => {
    const browser = openBrowser();
    browser.state.fate = "lost";
    const before = browser.openTab("before");
    before.send(written("Oi"));
    await until(() => expect(browser.posts).toHaveLength(1));
    before.close();
    browser.state.fate = "answered";
    browser.state.now += later;
    const after = browser.openTab("after");
    await settle();
    expect([browser.posts.length, statesOf(after)]).toEqual([posts, posts === 1 ? [["Oi", "late"]] : []]);
    after.retry(after.read()[0]?.clientKey ?? "");
    await until(() => expect(after.read()).toEqual([]));
    expect([...browser.accepted.values()]).toEqual(["Oi"]);
  });

  it("written without a network leave by themselves within the hour, and ask afterwards, also after a reload [D-275]", async () => {
    const browser = openBrowser();
    browser.state.online = false;
    const tab = browser.openTab("tab");
    tab.send(written("Depressa"));
    browser.comeBack();
    await until(() => expect(tab.read()).toEqual([]));

    browser.state.online = false;
    tab.send(written("Devagar"));
    await settle();
    browser.state.now += 72 * HOUR_MS;
    browser.comeBack();
    await until(() => expect(statesOf(tab)).toEqual([["Devagar", "late"]]));
    tab.close();
    const after = browser.openTab("after");
    await until(() => expect(statesOf(after)).toEqual([["Devagar", "late"]]));
    expect(browser.posts.map(({ body }) => body)).toEqual(["Depressa"]);
    after.discard(after.read()[0]?.clientKey ?? "");
    await settle();
    expect([after.read(), browser.stored.size, browser.posts.length]).toEqual([[], 0, 1]);
  });

  it("say what they wait for although the storage is read meanwhile [D-275]", async () => {
    const browser = openBrowser();
    let read: () => void = () => undefined;
    browser.state.read = new Promise((resolve) => (read = resolve));
    browser.state.online = false;
    const tab = browser.openTab("tab");
    tab.send(written("Primeira"));
    tab.send(written("Segunda"));
    await settle();
    read();
    await settle();
    expect(tab.read().map(({ waitsFor }) => waitsFor)).toEqual(["network", "earlier"]);
    browser.comeBack();
    await until(() => expect(tab.read()).toEqual([]));
    expect(browser.posts.map(({ body }) => body)).toEqual(["Primeira", "Segunda"]);
  });

  it("leave by one tab alone, each once and in the order in which all tabs wrote them [D-275]", async () => {
    const browser = openBrowser();
    browser.state.online = false;
    const [one, two] = [browser.openTab("one"), browser.openTab("two")];
    const texts = ["1", "2", "3", "4", "5", "6"];
    for (const [at, text] of texts.entries()) {
      (at % 2 === 0 ? one : two).send(written(text));
      await settle();
    }
    expect(two.read().map(({ body }) => body)).toEqual(texts);
    browser.comeBack();
    await until(() => expect([one.read(), two.read()]).toEqual([[], []]));
    expect(browser.posts.map(({ tab, body }) => [tab, body])).toEqual(texts.map((text) => ["one", text]));
  });

  it("that a closed tab has left are sent by another one, in their order [D-275]", async () => {
    const browser = openBrowser();
    browser.state.fate = "lost";
    const one = browser.openTab("one");
    ["1", "2", "3"].forEach((text) => one.send(written(text)));
    const two = browser.openTab("two");
    await settle();
    expect(browser.posts.map(({ tab, body }) => [tab, body])).toEqual([["one", "1"]]);
    browser.state.fate = "answered";
    one.close();
    await until(() => expect(two.read()).toEqual([]));
    expect(browser.posts.slice(1).map(({ tab, body }) => [tab, body])).toEqual([
      ["two", "1"],
      ["two", "2"],
      ["two", "3"],
    ]);
    expect(browser.accepted.size).toBe(3);
  });

  it("do not wait for a tab that the browser has put to sleep [D-275]", async () => {
    const browser = openBrowser();
    const [one, two] = [browser.openTab("one"), browser.openTab("two")];
    await settle();
    one.sleep();
    two.send(written("Oi"));
    await until(() => expect(browser.posts.map(({ tab }) => tab)).toEqual(["two"]));
    await until(() => expect(two.read()).toEqual([]));
  });

  it("can be sent again and taken back in any tab [D-275]", async () => {
    const browser = openBrowser();
    browser.state.fate = () => Promise.reject(new NoAnswerError());
    const [one, two] = [browser.openTab("one"), browser.openTab("two")];
    two.send(written("Oi"));
    two.send(written("Não", 2));
    await until(() => expect(statesOf(two).map(([, state]) => state)).toEqual(["failed", "failed"]));
    browser.state.fate = "answered";
    const [first, second] = two.read();
    two.discard(second?.clientKey ?? "");
    two.retry(first?.clientKey ?? "");
    await until(() => expect([one.read(), two.read(), browser.stored.size]).toEqual([[], [], 0]));
    expect([[...browser.accepted.values()], browser.posts.at(-1)?.tab]).toEqual([["Oi"], "one"]);
  });

  it.each([
    ["locks", { hasLocks: false, full: false }],
    ["a storage", { hasLocks: true, full: true }],
  ])("leave without %s, too", async (_what, { hasLocks, full }) => {
    const browser = openBrowser({ hasLocks });
    browser.state.full = full;
    browser.openTab("one");
    const two = browser.openTab("two");
    await settle();
    two.send(written("Oi"));
    await until(() => expect(two.read()).toEqual([]));
    expect(browser.posts.map(({ tab }) => tab)).toEqual(["two"]);
  });
});
