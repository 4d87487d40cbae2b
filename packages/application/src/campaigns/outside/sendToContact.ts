import { CAPABILITIES, UNLINKED_STATUSES, uploadLimitSentence } from "@balcao/domain/connections";
import { commentIn } from "@balcao/domain/texts";
import { openingState } from "@balcao/domain/tickets";
import { AppError, invalidField } from "@balcao/contracts/errors";
import { OUTSIDE_OBSTACLES, type SentToContactView } from "@balcao/contracts/messages";
import type { TemplateChoice } from "@balcao/contracts/templates";
import { findContactByAddress, getKnownContact } from "@balcao/database/contacts";
import type { DirectoryConnectionRow } from "@balcao/database/directory";
import { isKeyUsed } from "@balcao/database/idempotency";
import { getMessageRows } from "@balcao/database/messages";
import { getNumberCheck } from "@balcao/database/sendRuns";
import { getTicketRow } from "@balcao/database/tickets";
import { findRepeated, toFileDraft, type Ctx, type Services } from "../../ground/kernel/index.js";
import { readContactNumber } from "../../ground/phoneNumbers/index.js";
import { keepStored, storeUploads, type UploadedFile } from "../../inbox/files/index.js";
import { messageView, takeNamedFile } from "../../inbox/messages/index.js";
import { toContents } from "../../inbox/outgoing/index.js";
import { toTemplateContent } from "../../inbox/templates/index.js";
import { checkNewPlace, mayOnTicket, presenterFor } from "../../inbox/tickets/index.js";
import { confirmNumber, findOrCreateContact, phoneAddresses } from "../../people/contacts/index.js";
import { defaultConnection } from "../massSends/index.js";
import { readTemplate } from "../sendRuns/index.js";
import { factsOf, openingOf, storeSend } from "./storeSend.js";

interface SendToContactInput {
  /** One of both; a number is read as people write it. */
  readonly number: string | null;
  readonly contactId: number | undefined;
  /** What a contact is called that is new. */
  readonly name: string;
  readonly connectionId: number | undefined;
  /** Where a new ticket stands, and for whom it is opened; without a person it only records the message. */
  readonly queueId: number | undefined;
  readonly userId: number | undefined;
  readonly body: string;
  /** The address of one of our own files. */
  readonly mediaUrl: string | null;
  readonly voice: boolean;
  readonly template: TemplateChoice | null;
}

/**
 * Sends a text, files or a template to a number or contact: into the live ticket there without changing it, or into a new one. The same
 * Idempotency-Key again, which is required, returns the same messages (D-650). They leave when they may (D-651).
 */
export async function sendToContact(
  services: Services,
  ctx: Ctx,
  input: SendToContactInput,
  uploads: readonly UploadedFile[],
): Promise<SentToContactView> {
  checkForm(ctx, input, uploads.length);
  const repeated = await findSent(services, ctx, input, uploads);
  if (repeated) return readSent(services, ctx, repeated);
  const connection = accessConnection(services, input.connectionId);
  checkOpening(services, ctx, input, connection.id);
  const template = await readTemplate(services, ctx, { connectionId: connection.id, choice: input.template });
  const named = input.mediaUrl === null ? [] : [await takeNamedFile(services, ctx, input.mediaUrl)];
  const limit = { bytes: CAPABILITIES[connection.api].uploadLimitBytes, sentence: uploadLimitSentence(connection.api) };
  const stored = await storeUploads(services, [...named, ...uploads], limit);
  const ids = await keepStored(services, stored, async (files, take) => {
    const contents = template
      ? [toTemplateContent(template.template, template.values)]
      : toContents(connection.api, { text: input.body, files: files.map(toFileDraft), voice: input.voice });
    const contactId = await accessContact(services, ctx, input, connection);
    return storeSend(services, ctx, { facts: input, contactId, connection, files, contents, opening: input, take });
  });
  return readSent(services, ctx, ids);
}

/** The largest limit of a connector: what a repeat has is only compared. */
const MOST_BYTES = Math.max(...Object.values(CAPABILITIES).map(({ uploadLimitBytes }) => uploadLimitBytes));

/** The messages of an earlier call with this key. The number that took them may be unlinked by now, or the template gone. */
async function findSent(
  services: Services,
  ctx: Ctx,
  input: SendToContactInput,
  uploads: readonly UploadedFile[],
): Promise<readonly number[] | null> {
  if (!(await isKeyUsed(services.database.sql, ctx))) return null;
  const named = input.mediaUrl === null ? [] : [await takeNamedFile(services, ctx, input.mediaUrl)];
  const stored = await storeUploads(services, [...named, ...uploads], { bytes: MOST_BYTES, sentence: "" });
  return keepStored(services, stored, () => findRepeated(services, ctx, factsOf(input, stored)));
}

