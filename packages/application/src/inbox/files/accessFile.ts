import { readsChat } from "@balcao/domain/chats";
import { hasQuickAnswer } from "@balcao/domain/quickAnswers";
import { sees } from "@balcao/domain/tickets";
import { AppError } from "@balcao/contracts/errors";
import { getFile, getMessageTicketFacts, type FileRow } from "@balcao/database/files";
import { getChatOfMessage } from "@balcao/database/chats";
import { getMessageRef } from "@balcao/database/messages";
import { listQuickAnswersByIds } from "@balcao/database/quickAnswers";
import type { Ctx, Services } from "../../ground/kernel/index.js";
import { historyFor, seesMessage } from "../tickets/index.js";

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Returns a file's row if this person may open its owner: a message by the rules of its ticket and
 * of the history, a message of a chat by participants and administrators, a quick answer by those who have it, a file for a template by who uploaded it, a picture of a contact or user by anybody signed in
 * (ADR 30) [S-45]. Throws ERR_NOT_FOUND for unknown or ownerless files, for reports, which have an address of
 * their own, and for quarantined ones, which administrators open by a call of its own (`quarantined`), and ERR_NO_PERMISSION.
 */
export async function accessFile(
  services: Services,
  { actor }: Pick<Ctx, "actor">,
  fileId: string,
  { quarantined = false }: { readonly quarantined?: boolean } = {},
): Promise<FileRow> {
  const file = UUID.test(fileId) ? await getFile(services.database.sql, fileId) : null;
  if (!file || !hasAddress(file, quarantined && actor.profile === "admin")) throw new AppError("ERR_NOT_FOUND");
  if (file.ownerKind !== "message") return accessOther(services, actor, file);
  const facts = file.ownerId === null ? null : await getMessageTicketFacts(services.database.sql, file.ownerId);
  if (!facts) throw new AppError("ERR_NOT_FOUND");
  if (!sees(actor, services.directory.current().settings, facts)) throw new AppError("ERR_NO_PERMISSION");
  if (!(await seesOwner(services, actor, file))) throw new AppError("ERR_NO_PERMISSION");
  return file;
}

const hasAddress = ({ ownerKind, quarantined }: FileRow, mayQuarantined: boolean): boolean =>
  ownerKind !== "incoming" && ownerKind !== "report" && (!quarantined || mayQuarantined);

/** A file of anything but a message. */
async function accessOther(services: Services, actor: Ctx["actor"], file: FileRow): Promise<FileRow> {
  if (file.ownerKind === "chatMessage") return accessChatFile(services, actor, file);
  if (file.ownerKind === "quickAnswer") return accessAnswerFile(services, actor, file);
  if (file.ownerKind === "template" && file.ownerId !== actor.id) throw new AppError("ERR_NO_PERMISSION");
  return file;
}

async function seesOwner(services: Services, actor: Ctx["actor"], { ownerId }: FileRow): Promise<boolean> {
  if (historyFor(services, { actor }).op === "always") return true;
  const message = ownerId === null ? null : await getMessageRef(services.database.sql, ownerId);
  return message !== null && seesMessage(services, { actor }, message);
}

async function accessAnswerFile(services: Services, actor: Ctx["actor"], file: FileRow): Promise<FileRow> {
  const [answer] = file.ownerId === null ? [] : await listQuickAnswersByIds(services.database.sql, [file.ownerId]);
  if (!answer) throw new AppError("ERR_NOT_FOUND");
  if (!hasQuickAnswer(actor, answer)) throw new AppError("ERR_NO_PERMISSION");
  return file;
}

async function accessChatFile(services: Services, actor: Ctx["actor"], file: FileRow): Promise<FileRow> {
  const chat = file.ownerId === null ? null : await getChatOfMessage(services.database.sql, file.ownerId);
  if (!chat) throw new AppError("ERR_NOT_FOUND");
  if (!readsChat(actor, { peopleIds: chat.people.map(({ userId }) => userId) })) throw new AppError("ERR_NO_PERMISSION");
  return file;
}
