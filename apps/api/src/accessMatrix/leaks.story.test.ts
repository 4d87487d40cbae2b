import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { ContactMergeView } from "@balcao/contracts/contacts";
import type { ServerToClient } from "@balcao/contracts/live";
import type { ReportView } from "@balcao/contracts/reports";
import type { AnyRoute } from "@balcao/contracts/route";
import { readSheet, SHEET_MIME } from "@balcao/platform/spreadsheets";
import { crawlOf, NAMED_ROUTES, type CrawlCall } from "./leakCalls.fixture.js";
import { openLeakSocket, recordEverything, type LeakSocket } from "./leakEvents.fixture.js";
import { openLeakScene, type Canary, type LeakScene } from "./leakScene.fixture.js";
import { OPENS, type Caller } from "./matrixScene.fixture.js";
import { eventually } from "../stories/eventually.fixture.js";

/** Calls in flight at once. */
const WIDTH = 8;
/** Outside of the contract: what browsers and monitors read. */
const OTHER_PATHS = ["/config.json", "/openapi.json", "/client.ts", "/calls.md", "/metrics", "/health", "/health/ready"];
/** There is no group, and the tickets have no connection. */
const UNANSWERED = ["contacts.group", "templates.listForTicket"];
/** What of a colleague everybody sees [D-111]. */
const COLLEAGUE = ["id", "name", "profile", "active", "status", "profilePicUrl", "queues"];

/** The events that everything together causes. */
const TOLD = [
  "account",
  "agendamento",
  "appMessage",
  "appMessageChat",
  "chat",
  "contact",
  "envioMassa",
  "job",
  "notice",
  "pergunta",
  "protocolo",
  "queue",
  "quickAnswer",
  "settings",
  "tag",
  "template",
  "ticket",
  "ticketBot",
  "ticketChat",
  "unreadMessageChat",
  "user",
  "whatsapp",
  "whatsappSession",
] as const satisfies readonly (keyof ServerToClient)[];
/** Fields that live events show to some. */
const HEARD = [
  "ticket.last_message",
  "message.body",
  "comment.body",
  "protocol.message",
  "chat.last_message",
  "chat_message.body",
  "user_account.email",
  "connection.qrcode",
];

interface Crawled {
  readonly found: readonly string[];
  readonly answered: ReadonlySet<string>;
  readonly seen: ReadonlySet<Canary>;
}

