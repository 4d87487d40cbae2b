import { writeFile } from "node:fs/promises";
import { CAPABILITIES } from "@balcao/domain/connections";
import type { OutboundContent, OutboundMessage } from "@balcao/domain/messages";
import type { Stage } from "./sessionConformance.js";

/** The start of the ids that the messages ask for. */
const ID = "3EB00123456789ABCDEF01";
export type Kind = Extract<OutboundContent, { kind: "media" }>["media"];

export type OutboundDrafts = ReturnType<typeof outboundDrafts>;

/** Makes messages to the customer of the stage that is open when they are made, each with an id of its own, and sends them. */
export function outboundDrafts(stage: () => Stage) {
  const isChosen = (): boolean => CAPABILITIES[stage().session.api].chosenId;
  let ids = 0;
  const draft = (content: OutboundContent, changes: Partial<OutboundMessage> = {}): OutboundMessage => ({
    outboxId: "7",
    externalId: `${ID}${(ids += 1)}`,
    to: { phone: stage().double.customer },
    content,
    quoted: null,
    forwarded: null,
    ...changes,
  });
  /**
   * Sends a message and returns its id at the network: our chosen id, where the network allows one.
   */
  const sendNow = async (message: OutboundMessage): Promise<string> => {
    const outcome = await stage().session.send(message);
    if (outcome.state !== "sent") throw new Error(`not sent: ${JSON.stringify(outcome)}`);
    if (isChosen()) expect(outcome.externalId).toBe(message.externalId);
    return outcome.externalId;
  };
  const text = (body: string): OutboundContent => ({ kind: "text", body, mentions: [] });
  const file = async (media: Kind, mime: string, bytes: Buffer, fileName: string): Promise<OutboundContent> => {
    const path = await stage().host.temporaryPath();
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
  return { isChosen, draft, sendNow, text, file };
}
