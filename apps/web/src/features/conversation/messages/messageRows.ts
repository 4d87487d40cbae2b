import type { MessageView } from "@balcao/contracts/messages";
import { companyZone, toDayKey } from "../../../lib/time";

/** A message with what the list shows before it, and its position in its group. */
export interface MessageRow {
  readonly key: string;
  readonly message: MessageView;
  /** An instant of the day that starts with this message, or null within a day. */
  readonly day: string | null;
  /** The number of new messages that start with this one, or 0. */
  readonly newFromHere: number;
  readonly first: boolean;
  readonly last: boolean;
  /** No message comes after it. */
  readonly newest: boolean;
}

const GROUP_MS = 5 * 60_000;

const authorOf = ({ fromMe, userId, contact, mediaType, id }: MessageView): string =>
  mediaType === "comment" ? `note:${id}` : fromMe ? `us:${String(userId)}` : `contact:${String(contact?.id)}`;

/**
 * Whether two consecutive messages form a group: one author, one day, at most five minutes apart.
 */
function together(before: MessageView | undefined, message: MessageView | undefined): boolean {
  if (!before || !message || authorOf(before) !== authorOf(message)) return false;
  return (
    Date.parse(message.createdAt) - Date.parse(before.createdAt) <= GROUP_MS && toDayKey(before.createdAt) === toDayKey(message.createdAt)
  );
}

/** The position of the first new message, fixed when the conversation was opened. */
export interface UnreadMark {
  readonly id: string;
  readonly count: number;
}

/**
 * The mark for `unread` unread messages: before the n-th received message from the end, or null
 * when that one is not loaded.
 */
export function toUnreadMark(messages: readonly MessageView[], unread: number, hasOlder: boolean): UnreadMark | null {
  const received = messages.filter((message) => !message.fromMe);
  if (unread === 0 || (hasOlder && unread > received.length)) return null;
  const first = received[Math.max(0, received.length - unread)];
  return first ? { id: first.id, count: Math.min(unread, received.length) } : null;
}

/** What a row follows from, besides its message. */
interface Place {
  readonly before: MessageView | undefined;
  readonly after: MessageView | undefined;
  readonly newFromHere: number;
  /** The new messages begin with the next one. */
  readonly newAfter: boolean;
  readonly zone: string;
}

const isSamePlace = (one: Place, other: Place): boolean =>
  one.before === other.before &&
  one.after === other.after &&
  one.newFromHere === other.newFromHere &&
  one.newAfter === other.newAfter &&
  one.zone === other.zone;

function toRow(message: MessageView, { before, after, newFromHere, newAfter }: Place): MessageRow {
  const newDay = !before || toDayKey(before.createdAt) !== toDayKey(message.createdAt);
  return {
    key: message.clientKey ?? message.id,
    message,
    day: newDay ? message.createdAt : null,
    newFromHere,
    first: newFromHere > 0 || !together(before, message),
    last: newAfter || !together(message, after),
    newest: !after,
  };
}

/** The newest row of each message, with its place. */
const known = new WeakMap<MessageView, { readonly place: Place; readonly row: MessageRow }>();

/**
 * Messages as rows, with days, groups and the first new message. A message between the same
 * neighbours has the same row as before, so that an older page costs only its own rows.
 */
export function toMessageRows(messages: readonly MessageView[], unread: UnreadMark | null): readonly MessageRow[] {
  const zone = companyZone();
  return messages.map((message, at) => {
    const after = messages[at + 1];
    const newFromHere = unread?.id === message.id ? unread.count : 0;
    const place = { before: messages[at - 1], after, newFromHere, newAfter: after !== undefined && after.id === unread?.id, zone };
    const last = known.get(message);
    if (last && isSamePlace(last.place, place)) return last.row;
    const row = toRow(message, place);
    known.set(message, { place, row });
    return row;
  });
}
