import type { GuestView, TicketView } from "@balcao/contracts/tickets";
import { toHistoryFacts, type MessageRow } from "@balcao/database/messages";
import { matches } from "@balcao/domain/access";
import { AUTOMATIC_REASONS, readClosingReasons, type Closing } from "@balcao/domain/closing";
import { CAPABILITIES, type ConnectorApi } from "@balcao/domain/connections";
import { chooseDestination, hasSeveralDestinations } from "@balcao/domain/contacts";
import { shownDelivery, type DeliveryState, type HistoryFacts } from "@balcao/domain/messages";
import { previewText } from "@balcao/domain/texts";
import type { ListedFacts } from "@balcao/domain/tickets";
import { isoInstant } from "@balcao/platform/clock";
import { hasThumb } from "@balcao/platform/pictures";
import type { DirectorySnapshot } from "../../ground/directory/index.js";
import type { Ctx, Services } from "../../ground/kernel/index.js";
import { historyFor, type ShownTicketRow } from "./ticketHistory.js";

/**
 * What a view needs besides its row: names from the directory, file addresses for one session, and
 * which messages its person sees.
 */
export interface Presenter {
  readonly directory: DirectorySnapshot;
  readonly fileUrl: (fileId: string) => string;
  /** By the rule of the history, of a ticket that the person may open. */
  readonly sees: (message: HistoryFacts) => boolean;
}

export function presenterFor(services: Services, { actor, sessionId }: Pick<Ctx, "actor" | "sessionId">): Presenter {
  const history = historyFor(services, { actor });
  return {
    directory: services.directory.current(),
    fileUrl: (fileId) => services.fileUrl(sessionId, fileId),
    sees: (message) => matches(history, message),
  };
}

/** Returns the facts of a ticket that rules and lists depend on. */
export function toTicketFacts({ status, isGroup, queueId, userId, origin = null, guestIds = [] }: ListedFacts): ListedFacts {
  return { status, isGroup, queueId, userId, ...(origin !== null && { origin }), ...(guestIds.length > 0 && { guestIds }) };
}

const toInstant = (at: Date | null): string | null => at && isoInstant(at);

/** The preview with its state, as far as the person sees the message and the connector reports acks. */
function seenPreview(
  { previewFacts, lastMessage, lastMessageState, lastMessageMedia }: ShownTicketRow,
  sees: Presenter["sees"],
  api: ConnectorApi | undefined,
) {
  if (previewFacts !== null && !sees(previewFacts)) return { lastMessage: "", lastMessageState: null, lastMessageMedia: null };
  return { lastMessage, lastMessageState: lastMessageState && toShownState(lastMessageState, api), lastMessageMedia };
}

/** The customer's last own words of a waiting ticket, as far as the person sees them (D-340). */
const seenWords = ({ words }: ShownTicketRow, sees: Presenter["sees"]): string | null =>
  words !== null && sees(toHistoryFacts(words)) ? previewText(words) || null : null;

const toShownState = (state: DeliveryState, api: ConnectorApi | undefined): DeliveryState =>
  api === undefined ? state : shownDelivery(state, CAPABILITIES[api].highestAck);

/** The address that answers go to, where the contact has several numbers on the connection. */
function answersTo({ contactDestinations: facts, contactNumber: number }: ShownTicketRow): TicketView["answersTo"] {
  return facts && hasSeveralDestinations(facts.addresses) ? chooseDestination({ ...facts, number }) : null;
}

/** Why it was closed, by the company's list of now. */
function closingView({ reason, note }: Closing, { settings }: DirectorySnapshot): TicketView["closing"] {
  const found = readClosingReasons(settings.closingReasons).find(({ id }) => id === reason);
  const automatic = AUTOMATIC_REASONS.find((each) => each === reason) ?? null;
  return { reason: found ? { id: found.id, name: found.name, color: found.color } : null, automatic, note };
}

/** A guest; none where the account was deleted. */
function guestView(id: number, inviterId: number | undefined, { directory, fileUrl }: Omit<Presenter, "sees">): GuestView[] {
  const user = directory.users.get(id);
  if (!user || user.deleted) return [];
  const inviter = inviterId === undefined ? undefined : directory.users.get(inviterId);
  const profilePicUrl = user.pictureFileId === null ? null : fileUrl(user.pictureFileId);
  return [{ id, name: user.name, profilePicUrl, invitedBy: inviter && !inviter.deleted ? { id: inviter.id, name: inviter.name } : null }];
}

const targetView = ({ dueOf, dueAt }: ShownTicketRow): TicketView["target"] => dueOf && dueAt && { of: dueOf, dueAt: isoInstant(dueAt) };

/**
 * Converts a ticket to its wire fields. The preview of a message that the person does not see is
 * empty.
 */
export function ticketView(row: ShownTicketRow, { directory, fileUrl, sees }: Presenter): TicketView {
  const user = row.userId === null ? undefined : directory.users.get(row.userId);
  const queue = row.queueId === null ? undefined : directory.queues.get(row.queueId);
  const connection = row.connectionId === null ? undefined : directory.connections.get(row.connectionId);
  return {
    id: row.id,
    status: row.status,
    userId: row.userId,
    user: user ? { id: user.id, name: user.name, profile: user.profile } : null,
    queueId: row.queueId,
    queue: queue ? { id: queue.id, name: queue.name, color: queue.color } : null,
    whatsappId: row.connectionId,
    whatsapp: connection ? { id: connection.id, name: connection.name, api: connection.api } : null,
    contactId: row.contactId,
    contact: {
      id: row.contactId,
      name: row.contactName,
      number: row.contactNumber,
      profilePicUrl: row.contactPictureFileId === null ? null : fileUrl(row.contactPictureFileId),
      isGroup: row.contactIsGroup,
    },
    answersTo: answersTo(row),
    ...seenPreview(row, sees, connection?.api),
    customerWords: seenWords(row, sees),
    unreadMessages: row.unread,
    waitingSince: toInstant(row.waitingSince),
    createdAt: isoInstant(row.createdAt),
    updatedAt: isoInstant(row.lastActivity),
    acceptedAt: toInstant(row.acceptedAt),
    closedAt: toInstant(row.closedAt),
    pauseTag: row.pauseTag,
    pausedAt: toInstant(row.pausedAt),
    snooze: row.snooze && { state: row.snooze, until: toInstant(row.wakesAt) },
    target: targetView(row),
    closing: row.closing && closingView(row.closing, directory),
    ...(row.guestIds.length > 0 && {
      guests: row.guestIds.flatMap((id, at) => guestView(id, row.guestInviterIds[at], { directory, fileUrl })),
    }),
    adSource: row.adSource,
    metaAgentSince: toInstant(row.metaAgentSince),
    isGroup: row.isGroup,
    origin: row.origin,
    version: row.version,
  };
}

/** The address of the small picture of a message's file; null for files that have none, and for stickers. */
export function thumbUrlOf(
  { fileId, fileMime, type, isDeleted }: Pick<MessageRow, "fileId" | "fileMime" | "type" | "isDeleted">,
  fileUrl: Presenter["fileUrl"],
): string | null {
  if (fileId === null || fileMime === null || isDeleted || type === "sticker" || !hasThumb(fileMime)) return null;
  return `${fileUrl(fileId)}&as=thumb`;
}
