import { initAuthCreds, makeWASocket, proto, type BinaryNode } from "@whiskeysockets/baileys";
import { patience } from "@balcao/testing/patience";
import { memoryKeys } from "./memoryKeys.js";
import { element, timestamp, SILENT } from "./node.js";
import { openRelayClient, startRelay, trustRelay, type RunningRelay } from "./index.js";

const ANA = "5511970000001";
const CUSTOMER = "5511900000001";

async function until(fits: () => boolean): Promise<void> {
  for (const deadline = Date.now() + patience(10_000); !fits(); await new Promise((resolve) => setTimeout(resolve, 10))) {
    if (Date.now() > deadline) throw new Error("still not so after ten seconds");
  }
}

describe("the stand-in of WhatsApp's servers, as they are since the summer of 2026", () => {
  let relay: RunningRelay;
  beforeEach(async () => {
    relay = await startRelay();
    trustRelay(relay.rootKey);
  });
  afterEach(() => relay.close());

  it("demands a passkey by two stanzas of accounts that need one, and links them by no code (Baileys #2672, #2684; WAHA #2138)", async () => {
    const auth = { creds: initAuthCreds(), keys: memoryKeys() };
    const sock = makeWASocket({ auth, logger: SILENT, waWebSocketUrl: relay.url });
    const shown: string[] = [];
    const asked: string[] = [];
    sock.ev.on("connection.update", ({ qr }) => {
      if (qr !== undefined) shown.push(qr);
    });
    for (const type of ["passkey_prologue_request", "crsc_continuation"])
      sock.ws.on(`CB:notification,type:${type}`, (node: BinaryNode) => void asked.push(node.attrs["type"] ?? ""));
    await until(() => shown.length > 0);
    relay.control.demandPasskey(ANA);
    relay.control.scan(shown[0] ?? "", ANA, { asBefore: true });
    await until(() => asked.length === 2);
    expect(asked).toEqual(["passkey_prologue_request", "crsc_continuation"]);
    expect(relay.control.account(ANA).linked).toBe(false);
    await sock.end(undefined);
  });

  it("delivers content that the library's protocol does not know, under a type that says content (WAProto of August 2026)", async () => {
    const client = await openRelayClient(relay, ANA);
    // Field 1,900, with bytes, is one that no version knows; field 35 is `messageContextInfo`.
    const unknown = Buffer.from([0xe2, 0x76, 1, 0x41, 0x9a, 0x02, 0]);
    const attrs = { from: `${CUSTOMER}@s.whatsapp.net`, id: "3ANEWER", type: "event", t: timestamp() };
    relay.control.bring(ANA, element("message", attrs, [element("plaintext", {}, unknown)]));
    await until(() => client.received.has("3ANEWER"));
    expect(Object.keys(proto.Message.toObject(client.received.get("3ANEWER")?.message as proto.Message))).toEqual(["messageContextInfo"]);
    await client.close();
  });
});
