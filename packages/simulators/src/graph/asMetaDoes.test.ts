import { createServer, type Server } from "node:http";
import { createGraphClock, startGraph, type RunningGraph } from "./index.js";

const CUSTOMER = "5511900000021";
const DAY = 86_400_000;

interface Change {
  readonly field: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** What Meta's references of its webhooks say, one test per behaviour. */
describe("the stand-in for the Graph API, about webhooks that are no messages of customers", () => {
  let graph: RunningGraph;
  let hook: Server;
  let changes: Change[];

  beforeEach(async () => {
    changes = [];
    hook = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const body = JSON.parse(Buffer.concat(chunks).toString()) as { entry: { changes: Change[] }[] };
        changes.push(...body.entry.flatMap((entry) => entry.changes));
        response.end();
      });
    });
    await new Promise<void>((resolve) => hook.listen(0, "127.0.0.1", resolve));
    const address = hook.address();
    const webhookUrl = `http://127.0.0.1:${typeof address === "object" ? (address?.port ?? 0) : 0}/`;
    graph = await startGraph({ appSecret: "secret", token: "t", clock: createGraphClock(), webhookUrl });
    graph.control.openWindow({ from: CUSTOMER });
  });
  afterEach(async () => {
    await graph.close();
    hook.closeAllConnections();
    await new Promise((resolve) => hook.close(resolve));
  });

  it.each([
    ["account_update", { event: "ACCOUNT_RESTRICTION", restriction_info: [{ restriction_type: "RESTRICTED_BIZ_INITIATED_MESSAGING" }] }],
    [
      "account_update",
      { event: "DISABLED_UPDATE", ban_info: { waba_ban_state: "SCHEDULE_FOR_DISABLE", waba_ban_date: "December 10, 2026" } },
    ],
    ["account_alerts", { alert_info: { alert_type: "ACCOUNT_COMPROMISED", alert_status: "ACTIVE" } }],
    ["security", { display_phone_number: "5511970000001", event: "PIN_CHANGED" }],
    ["message_template_quality_update", { message_template_name: "a", new_quality_score: "RED" }],
    ["business_capability_update", { max_daily_conversation_per_phone: 250 }],
  ])("sends %s without the number's metadata, because it is about the account (Meta: webhooks, reference of %s)", async (field, value) => {
    await graph.control.accountUpdate({ field, ...value });
    expect(changes).toEqual([{ field, value }]);
  });

  it("prices what was sent and delivered, and not what was read (Meta: status messages, `pricing`; pricing of 2026-10-01)", async () => {
    graph.control.policy({ sentAfterMs: 1, deliveredAfterMs: 2, readAfterMs: 3 });
    const number = graph.control.state().numbers[0]?.id ?? "";
    await fetch(`${graph.url}/v26.0/${number}/messages`, {
      method: "POST",
      headers: { authorization: "Bearer t", "content-type": "application/json" },
      body: JSON.stringify({ messaging_product: "whatsapp", to: CUSTOMER, type: "text", text: { body: "Oi" } }),
    });
    const statuses = () => changes.flatMap(({ value }) => (value["statuses"] ?? []) as { status: string; pricing?: object }[]);
    for (const deadline = Date.now() + 10_000; statuses().length < 3 && Date.now() < deadline;)
      await new Promise((resolve) => setTimeout(resolve, 5));
    const priced = Object.fromEntries(statuses().map(({ status, pricing }) => [status, pricing]));
    const free = { billable: false, pricing_model: "PMP", type: "free_customer_service", category: "service" };
    expect(priced).toEqual({ sent: free, delivered: free, read: undefined });
  });

  it("echoes what the owner edits and deletes in the app, by the id of the first message (Meta: smb_message_echoes)", async () => {
    const first = graph.control.ownerDoes({ to: CUSTOMER, type: "text", text: { body: "Primiero" } });
    await first.attempt;
    const edit = { original_message_id: first.id, message: { type: "text", text: { body: "Primeiro" } } };
    await graph.control.ownerDoes({ to: CUSTOMER, type: "edit", edit }).attempt;
    await graph.control.ownerDoes({ to: CUSTOMER, type: "revoke", revoke: { original_message_id: first.id } }).attempt;
    expect(changes.map(({ field, value }) => [field, (value["message_echoes"] as { type: string }[])[0]?.type])).toEqual([
      ["smb_message_echoes", "text"],
      ["smb_message_echoes", "edit"],
      ["smb_message_echoes", "revoke"],
    ]);
    expect(changes[1]?.value["message_echoes"]).toMatchObject([{ edit }]);
  });

  it("shares the history in chunks, each with how far it has come, at the time of its messages (Meta: history)", async () => {
    const said = (id: string, days: number) => ({ id, agoMs: days * DAY, fields: { type: "text", text: { body: id } } });
    await graph.control.history({
      from: CUSTOMER,
      progress: 55,
      messages: [said("wamid.1", 90), { ...said("wamid.2", 89), fromMe: true }],
    });
    await graph.control.history({ from: CUSTOMER, progress: 100, messages: [said("wamid.3", 1)] });
    const chunks = changes.flatMap(
      ({ value }) => value["history"] as { metadata: { progress: number }; threads: { messages: { timestamp: string }[] }[] }[],
    );
    expect(chunks.map(({ metadata }) => metadata.progress)).toEqual([55, 100]);
    expect(chunks.map(({ threads }) => threads.flatMap(({ messages }) => messages).length)).toEqual([2, 1]);
    const at = Number(chunks[0]?.threads[0]?.messages[0]?.timestamp) * 1000;
    expect(Math.round((Date.now() - at) / DAY)).toBe(90);
  });

  it("offers no subscription to user_id_update, which Meta took back (changelog of 2026-08-11)", async () => {
    const app = (
      (await (await fetch(`${graph.url}/v26.0/app?fields=id`, { headers: { authorization: "Bearer t" } })).json()) as { id: string }
    ).id;
    const answer = await fetch(`${graph.url}/v26.0/${app}/subscriptions`, { headers: { authorization: `Bearer ${app}|secret` } });
    expect(await answer.text()).not.toContain("user_id_update");
  });
});
