import { isSuper } from "@balcao/domain/access";
import { LIMITS } from "@balcao/domain/limits";
import { mayRemove, toParticipantChange } from "@balcao/domain/chats";
import { AppError, invalidField } from "@balcao/contracts/errors";
import type { ChatView } from "@balcao/contracts/chats";
import type { AuditNote } from "@balcao/contracts/log";
import {
  findPairChat,
  getChatRow,
  insertChat,
  insertParticipants,
  removeParticipants,
  setGroupName,
  touchChat,
  type ChatRow,
} from "@balcao/database/chats";
import { command, createCommand, type Ctx, type Services, type Unit } from "../../ground/kernel/index.js";
import { presenterFor } from "../tickets/index.js";
import { lockReadableChat, toChatFacts } from "./accessChat.js";
import { toChatView } from "./chatViews.js";
import { recordChat } from "./recordChat.js";

interface CreateChatInput {
  readonly userId: number | undefined;
  readonly otherId: number | undefined;
  readonly isGroup: boolean;
  readonly groupName: string;
  readonly userIds: readonly number[];
  readonly note: AuditNote | null;
}

/**
 * Opens a chat with a colleague, or returns the one that exists; a group is always new (API-103,
 * D-089). Everybody named must be an active colleague (CHAT-020).
 */
export async function createChat(services: Services, ctx: Ctx, input: CreateChatInput): Promise<ChatView> {
  if (input.userId !== undefined && input.userId !== ctx.actor.id) throw new AppError("ERR_NO_PERMISSION");
  const { groupName, peopleIds, otherId } = input.isGroup ? toGroup(input, ctx) : toPair(input, ctx);
  for (const id of peopleIds) checkColleague(services, ctx, id);
  const facts = { groupName, peopleIds, otherId };
  const id = await createCommand(services, ctx, facts, async (unit) => {
    const draft = { isGroup: input.isGroup, groupName, userId: ctx.actor.id, callingUserId: otherId, now: ctx.now };
    const chatId = await insertChat(unit, draft);
    if (chatId === null) return { audit: "unchanged", result: await existingPair(unit, ctx, otherId) };
    await insertParticipants(unit, chatId, [ctx.actor.id, ...peopleIds]);
    await recordChat(unit, chatId, "create");
    const audit = { action: "chat.create", related: { kind: "chat", id: chatId }, description: groupName ?? "", note: input.note } as const;
    return { audit, result: chatId };
  });
  return readView(services, ctx, id);
}

/** Who is named for a new chat, besides the person who makes it. */
interface Named {
  readonly groupName: string | null;
  readonly otherId: number | null;
  readonly peopleIds: readonly number[];
}

function toGroup({ groupName, userIds }: CreateChatInput, { actor }: Ctx): Named {
  const { min } = LIMITS.chat.groupName;
  if (groupName.length < min) throw invalidField("groupName", groupName === "" ? "required" : "min");
  const others = [...new Set(userIds)].filter((id) => id !== actor.id);
  if (others.length === 0) throw invalidField("users", "required");
  return { groupName, otherId: null, peopleIds: others };
}

function toPair({ otherId }: CreateChatInput, { actor }: Ctx): Named {
  if (otherId === undefined) throw invalidField("callingUserId", "required");
  if (otherId === actor.id) throw new AppError("ERR_CHAT_WITH_SELF");
  return { groupName: null, otherId, peopleIds: [otherId] };
}

/** Nobody but user 1 knows of user 1. */
function checkColleague(services: Services, { actor }: Ctx, id: number): void {
  const user = services.directory.current().users.get(id);
  if (!user || user.deleted || (isSuper(user) && !isSuper(actor))) throw new AppError("ERR_NO_USER_FOUND");
  if (!user.active) throw new AppError("ERR_USER_NO_ACTIVE");
}

async function existingPair(unit: Unit, { actor }: Ctx, otherId: number | null): Promise<number> {
  const id = otherId === null ? null : await findPairChat(unit, actor.id, otherId);
  if (id === null) throw new Error("a chat that conflicts does not exist");
  return id;
}

interface ChangeChatInput {
  readonly chatId: number;
  readonly userIds: readonly number[] | undefined;
  readonly groupName: string | undefined;
  readonly note: AuditNote | null;
}

/** Changes who takes part in a group, and its name: by every participant and administrators (API-105). */
export async function changeChat(services: Services, ctx: Ctx, { chatId, userIds, groupName, note }: ChangeChatInput): Promise<ChatView> {
  await command(services, ctx, async (unit) => {
    const chat = await lockReadableChat(unit, services, ctx, chatId);
    if (!chat.isGroup) throw new AppError("ERR_CHAT_NOT_GROUP");
    const change = userIds ? toParticipantChange(toChatFacts(chat, services.directory.current()), userIds) : NO_CHANGE;
    if (userIds?.length === 0) throw invalidField("users", "required");
    if (!mayRemove(ctx.actor, chat, change.removed)) throw new AppError("ERR_CHAT_CREATOR");
    change.added.forEach((id) => checkColleague(services, ctx, id));
    const isRenamed = groupName !== undefined && groupName !== "" && groupName !== chat.groupName;
    if (change.added.length + change.removed.length === 0 && !isRenamed) return { audit: "unchanged", result: null };
    await removeParticipants(unit, chatId, change.removed);
    await insertParticipants(unit, chatId, change.added);
    if (isRenamed) await setGroupName(unit, chatId, groupName);
    await touchChat(unit, chatId);
    await recordChat(unit, chatId, "update", { left: change.removed });
    return {
      audit: { action: "chat.change", related: { kind: "chat", id: chatId }, description: describe(chat, change), note },
      result: null,
    };
  });
  return readView(services, ctx, chatId);
}

const NO_CHANGE = { added: [], removed: [] } as const;

function describe(
  { groupName }: ChatRow,
  { added, removed }: { readonly added: readonly number[]; readonly removed: readonly number[] },
): string {
  const part = (sign: string, ids: readonly number[]): string => (ids.length === 0 ? "" : ` ${sign}${ids.join(",")}`);
  return `${groupName ?? ""}${part("+", added)}${part("-", removed)}`.slice(0, 255);
}

/** The view after a command; somebody who left a group reads it for the last time. */
async function readView(services: Services, ctx: Ctx, chatId: number): Promise<ChatView> {
  const row = await getChatRow(services.database.sql, chatId);
  if (!row) throw new AppError("ERR_NOT_FOUND");
  return toChatView(row, ctx.actor, presenterFor(services, ctx));
}
