import type { MessageType } from "@balcao/domain/messages";
import { insertFile, ownFile } from "@balcao/database/files";
import type { LockedTicket } from "@balcao/database/tickets";
import { flowNames } from "../flow/index.js";
import { toFileDraft, type Services, type Unit } from "../../ground/kernel/index.js";
import { insertAutomaticText, insertOutgoing, toContents, toDestination } from "../outgoing/index.js";
import type { ChatbotPart } from "./chatbotFiles.js";

export interface SentPart {
  readonly id: number;
  readonly type: MessageType;
  readonly body: string;
}

interface Sending {
  readonly parts: readonly ChatbotPart[];
  /** The event that the chatbot answers. */
  readonly eventId: number | null;
  readonly now: Date;
}

/** Stores what a chatbot said for sending, in its order. Texts without words are left out. */
export async function sendChatbotParts(
  unit: Unit,
  services: Services,
  ticket: LockedTicket,
  { parts, eventId, now }: Sending,
): Promise<SentPart[]> {
  const names = flowNames(ticket, services.directory.current());
  const sent: SentPart[] = [];
  for (const [at, part] of parts.entries()) {
    const cause = { eventId, kind: `chatbot${at + 1}` };
    if (part.kind === "file") sent.push(...(await sendFile(unit, services, ticket, { file: part.file, cause, now })));
    else {
      const stored = await insertAutomaticText(unit, services, ticket, { text: part.text, names, now, cause });
      sent.push(...stored.map((each) => ({ ...each, type: "text" }) as const));
    }
  }
  return sent;
}

interface FileSending {
  readonly file: (ChatbotPart & { readonly kind: "file" })["file"];
  readonly cause: { readonly eventId: number | null; readonly kind: string };
  readonly now: Date;
}

async function sendFile(unit: Unit, services: Services, ticket: LockedTicket, { file, cause, now }: FileSending): Promise<SentPart[]> {
  const { connections } = services.directory.current();
  const to = await toDestination(unit, ticket, (id) => connections.get(id)?.api);
  const draft = toFileDraft(file);
  await insertFile(unit, draft, "incoming", null);
  const sent: SentPart[] = [];
  for (const content of toContents(to.api, { text: "", files: [draft] })) {
    const id = await insertOutgoing(unit, { ticket, to }, content, { by: "system", userId: null, clientKey: null, now, cause });
    await ownFile(unit, draft.id, "message", id);
    sent.push({ id, type: content.type, body: content.body });
  }
  return sent;
}
