import { deleteUnownedFile, replaceFile, type FileRow } from "@balcao/database/files";
import { deleteMediaJob, setMediaFacts, setMediaType } from "@balcao/database/mediaJobs";
import type { Sql } from "@balcao/database/sql";
import { lockTicket, lockTicketOfMessage, raiseTicketVersion } from "@balcao/database/tickets";
import { receivedKindOf, type MediaKind } from "@balcao/domain/messages";
import type { StoredFile } from "@balcao/platform/files";
import { inUnit, toFileDraft, type Services, type Unit } from "../../ground/kernel/index.js";
import { followPreview, recordTicketChange } from "../tickets/index.js";

/** What is stored about a message's file when its job ends. */
interface FileEnd {
  readonly facts: object;
  /** The type of the message from now on; absent where it stays. */
  readonly type?: string;
}

interface Replacement extends FileEnd {
  readonly former: FileRow;
  readonly made: StoredFile;
}

/** Ends the job of a message's file with another file in its place; when somebody else has ended it, the new file is removed. */
export async function replaceFileOf(services: Services, messageId: number, { former, made, ...end }: Replacement): Promise<void> {
  const formerId = await inUnit(services, (unit) => endJob(unit, messageId, end, () => replaceFile(unit, former, toFileDraft(made))));
  if (formerId === null) return services.files.remove(made.path);
  await services.files.remove(former.path);
  await deleteUnownedFile(services.database.sql, formerId);
}

/** Ends the job without replacing the file; the message may be handed over now. */
export async function finishFile(services: Services, messageId: number, end: FileEnd): Promise<void> {
  await inUnit(services, (unit) => endJob(unit, messageId, end, () => Promise.resolve("")));
}

/** Records the live event of a message whose file has changed; the ticket's preview says its length. */
export async function recordFileChange(unit: Unit, ticketId: number, messageId: number): Promise<void> {
  const ticket = await lockTicket(unit, ticketId);
  if (!ticket) return;
  await followPreview(unit, ticketId, [messageId]);
  await recordTicketChange(unit, ticket, await raiseTicketVersion(unit, ticketId), { updated: [messageId] });
}

/** Null when another process has ended the job. */
async function endJob(unit: Unit, messageId: number, { facts, type }: FileEnd, change: () => Promise<string>): Promise<string | null> {
  await lockTicketOfMessage(unit, messageId);
  if (!(await deleteMediaJob(unit, messageId))) return null;
  if (type !== undefined) await setMediaType(unit, messageId, type);
  const changed = await setMediaFacts(unit, messageId, { ...facts });
  const result = await change();
  if (changed) await recordFileChange(unit, changed.ticketId, messageId);
  return result;
}

/** Shows a received message as a file where its file is not what the message says, or no browser draws it. */
export async function setShownKind(
  tx: Sql,
  messageId: number,
  media: MediaKind,
  file: { readonly mime: string; readonly width?: number | null | undefined; readonly height?: number | null | undefined },
): Promise<void> {
  const shown = receivedKindOf(media, file);
  if (shown !== media) await setMediaType(tx, messageId, shown);
}
