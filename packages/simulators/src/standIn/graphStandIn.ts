import { startGraph } from "../graph/index.js";
import type { GraphInbound } from "../graph/inbound.js";
import { customerCommands } from "./customerCommands.js";
import { after, watchNew, toDigits, type Command, type Print, type StandIn } from "./standIn.js";

const HOUR_MS = 60 * 60 * 1000;
const APP_SECRET = "app-secret-for-trying";
const VERIFY_TOKEN = "verify-token-for-trying";
const TOKEN = "EAAG-token-for-trying";
const OTHER_TOKEN = "EAAG-second-token-for-trying";
const PHONE_NUMBER_ID = "106540352242922";
const WABA_ID = "102290129340398";

/** Meta's Cloud API with one number: `balcao` is the origin of Balcão's webhook. */
export async function startGraphStandIn(port: number, balcao: string, print: Print): Promise<StandIn> {
  const graph = await startGraph({
    appSecret: APP_SECRET,
    token: TOKEN,
    phoneNumberId: PHONE_NUMBER_ID,
    wabaId: WABA_ID,
    port,
    webhookUrl: `${balcao}/api/webhook/meta`,
    policy: { sentAfterMs: 300, deliveredAfterMs: 900 },
    retryDelayMs: 2_000,
  });
  const { control } = graph;
  control.token({ value: OTHER_TOKEN, state: "good" });
  const stop = watchNew(
    () => control.state().sent,
    ({ to, type, body }) => print(`to ${to}: ${type} ${JSON.stringify(body)}`),
  );
  const commands: Command[] = [
    ...customerCommands({
      text: (from, text) => deliver({ from, kind: "text", text }),
      picture: (from, bytes, text) => deliver({ from, kind: "image", text, media: { bytes, mime: "image/png" } }),
      edit: (from, target, text) => deliver({ from, kind: "edit", target, text }),
      remove: (from, target) => deliver({ from, kind: "revoke", target }),
      newestFor: (phone) => control.state().sent.findLast(({ to }) => to === phone)?.wamid ?? null,
      react: (from, target, emoji) => deliver({ from, kind: "reaction", target, emoji }),
    }),
    {
      usage: "verify",
      does: "Meta verifies the webhook's address",
      run: async () =>
        (await control.verifyWebhook({ verifyToken: VERIFY_TOKEN })) ? "the challenge came back" : "no challenge came back",
    },
    {
      usage: "expire",
      does: "the token ends",
      run: () => after(() => control.token({ value: TOKEN, state: "expired" }), `over; another token is ${OTHER_TOKEN}`),
    },
    {
      usage: "later HOURS",
      does: "time passes at Meta",
      run: ([hours]) => after(() => control.advance({ ms: Number(hours) * HOUR_MS }), `${hours ?? ""} hours later`),
    },
    {
      usage: "approve NAME",
      does: "a template's review ends well",
      run: ([name = ""]) => decide(name, "APPROVED"),
    },
    {
      usage: "reject NAME REASON",
      does: "a template's review ends badly",
      run: ([name = "", reason = "INVALID_FORMAT"]) => decide(name, "REJECTED", reason),
    },
    {
      usage: "moves NUMBER NEW",
      does: "the customer goes on under another number",
      run: async ([from, to]) => {
        await control.userChangesNumber({ from: toDigits(from), to: toDigits(to) }).attempt;
        return "told";
      },
    },
  ];
  /**
   * Delivers a customer's action, which also opens the window of 24 hours. A delivery that Balcão
   * refused is repeated automatically.
   */
  async function deliver(input: GraphInbound): Promise<string> {
    const { id, attempt } = control.inbound(input);
    if (!(await attempt)) print("Balcão did not take it: it comes again");
    return id;
  }
  async function decide(name: string, decision: string, reason = ""): Promise<string> {
    if (!control.state().templates.some((template) => template.name === name)) return "there is no such template";
    await control.templateDecision({ name, decision, reason });
    return `${name} is ${decision}`;
  }
  return {
    variables: { GRAPH_URL: graph.url, META_APP_SECRET: APP_SECRET, META_VERIFY_TOKEN: VERIFY_TOKEN },
    facts: [
      "In the connection's form:",
      `  phone number id  ${PHONE_NUMBER_ID}`,
      `  WABA id          ${WABA_ID}`,
      `  token            ${TOKEN}`,
      "By the customer's last digits: …0026 cannot be reached, …0056 is limited, …0500 has trouble twice.",
    ],
    commands,
    close: async () => {
      stop();
      await graph.close();
    },
  };
}
