import type { TicketRow } from "@balcao/database/tickets";
import { aTicketState } from "../cast/index.js";

/** The row of a new ticket of contact 1, created at the beginning of time, except for what differs. */
export const aTicketRow = (more: Partial<TicketRow> = {}): TicketRow => ({
  ...aTicketState(),
  id: 1,
  contactId: 1,
  contactName: "",
  contactNumber: null,
  contactIsGroup: false,
  contactPictureFileId: null,
  origin: null,
  lastMessage: "",
  lastActivity: new Date(0),
  unread: 0,
  readMessageId: 0,
  dueAt: null,
  dueOf: null,
  pausedAt: null,
  waitingSince: null,
  guestIds: [],
  guestInviterIds: [],
  adSource: null,
  metaAgentSince: null,
  lastMessageState: null,
  lastMessageMedia: null,
  words: null,
  contactDestinations: null,
  createdAt: new Date(0),
  version: 1,
  ...more,
});