function checkForm(ctx: Ctx, input: SendToContactInput, uploads: number): void {
  const { number, contactId } = input;
  if (ctx.idempotencyKey === null) throw invalidField("Idempotency-Key", "required");
  if (number === null && contactId === undefined) throw invalidField("number", "required");
  if (number !== null && contactId !== undefined) throw invalidField("contactId", "exclusive");
  checkContent(input, uploads);
}

/** A template, or a text or files, and one of them. */
function checkContent({ body, mediaUrl, template }: SendToContactInput, uploads: number): void {
  const saysSomething = body.trim() !== "" || mediaUrl !== null || uploads > 0;
  if (template !== null && saysSomething) throw invalidField("template", "exclusive");
  if (template === null && !saysSomething) throw invalidField("body", "required");
  if (commentIn(body) !== null) throw invalidField("body", "comment");
}

/** The named connection or the default one, where a number is linked. */
function accessConnection(services: Services, id: number | undefined): DirectoryConnectionRow {
  const connection = id === undefined ? defaultConnection(services) : services.directory.current().connections.get(id);
  if (!connection) throw new AppError("ERR_NO_WAPP_FOUND");
  if (connection.status !== "TIMEOUT" && UNLINKED_STATUSES.includes(connection.status)) throw new AppError("ERR_WAPP_NOT_INITIALIZED");
  return connection;
}

/** Throws unless the queue exists and a ticket may be opened there for the named person; without one it is only a record. */
function checkOpening(services: Services, ctx: Ctx, { queueId, userId }: SendToContactInput, connectionId: number): void {
  if (userId !== undefined) checkNewPlace(services, ctx, { queueId, connectionId, userId });
  else if (queueId !== undefined && !services.directory.current().queues.has(queueId)) throw new AppError("ERR_QUEUE_REQUIRED");
}

/** The contact to which it goes, whose number the network has, where it is asked before a first message (D-410). */
async function accessContact(services: Services, ctx: Ctx, input: SendToContactInput, connection: DirectoryConnectionRow): Promise<number> {
  const id = input.contactId ?? (await findContact(services, ctx, input, connection));
  const contact = await getKnownContact(services.database.sql, id);
  if (!contact) throw new AppError("ERR_NO_CONTACT_FOUND");
  if (contact.isGroup) throw invalidField("contactId", "group");
  const { settings } = services.directory.current();
  if (settings.checkNumbers && contact.number !== null && (await getNumberCheck(services.database.sql, id)) !== "go")
    await confirmNumber(services, ctx, contact.number);
  return id;
}

/** The contact of the number, or a new one, which is made only where its first message may be sent. */
async function findContact(services: Services, ctx: Ctx, input: SendToContactInput, { id, api }: DirectoryConnectionRow): Promise<number> {
  const written = input.number ?? "";
  const number = await readContactNumber(services, written);
  const known = await findContactByAddress(services.database.sql, phoneAddresses(number));
  if (known) return known.id;
  const { status, userId, queueId, isGroup } = openingState(
    openingOf(input),
    { queueId: input.queueId ?? null, connectionId: id, isGroup: false },
    ctx.now,
  );
  if (!mayOnTicket(services, ctx, "ticket:write", { status, userId, queueId, isGroup })) throw new AppError("ERR_NO_PERMISSION");
  if (CAPABILITIES[api].window24h && input.template === null)
    throw invalidField("template", "windowClosed", OUTSIDE_OBSTACLES.windowClosed.message);
  const more = { name: input.name || number, number: written, email: "" };
  return (await findOrCreateContact(services, { ...ctx, idempotencyKey: null }, more)).id;
}

async function readSent(services: Services, ctx: Ctx, ids: readonly number[]): Promise<SentToContactView> {
  const presenter = presenterFor(services, ctx);
  const rows = await getMessageRows(services.database.sql, ids);
  const ticket = rows[0] && (await getTicketRow(services.database.sql, rows[0].ticketId));
  if (!ticket) throw new AppError("ERR_FETCH_WAPP_MSG");
  return { ticketId: ticket.id, contactId: ticket.contactId, messages: rows.map((row) => messageView(row, presenter)) };
}
