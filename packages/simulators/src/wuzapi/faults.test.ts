import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startWuzapi } from "./server.js";
import { ADMIN_TOKEN, CUSTOMER, openLinkedStage, until, type Stage } from "./stage.fixture.js";

describe("faults of the WuzAPI stand-in", () => {
  let stage: Stage;
  beforeEach(async () => {
    stage = await openLinkedStage();
  });
  afterEach(() => stage.close());
  const send = () => stage.call("POST", "/chat/send/text", { Phone: CUSTOMER, Body: "oi" });
  const arrived = () => stage.api.control.state().chats.flatMap((chat) => chat.messages).length;
  const match = { path: "^/chat/send/" };

  it("answers late with delay", async () => {
    stage.api.control.fault({ match, action: { kind: "delay", ms: 80 } });
    const before = Date.now();
    expect((await send()).status).toBe(200);
    expect(Date.now() - before).toBeGreaterThanOrEqual(75);
  });

  it("holds back one request only when times is 1", async () => {
    stage.api.control.fault({ match, action: { kind: "delay", ms: 60_000 }, times: 1 });
    const impatient = new AbortController();
    const body = JSON.stringify({ Phone: CUSTOMER, Body: "oi" });
    const ask = async (signal: AbortSignal | null = null) =>
      fetch(`${stage.api.url}/chat/send/text`, { method: "POST", headers: { token: stage.token }, body, signal });
    const both = [ask(impatient.signal), ask(impatient.signal)];
    // The other one waits a minute.
    expect((await Promise.race(both)).status).toBe(200);
    impatient.abort();
    expect((await Promise.allSettled(both)).map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect((await ask()).status).toBe(200);
  });

  it("never answers with hang, without effect", async () => {
    stage.api.control.fault({ match, action: { kind: "hang" } });
    const body = JSON.stringify({ Phone: CUSTOMER, Body: "oi" });
    await expect(
      fetch(`${stage.api.url}/chat/send/text`, { method: "POST", headers: { token: stage.token }, body, signal: AbortSignal.timeout(100) }),
    ).rejects.toThrow();
    expect(arrived()).toBe(0);
  });

  it("resets the connection before the effect, or after it (an unknown outcome)", async () => {
    stage.api.control.fault({ match, action: { kind: "reset" }, times: 1 });
    await expect(send()).rejects.toThrow();
    expect(arrived()).toBe(0);
    stage.api.control.fault({ match, action: { kind: "reset", when: "after" }, times: 1 });
    await expect(send()).rejects.toThrow();
    expect(arrived()).toBe(1);
  });

  it("answers with a status, body and headers", async () => {
    stage.api.control.fault({ match, action: { kind: "status", code: 429, body: "calma", headers: { "retry-after": "7" } }, times: 1 });
    const response = await fetch(`${stage.api.url}/chat/send/text`, { method: "POST", headers: { token: stage.token }, body: "{}" });
    expect([response.status, response.headers.get("retry-after"), await response.text()]).toEqual([429, "7", "calma"]);
    stage.api.control.fault({ match, action: { kind: "status", code: 502 }, times: 1 });
    expect((await send()).text).toContain("<html>");
  });

  it("breaks the JSON, cuts the body short, and sends it slowly", async () => {
    stage.api.control.fault({ match, action: { kind: "badjson" }, times: 1 });
    expect((await send()).json).toEqual({});
    stage.api.control.fault({ match, action: { kind: "truncate", bytes: 5 }, times: 1 });
    await expect(send()).rejects.toThrow();
    stage.api.control.fault({ match, action: { kind: "slowbody", bps: 1000 }, times: 1 });
    const before = Date.now();
    expect((await send()).data["Details"]).toBe("Sent");
    expect(Date.now() - before).toBeGreaterThanOrEqual(45);
  });

  it("matches the n-th, every n-th, one method or one token", async () => {
    const status = { kind: "status", code: 500 } as const;
    stage.api.control.fault({ match: { ...match, nth: 2 }, action: status });
    expect([(await send()).status, (await send()).status, (await send()).status]).toEqual([200, 500, 200]);
    stage.api.control.clearFaults();
    stage.api.control.fault({ match: { ...match, every: 2 }, action: status });
    expect([(await send()).status, (await send()).status, (await send()).status, (await send()).status]).toEqual([200, 500, 200, 500]);
    stage.api.control.clearFaults();
    stage.api.control.fault({ match: { token: "other" }, action: status });
    stage.api.control.fault({ match: { method: "GET" }, action: status });
    expect((await send()).status).toBe(200);
    expect((await stage.call("GET", "/session/status")).status).toBe(500);
  });

  it("records the fault beside the request", async () => {
    stage.api.control.fault({ match, action: { kind: "reset", when: "after" } });
    await expect(send()).rejects.toThrow();
    expect(stage.api.control.requests("/chat/send/text")).toMatchObject([{ fault: "reset", status: 200, body: { Body: "oi" } }]);
  });
});

describe("saved state of the WuzAPI stand-in", () => {
  it("keeps users, links, chats and media over a restart, and connects again by itself", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "simulator-"));
    const first = await openLinkedStage({ dataDir });
    await first.call("POST", "/chat/send/image", {
      Phone: CUSTOMER,
      Image: `data:image/png;base64,${Buffer.from("foto").toString("base64")}`,
    });
    await first.close();
    const second = await startWuzapi({ adminToken: ADMIN_TOKEN, dataDir });
    await until(() => second.control.state().users[0]?.loggedIn === true);
    const [message] = second.control.state().chats.flatMap((chat) => chat.messages);
    expect(second.control.file(message?.fileKey ?? "")?.bytes.toString()).toBe("foto");
    await second.close();
  });

  it("refuses a saved file that it cannot read, and leaves it unchanged", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "simulator-"));
    writeFileSync(join(dataDir, "simulator.json"), "{broken");
    await expect(startWuzapi({ adminToken: ADMIN_TOKEN, dataDir })).rejects.toThrow("Move the file away");
    expect(readFileSync(join(dataDir, "simulator.json"), "utf8")).toBe("{broken");
  });

  it("goes on when the state cannot be saved, and saves it as soon as it can [F-06]", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "simulator-"));
    const file = join(dataDir, "simulator.json");
    mkdirSync(file);
    const full = await openLinkedStage({ dataDir });
    await until(() => existsSync(`${file}.${process.pid}.part`));
    expect((await full.call("POST", "/chat/send/text", { Phone: CUSTOMER, Body: "oi" })).status).toBe(200);
    rmdirSync(file);
    await until(() => existsSync(file) && statSync(file).size > 0);
    expect(readFileSync(file, "utf8")).toContain('"oi"');
    await full.close();
  });

  it("reports in one sentence that its port is in use", async () => {
    const first = await startWuzapi({ adminToken: ADMIN_TOKEN });
    await expect(startWuzapi({ adminToken: ADMIN_TOKEN, port: first.port })).rejects.toThrow(`cannot listen on 127.0.0.1:${first.port}`);
    await first.close();
  });
});
