import { isSuper } from "@balcao/domain/access";
import { AppError } from "@balcao/contracts/errors";
import type { AuditNote } from "@balcao/contracts/log";
import { removeAccount, revokeAuthSessionsOfUser } from "@balcao/database/authSessions";
import { command, type Ctx, type Services } from "../../ground/kernel/index.js";
import { recordChatsOf } from "../../inbox/chats/index.js";
import { moveOwnedTickets } from "../../inbox/tickets/index.js";
import { accessUser } from "./readUsers.js";

interface DeleteUserInput {
  readonly userId: number;
  readonly note: AuditNote | null;
}

/**
 * Deletes a user [API-064]: the row stays for the history, its e-mail is free, its sessions end, and its live tickets wait for
 * somebody else. Throws ERR_NO_PERMISSION for oneself and for user 1.
 */
export async function deleteUser(services: Services, ctx: Ctx, { userId, note }: DeleteUserInput): Promise<Record<string, never>> {
  const user = accessUser(services, ctx, userId);
  if (isSuper(user) || user.id === ctx.actor.id) throw new AppError("ERR_NO_PERMISSION");
  await command(services, ctx, async (unit) => {
    if (!(await removeAccount(unit, userId, ctx.now))) return { audit: "unchanged", result: null };
    await revokeAuthSessionsOfUser(unit, userId, { now: ctx.now, reason: "user deleted" });
    const why = `${user.name} foi excluído(a) dos usuários: a conversa espera por outro atendente.`;
    const ticketIds = await moveOwnedTickets(unit, { services, ctx }, { userId, queueId: null, to: null, note: why });
    await unit.live("user", { id: userId, action: "delete" });
    await recordChatsOf(unit, userId);
    const released = ticketIds.map((ticketId) => ({ action: "ticket.releaseOwner" as const, ticketId, subjectUserId: userId }));
    return { audit: [{ action: "user.delete", subjectUserId: userId, note }, ...released], result: null };
  });
  return {};
}
