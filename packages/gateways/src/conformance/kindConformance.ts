import { randomBytes } from "node:crypto";
import { CARRIES } from "@balcao/domain/connections";
import type { OutboundContent } from "@balcao/domain/messages";
import { planMessage } from "@balcao/domain/plan";
import { ID, outboundDrafts, type Kind } from "./outboundDrafts.js";
import { closeStage, openLinkedStage } from "./sessionConformance.js";
import type { OpenDouble, Stage } from "./sessionConformance.js";

/** Every kind of message arrives as it was sent, and as its plan shows it. */
export function kindConformance(title: string, openDouble: OpenDouble): void {
  let stage: Stage;
  const { draft, sendNow, text, file } = outboundDrafts(() => stage);

  describe(`messages of each kind through ${title}`, () => {
    // One session sends them all: a session of its own for each kind would cost more than what is tested.
    let shownBefore = 0;
    let ids = 0;
    const nextId = (): string => `${ID}${(ids += 1)}`;
    const newlyShown = async () => (await stage.double.shown()).slice(shownBefore);
    beforeAll(async () => (stage = await openLinkedStage(openDouble)));
    beforeEach(async () => (shownBefore = (await stage.double.shown()).length));
    afterAll(() => closeStage(stage));

    it.each<[Kind, string, string]>([
      ["image", "image/png", "foto.png"],
      ["video", "video/mp4", "filme.mp4"],
      ["audio", "audio/ogg; codecs=opus", "voz.ogg"],
      ["document", "application/pdf", "contrato.pdf"],
    ])("go out as %s, byte for byte", async (kind, mime, fileName) => {
      const bytes = randomBytes(200_001);
      await sendNow(draft(await file(kind, mime, bytes, fileName), { externalId: nextId() }));
      const [shown, ...others] = await newlyShown();
      expect(others).toEqual([]);
      expect(shown).toMatchObject({
        kind,
        text: kind === "audio" ? "" : "Legenda",
        voice: kind === "audio",
        fileName: kind === "document" ? fileName : "",
      });
      expect(shown?.bytes?.equals(bytes)).toBe(true);
    });

    it.each<[Kind | null, string, string]>([
      [null, "", ""],
      ["image", "image/png", "foto.png"],
      ["video", "video/mp4", "filme.mp4"],
      ["audio", "audio/mpeg", "musica.mp3"],
      ["sticker", "image/webp", "figurinha.webp"],
      ["document", "application/xml", "nota.xml"],
    ])(
      "of kind %s bring every word that their plan shows, letter by letter, with and without a text [D-265]",
      async (kind, mime, fileName) => {
        const { api } = stage.session;
        const { longestText, kinds } = CARRIES[api];
        const long = "Olá 👨‍👩‍👧, segue o pedido com *negrito*. ".repeat(Math.ceil(Math.min(longestText, 5_000) / 40) + 1);
        const texts = [...(kind === null ? [] : [""]), "  Boa tarde\n\nSegue  ", long, "a".repeat(kinds.image.caption + 1)];
        const sent: { readonly kind: string; readonly text: string }[] = [];
        for (const body of texts) {
          const content = kind === null ? null : await file(kind, mime, randomBytes(50), fileName);
          const files = content?.kind === "media" ? [content] : [];
          const plan = planMessage(api, { text: body, files, voice: false });
          if ("refused" in plan) throw new Error("refused");
          for (const part of plan.parts) {
            const own: OutboundContent =
              part.kind === "text" ? text(part.text) : { ...part.file, media: part.media, caption: part.caption, voice: part.voice };
            await sendNow(draft(own, { externalId: nextId() }));
            sent.push(part.kind === "text" ? { kind: "text", text: part.text } : { kind: part.media, text: part.caption });
          }
        }
        expect((await newlyShown()).map((shown) => ({ kind: shown.kind, text: shown.text }))).toEqual(sent);
        const words = (parts: readonly { readonly text: string }[]) => parts.map((part) => part.text.replace(/\s/g, "")).join("");
        expect(words(sent)).toBe(texts.join("").replace(/\s/g, ""));
      },
    );
  });
}
