import { CAPABILITIES } from "@balcao/domain/connections";
import { LIMITS } from "@balcao/domain/limits";
import { windowUntil } from "@balcao/domain/messages";
import { filesOfSent, readSentTemplate } from "@balcao/domain/templates";
import { previewMedia, previewText } from "@balcao/domain/texts";
import { openingState, type TicketOpening } from "@balcao/domain/tickets";
import { AppError, invalidField } from "@balcao/contracts/errors";
import { OUTSIDE_OBSTACLES } from "@balcao/contracts/messages";
import { getKnownContact, isOptedOut, type KnownContact } from "@balcao/database/contacts";
import type { DirectoryConnectionRow } from "@balcao/database/directory";
import { insertFile, ownFile } from "@balcao/database/files";
import { getLastInboundAt } from "@balcao/database/messages";
import { countOutside, holdOutside } from "@balcao/database/outsideSends";
import { addMessagesToTicket, insertTicket, lockLiveTicket, type LockedTicket } from "@balcao/database/tickets";
import type { StoredFile } from "@balcao/platform/files";
import { command, toFileDraft, type Ctx, type Done, type Services, type Unit } from "../../ground/kernel/index.js";
import { insertOutgoing, toDestination, type OutgoingContent } from "../../inbox/outgoing/index.js";
import { ownTemplateFiles } from "../../inbox/templates/index.js";
import { mayOnTicket, recordTicketChange } from "../../inbox/tickets/index.js";

/** When there is room again where nothing else stops the connection. */
const ROOM_SECONDS = 15;

interface Opening {
  readonly queueId: number | undefined;
  readonly userId: number | undefined;
}

interface Storing {
  /** The call, by which a repeat is recognized. */
  readonly facts: object;
  readonly contactId: number;
  readonly connection: DirectoryConnectionRow;
  readonly files: readonly StoredFile[];
  readonly contents: readonly OutgoingContent[];
  /** Where a new ticket stands, and for whom it is open; without a person it only records the messages. */
  readonly opening: Opening;
  /** Called before the files have rows. */
  readonly take: () => void;
}

/** What makes a call the same as one before. */
export const factsOf = (call: object, files: readonly StoredFile[]) => ({ ...call, files: files.map(({ sha256 }) => sha256) });

/** Stores the messages of a call once per key, held until they may leave. Returns their ids. */
export function storeSend(services: Services, ctx: Ctx, storing: Storing): Promise<readonly number[]> {
  const { facts, contactId, connection, files } = storing;
  return command(services, ctx, async (unit) => {
    const live = await lockLiveTicket(unit, contactId, connection.id);
    return unit.once(factsOf(facts, files), async () => {
      if (live && !mayOnTicket(services, ctx, "ticket:write", live)) throw new AppError("ERR_NO_PERMISSION");
      const contact = await getKnownContact(unit, contactId);
      if (!contact) throw new AppError("ERR_NO_CONTACT_FOUND");
      return insertSends(unit, services, ctx, { ...storing, contact, live });
    });
  });
}

interface Inserting extends Storing {
  readonly contact: KnownContact;
  readonly live: LockedTicket | null;
}

async function insertSends(unit: Unit, services: Services, ctx: Ctx, sends: Inserting): Promise<Done<readonly number[]>> {
  const { contact, connection, contents } = sends;
  const kind = await checkReach(unit, ctx, sends);
  await checkRoom(unit, connection.id, kind.isFirst);
  const { before, ticket } = await findPlace(unit, ctx, sends);
  if (!mayOnTicket(services, ctx, "ticket:write", ticket)) throw new AppError("ERR_NO_PERMISSION");
  const ids = await insertMessages(unit, services, ctx, { ...sends, ticket });
  const shown = { type: contents.at(-1)?.type ?? "conversation", body: contents.at(-1)?.body ?? "" } as const;
  // It answers nobody who waits: the conversation stays as it is, like with a mass send.
  const said = { inboundId: null, unread: 0, isAnswer: false, waitingFrom: null, preview: previewText(shown), media: previewMedia(shown) };
  await recordTicketChange(unit, before, await addMessagesToTicket(unit, ticket.id, { ...said, at: ctx.now }), { created: ids });
  const tokenId = ctx.byToken ? ctx.sessionId : null;
  await holdOutside(unit, { connectionId: connection.id, messageIds: ids, userId: ctx.actor.id, tokenId, ...kind });
  const about = { ticketId: ticket.id, contactId: contact.id, connectionId: connection.id, messageId: ids[0] ?? null };
  return { audit: { action: "message.sendOutside", ...about }, result: ids };
}

