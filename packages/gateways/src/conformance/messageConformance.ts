import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { CAPABILITIES, type ConnectorApi } from "@balcao/domain/connections";
import type { InboundEvent, OutboundContent } from "@balcao/domain/messages";
import type { IntakeEvent } from "../intake/index.js";
import type { CustomerAct, Lack, ShownMessage, Traits } from "./gatewayDouble.js";
import { fileConformance } from "./fileConformance.js";
import { kindConformance } from "./kindConformance.js";
import { outboundDrafts, type Kind } from "./outboundDrafts.js";
import { closeStage, openLinkedStage, type OpenDouble, type Stage } from "./sessionConformance.js";
import { shownEdits } from "./shownEdits.js";
import { until } from "./testHost.js";

/** What every connector and its intake must do with messages, inbound and outbound. */
export function messageConformance(api: ConnectorApi, traits: Traits, openDouble: OpenDouble): void {
  let stage: Stage;
  /** How many messages the customer's phone showed, and how many events were in the journal, before the test. */
  let before = { shown: 0, events: 0 };
  const has = (part: Lack): boolean => !traits.lacks?.includes(part);
  const shown = async (): Promise<readonly ShownMessage[]> => (await stage.double.shown()).slice(before.shown);
  const journal = (): readonly IntakeEvent[] => stage.double.journal().slice(before.events);
  const events = (): InboundEvent[] => journal().map(({ kind, payload }) => stage.double.connector.toInbound(kind, payload));
  const eventsOf = <Wanted extends InboundEvent["kind"]>(kind: Wanted): Extract<InboundEvent, { kind: Wanted }>[] =>
    events().filter((event): event is Extract<InboundEvent, { kind: Wanted }> => event.kind === kind);
  const drafts = outboundDrafts(() => stage);
  const { isChosen, draft, sendNow, text, file } = drafts;

  // One session carries them all: a session of its own for each test would cost more than what is tested.
  describe(`messages through ${api}`, () => {
    beforeAll(async () => (stage = await openLinkedStage(openDouble)));
    beforeEach(async () => {
      // Events come in order: after this one, none of an earlier test comes any more.
      const id = await stage.double.act({ kind: "text", text: "Próximo" });
      await until(
        () => stage.double.journal(),
        (found) => found.some(({ dedupeKey }) => dedupeKey.includes(id)),
      );
      before = { shown: (await stage.double.shown()).length, events: stage.double.journal().length };
    });
    afterAll(() => closeStage(stage));

    kindConformance(() => stage, shown, drafts);
    fileConformance(() => stage, { shown, messages: () => eventsOf("message") }, drafts);

    it("are sent once as text, under the chosen id where there is one, and get their receipts", async () => {
      const id = await sendNow(draft(text("Olá, tudo bem?")));
      expect(await shown()).toMatchObject([{ id, kind: "text", text: "Olá, tudo bem?", posts: 1 }]);
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

    it("are sent as a document when the network accepts no such picture", async () => {
      await stage.session.send(draft(await file("image", "image/svg+xml", randomBytes(10), "desenho.svg")));
      expect(await shown()).toMatchObject([{ kind: "document", fileName: "desenho.svg" }]);
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
      const ours = await sendNow(draft(text("Dez reais"), { quoted }));
      const again = {
        externalId: ours,
        fromMe: true,
        author: { phone: stage.double.customer },
        type: "conversation",
        body: "Dez reais",
      } as const;
      await sendNow(draft(text("O par"), { quoted: again }));
      expect((await shown()).map(({ quotedId }) => quotedId)).toEqual([theirs, ours]);
    });

    it("are refused with a retry while the gateway is down, and permanently when the file is missing", async () => {
      const session = stage.double.unreachable.open(stage.double.profileNow(), stage.host);
      expect(await session.send(draft(text("Oi")))).toMatchObject({ state: "refused", retry: true });
      expect(
        await stage.session.send(
          draft({ ...(await file("image", "image/png", randomBytes(9), "x.png")), path: "/nowhere/x.png" } as OutboundContent),
        ),
      ).toMatchObject({ state: "refused", retry: false });
      expect(
        await stage.session.send(draft(text("Oi"), { to: stage.session.api === "cloud_api" ? { lid: "x" } : { bsuid: "x" } })),
      ).toMatchObject({ state: "refused", retry: false });
    });

    it("are received as text, as a reply, and typed on the owner's phone", async () => {
      const ours = await sendNow(draft(text("Bom dia")));
      await stage.double.act({ kind: "text", text: "Bom dia!", quoted: ours });
      if (has("ownersPhone")) await stage.double.act({ kind: "text", text: "Do celular", onOwnersPhone: true });
      const [reply, phone] = await until(
        () => eventsOf("message"),
        (found) => found.length === (has("ownersPhone") ? 2 : 1),
      );
      expect(reply).toMatchObject({
        ref: { chat: { phone: stage.double.customer }, fromMe: false },
        content: { kind: "text", body: "Bom dia!" },
        quotedExternalId: ours,
        live: true,
      });
      if (has("ownersPhone"))
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
        stage.double.withholdMedia(false);
        await stage.double.act(act);
        stage.double.withholdMedia(true);
      }
      await stage.double.act(act);
      const sources = (
        await until(
          () => eventsOf("message"),
          (found) => found.length === (has("mediaAlong") ? 2 : 1),
        )
      ).map(({ content }) => (content.kind === "media" ? content.source : null));
      const [along, later] = [sources[0], sources.at(-1)];
      if (traits.carries === "webhooks" && has("mediaAlong")) {
        expect(along).toMatchObject({ at: "store" });
        expect(along?.at === "store" && stage.double.fileBytes(along.fileId)?.equals(bytes)).toBe(true);
      }
      expect(JSON.stringify(journal()).length).toBeLessThan(20_000);
      if (later?.at !== "provider") throw new Error("no description came");
      const fetched = await stage.session.fetchMedia?.(later);
      expect((await readFile(fetched?.path ?? "")).equals(bytes)).toBe(true);
      expect(fetched?.mime).toBe(mime);
    });

    it("are edited, revoked and reacted to by the customer", async () => {
      const ours = await sendNow(draft(text("Oi")));
      const id = await stage.double.act({ kind: "text", text: "Primiero" });
      await stage.double.act({ kind: "edit", target: id, text: "Primeiro" });
      await stage.double.act({ kind: "react", target: ours, emoji: "👍" });
      await stage.double.act({ kind: "revoke", target: id });
      const ref = { chat: { phone: stage.double.customer }, externalId: id, fromMe: false };
      await until(
        () => eventsOf("revoked"),
        (found) => found.length === 1,
      );
      expect(shownEdits(stage.double)).toMatchObject([{ target: ref, text: "Primeiro" }]);
      expect(eventsOf("revoked")).toMatchObject([{ target: ref }]);
      expect(eventsOf("reaction")).toMatchObject([{ target: { chat: { phone: stage.double.customer }, externalId: ours }, emoji: "👍" }]);
    });

    if (traits.carries === "webhooks" && has("forms"))
      it("are accepted as JSON and as a form, once however often they arrive, and never without the right signature", async () => {
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
        stage.double.misuseWebhooks("none");
      });

    it("give the account of a number and its picture, where the network can", async () => {
      const { numberCheck, picture: hasPictures } = CAPABILITIES[stage.session.api];
      expect([stage.session.checkNumbers !== undefined, stage.session.fetchPicture !== undefined]).toEqual([numberCheck > 0, hasPictures]);
      if (numberCheck === 0 || !hasPictures) return;
      const { customer } = stage.double;
      expect([...((await stage.session.checkNumbers?.(["123", customer])) ?? [])]).toEqual([
        ["123", null],
        [customer, { phone: customer }],
      ]);
      const peer = { phone: stage.double.customer };
      expect(await stage.session.fetchPicture?.(peer)).toBeNull();
      const picture = randomBytes(3_000);
      stage.double.setPicture(picture, "image/jpeg");
      const fetched = await stage.session.fetchPicture?.(peer);
      expect((await readFile(fetched?.path ?? "")).equals(picture)).toBe(true);
    });

    // The last one, because the session carries nothing afterwards.
    if (has("accounts"))
      it("are refused once the account is gone, without its key in the error", async () => {
        await stage.session.remove();
        const outcome = await stage.session.send(draft(text("Oi")));
        const expected =
          traits.carries === "socket" ? { retry: true, error: { code: "notConnected" } } : { retry: false, error: { code: "auth" } };
        expect(outcome).toMatchObject({ state: "refused", ...expected });
        for (const secret of Object.values(stage.host.memory).filter(Boolean)) expect(JSON.stringify(outcome)).not.toContain(secret);
      });
  });

  if (traits.doubtful.length + traits.refusals.length === 0 && !CAPABILITIES[api].askHistory) return;
  describe(`messages through a session of ${api} of their own`, () => {
    beforeEach(async () => {
      before = { shown: 0, events: 0 };
      stage = await openLinkedStage(openDouble);
    });
    afterEach(() => closeStage(stage));

    if (traits.doubtful.length > 0) {
      it.each(traits.doubtful)("are unknown after %s, and reach the customer once, even when repeated under a chosen id", async (fault) => {
        await stage.double.fault(fault);
        const message = draft(text("Uma vez só"));
        expect(await stage.session.send(message)).toMatchObject({ state: "unknown" });
        if (!isChosen()) return expect(await shown()).toMatchObject([{ posts: 1 }]);
        await stage.session.start();
        await stage.statusIs("CONNECTED");
        expect(await stage.session.send(message)).toMatchObject({ state: "sent", externalId: message.externalId });
        expect(await shown()).toMatchObject([{ id: message.externalId, posts: 2 }]);
      });

      it("are unknown after a connection that broke, even when nothing was sent", async () => {
        await stage.double.fault("resetBefore");
        expect(await stage.session.send(draft(text("Talvez")))).toMatchObject({ state: "unknown" });
        expect(await shown()).toEqual([]);
      });
    }

    if (traits.refusals.length > 0)
      it.each(traits.refusals)("are refused after %s", async (fault, expected) => {
        await stage.double.fault(fault);
        expect(await stage.session.send(draft(text("Não")))).toMatchObject({ state: "refused", ...expected });
        expect(await shown()).toEqual([]);
      });

    it("that were lost are requested afterwards, arrive once each, and are not live [P-10]", async () => {
      const { session, double } = stage;
      if (!session.askHistory || !double.dropEvents) return;
      const say = (body: string) => double.act({ kind: "text", text: body });
      await say("Antes");
      double.dropEvents(true);
      const missed = [await say("Durante"), await say("Ainda")];
      double.dropEvents(false);
      const anchor = await say("Depois");
      const known = await until(
        () => eventsOf("message"),
        (found) => found.length === 2,
      );
      const { ref, sentAt } = known.find((each) => each.ref.externalId === anchor) ?? {};
      if (!ref || !sentAt) throw new Error("the first message afterwards did not come");
      await session.askHistory({ ref, sentAt });
      const all = await until(
        () => eventsOf("message"),
        (found) => found.length >= 4,
      );
      const late = all.filter(({ recovered }) => recovered === true);
      expect(late.map((each) => each.ref.externalId).sort()).toEqual([...missed].sort());
      expect(late).toMatchObject(
        missed.map(() => ({ live: false, ref: { chat: { phone: double.customer }, author: { phone: double.customer }, fromMe: false } })),
      );
      expect(late.map(({ content }) => content)).toEqual(
        expect.arrayContaining(["Durante", "Ainda"].map((body) => expect.objectContaining({ kind: "text", body }))),
      );
      // All of these messages are journalled by now, so another answer adds nothing.
      await session.askHistory({ ref, sentAt });
      await say("E mais");
      const later = await until(
        () => eventsOf("message"),
        (found) => found.length >= 5,
      );
      expect(later).toHaveLength(5);
    });
  });
}
