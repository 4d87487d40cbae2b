import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { CAPABILITIES, type ConnectorApi } from "@balcao/domain/connections";
import type { InboundEvent, OutboundContent, OutboundMessage, SendOutcome } from "@balcao/domain/messaging";
import type { CustomerAct, SendFault } from "./gatewayDouble.js";
import { closeStage, openLinkedStage } from "./sessionConformance.js";
import type { OpenDouble, Stage } from "./sessionConformance.js";
import { until } from "./testHost.js";

const OUTBOX_ID = "0190a3f2-7d11-7c4e-9b1a-5f2d3c4b6a70";
const ID = "3EB00123456789ABCDEF01";
const idOf = (outcome: SendOutcome): string => (outcome.state === "sent" ? outcome.externalId : "");
type Kind = Extract<OutboundContent, { kind: "media" }>["media"];

/** What a network does not have, beyond what its capabilities say, so that this part of the suite has no subject. */
type Lack = "accounts" | "ownersPhone" | "mediaAlong" | "forms";

/** What every connector owes a message, in and out, as far as a connector and its intake go. */
export function messageConformance(title: ConnectorApi, openDouble: OpenDouble, lacks: readonly Lack[] = []): void {
  const { chosenId, numberCheck, picture } = CAPABILITIES[title];
  const has = (part: Lack): boolean => !lacks.includes(part);
  const anId = chosenId ? ID : (expect.any(String) as string);
  let stage: Stage;
  const events = (): InboundEvent[] => stage.double.journal().map(({ kind, payload }) => stage.double.connector.toInbound(kind, payload));
  const eventsOf = <Wanted extends InboundEvent["kind"]>(kind: Wanted): Extract<InboundEvent, { kind: Wanted }>[] =>
    events().filter((event): event is Extract<InboundEvent, { kind: Wanted }> => event.kind === kind);
  const draft = (content: OutboundContent, changes: Partial<OutboundMessage> = {}): OutboundMessage => ({
    outboxId: OUTBOX_ID,
    externalId: chosenId ? ID : null,
    to: { phone: stage.double.customer },
    content,
    quoted: null,
    forwarded: null,
    ...changes,
  });
  const text = (body: string): OutboundContent => ({ kind: "text", body, mentions: [] });
  const file = async (media: Kind, mime: string, bytes: Buffer, fileName: string): Promise<OutboundContent> => {
    const path = await stage.host.temporaryPath();
    await writeFile(path, bytes);
    return {
      kind: "media",
      media,
      path,
      mime,
      fileName,
      size: bytes.length,
      caption: media === "audio" ? "" : "Legenda",
      voice: media === "audio",
      seconds: null,
    };
  };

  describe(`messages through ${title}`, () => {
    beforeEach(async () => (stage = await openLinkedStage(openDouble)));
    afterEach(() => closeStage(stage));

    it("go out as text under one id, once, and their receipts come back", async () => {
      const outcome = await stage.session.send(draft(text("Olá, tudo bem?")));
      expect(outcome).toEqual({ state: "sent", externalId: anId, sentAt: chosenId ? expect.any(Date) : null });
      const id = idOf(outcome);
      expect(stage.double.shown()).toMatchObject([{ id, kind: "text", text: "Olá, tudo bem?", posts: 1 }]);
      await until(
        () => eventsOf("ack"),
        (acks) => acks.some((ack) => ack.ack === 2 && ack.externalIds.includes(id)),
      );
      await stage.double.readEverything();
      await until(
        () => eventsOf("ack"),
        (acks) => acks.some((ack) => ack.ack === 3 && ack.externalIds.includes(id)),
      );
    });

    it.each<[Kind, string, string]>([
      ["image", "image/png", "foto.png"],
      ["video", "video/mp4", "filme.mp4"],
      ["audio", "audio/ogg; codecs=opus", "voz.ogg"],
      ["document", "application/pdf", "contrato.pdf"],
    ])("go out as %s, byte for byte", async (kind, mime, fileName) => {
      const bytes = randomBytes(200_001);
      expect(await stage.session.send(draft(await file(kind, mime, bytes, fileName)))).toMatchObject({ state: "sent", externalId: anId });
      const [shown] = stage.double.shown();
      expect(shown).toMatchObject({
        kind,
        text: kind === "audio" ? "" : "Legenda",
        voice: kind === "audio",
        fileName: kind === "document" ? fileName : "",
      });
      expect(shown?.bytes?.equals(bytes)).toBe(true);
    });

    it("go out as a document when the network takes no such picture", async () => {
      await stage.session.send(draft(await file("image", "image/svg+xml", randomBytes(10), "desenho.svg")));
      expect(stage.double.shown()).toMatchObject([{ kind: "document", fileName: "desenho.svg" }]);
    });

    it("quote the customer's message and our own", async () => {
      const theirs = await stage.double.act({ kind: "text", text: "Quanto custa?" });
      const quoted = {
        externalId: theirs,
        fromMe: false,
        author: { phone: stage.double.customer },
        type: "conversation",
        body: "Quanto custa?",
      } as const;
      const first = await stage.session.send(draft(text("Dez reais"), { quoted }));
      expect(first).toMatchObject({ state: "sent" });
      const again = {
        externalId: idOf(first),
        fromMe: true,
        author: { phone: stage.double.customer },
        type: "conversation",
        body: "Dez reais",
      } as const;
      expect(await stage.session.send(draft(text("O par"), { quoted: again, externalId: chosenId ? `${ID}F` : null }))).toMatchObject({
        state: "sent",
      });
      expect(stage.double.shown().map(({ quotedId }) => quotedId)).toEqual([theirs, idOf(first)]);
    });

    it.each<SendFault>(["resetAfter", "hangAfter", "error500After", "htmlAfter", "badJsonAfter", "cutAfter"])(
      "are unknown after %s, and reach the customer once",
      async (fault) => {
        stage.double.fault(fault);
        expect(await stage.session.send(draft(text("Uma vez só")))).toMatchObject({ state: "unknown" });
        expect(stage.double.shown()).toMatchObject([{ id: anId, posts: 1 }]);
        if (!chosenId) return;
        expect(await stage.session.send(draft(text("Uma vez só")))).toMatchObject({ state: "sent", externalId: ID });
        expect(stage.double.shown()).toMatchObject([{ id: ID, posts: 2 }]);
      },
    );

    it("are unknown after a connection that broke, even where nothing went out", async () => {
      stage.double.fault("resetBefore");
      expect(await stage.session.send(draft(text("Talvez")))).toMatchObject({ state: "unknown" });
      expect(stage.double.shown()).toEqual([]);
    });

    it.each<[SendFault, object]>([
      ["rateLimit", { retry: true, retryAfterMs: 7_000 }],
      ["coded400", { retry: false, error: { code: expect.any(Number), message: expect.stringMatching(/parse|valid/) } }],
      ["noSession", { retry: true }],
    ])("are refused for certain after %s", async (fault, expected) => {
      stage.double.fault(fault);
      expect(await stage.session.send(draft(text("Não")))).toMatchObject({ state: "refused", ...expected });
      expect(stage.double.shown()).toEqual([]);
    });

    it("are refused, to be tried again, while the gateway is down, and for good when the file is gone", async () => {
      const session = stage.double.unreachable.open(stage.double.profileNow(), stage.host);
      expect(await session.send(draft(text("Oi")))).toMatchObject({ state: "refused", retry: true });
      expect(
        await stage.session.send(
          draft({ ...(await file("image", "image/png", randomBytes(9), "x.png")), path: "/nowhere/x.png" } as OutboundContent),
        ),
      ).toMatchObject({ state: "refused", retry: false });
      expect(
        await stage.session.send(draft(text("Oi"), { to: { lid: "x" }, ...(title === "meow" && { to: { bsuid: "x" } }) })),
      ).toMatchObject({ state: "refused", retry: false });
    });

    if (has("accounts")) {
      it("say when the gateway no longer knows the account, without telling its key", async () => {
        await stage.session.remove();
        const outcome = await stage.session.send(draft(text("Oi")));
        expect(outcome).toMatchObject({ state: "refused", retry: false, error: { code: "auth" } });
        expect(JSON.stringify(outcome)).not.toContain(stage.host.memory["token"]);
      });
    }

    it("come in as text, as a reply, and typed on the owner's phone", async () => {
      const own = idOf(await stage.session.send(draft(text("Bom dia"))));
      await stage.double.act({ kind: "text", text: "Bom dia!", quoted: own });
      if (has("ownersPhone")) await stage.double.act({ kind: "text", text: "Do celular", onOwnersPhone: true });
      const [reply, phone] = await until(
        () => eventsOf("message"),
        (found) => found.length === (has("ownersPhone") ? 2 : 1),
      );
      expect(reply).toMatchObject({
        ref: { chat: { phone: stage.double.customer }, fromMe: false },
        content: { kind: "text", body: "Bom dia!" },
        quotedExternalId: own,
        live: true,
      });
      if (!has("ownersPhone")) return;
      expect(phone).toMatchObject({ ref: { chat: { phone: stage.double.customer }, fromMe: true }, content: { body: "Do celular" } });
    });

    it.each<[Exclude<Kind, "sticker">, string, string, number]>([
      ["image", "image/png", "foto.png", 500],
      ["audio", "audio/ogg", "voz.ogg", 90_000],
      ["video", "video/mp4", "filme.mp4", 2_000_000],
      ["document", "application/pdf", "contrato.pdf", 300_000],
    ])("come in as %s, byte for byte, with the webhook or asked for afterwards", async (kind, mime, fileName, size) => {
      const bytes = randomBytes(size);
      const act: CustomerAct = { kind, bytes, mime, fileName, caption: "" };
      if (has("mediaAlong")) {
        await stage.double.act(act);
        stage.double.withholdMedia();
      }
      await stage.double.act(act);
      const sources = (
        await until(
          () => eventsOf("message"),
          (found) => found.length === (has("mediaAlong") ? 2 : 1),
        )
      ).map(({ content }) => (content.kind === "media" ? content.source : null));
      const later = sources.at(-1);
      if (has("mediaAlong")) {
        const [along] = sources;
        expect(along).toMatchObject({ at: "store" });
        expect(along?.at === "store" && stage.double.fileBytes(along.fileId)?.equals(bytes)).toBe(true);
      }
      expect(JSON.stringify(stage.double.journal()).length).toBeLessThan(20_000);
      if (later?.at !== "provider") throw new Error("no description came");
      const fetched = await stage.session.fetchMedia?.(later);
      expect((await readFile(fetched?.path ?? "")).equals(bytes)).toBe(true);
      expect(fetched?.mime).toBe(mime);
    });

    it("are edited, revoked and reacted to by the customer", async () => {
      const own = idOf(await stage.session.send(draft(text("Oi"))));
      const id = await stage.double.act({ kind: "text", text: "Primiero" });
      await stage.double.act({ kind: "edit", target: id, text: "Primeiro" });
      await stage.double.act({ kind: "react", target: own, emoji: "👍" });
      await stage.double.act({ kind: "revoke", target: id });
      const ref = { chat: { phone: stage.double.customer }, externalId: id, fromMe: false };
      await until(
        () => eventsOf("revoked"),
        (found) => found.length === 1,
      );
      expect(eventsOf("edited")).toMatchObject([{ target: ref, text: "Primeiro" }]);
      expect(eventsOf("revoked")).toMatchObject([{ target: ref }]);
      expect(eventsOf("reaction")).toMatchObject([{ target: { chat: { phone: stage.double.customer }, externalId: own }, emoji: "👍" }]);
    });

    if (has("forms")) {
      it("are taken in JSON and in a form, once however often they come, and not at all without the right signature", async () => {
        stage.double.webhookFormat("json");
        await stage.double.act({ kind: "text", text: "a+b & c" });
        stage.double.webhookFormat("form");
        await stage.double.act({ kind: "text", text: "a+b & c" });
        expect(eventsOf("message").map(({ content }) => content)).toEqual([1, 2].map(() => expect.objectContaining({ body: "a+b & c" })));
        for (const how of ["unsigned", "badSignature"] as const) {
          stage.double.misuseWebhooks(how);
          await stage.double.act({ kind: "text", text: "Falsa" });
          expect(stage.double.webhookAnswers().at(-1)).toBe(401);
        }
        expect(eventsOf("message")).toHaveLength(2);
      });
    }

    if (numberCheck && picture) {
      it("answer questions about a number and its picture", async () => {
        expect(await stage.session.checkNumber?.(stage.double.customer)).toEqual({ phone: stage.double.customer });
        expect(await stage.session.checkNumber?.("123")).toBeNull();
        const peer = { phone: stage.double.customer };
        expect(await stage.session.fetchPicture?.(peer)).toBeNull();
        const picture = randomBytes(3_000);
        stage.double.setPicture(picture, "image/jpeg");
        const fetched = await stage.session.fetchPicture?.(peer);
        expect((await readFile(fetched?.path ?? "")).equals(picture)).toBe(true);
      });
    }
  });
}