describe("everything that can be read, by everybody", () => {
  let leaks: LeakScene;
  let folder: string;

  beforeAll(async () => {
    leaks = await openLeakScene();
    folder = await mkdtemp(path.join(tmpdir(), "balcao-leaks-"));
  }, 120_000);
  afterAll(async () => {
    await leaks.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Whoever is refused whatever they call makes one call of each route. */
  const callsFor = ({ actor }: Caller): readonly CrawlCall[] => [
    ...NAMED_ROUTES.flatMap(({ name, route }) => crawlOf(name, route, leaks.params).calls.slice(0, actor ? undefined : 1)),
    ...OTHER_PATHS.map((at) => ({ name: at, method: "GET", path: at })),
  ];
  let files = 0;
  /** Status, headers and body of an answer as one text; of a workbook its cells, of a report's address the file. */
  const read = async (answer: Response, caller: Caller): Promise<string> => {
    const bytes = Buffer.from(await answer.arrayBuffer());
    const head = `${answer.status} ${[...answer.headers].join("\n")}`;
    if (answer.headers.get("content-type")?.startsWith(SHEET_MIME) === true) {
      const file = path.join(folder, `${(files += 1)}.xlsx`);
      await writeFile(file, bytes);
      const { header, rows } = await readSheet(file);
      return [head, ...header, ...rows.flatMap(({ cells }) => cells)].join("\n");
    }
    const text = `${head}\n\n${bytes.toString("utf8")}`;
    const { url } = toJson(bytes.toString("utf8")) as Partial<ReportView>;
    if (url === undefined || !caller.actor || !url.startsWith("/api/public/")) return text;
    return text + (await read(await leaks.scene.stage.call("GET", url, { headers: { Cookie: caller.cookieHeader } }), caller));
  };
  const shownIn = (text: string): readonly Canary[] => leaks.canaries.filter((canary) => text.includes(canary.text));
  const forbiddenFields = (text: string, caller: Caller, shown = shownIn(text)): readonly string[] => {
    const mayRead = (canary: Canary): boolean => canary.readers.includes(caller.name) || canary.text === caller.token;
    const canaries = shown.filter((canary) => !mayRead(canary));
    return [...canaries.map(({ field }) => field), ...accountFields(text, caller)];
  };
  /** Makes every call as one person: what was read that must not be, the routes that answered, and the canaries that were read. */
  const crawl = async (caller: Caller): Promise<Crawled> => {
    const found = new Set<string>();
    const [answered, seen] = [new Set<string>(), new Set<Canary>()];
    const all = callsFor(caller);
    const work = async (left: CrawlCall[]): Promise<void> => {
      for (let call = left.shift(); call; call = left.shift()) {
        const answer = await leaks.scene.stage.call(call.method, call.path, { token: caller.token, body: call.body });
        if (answer.status === 200) answered.add(call.name);
        if (answer.status >= 500) found.add(`${call.name} · ${caller.name} · ${answer.status} ${call.path}`);
        const text = await read(answer, caller);
        const shown = shownIn(text);
        for (const canary of shown) seen.add(canary);
        for (const field of forbiddenFields(text, caller, shown)) found.add(`${call.name} · ${caller.name} · ${field}`);
      }
    };
    // A person has one report at a time.
    await work(all.filter(({ method }) => method !== "GET"));
    const reads = all.filter(({ method }) => method === "GET");
    await Promise.all(Array.from({ length: WIDTH }, () => work(reads)));
    return { found: [...found].sort(), answered, seen };
  };

  it("knows how every GET and every export is called, a new one, too [D-111]", () => {
    expect(NAMED_ROUTES.flatMap(({ name, route }) => crawlOf(name, route, leaks.params).lacks)).toEqual([]);
    const invented = { policy: "signedIn", method: "GET", path: "/lotes/:batchId", query: null } as unknown as AnyRoute;
    expect(crawlOf("batches.get", invented, leaks.params).lacks).toEqual(["batches.get :batchId"]);
  });

  it("lists of the tickets that came after a merge those that the person may open [D-060, D-267]", async () => {
    const tickets = leaks.scene.tickets.filter(({ facts }) => facts);
    for (const { name, token } of leaks.scene.callers.filter(({ actor }) => actor)) {
      const listed = async ({ ids }: (typeof tickets)[number]): Promise<boolean> => {
        const answer = await leaks.scene.stage.call("GET", `/api/contacts/${String(ids["contactId"])}/merges`, { token });
        const merges = (await answer.json()) as readonly ContactMergeView[];
        return merges.some(({ laterTickets }) => laterTickets.some(({ id }) => id === ids["ticketId"]));
      };
      const shown = await Promise.all(tickets.map(async (ticket) => ((await listed(ticket)) ? [ticket.name] : [])));
      expect([name, shown.flat().sort()]).toEqual([name, [...(OPENS[name] ?? [])].sort()]);
    }
  });

  it("shows to each profile nothing that the decisions keep from it: other people's accounts and sessions, tickets, chats, jobs, and no secret to anybody [D-060, D-093, D-111, D-121, D-139, S-31]", async () => {
    const crawled: Crawled[] = [];
    for (const caller of leaks.scene.callers) crawled.push(await crawl(caller));
    expect(crawled.flatMap(({ found }) => found)).toEqual([]);
    const silent = NAMED_ROUTES.filter(
      ({ name, route }) => crawlOf(name, route, leaks.params).calls.length > 0 && !crawled.some(({ answered }) => answered.has(name)),
    );
    expect(silent.map(({ name }) => name).sort()).toEqual([...UNANSWERED].sort());
    // A canary that nobody finds where its readers may look is looked for in vain.
    const unseen = leaks.canaries.filter((canary) => canary.readers.length > 0 && !crawled.some(({ seen }) => seen.has(canary)));
    expect(unseen.map(({ field }) => field)).toEqual([]);
  }, 300_000);

  it("tells each socket, whatever it joins, of every row only what its person may read [D-060, D-093, D-111, D-121, RT-006, RT-012]", async () => {
    const callers = leaks.scene.callers.filter(({ actor }) => actor);
    const sockets = await Promise.all(callers.map((caller) => openLeakSocket(leaks, caller)));
    try {
      await recordEverything(leaks);
      const name = "Depois de tudo";
      const token = callers.find((caller) => caller.name === "super")?.token;
      expect((await leaks.scene.stage.call("POST", "/api/tag", { token, body: { name, color: "#1e7a3e" } })).status).toBe(200);
      // Mass sends and schedules are told of once a second.
      const isDone = ({ received }: LeakSocket): boolean =>
        received.some(({ text }) => text.includes(name)) &&
        ["envioMassa", "agendamento"].every((each) => received.some((event) => event.name === each));
      await eventually(() => expect(sockets.filter((socket) => !isDone(socket)).map(({ caller }) => caller.name)).toEqual([]));

      const found = sockets.flatMap(({ caller, received }) =>
        received.flatMap((event) =>
          forbiddenFields(`\n\n${event.text}`, caller).map((field) => `${event.name} · ${caller.name} · ${field}`),
        ),
      );
      expect([...new Set(found)].sort()).toEqual([]);
      const told = new Set(sockets.flatMap(({ received }) => received.map((event) => event.name)));
      expect(TOLD.filter((event) => !told.has(event))).toEqual([]);
      // A field that nobody is told of is looked for in vain.
      const texts = sockets.flatMap(({ received }) => received.map(({ text }) => text));
      const heard = leaks.canaries.filter((canary) => texts.some((text) => text.includes(canary.text))).map(({ field }) => field);
      expect(HEARD.filter((field) => !heard.some((each) => each.startsWith(field)))).toEqual([]);
    } finally {
      for (const socket of sockets) socket.close();
    }
  }, 120_000);
});

/** What an answer has of the accounts of others besides the fields for everybody. */
function accountFields(text: string, { actor }: Caller): readonly string[] {
  if (!actor || actor.profile === "admin") return [];
  const others = objectsIn(toJson(text.slice(text.indexOf("\n\n") + 2))).filter(
    (each) => "active" in each && "profile" in each && typeof each["id"] === "number" && each["id"] !== actor.id,
  );
  return others.flatMap((each) => Object.keys(each).filter((key) => !COLLEAGUE.includes(key))).map((key) => `account.${key}`);
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

function objectsIn(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  if (typeof value !== "object" || value === null) return [];
  const inner = Object.values(value).flatMap(objectsIn);
  return Array.isArray(value) ? inner : [value as Readonly<Record<string, unknown>>, ...inner];
}
