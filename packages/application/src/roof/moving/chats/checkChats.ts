import type { ChatCheckView } from "@balcao/contracts/chatImports";
import { AppError, invalidField } from "@balcao/contracts/errors";
import type { Ctx, Services } from "../../../ground/kernel/index.js";
import { companyNumbers } from "../../../ground/phoneNumbers/index.js";
import { createSlots } from "@balcao/platform/programs";
import { countChat, openChat, type ChatCount } from "./openChat.js";
import { readChat, type ChatFile, type ReadChat, type SaidOfChat } from "./readChat.js";

/** One chat at a time is in memory for looks. */
const inSlot = createSlots(1);

interface CheckInput {
  readonly connectionId: number | null;
  /** What the person says of each file, in the order of the files. */
  readonly said: readonly SaidOfChat[];
}

/** Reads all uploaded chats. Throws ERR_VALIDATION where there is none. */
export async function readChats(
  services: Services,
  { now }: Pick<Ctx, "now">,
  said: readonly SaidOfChat[],
  files: readonly ChatFile[],
): Promise<ReadChat[]> {
  if (files.length === 0) throw invalidField("medias", "required");
  const { read } = await companyNumbers(services);
  const reading = { readNumber: read, zone: services.directory.current().settings.timeZone, now };
  const chats: ReadChat[] = [];
  for (const [at, file] of files.entries()) chats.push(await inSlot(() => readChat(file, reading, said[at])));
  return chats;
}

/** The name of a connection. Throws ERR_NO_WAPP_FOUND for none. */
export function connectionNameOf({ directory }: Services, connectionId: number): string {
  const connection = directory.current().connections.get(connectionId);
  if (!connection) throw new AppError("ERR_NO_WAPP_FOUND");
  return connection.name;
}

/** What a chat still lacks, or why it cannot be taken over; null when it is ready. */
export function lackOf({ problem, us, number }: ReadChat["view"]): string | null {
  if (problem !== null) return problem;
  if (us === null) return "us";
  return number === null ? "number" : null;
}

const NONE = { here: 0, gone: 0, files: 0, filesHere: 0 };

/** Says what is in uploaded chats, and how much of it is here already; writes nothing. */
export async function checkChats(
  services: Services,
  ctx: Ctx,
  { connectionId, said }: CheckInput,
  files: readonly ChatFile[],
): Promise<readonly ChatCheckView[]> {
  const connection = connectionId === null ? null : connectionNameOf(services, connectionId);
  const views: ChatCheckView[] = [];
  for (const chat of await readChats(services, ctx, said, files)) {
    const isReady = connection !== null && lackOf(chat.view) === null;
    const {
      here,
      gone,
      files: all,
      filesHere,
    } = isReady ? await inSlot(() => readHere(services, chat, { connection, now: ctx.now })) : NONE;
    views.push({ ...chat.view, here, gone, filesWaiting: all - filesHere });
  }
  return views;
}

async function readHere(
  { database }: Services,
  chat: ReadChat,
  place: { readonly connection: string; readonly now: Date },
): Promise<ChatCount> {
  const source = await openChat(database, chat, place);
  try {
    return await countChat(database.sql, source);
  } finally {
    await source.close();
  }
}
