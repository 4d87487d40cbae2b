import type { NoticeView } from "@balcao/contracts/notices";
import { toHistoryFacts } from "@balcao/database/messages";
import { deleteSeenNotices, listNewNotices, type NoticeRow } from "@balcao/database/notices";
import type { Sql } from "@balcao/database/sql";
import { getTicketRowsByIds, type TicketRow } from "@balcao/database/tickets";
import { matches, type Actor } from "@balcao/domain/access";
import { readsComment, type NoticePlace } from "@balcao/domain/notifications";
import { HELD_REASONS, type HeldReason } from "@balcao/domain/sends";
import { previewText } from "@balcao/domain/texts";
import { notificationCondition, sees } from "@balcao/domain/tickets";
import type { DirectorySnapshot } from "../../ground/directory/index.js";
import { inUnit, type Ctx, type Services } from "../../ground/kernel/index.js";
import { handoverOf } from "../outgoing/index.js";
import { presenterFor, readTicketMessages, toTicketFacts, type Presenter, type TicketMessageRow } from "../tickets/index.js";

/** A notice with who sees it now, and what they see. */
interface ReadNotice {
  readonly key: string;
  readonly at: Date;
  /** Being told of something gives no right to it. */
  readonly seenBy: (actor: Actor, directory: DirectorySnapshot) => boolean;
  readonly toView: (presenter: Pick<Presenter, "fileUrl">) => NoticeView;
}

/** Reads what notices are about; one whose comment was deleted is left out. */
export async function readNotices(sql: Sql, rows: readonly NoticeRow[]): Promise<readonly ReadNotice[]> {
  const ids = rows.flatMap(({ messageId }) => (messageId === null ? [] : [messageId]));
  const comments = new Map((ids.length === 0 ? [] : await readTicketMessages(sql, ids)).map((row) => [row.message.id, row]));
  const ticketIds = rows.flatMap(({ clock }) => clock?.ticketId ?? []);
  const tickets = new Map((ticketIds.length === 0 ? [] : await getTicketRowsByIds(sql, ticketIds)).map((row) => [row.id, row]));
  return rows.flatMap((row): ReadNotice[] => {
    if (row.clock !== null) return ofTarget(row, row.clock, tickets.get(row.clock.ticketId));
    if (row.messageId === null) return [ofSend(row)];
    const comment = comments.get(row.messageId);
    return comment && !comment.message.isDeleted ? [ofComment(row, comment)] : [];
  });
}

/** A comment is for those who read it now; a transfer moreover for those whom a customer's message there would concern [D-272]. */
function ofComment({ key, kind, createdAt }: NoticeRow, { message, ticket }: TicketMessageRow): ReadNotice {
  const facts = { ticket: toTicketFacts(ticket), message: toHistoryFacts(message) };
  const picture = ticket.contactPictureFileId;
  return {
    key,
    at: createdAt,
    seenBy: (actor, directory) =>
      readsComment(actor, facts, directory) &&
      (kind !== "handover" || matches(notificationCondition(actor, directory.settings), facts.ticket)),
    toView: ({ fileUrl }) => ({
      ...{ id: key, kind, reason: null, target: null, createdAt: createdAt.toISOString() },
      place: { kind: "message", id: message.id, ticketId: ticket.id },
      author: message.userId === null ? null : { id: message.userId, name: message.userName ?? "" },
      handover: handoverOf(message),
      text: previewText({ type: "comment", body: message.body }),
      contact: { id: ticket.contactId, name: ticket.contactName, profilePicUrl: picture === null ? null : fileUrl(picture) },
    }),
  };
}

/** Of the target of a conversation hear those who see it [D-511]. */
function ofTarget(
  { key, clockId, reason, createdAt }: NoticeRow,
  clock: NonNullable<NoticeRow["clock"]>,
  ticket?: TicketRow,
): ReadNotice[] {
  if (!ticket) return [];
  const picture = ticket.contactPictureFileId;
  const notice: ReadNotice = {
    key,
    at: createdAt,
    seenBy: (actor, { settings }) => sees(actor, settings, toTicketFacts(ticket)),
    toView: ({ fileUrl }) => ({
      ...{ id: key, kind: "target", reason: null, author: null, handover: null, text: "", createdAt: createdAt.toISOString() },
      place: { kind: "target", id: clockId ?? 0, ticketId: ticket.id },
      target: { of: clock.kind, dueAt: new Date(clock.dueAt).toISOString(), isOver: reason === "over" },
      contact: { id: ticket.contactId, name: ticket.contactName, profilePicUrl: picture === null ? null : fileUrl(picture) },
    }),
  };
  return [notice];
}

const SHOWN = 80;

const isHeldReason = (value: string | null): value is HeldReason => HELD_REASONS.some((each) => each === value);

/** Everybody sees mass sends and schedules [D-306]. */
function ofSend({ key, kind, runId, scheduleId, reason, createdAt, sendText }: NoticeRow): ReadNotice {
  const place: NoticePlace = runId === null ? { kind: "schedule", id: scheduleId ?? 0 } : { kind: "massSend", id: runId };
  return {
    key,
    at: createdAt,
    seenBy: () => true,
    toView: () => ({
      ...{ id: key, kind, place, createdAt: createdAt.toISOString() },
      ...{ author: null, handover: null, contact: null, target: null },
      reason: isHeldReason(reason) ? reason : null,
      text: (sendText ?? "").slice(0, SHOWN),
    }),
  };
}

const MOST = 100;

/** Lists the notices of the person at which she has not looked, as far as she may see what they are about now, newest first. */
export async function listNotices(services: Services, ctx: Ctx): Promise<readonly NoticeView[]> {
  const { sql } = services.database;
  const presenter = presenterFor(services, ctx);
  const notices = await readNotices(sql, await listNewNotices(sql, ctx.actor.id, MOST));
  return notices.filter(({ seenBy }) => seenBy(ctx.actor, presenter.directory)).map(({ toView }) => toView(presenter));
}

/** Takes notices of the person from her bell: she has looked at what they are about. Those of others are left alone. */
export async function markNoticesSeen(
  services: Services,
  { actor }: Ctx,
  { noticeIds }: { readonly noticeIds: readonly string[] },
): Promise<{ message: string }> {
  await inUnit(services, async (unit) => {
    const keys = await deleteSeenNotices(unit, actor.id, noticeIds);
    if (keys.length > 0) await unit.live("notice", { action: "delete", keys, userIds: [actor.id] });
  });
  return { message: "Notices seen" };
}