/** The ticket of the messages, and what it was before: null for a new one. */
async function findPlace(unit: Unit, ctx: Ctx, sends: Inserting): Promise<{ before: LockedTicket | null; ticket: LockedTicket }> {
  const opened = sends.live ? null : await openTicket(unit, ctx, sends);
  if (opened) return { before: null, ticket: opened };
  // Somebody else may have opened one at the same time.
  const live = sends.live ?? (await lockLiveTicket(unit, sends.contact.id, sends.connection.id));
  if (!live) throw new AppError("ERR_OTHER_OPEN_TICKET");
  return { before: live, ticket: live };
}

/** Says whether the contact has not written within 24 hours, and whether the messages need that. Throws where they may not go. */
async function checkReach(unit: Unit, { now }: Ctx, { contact, connection, contents }: Inserting) {
  if (await isOptedOut(unit, contact.id)) throw invalidField("contactId", "optedOut", OUTSIDE_OBSTACLES.optedOut.message);
  const last = await getLastInboundAt(unit, contact.id, connection.id);
  const isFirst = last === null || windowUntil(last) <= now;
  const needsWindow = CAPABILITIES[connection.api].window24h && contents[0]?.type !== "template";
  if (isFirst && needsWindow) throw invalidField("template", "windowClosed", OUTSIDE_OBSTACLES.windowClosed.message);
  return { isFirst, needsWindow };
}

/** What would wait for more than a day would be cancelled then (D-651). */
async function checkRoom(unit: Unit, connectionId: number, isFirst: boolean): Promise<void> {
  const { waiting } = LIMITS.outsideSend;
  if ((await countOutside(unit, connectionId, isFirst, waiting)) >= waiting)
    throw new AppError("ERR_SENDS_WAITING", { retryAfterSeconds: ROOM_SECONDS });
}

/** How the new ticket of a call begins. */
export const openingOf = ({ userId }: Opening): TicketOpening => (userId === undefined ? { from: "program" } : { from: "dialog", userId });

/** A ticket that is open for the named person, or one that only records the messages (D-185); null where the contact has a live one. */
function openTicket(unit: Unit, { now }: Ctx, { contact, connection, opening }: Inserting): Promise<LockedTicket | null> {
  const place = { queueId: opening.queueId ?? null, connectionId: connection.id, isGroup: false };
  return insertTicket(unit, contact.id, openingState(openingOf(opening), place, now), now);
}

async function insertMessages(
  unit: Unit,
  services: Services,
  ctx: Ctx,
  { ticket, contents, files, take }: Inserting & { readonly ticket: LockedTicket },
): Promise<number[]> {
  const { connections } = services.directory.current();
  const to = await toDestination(unit, ticket, (id) => connections.get(id)?.api);
  take();
  for (const file of files) await insertFile(unit, toFileDraft(file), "incoming", null);
  const ids: number[] = [];
  for (const content of contents) {
    const clientKey = ids.length === 0 ? ctx.idempotencyKey : null;
    const id = await insertOutgoing(unit, { ticket, to }, content, { by: "system", userId: ctx.actor.id, clientKey, now: ctx.now });
    if (content.type === "template") await ownTemplateFiles(unit, templateFiles(content), "message", id);
    else if (content.fileId !== null) await ownFile(unit, content.fileId, "message", id);
    ids.push(id);
  }
  return ids;
}

function templateFiles({ details }: OutgoingContent): readonly string[] {
  const sent = readSentTemplate(details ?? null);
  return sent ? filesOfSent(sent) : [];
}
