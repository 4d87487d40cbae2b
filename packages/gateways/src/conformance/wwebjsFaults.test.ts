import { execFileSync } from "node:child_process";
import { readdir, symlink } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import type { InboundEvent, OutboundMessage } from "@balcao/domain/messages";
import { patience } from "@balcao/testing/patience";
import type { GatewaySession, SessionReport } from "../port/index.js";
import { createTestHost, until, type TestHost } from "./testHost.js";
import { browserOf, openWwebjsDouble, type WwebjsDouble } from "./wwebjsDouble.js";

const CUSTOMER = "5511900000001";
const HURRY = { readyMs: patience(1_500), pingMs: patience(250), answerMs: patience(4_000), closeMs: patience(2_000) };

describe("wwebjs under faults", () => {
  let double: WwebjsDouble;
  let host: TestHost;
  let session: GatewaySession;
  let pauses: unknown[];

  const open = async (options: Parameters<typeof openWwebjsDouble>[1] = {}): Promise<void> => {
    pauses = [];
    const log: TestHost["log"] = (_level, _text, facts) => {
      if (facts?.["pauseMs"] !== undefined) pauses.push(facts["pauseMs"]);
    };
    host = { ...(await createTestHost()), log };
    double = await openWwebjsDouble(host, { ...options, times: { ...HURRY, ...options.times } });
    session = double.connector.open(double.profile, host);
  };
  const statusIs = (status: SessionReport["status"], of = session): Promise<SessionReport> =>
    until(
      () => of.status(),
      (report) => report.status === status,
    );
  const link = async (): Promise<void> => {
    await session.start();
    await statusIs("qrcode");
    double.scanCode();
    await statusIs("CONNECTED");
  };
  const draft = (body: string, phone = CUSTOMER): OutboundMessage => ({
    outboxId: "7",
    externalId: null,
    to: { phone },
    content: { kind: "text", body, mentions: [] },
    quoted: null,
    forwarded: null,
  });
  const events = (): InboundEvent[] => double.journal().map(({ kind, payload }) => double.connector.toInbound(kind, payload));
  const messages = (): Extract<InboundEvent, { kind: "message" }>[] =>
    events().filter((event): event is Extract<InboundEvent, { kind: "message" }> => event.kind === "message");
  const bodies = (): string[] => messages().map(({ content }) => (content.kind === "text" ? content.body : content.kind));

  afterEach(async () => {
    await session.stop();
    await double.close();
    await host.remove();
  });

  it("starts no browser any more when it is stopped while its opening is just being stored [M-8]", async () => {
    await open({ whole: true });
    let store: () => void = () => undefined;
    const stored = new Promise<void>((resolve) => (store = resolve));
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const report: TestHost["report"] = async () => {
      begin();
      await stored;
    };
    session = double.connector.open(double.profile, { ...host, report });
    const starting = session.start();
    await begun;
    await session.stop();
    store();
    await starting;
    expect(await (await double.profileFolder()).holder()).toBeNull();
  });

  it("finds a send in the page's store when the browser died after the message was sent, and sends it once [F-09]", async () => {
    await open();
    await link();
    double.page.network.faults.push({ taken: true, answer: "silence", then: () => void double.killBrowser() });
    const outcome = await session.send(draft("Uma vez só"));
    expect(outcome).toMatchObject({ state: "sent", externalId: double.page.network.shown()[0]?.id });
    expect(double.page.network.shown()).toHaveLength(1);
    expect(host.reports.map(({ status }) => status)).toContain("DISCONNECTED");
  });

  it("reports a send as unknown when the browser died before its result, and does not repeat it", async () => {
    await open();
    await link();
    double.page.network.faults.push({ taken: false, answer: "silence", then: () => void double.killBrowser() });
    expect(await session.send(draft("Talvez"))).toMatchObject({ state: "unknown" });
    await statusIs("CONNECTED");
    expect(double.page.network.shown()).toEqual([]);
  });

  it("finds a send that WhatsApp never answered, and continues with the next", async () => {
    await open({ times: { sendMs: 500 } });
    await link();
    double.page.network.faults.push({ taken: true, answer: "silence" });
    const first = await session.send(draft("Sem resposta"));
    expect(first).toMatchObject({ state: "sent", externalId: double.page.network.shown()[0]?.id });
    expect(await session.send(draft("Próxima"))).toMatchObject({ state: "sent" });
    expect(double.page.network.shown()).toHaveLength(2);
    expect(bodies()).toEqual([]);
  });

  it("returns refused for what WhatsApp refused, for numbers without an account, and for what the page could not prepare", async () => {
    await open();
    await link();
    double.page.network.faults.push({ taken: false, answer: "refuse" });
    expect(await session.send(draft("Recusada"))).toMatchObject({ state: "refused", retry: false, error: { code: "rejected" } });
    expect(await session.send(draft("Ninguém", "5511999999999"))).toMatchObject({ state: "refused", error: { code: "recipient" } });
    double.page.broadcast({ kind: "sendError" });
    await until(
      () => session.send(draft("Sem preparo")),
      (outcome) => outcome.state === "refused" && outcome.error.code === "rejected",
    );
  });

  it("restarts after a crash of the page, a detached frame and a reload, each after a pause", async () => {
    await open();
    await link();
    for (const trouble of ["crash", "detach", "reload"] as const) {
      const before = host.reports.length;
      if (trouble === "crash") killRenderers(browserOf((await double.profileFolder()).profile));
      else double.page.broadcast({ kind: trouble });
      await until(
        async () => {
          await session.status();
          return host.reports.slice(before).map(({ status }) => status);
        },
        // After a plain reload the library attaches to the page by itself.
        (seen) => seen.includes(trouble === "reload" ? "OPENING" : "DISCONNECTED"),
      );
      await statusIs("CONNECTED");
      expect(await session.send(draft(`Depois de ${trouble}`))).toMatchObject({ state: "sent" });
    }
  });

  it("restarts after three unanswered pings in a row, and warns before", async () => {
    await open();
    await link();
    double.page.broadcast({ kind: "freeze" });
    const doubt = await until(
      () => session.status(),
      ({ reason }) => reason !== null,
    );
    expect(doubt).toMatchObject({ status: "CONNECTED", reason: "pageSlow" });
    await statusIs("DISCONNECTED");
    await statusIs("CONNECTED");
  });

  it("restarts with growing pauses while it never gets ready, and reports why", async () => {
    await open({ whole: true, times: { readyMs: patience(300) } });
    await session.start();
    await statusIs("qrcode");
    double.page.network.bootFault = "neverReady";
    double.page.broadcast({ kind: "reload" });
    await statusIs("qrcode");
    double.scanCode();
    const report = await statusIs("DISCONNECTED");
    expect(report.reason).toBe("pageNotReady");
    await until(
      () => pauses,
      (found) => found.length >= 3,
    );
    expect(pauses.slice(0, 3)).toEqual([50, 100, 200]);
    double.page.network.bootFault = null;
    await statusIs("CONNECTED");
  });

  it.each([
    ["TOS_BLOCK", "termsViolated"],
    ["CONFLICT", "pageConflict"],
    ["DEPRECATED_VERSION", "pageOutdated"],
  ])("says that WhatsApp refuses it (%s), and tries again after pauses that grow, up to a limit", async (state, reason) => {
    await open({ times: { refusedMs: 80, longestRefusedMs: 200 } });
    await link();
    const refusals = () => host.reports.filter((report) => report.status === "DISCONNECTED" && report.reason === reason).length;
    for (let time = 1; time <= 3; time += 1) {
      await until(
        () => host.reports.at(-1)?.status,
        (status) => status === "CONNECTED",
      );
      double.page.broadcast({ kind: "state", state });
      await until(refusals, (count) => count === time);
    }
    expect(pauses).toEqual([80, 160, 200]);
  });

  it("rests after a refusal, says until when, and starts at once when a person asks [D-291]", async () => {
    await open({ times: { refusedMs: 3_600_000 } });
    await link();
    await statusIs("CONNECTED");
    const before = Date.now();
    double.page.broadcast({ kind: "state", state: "TOS_BLOCK" });
    const report = await statusIs("DISCONNECTED");
    expect(report.until?.getTime()).toBeGreaterThanOrEqual(before + 3_600_000);
    await session.start();
    expect((await session.status()).status).toBe("DISCONNECTED");
    await session.start("person");
    await statusIs("CONNECTED");
  });

  it("marks the number as away whenever its page is ready, so that the owner's phone rings", async () => {
    await open();
    await link();
    const away = () => double.page.network.asks.filter(({ what }) => what === "presence").length;
    await until(away, (count) => count === 1);
    expect(double.page.network.available).toBe(false);
    await double.killBrowser();
    await until(away, (count) => count === 2);
    expect(double.page.network.available).toBe(false);
  });

  it("deletes its profile when the phone ended the pairing", async () => {
    await open();
    await link();
    const folder = await double.profileFolder();
    expect(await readdir(folder.home)).toContain("session");
    double.endPairingOnPhone();
    expect(await statusIs("LOGGEDOUT")).toMatchObject({ reason: "loggedOut", phone: null });
    await until(
      () => readdir(folder.home).catch((): string[] => []),
      (names) => !names.includes("session"),
    );
  });

  it("takes over from a dead process: ends its browser, clears its locks, and needs no code", async () => {
    // The long pause keeps this process from restarting its browser.
    await open({ whole: true, times: { pauseMs: 50_000 } });
    await link();
    const left = await (await double.profileFolder()).holder();
    const successor = double.successor.open(double.profileNow(), host);
    const dead = session;
    session = successor;
    const before = host.reports.length;
    await successor.start();
    await statusIs("CONNECTED");
    expect(await (await double.profileFolder()).holder()).not.toBe(left);
    await dead.stop();
    expect(host.reports.slice(before).map(({ status }) => status)).not.toContain("qrcode");
  });

  it("ignores locks of a process, or of a machine, that is gone", async () => {
    await open({ whole: true });
    await link();
    await session.stop();
    const folder = await double.profileFolder();
    for (const owner of [`${hostname()}-999999999`, "another-host-17"]) {
      await symlink(owner, path.join(folder.profile, "SingletonLock"));
      await session.start();
      await statusIs("CONNECTED");
      await session.stop();
    }
  });

  it("runs no more browsers than configured, and reports why", async () => {
    await open({ sessionsMax: 1 });
    await link();
    const other = double.connector.open({ ...double.profile, id: 2 }, host);
    await expect(other.start()).rejects.toMatchObject({
      kind: "unreachable",
      reason: "browserFull: 1",
    });
    expect(double.page.pages()).toBe(1);
  });

  it("reports what to do when there is no Chromium", async () => {
    await open();
    session = double.unreachable.open(double.profile, host);
    await expect(session.start()).rejects.toMatchObject({ kind: "unreachable", message: expect.stringContaining("CHROMIUM_PATH") });
  });

  it("journals what arrived while no page ran, once and not live [P-10, F-07]", async () => {
    await open();
    await link();
    await double.act({ kind: "text", text: "Antes" });
    await until(
      () => host.memory["caughtUpTo"] ?? "",
      (at) => at !== "",
    );
    await session.stop();
    double.page.network.inbound({ type: "chat", fields: { body: "Durante" } });
    session = double.connector.open(double.profileNow(), host);
    await session.start();
    await until(bodies, (found) => found.includes("Durante"));
    expect(bodies()).toEqual(["Antes", "Durante"]);
    expect(messages().map(({ live }) => live)).toEqual([true, false]);
  });

  it("finds edits and deletions from while no page ran, also of older messages", async () => {
    await open();
    await link();
    const { network } = double.page;
    const wrong = network.inbound({ type: "chat", fields: { body: "Às 9 h" } }).key;
    const regretted = network.inbound({ type: "chat", fields: { body: "Desisto" } }).key;
    await until(
      () => bodies().includes("Desisto") && host.memory["caughtUpTo"] !== undefined,
      (isThere) => isThere,
    );
    await session.stop();
    network.edit(network.serializedId(wrong.id), "Às 10 h", false);
    network.revoke(network.serializedId(regretted.id), false);
    session = double.connector.open(double.profileNow(), host);
    await session.start();
    const changes = await until(
      () => events().filter(({ kind }) => kind === "edited" || kind === "revoked"),
      (found) => found.length === 2,
    );
    expect(changes).toMatchObject([
      { kind: "edited", target: { externalId: wrong.id }, text: "Às 10 h" },
      { kind: "revoked", target: { externalId: regretted.id } },
    ]);
    expect(bodies()).toEqual(["Às 9 h", "Desisto"]);
  });

  it("keeps the order of what arrived while the database was down", async () => {
    await open();
    await link();
    let refusals = 3;
    host.beforeAccept = async () => {
      refusals -= 1;
      if (refusals >= 0) throw new Error("no database");
    };
    for (const body of ["um", "dois", "três"]) double.page.network.inbound({ type: "chat", fields: { body } });
    await until(bodies, (found) => found.length === 3);
    expect(bodies()).toEqual(["um", "dois", "três"]);
  });
});

/** Kills the renderer processes, as the system does when memory runs out. */
function killRenderers(browser: number): void {
  const rows = execFileSync("ps", ["-axo", "pid=,ppid=,args="], { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 })
    .split("\n")
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .map((found) => ({ pid: Number(found?.[1]), parent: Number(found?.[2]), command: found?.[3] ?? "" }));
  const isOurs = (pid: number): boolean => pid === browser || rows.some((row) => row.pid === pid && row.parent > 1 && isOurs(row.parent));
  const renderers = rows.filter(({ pid, command }) => command.includes("--type=renderer") && isOurs(pid));
  if (renderers.length === 0) throw new Error("no renderer runs");
  for (const { pid } of renderers) process.kill(pid, "SIGKILL");
}
