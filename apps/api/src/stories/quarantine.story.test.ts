import { createHash } from "node:crypto";
import type { MessageView, QuarantinedView } from "@balcao/contracts/messages";
import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { openWorld, type LinkedNumber, type World } from "./world.fixture.js";

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
const PROGRAM = Buffer.concat([Buffer.from("\x7fELF", "latin1"), Buffer.alloc(200, 7)]);

describe("files that are refused for their danger", () => {
  let world: World;
  let ana: Agent;
  let davi: Agent;
  let shop: LinkedNumber;
  let phones = 5511900560000;

  beforeAll(async () => {
    world = await openWorld();
    const sales = await world.queue("Vendas", "#236681");
    ana = await world.person("Ana", { queueIds: [sales.id] });
    davi = world.davi;
    shop = await world.number("Loja", [sales]);
  }, 90_000);
  afterAll(() => world.close());

  const receive = async (media: { bytes: Buffer; mime: string; fileName: string }): Promise<{ ticketId: number; message: MessageView }> => {
    const customer = world.customer(String((phones += 1)), shop);
    await customer.writes("Olá");
    const ticketId = await world.ticketOf(ana, customer.phone);
    await ana.accepts(ticketId);
    await ana.opens(ticketId);
    await customer.writes("", { kind: "document", media });
    const message = await eventually(() => {
      const newest = ana.messages(ticketId).messages.at(-1);
      if (newest?.media?.state !== "failed") throw new Error("the file has not been refused yet");
      return newest;
    });
    return { ticketId, message };
  };

  it.each([
    ["whose bytes came with the message", 0, { bytes: Buffer.from("dir /s"), mime: "text/plain", fileName: "leia.bat" }],
    ["that is a program under a harmless name", 0, { bytes: PROGRAM, mime: "application/pdf", fileName: "nota.pdf" }],
    ["that is fetched later", 1, { bytes: PROGRAM, mime: "application/pdf", fileName: "nota.pdf" }],
  ] as const)("keeps one %s for administrators alone, and records each download [D-360, ERR-011]", async (_what, omitBase64, media) => {
    world.gateway.control.switches({ omitBase64 });
    const { ticketId, message } = await receive(media);
    expect(message).toMatchObject({ mediaUrl: null, mediaUrlLiteral: null, media: { quarantined: true, thumbUrl: null } });
    const path = `/messages/quarantine/${message.id}`;
    expect((await ana.call("POST", path)).status).toBe(403);
    const address = (await davi.ask<QuarantinedView>("POST", path)).url.replace(/^\/api/, "");
    for (const as of ["", "&as=thumb", "&as=m4a"]) {
      const answer = await world.stage.call("GET", `/api${address}${as}`);
      expect(answer.status).toBe(200);
      expect(answer.headers.get("content-type")).toBe("application/octet-stream");
      expect(answer.headers.get("content-disposition")).toContain(`attachment; filename="${media.fileName}.quarantine"`);
      expect(sha256(new Uint8Array(await answer.arrayBuffer()))).toBe(sha256(media.bytes));
    }
    expect(
      await world.rows(
        "SELECT user_id, ticket_id, message_id::text FROM audit_entry WHERE action = 'message.openQuarantined' ORDER BY id DESC LIMIT 1",
      ),
    ).toMatchObject([{ ticket_id: ticketId, message_id: message.id }]);
    // Without the signature of a call that was recorded there is no such file, and it cannot be sent on.
    const bare = address.replace(/\?.*/, "");
    expect((await davi.call("GET", bare)).status).not.toBe(200);
    const sent = await davi.call("POST", `/messages/${ticketId}`, { body: "veja", mediaUrl: `${world.stage.origin}/api${bare}` });
    expect(sent).toMatchObject({ status: 400, body: { code: "ERR_VALIDATION" } });
    await world.allInStep();
  });

  it("has no address for a message whose file is none of these [D-360]", async () => {
    const customer = world.customer(String((phones += 1)), shop);
    await customer.writes("Olá");
    const ticketId = await world.ticketOf(ana, customer.phone);
    const [row] = await world.rows<{ id: string }>("SELECT id::text FROM message WHERE ticket_id = $1", [ticketId]);
    expect((await davi.call("POST", `/messages/quarantine/${row?.id ?? ""}`)).status).toBe(404);
  });
});
