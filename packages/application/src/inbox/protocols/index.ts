import { AppError, invalidField } from "@balcao/contracts/errors";
import type { AuditNote } from "@balcao/contracts/log";
import { CONTACT_PAGE, type ProtocolListView, type ProtocolView } from "@balcao/contracts/protocols";
import {
  findRecentProtocol,
  getProtocolRow,
  hasContactProtocol,
  insertProtocol,
  listProtocols as listRows,
  listTicketProtocols,
  setProtocolMessage,
  takeProtocolId,
  type ProtocolRow,
} from "@balcao/database/protocols";
import type { Sql } from "@balcao/database/sql";
import { addMessagesToTicket, type LockedTicket } from "@balcao/database/tickets";
import { PROTOCOL_REPEAT_MS, protocolMessage, protocolNumber } from "@balcao/domain/protocols";
import { acceptsMessages, ticketCondition } from "@balcao/domain/tickets";
import { command, type Ctx, type Services, type Unit } from "../../ground/kernel/index.js";
import { insertAutomaticText } from "../outgoing/index.js";
import {
  accessTicket,
  accessTicketRow,
  mayOnTicket,
  presenterFor,
  recordTicketChange,
  type Presenter,
  type Steps,
} from "../tickets/index.js";

const PAGE_SIZE = 20;
/** A ticket or a contact has a few; whoever has more is searched in the list. */
const MOST = 100;

/** Converts a protocol to its wire fields. */
export function toProtocolView(row: ProtocolRow, { fileUrl }: Pick<Presenter, "fileUrl">): ProtocolView {
  return {
    id: row.id,
    protocolo: row.number,
    mensagem: row.message,
    ticketId: row.ticketId,
    contact: {
      id: row.contactId,
      name: row.contactName,
      number: row.contactNumber,
      profilePicUrl: row.contactPictureFileId === null ? null : fileUrl(row.contactPictureFileId),
    },
    createdAt: row.createdAt.toISOString(),
  };
}

interface ProtocolListInput {
  readonly search: string;
  readonly pageNumber: number;
}

/** Lists a page of the protocols whose tickets the person may open, newest first [API-042, D-203]. */
export async function listProtocols(services: Services, ctx: Ctx, { search, pageNumber }: ProtocolListInput): Promise<ProtocolListView> {
  const offset = (pageNumber - 1) * PAGE_SIZE;
  const rows = await readPage(services, ctx, { contactId: null, search, offset, limit: PAGE_SIZE + 1 });
  const presenter = presenterFor(services, ctx);
  return { protocolos: rows.slice(0, PAGE_SIZE).map((row) => toProtocolView(row, presenter)), hasMore: rows.length > PAGE_SIZE };
}

function readPage(services: Services, { actor }: Ctx, page: Omit<Parameters<typeof listRows>[1], "condition">): Promise<ProtocolRow[]> {
  const condition = ticketCondition("ticket:open", actor, services.directory.current().settings);
  return listRows(services.database.sql, { condition, ...page });
}

/** Lists the protocols of a ticket, newest first [API-039]. Throws ERR_NO_TICKET_FOUND or ERR_NO_PERMISSION. */
export async function listProtocolsOfTicket(
  services: Services,
  ctx: Ctx,
  { ticketId }: { readonly ticketId: number },
): Promise<ProtocolView[]> {
  await accessTicketRow(services, ctx, ticketId);
  const rows = await listTicketProtocols(services.database.sql, ticketId, MOST);
  const presenter = presenterFor(services, ctx);
  return rows.map((row) => toProtocolView(row, presenter));
}

interface ContactProtocolsInput {
  readonly contactId: number;
  /** Null for the newest 100. */
  readonly pageNumber: number | null;
}

/** Lists the protocols of a contact whose tickets the person may open, newest first [API-040]. */
export async function listProtocolsOfContact(
  services: Services,
  ctx: Ctx,
  { contactId, pageNumber }: ContactProtocolsInput,
): Promise<ProtocolView[]> {
  const page = pageNumber === null ? { offset: 0, limit: MOST } : { offset: (pageNumber - 1) * CONTACT_PAGE, limit: CONTACT_PAGE };
  const rows = await readPage(services, ctx, { contactId, search: "", ...page });
  const presenter = presenterFor(services, ctx);
  return rows.map((row) => toProtocolView(row, presenter));
}

/** Returns one protocol [API-043]. Throws ERR_NOT_FOUND, or ERR_NO_PERMISSION by the rule of its ticket. */
export async function getProtocol(services: Services, ctx: Ctx, { protocolId }: { readonly protocolId: number }): Promise<ProtocolView> {
  return toProtocolView(await accessProtocol(services.database.sql, services, ctx, protocolId), presenterFor(services, ctx));
}

/** Loads a protocol and checks the person's right to its ticket. */
async function accessProtocol(sql: Sql, services: Services, ctx: Ctx, protocolId: number): Promise<ProtocolRow> {
  const row = await getProtocolRow(sql, protocolId);
  if (!row) throw new AppError("ERR_NOT_FOUND");
  if (!mayOnTicket(services, ctx, "ticket:open", row)) throw new AppError("ERR_NO_PERMISSION");
  return row;
}

