import { openRelayClient, startRelay, type RelayClient } from "../relay/index.js";
import { customerCommands } from "./customerCommands.js";
import { after, type Command, type Print, type StandIn } from "./standIn.js";

const OWNER = "5511970000001";
const CHAT = `${OWNER}@s.whatsapp.net`;

const SCANNED = {
  linked: "linked",
  refused: "couldn't link device: scan the new code",
  nobody: "nobody shows this code",
} as const;

/**
 * WhatsApp's servers, for the protocol of API 2; customers are real clients, created when they
 * first write.
 */
export async function startRelayStandIn(port: number, print: Print): Promise<StandIn> {
  const relay = await startRelay({ port });
  const customers = new Map<string, Promise<RelayClient>>();
  /** The newest message that each customer received. */
  const newest = new Map<string, string>();
  const stops: (() => void)[] = [];
  const customerOf = (phone: string): Promise<RelayClient> => {
    const known = customers.get(phone);
    if (known) return known;
    const opening = openRelayClient(relay, phone);
    customers.set(phone, opening);
    opening.then(
      (client) => stops.push(printReceived(client, print, (id) => newest.set(phone, id))),
      () => customers.delete(phone),
    );
    return opening;
  };
  const commands: Command[] = [
    {
      usage: "code CODE",
      does: "the owner types a pairing code on the phone",
      run: async ([code = ""]) => ((await relay.control.typeCode(code)) ? "typed" : "nobody waits for a code"),
    },
    {
      usage: "scan CODE",
      does: `the owner (${OWNER}) scans a QR code, given as its text (GET /api/whatsapp has it)`,
      run: ([code = ""]) => SCANNED[relay.control.scan(code, OWNER)],
    },
    ...customerCommands({
      text: async (phone, text) => (await customerOf(phone)).send(CHAT, { text }),
      picture: async (phone, image, caption) => (await customerOf(phone)).send(CHAT, { image, caption, mimetype: "image/png" }),
      edit: async (phone, id, text) => (await customerOf(phone)).send(CHAT, { text, edit: { remoteJid: CHAT, fromMe: true, id } }),
      remove: async (phone, id) => (await customerOf(phone)).send(CHAT, { delete: { remoteJid: CHAT, fromMe: true, id } }),
      newestFor: (phone) => newest.get(phone) ?? null,
      react: async (phone, id, emoji) =>
        (await customerOf(phone)).send(CHAT, { react: { text: emoji, key: { remoteJid: CHAT, fromMe: false, id } } }),
    }),
    {
      usage: "unlink",
      does: "the owner removes the device on the phone",
      run: () => after(() => relay.control.unlink(OWNER), "removed"),
    },
    {
      usage: "cut",
      does: "the connection breaks",
      run: () => after(() => relay.control.end(OWNER, "cut"), "broken"),
    },
  ];
  return {
    variables: { WHATSAPP_WS_URL: relay.url },
    facts: [`The phone to link is ${OWNER}. Files need NODE_TLS_REJECT_UNAUTHORIZED=0, since the relay's certificate is its own.`],
    commands,
    close: async () => {
      for (const stop of stops) stop();
      for (const client of await Promise.allSettled(customers.values())) if (client.status === "fulfilled") await client.value.close();
      await relay.close();
    },
  };
}

function printReceived(client: RelayClient, print: Print, note: (id: string) => void): () => void {
  const printed = new Set<string>();
  const timer = setInterval(() => {
    for (const [id, { message }] of client.received) {
      if (printed.has(id)) continue;
      printed.add(id);
      note(id);
      print(`to ${client.phone}: ${message?.extendedTextMessage?.text ?? message?.conversation ?? Object.keys(message ?? {}).join(", ")}`);
    }
  }, 200);
  return () => clearInterval(timer);
}
