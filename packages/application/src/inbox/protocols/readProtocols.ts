import { ticketCondition } from "@balcao/domain/tickets";
import { AppError } from "@balcao/contracts/errors";
import { CONTACT_PAGE, type ProtocolListView, type ProtocolView } from "@balcao/contracts/protocols";
import {
  getProtocolRow,
  hasContactProtocol,
  listProtocols as listRows,
  listTicketProtocols,
  type ProtocolRow,
} from "@balcao/database/protocols";
import type { Sql } from "@balcao/database/sql";
import type { Ctx, Services } from "../../ground/kernel/index.js";
import { accessTicketRow, mayOnTicket, presenterFor, type Presenter } from "../tickets/index.js";

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
export async function accessProtocol(sql: Sql, services: Services, ctx: Ctx, protocolId: number): Promise<ProtocolRow> {
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
