import { randomBytes } from "node:crypto";
import { CARRIES } from "@balcao/domain/connections";
import type { OutboundContent } from "@balcao/domain/messages";
import { planMessage } from "@balcao/domain/plan";
import type { ShownMessage } from "./gatewayDouble.js";
import type { Kind, OutboundDrafts } from "./outboundDrafts.js";
import type { Stage } from "./sessionConformance.js";

/** Every kind of message arrives as it was sent, and as its plan shows it. `shown` lists what the phone shows since the test began. */
export function kindConformance(
  stage: () => Stage,
  shown: () => Promise<readonly ShownMessage[]>,
  { draft, sendNow, text, file }: OutboundDrafts,
): void {
  it.each<[Kind, string, string]>([
    ["image", "image/png", "foto.png"],
    ["video", "video/mp4", "filme.mp4"],
    ["audio", "audio/ogg; codecs=opus", "voz.ogg"],
    ["document", "application/pdf", "contrato.pdf"],
  ])("go out as %s, byte for byte", async (kind, mime, fileName) => {
    const bytes = randomBytes(200_001);
    await sendNow(draft(await file(kind, mime, bytes, fileName)));
    const [first, ...others] = await shown();
    expect(others).toEqual([]);
    expect(first).toMatchObject({
      kind,
      text: kind === "audio" ? "" : "Legenda",
      voice: kind === "audio",
      fileName: kind === "document" ? fileName : "",
    });
    expect(first?.bytes?.equals(bytes)).toBe(true);
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
      const { api } = stage().session;
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
          await sendNow(draft(own));
          sent.push(part.kind === "text" ? { kind: "text", text: part.text } : { kind: part.media, text: part.caption });
        }
      }
      expect((await shown()).map((message) => ({ kind: message.kind, text: message.text }))).toEqual(sent);
      const words = (parts: readonly { readonly text: string }[]) => parts.map((part) => part.text.replace(/\s/g, "")).join("");
      expect(words(sent)).toBe(texts.join("").replace(/\s/g, ""));
    },
  );
}
