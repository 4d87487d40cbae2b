import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import path from "node:path";
import type { MessageView } from "@balcao/contracts/messages";
import type { TicketView } from "@balcao/contracts/tickets";
import { sampleOf } from "@balcao/simulators/wuzapi";
import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { recordWav, standFfmpeg, type StageFfmpeg } from "./ffmpeg.fixture.js";
import { openWorld, type Customer, type LinkedNumber, type World } from "./world.fixture.js";

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

describe("voice notes and sounds", () => {
  let ffmpeg: StageFfmpeg;
  let world: World;
  let ana: Agent;
  let shop: LinkedNumber;
  let phones = 5511900700000;
  const recording = recordWav(2);

  beforeAll(async () => {
    ffmpeg = await standFfmpeg(sampleOf("voice").bytes, sampleOf("video").bytes);
    world = await openWorld({ env: { FFMPEG_PATH: ffmpeg.path } });
    const sales = await world.queue("Vendas", "#236681");
    ana = await world.person("Ana", { queueIds: [sales.id] });
    shop = await world.number("Loja", [sales]);
  }, 90_000);
  afterAll(async () => {
    await world.close();
    await ffmpeg.remove();
  });

  const inTalk = async (): Promise<{ customer: Customer; id: number }> => {
    const customer = world.customer(String((phones += 1)), shop);
    await customer.writes("Olá");
    const id = await world.ticketOf(ana, customer.phone);
    await ana.accepts(id);
    await ana.opens(id);
    return { customer, id };
  };
  const record = async (id: number): Promise<MessageView> => {
    const form = new FormData();
    form.append("medias", new Blob([recording], { type: "audio/wav" }), "recado.wav");
    form.append("voice", "true");
    const answer = await ana.call("POST", `/messages/${id}`, form);
    expect(answer.status).toBe(200);
    return answer.body as MessageView;
  };
  const newest = (id: number): MessageView => {
    const message = ana.messages(id).messages.at(-1);
    if (!message) throw new Error("no message yet");
    return message;
  };
  const ours = (customer: Customer) => customer.chat().filter(({ author }) => author === "owner");
  const bytesOf = (fileKey: string): Uint8Array => world.gateway.control.file(fileKey)?.bytes ?? new Uint8Array();
  const sentMessage = (customer: Customer) =>
    eventually(() => {
      const [message] = ours(customer);
      if (!message) throw new Error("nothing has come");
      return message;
    }, 20_000);
  const download = async (url: string | null): Promise<{ type: string | null; bytes: Buffer }> => {
    const answer = await world.stage.call("GET", url ?? "");
    expect(answer.status).toBe(200);
    return { type: answer.headers.get("Content-Type"), bytes: Buffer.from(await answer.arrayBuffer()) };
  };
  const filesOf = (id: number) =>
    world.rows<{ path: string; mime: string }>("SELECT f.path, f.mime FROM file f JOIN message m ON m.file_id = f.id WHERE m.id = $1", [
      id,
    ]);

  it("sends a recording as Ogg/Opus in place of the original, converted once however often the send is repeated [CONV-002]", async () => {
    await ffmpeg.is("works");
    const { customer, id } = await inTalk();
    const before = await ffmpeg.timesAsked();
    world.gateway.control.fault({ match: { path: "^/chat/send/audio" }, action: { kind: "status", code: 503 }, times: 1 });
    const sent = await record(id);
    expect(sent.media).toMatchObject({ voice: true, mime: "audio/wav" });
    const arrived = await sentMessage(customer);
    world.gateway.control.clearFaults();
    const bytes = Buffer.from(bytesOf(arrived.fileKey));
    expect([arrived.kind, arrived.ptt, bytes.toString("latin1", 28, 36), bytes[28 + 9]]).toEqual(["audio", true, "OpusHead", 1]);
    const view = await eventually(() => {
      const message = newest(id);
      expect(message).toMatchObject({
        sending: "sent",
        media: { voice: true, mime: "audio/ogg", fileName: "recado.ogg", voiceFault: null },
      });
      return message;
    });
    expect(view.media?.peaks).toHaveLength(64);
    expect(Math.max(...(view.media?.peaks ?? []))).toBe(100);
    const row = await ana.ask<TicketView>("GET", `/tickets/${id}`);
    expect(row.lastMessageMedia).toEqual({ kind: "audio", seconds: view.media?.seconds });
    expect(view.media?.seconds).toBeGreaterThan(0);
    if (ffmpeg.isReal) expect([view.media?.seconds, view.media?.peaks?.[10]]).toEqual([2, 0]);
    expect(await world.rows("SELECT attempt FROM outbox WHERE message_id = $1", [Number(view.id)])).toEqual([{ attempt: 2 }]);
    expect(await ffmpeg.timesAsked()).toBe(before + 1);
    // The sender's first address still leads to the file, which has the sent bytes.
    expect(sha256((await download(sent.mediaUrl)).bytes)).toBe(sha256(bytes));
    const [stored] = await filesOf(Number(view.id));
    expect(stored?.mime).toBe("audio/ogg");
    await eventually(async () => {
      const rows = await world.rows<{ path: string }>("SELECT path FROM file");
      const root = path.join(world.stage.dataDir, "files");
      const onDisk = (await readdir(root, { recursive: true })).filter((name) => name.endsWith(".wav"));
      expect([onDisk, rows.filter((row) => row.path.endsWith(".wav"))]).toEqual([[], []]);
    });
    await world.allInStep();
  }, 60_000);

  it("sends a moving GIF as a film and a sound as one that phones play, with their words, and the originals as documents where they cannot be converted [D-265]", async () => {
    const frame = "21f904000a0000002c00000000010001000002024401" + "00";
    const moving = Buffer.from(`47494638396101000100800000000000ffffff${frame}${frame}3b`, "hex");
    const still = Buffer.from(`47494638396101000100800000000000ffffff${frame}3b`, "hex");
    const send = async (id: number, bytes: Buffer, name: string) => {
      const form = new FormData();
      form.append("body", "Veja");
      form.append("medias", new Blob([new Uint8Array(bytes)]), name);
      expect((await ana.call("POST", `/messages/${id}`, form)).status).toBe(200);
    };
    const sendAll = async (id: number) => {
      await send(id, moving, "festa.gif");
      await send(id, recording, "aviso.wav");
    };
    const shown = (customer: Customer) =>
      ours(customer).map(({ kind, text, fileKey }) => [kind, text, world.gateway.control.file(fileKey)?.mime ?? null]);
    const stored = (id: number) =>
      ana
        .messages(id)
        .messages.filter(({ fromMe }) => fromMe)
        .map(({ mediaType, body, media }) => [mediaType, body, media?.fileName ?? null]);

    await ffmpeg.is("works");
    const { customer, id } = await inTalk();
    await sendAll(id);
    await send(id, still, "selo.gif");
    await eventually(
      () =>
        expect(shown(customer)).toEqual([
          ["video", "Veja", "video/mp4"],
          ["text", "Veja", null],
          ["audio", "", "audio/mp4"],
          ["image", "Veja", "image/jpeg"],
        ]),
      30_000,
    );
    await eventually(() =>
      expect(stored(id)).toEqual([
        ["video", "Veja", "festa.mp4"],
        ["conversation", "Veja", null],
        ["audio", "", "aviso.m4a"],
        ["image", "Veja", "selo.jpg"],
      ]),
    );

    await ffmpeg.is("missing");
    const other = await inTalk();
    await sendAll(other.id);
    await eventually(
      () =>
        expect(shown(other.customer)).toEqual([
          ["document", "Veja", "image/gif"],
          ["text", "Veja", null],
          ["document", "", "audio/wav"],
        ]),
      30_000,
    );
    await eventually(() => expect(stored(other.id).map(([mediaType]) => mediaType)).toEqual(["document", "conversation", "document"]));
    await world.allInStep();
  }, 90_000);

  it("sends a recording that is a voice note already unchanged, and measures it", async () => {
    await ffmpeg.is("works");
    const { customer, id } = await inTalk();
    const before = await ffmpeg.timesAsked();
    const note = sampleOf("voice").bytes;
    const form = new FormData();
    form.append("medias", new Blob([note], { type: "audio/ogg" }), "recado.ogg");
    form.append("voice", "true");
    expect((await ana.call("POST", `/messages/${id}`, form)).status).toBe(200);
    const arrived = await sentMessage(customer);
    expect([arrived.ptt, sha256(bytesOf(arrived.fileKey))]).toEqual([true, sha256(note)]);
    await eventually(() => expect(newest(id).media?.peaks).toHaveLength(64));
    expect(await ffmpeg.timesAsked()).toBe(before);
    const seconds = newest(id).media?.seconds;
    expect(seconds).toBeGreaterThan(0);
    expect(ana.list("open").tickets.find((ticket) => ticket.id === id)?.lastMessageMedia).toEqual({ kind: "audio", seconds });
    await world.allInStep();
  }, 60_000);

  it.each([
    ["missing", "noProgram"],
    ["fails", "failed"],
    ["garbage", "failed"],
  ] as const)(
    "sends the original as plain audio and says why when ffmpeg is %s: %s [CONV-002]",
    async (mood, voiceFault) => {
      await ffmpeg.is(mood);
      const { customer, id } = await inTalk();
      await record(id);
      const arrived = await sentMessage(customer);
      expect([arrived.kind, arrived.ptt, sha256(bytesOf(arrived.fileKey))]).toEqual(["audio", false, sha256(recording)]);
      await eventually(() =>
        expect(newest(id)).toMatchObject({
          sending: "sent",
          mediaType: "audio",
          media: { voice: false, voiceFault, fileName: "recado.wav", peaks: null },
        }),
      );
      expect(ours(customer)).toHaveLength(1);
      await world.allInStep();
    },
    60_000,
  );

  it("keeps the order of a conversation and delays no other one during a conversion, and loses nothing when its worker ends", async () => {
    await ffmpeg.is("hangs");
    const { customer, id } = await inTalk();
    const other = await inTalk();
    const before = await ffmpeg.timesAsked();
    await record(id);
    await eventually(async () => expect(await ffmpeg.timesAsked()).toBe(before + 1));
    await ana.ask("POST", `/messages/${id}`, { body: "Ouviu?" });
    await ana.ask("POST", `/messages/${other.id}`, { body: "Já respondo" });
    await eventually(() => expect(ours(other.customer).map(({ text }) => text)).toEqual(["Já respondo"]));
    expect(ours(customer)).toEqual([]);
    await ffmpeg.is("works");
    await world.restartWorker();
    await eventually(
      () =>
        expect(ours(customer).map(({ kind, ptt, text }) => [kind, ptt, text])).toEqual([
          ["audio", true, ""],
          ["text", false, "Ouviu?"],
        ]),
      30_000,
    );
    await world.allInStep();
  }, 90_000);

  it.each([
    ["along with the message", false],
    ["later", true],
  ] as const)(
    "draws a customer's voice note whose bytes come %s",
    async (_when, isLater) => {
      await ffmpeg.is("works");
      const { customer, id } = await inTalk();
      if (isLater) world.gateway.control.switches({ omitBase64: 1 });
      await customer.writes("", { kind: "audio" });
      await eventually(() => expect(newest(id)).toMatchObject({ mediaType: "audio", media: { state: "ready", voice: true } }));
      await eventually(() => expect(newest(id).media?.peaks).toHaveLength(64));
      expect(newest(id).media?.seconds).toBeGreaterThan(0);
      await world.allInStep();
    },
    30_000,
  );

  it("gives an iPhone M4A in place of Ogg, converted on demand; when that fails it gives the original [API-020]", async () => {
    await ffmpeg.is("works");
    const { customer, id } = await inTalk();
    await customer.writes("", { kind: "audio" });
    await eventually(() => expect(newest(id).media?.state).toBe("ready"));
    const lastOf = async (address: string): Promise<MessageView | undefined> =>
      (await ana.ask<{ messages: MessageView[] }>("GET", address)).messages.at(-1);
    const [plain, ios, asked] = [
      await lastOf(`/messages/${id}`),
      await lastOf(`/messages/ios/${id}`),
      await lastOf(`/messages/${id}?ios=true`),
    ];
    expect([plain?.media?.mime, ios?.media?.mime, asked?.media?.mime]).toEqual(["audio/ogg", "audio/mp4", "audio/mp4"]);
    const m4a = await download(ios?.mediaUrl ?? null);
    expect([m4a.type, m4a.bytes.toString("latin1", 4, 8)]).toEqual(["audio/mp4", "ftyp"]);
    // The converted file is stored, so ffmpeg is not needed again.
    await ffmpeg.is("fails");
    expect((await download(asked?.mediaUrl ?? null)).type).toBe("audio/mp4");
    const form = new FormData();
    form.append("medias", new Blob([Buffer.concat([sampleOf("voice").bytes, Buffer.from("x")])], { type: "audio/ogg" }), "outro.ogg");
    await ana.call("POST", `/messages/${id}`, form);
    const other = await download((await lastOf(`/messages/ios/${id}`))?.mediaUrl ?? null);
    expect([other.type, other.bytes.toString("latin1", 0, 4)]).toEqual(["audio/ogg", "OggS"]);
  }, 30_000);

  it.each([
    [
      "a name that comes with the bytes",
      { omitBase64: 0 },
      { bytes: Buffer.from("dir /s"), mime: "text/plain", fileName: "leia.bat" },
      1,
      "ERR_WAPP_DOWNLOAD_MEDIA_DENIED",
    ],
    [
      "a program that is fetched later",
      { omitBase64: 1 },
      { bytes: Buffer.concat([Buffer.from("\x7fELF", "latin1"), Buffer.alloc(200, 7)]), mime: "application/pdf", fileName: "nota.pdf" },
      1,
      "ERR_FILE_PROGRAM",
    ],
  ] as const)(
    "refuses a received file of a blocked kind and keeps it: %s [ERR-011, D-360]",
    async (_what, switches, media, attempts, code) => {
      const { customer, id } = await inTalk();
      world.gateway.control.switches(switches);
      await customer.writes("", { kind: "document", media });
      await eventually(() =>
        expect(newest(id)).toMatchObject({
          mediaType: "document",
          mediaUrl: null,
          downloadAttempts: attempts,
          media: { state: "failed", quarantined: true },
          errorLog: { code },
        }),
      );
      await world.allInStep();
    },
  );
});
