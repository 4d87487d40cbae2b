import { AppError, invalidField } from "@balcao/contracts/errors";
import { addMessagesToTicket, ANSWERED, type LockedTicket } from "@balcao/database/tickets";
import { previewMedia, previewText } from "@balcao/domain/texts";
import type { Ctx, Services, Unit } from "../../ground/kernel/index.js";
import { accessFile, fileIdOfUrl, type SourceFile } from "../files/index.js";
import { insertOutgoing, toDestination, type OutgoingContent } from "../outgoing/index.js";
import { recordTicketChange } from "../tickets/index.js";

interface NewContents extends TargetTicket {
  readonly contents: readonly OutgoingContent[];
  readonly clientKey?: string | null;
}

export interface TargetTicket {
  /** Null for a ticket that was created for these messages. */
  readonly before: LockedTicket | null;
  readonly ticket: LockedTicket;
}

/**
 * Stores messages of an agent in a locked ticket: rows, outbox, preview and one live event. Returns
 * their ids. The first message has `clientKey`, by which the client recognizes the one that it
 * shows already.
 */
export async function storeContents(
  unit: Unit,
  services: Services,
  ctx: Pick<Ctx, "actor" | "now">,
  { before, ticket, contents, clientKey = null }: NewContents,
): Promise<number[]> {
  const { connections } = services.directory.current();
  const to = await toDestination(unit, ticket, (id) => connections.get(id)?.api);
  const ids: number[] = [];
  for (const content of contents) {
    const key = ids.length === 0 ? clientKey : null;
    ids.push(await insertOutgoing(unit, { ticket, to }, content, { by: "agent", userId: ctx.actor.id, clientKey: key, now: ctx.now }));
  }
  const last = contents.at(-1);
  const type = last?.type ?? "conversation";
  const preview = previewText({ type, body: last?.body ?? "" });
  const after = await addMessagesToTicket(unit, ticket.id, { ...ANSWERED, preview, media: previewMedia({ type }), at: ctx.now });
  await recordTicketChange(unit, before, after, { created: ids });
  return ids;
}

/**
 * Returns the file behind one of our own addresses, to be sent like an upload (ADR 30).
 * Foreign addresses, deleted files and files without access throw the same error, so that it does
 * not reveal which ids exist.
 */
export async function takeNamedFile(services: Services, ctx: Ctx, mediaUrl: string): Promise<SourceFile> {
  const id = fileIdOfUrl(mediaUrl);
  if (id === null) throw invalidField("mediaUrl", "address");
  try {
    return await takeFile(services, ctx, id);
  } catch (error) {
    throw error instanceof AppError ? invalidField("mediaUrl", "address") : error;
  }
}

/** A stored file that the person may open, to be sent like an upload; throws as `accessFile` does. */
export async function takeFile(services: Services, ctx: Ctx, fileId: string): Promise<SourceFile> {
  const { path, originalName, mime, size } = await accessFile(services, ctx, fileId);
  return { path: async () => (await services.files.open(path)).stream, originalName, declaredMime: mime, size };
}
