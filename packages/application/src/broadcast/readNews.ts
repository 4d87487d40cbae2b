import { getContactRowsByIds, type ContactRow } from "@balcao/database/contacts";
import { isKeptSince, readLiveEvents, type LiveEventRow } from "@balcao/database/live";
import { getMessageRows, type MessageRow } from "@balcao/database/messages";
import { getTicketRowsByIds, type TicketRow } from "@balcao/database/tickets";
import type { House } from "../kernel/index.js";
import type { RowLivePayload, SettingLivePayload, TemplateLivePayload, TicketLivePayload } from "../live/index.js";

export interface TicketNews {
  readonly topic: "ticket";
  readonly at: Date;
  readonly ticketId: number;
  readonly payload: TicketLivePayload;
  /** The ticket as it stands now, perhaps newer than the event; null when it is gone. */
  readonly row: TicketRow | null;
  readonly created: readonly MessageRow[];
  readonly updated: readonly MessageRow[];
}

export interface ContactNews {
  readonly topic: "contact";
  readonly at: Date;
  readonly payload: RowLivePayload;
  readonly row: ContactRow | null;
}

export interface DirectoryNews {
  readonly topic: "user" | "queue" | "connection" | "session";
  readonly at: Date;
  readonly payload: RowLivePayload;
}

export interface SettingNews {
  readonly topic: "setting";
  readonly at: Date;
  readonly payload: SettingLivePayload;
}

interface TemplateNews {
  readonly topic: "template";
  readonly at: Date;
  readonly payload: TemplateLivePayload;
}

/** One live event with the rows that its telling needs; the same for everybody. */
export type News = TicketNews | ContactNews | DirectoryNews | SettingNews | TemplateNews;

export interface NewsRead {
  readonly cursor: string;
  readonly news: readonly News[];
}

const DIRECTORY_TOPICS: ReadonlySet<string> = new Set(["user", "queue", "connection", "session", "setting"]);

/**
 * What happened since the cursor, each ticket, message and contact read once for the whole batch, by the same queries as a GET. The directory is
 * fresh when this resolves, if the news concern it.
 */
export async function readNews(house: House, cursor: string | null): Promise<NewsRead> {
  const read = await readLiveEvents(house.database.sql, cursor);
  if (read.events.some(({ topic }) => DIRECTORY_TOPICS.has(topic))) await house.directory.refresh();
  return { cursor: read.cursor, news: await withRows(house, read.events) };
}

/** As `readNews`, for a cursor that somebody brings back: null when some of what followed it is no longer kept (P-25, P-28). */
export async function readMissed(house: House, cursor: string): Promise<NewsRead | null> {
  const read = await readNews(house, cursor);
  return (await isKeptSince(house.database.sql, cursor)) ? read : null;
}

async function withRows(house: House, events: readonly LiveEventRow[]): Promise<News[]> {
  if (events.length === 0) return [];
  const { sql } = house.database;
  const tickets = events.filter(({ topic }) => topic === "ticket").map((event) => event.payload as TicketLivePayload);
  const ticketIds = [...new Set(events.flatMap(({ topic, ticketId }) => (topic === "ticket" && ticketId !== null ? [ticketId] : [])))];
  const messageIds = [...new Set(tickets.flatMap(({ createdMessages, updatedMessages }) => [...createdMessages, ...updatedMessages]))];
  const contactIds = [...new Set(events.filter(({ topic }) => topic === "contact").map(({ payload }) => (payload as RowLivePayload).id))];
  const [ticketRows, messageRows, contactRows] = await Promise.all([
    ticketIds.length > 0 ? getTicketRowsByIds(sql, ticketIds) : [],
    messageIds.length > 0 ? getMessageRows(sql, messageIds) : [],
    contactIds.length > 0 ? getContactRowsByIds(sql, contactIds) : [],
  ]);
  const byId = <Row extends { readonly id: number }>(rows: readonly Row[]): ReadonlyMap<number, Row> =>
    new Map(rows.map((row) => [row.id, row]));
  const found = { tickets: byId(ticketRows), messages: byId(messageRows), contacts: byId(contactRows) };
  return events.flatMap((event) => toNews(event, found) ?? []);
}

interface FoundRows {
  readonly tickets: ReadonlyMap<number, TicketRow>;
  readonly messages: ReadonlyMap<number, MessageRow>;
  readonly contacts: ReadonlyMap<number, ContactRow>;
}

function toNews({ at, topic, ticketId, payload }: LiveEventRow, found: FoundRows): News | null {
  switch (topic) {
    case "ticket": {
      if (ticketId === null) return null;
      const told = payload as TicketLivePayload;
      const rowsOf = (ids: readonly number[]): MessageRow[] => ids.flatMap((id) => found.messages.get(id) ?? []);
      return {
        topic,
        at,
        ticketId,
        payload: told,
        row: found.tickets.get(ticketId) ?? null,
        created: rowsOf(told.createdMessages),
        updated: rowsOf(told.updatedMessages),
      };
    }
    case "contact": {
      const told = payload as RowLivePayload;
      return { topic, at, payload: told, row: found.contacts.get(told.id) ?? null };
    }
    case "user":
    case "queue":
    case "connection":
    case "session":
      return { topic, at, payload: payload as RowLivePayload };
    case "setting":
      return { topic, at, payload: payload as SettingLivePayload };
    case "template":
      return { topic, at, payload: payload as TemplateLivePayload };
    default:
      return null;
  }
}
