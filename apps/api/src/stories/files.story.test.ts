import { createHash, randomBytes } from "node:crypto";
import type { MessageView } from "@balcao/contracts/messages";
import type { TicketView } from "@balcao/contracts/tickets";
import { sampleOf } from "@balcao/simulators/wuzapi";
import { PASSWORD } from "../apiStage.fixture.js";
import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { openWorld, type Customer, type LinkedNumber, type World } from "./world.fixture.js";

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

describe("files of conversations", () => {
  let world: World;
  let ana: Agent;
  let bia: Agent;
  let supportId = 0;
  let shop: LinkedNumber;
  let phones = 5511900500000;

  beforeAll(async () => {
    world = await openWorld();
    const sales = await world.queue("Vendas", "#236681");
    const support = await world.queue("Suporte", "#2e7d32");
    supportId = support.id;
    ana = await world.person("Ana", { queueIds: [sales.id] });
    bia = await world.person("Bia", { queueIds: [support.id] });
    shop = await world.number("Loja", [sales]);
  }, 90_000);
  afterAll(() => world.close());

  const inTalk = async (): Promise<{ customer: Customer; id: number }> => {
    const customer = world.customer(String((phones += 1)), shop);
    await customer.writes("Olá");
    const id = await world.ticketOf(ana, customer.phone);
    await ana.accepts(id);
    await ana.opens(id);
    return { customer, id };
  };
  const newest = (id: number): MessageView => {
    const message = ana.messages(id).messages.at(-1);
    if (!message) throw new Error("no message yet");
    return message;
  };
  const arrived = (id: number, mediaType: string): Promise<MessageView> =>
    eventually(() => {
      expect(newest(id)).toMatchObject({ mediaType, media: { state: "ready" } });
      return newest(id);
    });
  const download = async (url: string, headers: Readonly<Record<string, string>> = {}): Promise<{ status: number; sha: string }> => {
    const answer = await world.stage.call("GET", url, { headers });
    return { status: answer.status, sha: sha256(new Uint8Array(await answer.arrayBuffer())) };
  };
  const theirs = (customer: Customer): string => {
    const file = world.gateway.control.file(customer.chat().at(-1)?.fileKey ?? "");
    if (!file) throw new Error("no file at the customer's");
    return sha256(file.bytes);
  };
  /** Makes chores that wait for their next try due now. */
  /** Makes what waits for another try due. What is being tried is due in three minutes, and would be tried beside itself. */
  const hurry = () =>
    world.rows(`UPDATE gateway_chore SET ready_at = clock_timestamp()
      WHERE ready_at > clock_timestamp() AND ready_at < 'infinity'
        AND ready_at NOT BETWEEN clock_timestamp() + interval '170 seconds' AND clock_timestamp() + interval '180 seconds'`);

  it.each(["image", "audio", "video", "document", "sticker"] as const)(
    "brings a customer's %s byte for byte to whoever may open the ticket [CONV-002, CONV-026, CONV-027]",
    async (kind) => {
      const { customer, id } = await inTalk();
      await customer.writes(kind === "image" ? "Veja a foto" : "", { kind });
      const message = await arrived(id, kind);
      expect(message).toMatchObject({ fromMe: false, body: kind === "image" ? "Veja a foto" : "", errorLog: null });
      expect(await download(message.mediaUrl ?? "")).toEqual({ status: 200, sha: theirs(customer) });
      await world.allInStep();
    },
  );

  it("tells the browser the size of a customer's video before it is loaded [CONV-026]", async () => {
    const { customer, id } = await inTalk();
    await customer.writes("", { kind: "video" });
    expect((await arrived(id, "video")).media).toMatchObject({ mime: "video/mp4", width: 320, height: 180 });
  });

  it.each([
    ["document", "pedido.pdf"],
    ["image", "file.png"],
  ] as const)("offers a customer's %s for saving as %s: its own name, or what it is [CONV-028]", async (kind, name) => {
    const { customer, id } = await inTalk();
    await customer.writes("", { kind });
    const { mediaUrl } = await arrived(id, kind);
    const answer = await world.stage.call("GET", mediaUrl ?? "");
    expect(answer.headers.get("content-disposition")).toContain(`filename="${name}"`);
  });

  it("sends files of every kind byte for byte, the text as the first one's caption [CONV-002, API-021]", async () => {
    const { customer, id } = await inTalk();
    const kinds = ["image", "audio", "video", "document"] as const;
    const samples = [];
    for (const kind of kinds) {
      await customer.writes("", { kind });
      const file = world.gateway.control.file(customer.chat().at(-1)?.fileKey ?? "");
      if (!file) throw new Error("no sample");
      samples.push(file);
    }
    const form = new FormData();
    form.append("body", "Segue tudo");
    for (const [place, { bytes, mime, fileName }] of samples.entries())
      form.append("medias", new Blob([bytes], { type: mime.split(";")[0] }), `${place}-${fileName}`);
    const answer = await ana.call("POST", `/messages/${id}`, form);
    expect(answer.status).toBe(200);
    expect((answer.body as MessageView[]).map(({ mediaType, body }) => [mediaType, body])).toEqual(
      kinds.map((kind, place) => [kind, place === 0 ? "Segue tudo" : ""]),
    );
    const received = await eventually(() => {
      const ours = customer.chat().filter(({ author }) => author === "owner");
      expect(ours).toHaveLength(kinds.length);
      return ours;
    });
    expect(received.map(({ kind, text }) => [kind, text])).toEqual(kinds.map((kind, place) => [kind, place === 0 ? "Segue tudo" : ""]));
    expect(received.map(({ fileKey }) => sha256(world.gateway.control.file(fileKey)?.bytes ?? new Uint8Array()))).toEqual(
      samples.map(({ bytes }) => sha256(bytes)),
    );
    for (const [place, view] of (answer.body as MessageView[]).entries())
      expect(await download(view.mediaUrl ?? "")).toEqual({
        status: 200,
        sha: sha256(samples[place]?.bytes ?? new Uint8Array()),
      });
    await world.allInStep();
  }, 60_000);

  it("sends the words beside a sound before it, once however often they are asked for, and forwards both [CONV-034, API-021, D-074, D-265]", async () => {
    const { customer, id } = await inTalk();
    const other = await inTalk();
    const { bytes } = sampleOf("voice");
    const form = () => {
      const made = new FormData();
      made.append("body", "Ouça isto");
      made.append("medias", new Blob([bytes], { type: "audio/ogg" }), "recado.ogg");
      return made;
    };
    const key = { "Idempotency-Key": "o-texto-e-o-som-1" };
    const first = await ana.call("POST", `/messages/${id}`, form(), key);
    const again = await ana.call("POST", `/messages/${id}`, form(), key);
    const [words, sound] = first.body as MessageView[];
    // Ticks may arrive between both answers.
    expect(again).toMatchObject({ status: first.status, body: [{ id: words?.id }, { id: sound?.id }] });
    expect([words, sound]).toMatchObject([
      { mediaType: "conversation", body: "Ouça isto" },
      { mediaType: "audio", body: "" },
    ]);
    const ours = ({ chat }: Pick<typeof customer, "chat">) =>
      chat()
        .filter(({ author }) => author === "owner")
        .map(({ kind, text }) => [kind, text]);
    const both = [
      ["text", "Ouça isto"],
      ["audio", ""],
    ];
    await eventually(() => expect(ours(customer)).toEqual(both));
    // The last tick tells the screen the whole message: after it nothing brings the old words back.
    await eventually(() => {
      const { messages } = ana.messages(id);
      expect([words, sound].map((sent) => messages.find((message) => message.id === sent?.id)?.ack)).toEqual([2, 2]);
    });
    // A message of an earlier release whose words were shown and never sent.
    await world.rows("UPDATE message SET body = 'Ouça isto' WHERE id = $1", [sound?.id]);
    await ana.opens(id);
    const contactId = (await ana.ask<TicketView>("GET", `/tickets/${other.id}`)).contact.id;
    await ana.ask("POST", `/messages/forward/${sound?.id ?? ""}`, { contacts: [contactId] });
    await eventually(() => expect(ours(other.customer)).toEqual(both));
    const shown = await eventually(() => {
      const own = ana.messages(other.id).messages.filter(({ fromMe }) => fromMe);
      expect(own.map(({ mediaType, body, forward }) => [mediaType, body, forward])).toEqual([
        ["conversation", "Ouça isto", true],
        ["audio", "", true],
      ]);
      return own;
    });
    expect((await download(shown[1]?.mediaUrl ?? "")).sha).toBe(sha256(bytes));
  }, 60_000);

  it("gives a file only to people who may open its ticket, and no longer to those who lost access [CONV-028, S-25, W-02]", async () => {
    const { customer, id } = await inTalk();
    await customer.writes("", { kind: "document" });
    const { mediaUrl } = await arrived(id, "document");
    const address = mediaUrl ?? "";
    const bare = address.split("?")[0] ?? "";
    const cookieOf = async (email: string): Promise<Record<string, string>> => ({
      Cookie: (await world.stage.signIn(email, PASSWORD)).cookieHeader,
    });
    const [ofAna, ofBia] = [await cookieOf("ana@balcao.test"), await cookieOf("bia@balcao.test")];
    expect((await download(address)).status).toBe(200);
    expect((await download(bare, ofAna)).status).toBe(200);
    expect((await download(bare, ofBia)).status).toBe(403);
    expect((await download(bare)).status).toBe(403);
    expect((await download(`${address}0`)).status).toBe(403);
    expect((await download(bare.replace(/[0-9a-f]{12}$/, "000000000000"), ofAna)).status).toBe(404);
    await ana.ask("PUT", `/tickets/${id}`, { queueId: supportId, whatsappId: shop.id });
    await bia.holds("pending", id);
    expect((await download(address)).status).toBe(403);
    expect((await download(bare, ofAna)).status).toBe(403);
    expect((await download(bare, ofBia)).status).toBe(200);
  });

  it("shows that a customer's file is of a blocked kind, and refuses to send one [ERR-011, CONV-028]", async () => {
    const { customer, id } = await inTalk();
    const program = Buffer.concat([Buffer.from("MZ"), randomBytes(200)]);
    await customer.writes("Abra isto", {
      kind: "document",
      media: { bytes: program, mime: "application/octet-stream", fileName: "foto.exe" },
    });
    await eventually(() =>
      expect(newest(id)).toMatchObject({
        mediaType: "document",
        mediaUrl: null,
        media: { state: "failed" },
        errorLog: { code: "ERR_WAPP_DOWNLOAD_MEDIA_DENIED" },
      }),
    );
    const form = new FormData();
    form.append("medias", new Blob([program]), "foto.exe");
    expect(await ana.call("POST", `/messages/${id}`, form)).toMatchObject({
      status: 400,
      body: { code: "ERR_WAPP_DOWNLOAD_MEDIA_DENIED" },
    });
    expect(customer.chat().filter(({ author }) => author === "owner")).toEqual([]);
    await world.allInStep();
  });

  it("fetches a file later when the webhook has none, and shows when it cannot be fetched [ERR-010, CONV-028]", async () => {
    const { customer, id } = await inTalk();
    world.gateway.control.switches({ omitBase64: 1 });
    await customer.writes("Atrasada", { kind: "image" });
    const late = await arrived(id, "image");
    expect(await download(late.mediaUrl ?? "")).toEqual({ status: 200, sha: theirs(customer) });

    world.gateway.control.switches({ omitBase64: 1 });
    world.gateway.control.fault({ match: { path: "^/chat/download" }, action: { kind: "status", code: 500 } });
    await customer.writes("Perdida", { kind: "image" });
    await eventually(() => expect(newest(id)).toMatchObject({ body: "Perdida", media: { state: "pending" }, mediaUrl: null }));
    await eventually(async () => {
      await hurry();
      expect(newest(id)).toMatchObject({
        body: "Perdida",
        media: { state: "failed" },
        errorLog: { code: "ERR_WAPP_DOWNLOAD_MEDIA" },
        downloadAttempts: 5,
      });
    }, 20_000);
    const lost = newest(id);
    const again = () => ana.call("POST", `/messages/media/${lost.id}`);
    expect(await bia.call("POST", `/messages/media/${lost.id}`)).toMatchObject({ status: 403 });
    expect(await again()).toMatchObject({ status: 200, body: { media: { state: "pending" }, errorLog: null } });
    // Her screen still shows the failure of before until it hears of the new try.
    await eventually(() => expect(newest(id)).toMatchObject({ media: { state: "pending" } }));
    await eventually(async () => {
      await hurry();
      expect(newest(id)).toMatchObject({ media: { state: "failed" }, errorLog: { code: "ERR_WAPP_DOWNLOAD_MEDIA" } });
    }, 20_000);
    world.gateway.control.clearFaults();
    await again();
    const found = await arrived(id, "image");
    expect(found).toMatchObject({ id: lost.id, errorLog: null });
    expect(await download(found.mediaUrl ?? "")).toEqual({ status: 200, sha: theirs(customer) });
    // Asked for once more it stays as it is.
    expect(await again()).toMatchObject({ status: 200, body: { media: { state: "ready" } } });
    expect(await world.rows("SELECT action FROM audit_entry WHERE action = 'message.fetchMedia'")).toHaveLength(2);
    await world.allInStep();
  }, 60_000);

  it("shows a customer's location and contact card [CONV-026]", async () => {
    const { customer, id } = await inTalk();
    await customer.writes("", {
      kind: "location",
      location: { latitude: -23.5, longitude: -46.6, name: "Praça da Sé" },
    });
    await eventually(() => expect(newest(id)).toMatchObject({ mediaType: "location", body: expect.stringContaining("-23.5") as string }));
    await customer.writes("", {
      kind: "contact",
      contact: {
        name: "Oficina",
        vcard: "BEGIN:VCARD\nVERSION:3.0\nFN:Oficina\nTEL;waid=5511900590000:+55 11 90059-0000\nEND:VCARD",
      },
    });
    await eventually(() => expect(newest(id)).toMatchObject({ mediaType: "vcard", body: expect.stringContaining("FN:Oficina") as string }));
    await world.allInStep();
  });

  it.each([
    ["that is older than the network keeps it", "UPDATE message SET sent_at = sent_at - interval '31 days' WHERE id = $1"],
    ["whose description is gone", "DELETE FROM gateway_chore WHERE subject = $1::text"],
    ["that another try cannot bring", `UPDATE message SET error = '{"code": "ERR_FILE_TOO_LARGE"}' WHERE id = $1`],
  ])(
    "does not ask again for a file %s, and says so [D-081]",
    async (_which, change) => {
      const { customer, id } = await inTalk();
      world.gateway.control.switches({ omitBase64: 1 });
      world.gateway.control.fault({ match: { path: "^/chat/download" }, action: { kind: "status", code: 500 } });
      await customer.writes("Perdida", { kind: "image" });
      await eventually(async () => {
        await hurry();
        expect(newest(id)).toMatchObject({ body: "Perdida", media: { state: "failed" } });
      }, 20_000);
      world.gateway.control.clearFaults();
      const { id: messageId } = newest(id);
      await world.rows(change, [messageId]);
      expect(await ana.call("POST", `/messages/media/${messageId}`)).toMatchObject({ status: 400, body: { code: "ERR_MEDIA_GONE" } });
      expect(await world.rows("SELECT media_state AS state FROM message WHERE id = $1", [messageId])).toEqual([{ state: "failed" }]);
    },
    60_000,
  );
});