/**
 * Throws ERR_CONTACT_HAS_PROTOCOL when a ticket of the contact has a protocol: such a contact cannot
 * be deleted [CONTACT-010, D-137]. Call it in the transaction that deletes the contact, after
 * locking its tickets.
 */
export async function refuseContactWithProtocol(tx: Sql, contactId: number): Promise<void> {
  if (await hasContactProtocol(tx, contactId)) throw new AppError("ERR_CONTACT_HAS_PROTOCOL");
}

interface ChangeProtocolInput {
  readonly protocolId: number;
  readonly message: string;
  readonly note: AuditNote | null;
}

/** Changes the details of a protocol; its number, ticket and contact never change [API-044, PROT-005, D-204]. */
export async function changeProtocol(
  services: Services,
  ctx: Ctx,
  { protocolId, message, note }: ChangeProtocolInput,
): Promise<ProtocolView> {
  await command(services, ctx, async (unit) => {
    const { ticketId } = await accessProtocol(unit, services, ctx, protocolId);
    await accessTicket(unit, services, ctx, { ticketId, rule: "ticket:write" });
    // Read again under the ticket's lock, so that of two equal changes one is recorded.
    const row = await accessProtocol(unit, services, ctx, protocolId);
    if (row.message === message) return { audit: "unchanged", result: null };
    await setProtocolMessage(unit, protocolId, message);
    await unit.live("protocol", { id: protocolId, action: "update" });
    const { contactId, number } = row;
    return { audit: { action: "protocol.change", ticketId, contactId, description: number, note }, result: null };
  });
  return getProtocol(services, ctx, { protocolId });
}

interface CreateProtocolInput {
  readonly contactId: number;
  readonly ticketId: number;
  readonly note: AuditNote | null;
}

/**
 * Creates the protocol of a ticket and sends its number to the contact, if the ticket is open; within
 * a minute a second request returns the first one [API-041, PROT-006]. When the contact
 * cannot be reached it throws the reason, and the protocol is kept.
 */
export async function createProtocol(
  services: Services,
  ctx: Ctx,
  { contactId, ticketId, note }: CreateProtocolInput,
): Promise<ProtocolView> {
  const done: { unsent: AppError | null } = { unsent: null };
  const [protocolId = 0] = await command(services, ctx, async (unit) => {
    done.unsent = null;
    const ticket = await accessTicket(unit, services, ctx, { ticketId, rule: "ticket:write" });
    if (ticket.contactId !== contactId) throw invalidField("contactId", "ticket");
    return unit.once({ contactId, ticketId }, async () => {
      const given = await giveProtocol(unit, services, ctx, ticket);
      if (given.audit.length === 0) return { audit: "unchanged", result: [given.protocolId] };
      done.unsent = given.unsent;
      if (given.created.length > 0) await recordTicketChange(unit, ticket, given.ticket, { created: given.created });
      return { audit: given.audit.map((entry) => ({ ...entry, note })), result: [given.protocolId] };
    });
  });
  if (done.unsent) throw done.unsent;
  return getProtocol(services, ctx, { protocolId });
}

interface Given extends Omit<Steps, "historyMoved"> {
  readonly protocolId: number;
  /** Why the contact cannot be reached, or null. */
  readonly unsent: AppError | null;
}

/** Gives a locked ticket its protocol, without an audit entry where it has one of this minute; the caller records the ticket's change. */
export async function giveProtocol(unit: Unit, services: Services, ctx: Ctx, ticket: LockedTicket): Promise<Given> {
  const { id: ticketId, contactId, queueId, connectionId } = ticket;
  const none = { ticket, created: [], unsent: null };
  const recent = await findRecentProtocol(unit, ticketId, new Date(ctx.now.getTime() - PROTOCOL_REPEAT_MS));
  if (recent !== null) return { ...none, protocolId: recent, audit: [] };
  const id = await takeProtocolId(unit);
  const number = protocolNumber(id, ctx.now, services.directory.current().settings.timeZone);
  await insertProtocol(unit, { id, number, ticketId, createdAt: ctx.now });
  await unit.live("protocol", { id, action: "create" });
  const sent = acceptsMessages(ticket.status) ? await sendNumber(unit, services, ctx, { ticket, number }) : none;
  const audit = { action: "protocol.create" as const, ticketId, contactId, queueId, connectionId, description: number };
  return { ...sent, protocolId: id, audit: [audit] };
}

/** Stores the text for sending. */
async function sendNumber(
  unit: Unit,
  services: Services,
  { now }: Ctx,
  { ticket, number }: { readonly ticket: LockedTicket; readonly number: string },
): Promise<Pick<Given, "ticket" | "created" | "unsent">> {
  const none = { ticket, created: [], unsent: null };
  try {
    const sent = await insertAutomaticText(unit, services, ticket, { text: protocolMessage(number), names: { user: "", queue: "" }, now });
    const shown = sent.at(-1);
    if (!shown) return none;
    const said = { inboundId: null, unread: 0, isAnswer: false, waitingFrom: null };
    const last = await addMessagesToTicket(unit, ticket.id, { ...said, preview: shown.body, at: now });
    return { ticket: last, created: sent.map(({ id }) => id), unsent: null };
  } catch (error) {
    // Nothing was written yet: the address of the contact is looked up first.
    if (error instanceof AppError) return { ...none, unsent: error };
    throw error;
  }
}
