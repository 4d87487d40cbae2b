import { sees } from "@balcao/domain/tickets";
import { AppError } from "@balcao/contracts/errors";
import { getFile, getMessageTicketFacts, type FileRow } from "@balcao/database/files";
import type { Ctx, House } from "../kernel/index.js";

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * A file's row, when this person may open what owns it: a message's by the rule of its ticket, pictures of contacts and users by anybody
 * signed in (ARCHITECTURE 16, S-45). Unknown and ownerless ones are ERR_NOT_FOUND, refused ones ERR_NO_PERMISSION.
 */
export async function accessFile(house: House, { actor }: Pick<Ctx, "actor">, fileId: string): Promise<FileRow> {
  const file = UUID.test(fileId) ? await getFile(house.database.sql, fileId) : null;
  if (!file || file.ownerKind === "incoming") throw new AppError("ERR_NOT_FOUND");
  if (file.ownerKind !== "message") return file;
  const facts = file.ownerId === null ? null : await getMessageTicketFacts(house.database.sql, file.ownerId);
  if (!facts) throw new AppError("ERR_NOT_FOUND");
  if (!sees(actor, house.directory.current().settings, facts)) throw new AppError("ERR_NO_PERMISSION");
  return file;
}
