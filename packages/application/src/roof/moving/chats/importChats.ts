import type { Actor } from "@balcao/domain/access";
import type { ImportedChatView } from "@balcao/contracts/chatImports";
import { AppError } from "@balcao/contracts/errors";
import type { AuditNote } from "@balcao/contracts/log";
import { runsElsewhere } from "@balcao/database/jobs";
import { JobStopped, runJob, type RunningJob } from "../../../ground/jobs/index.js";
import { command, inUnit, type Ctx, type Services } from "../../../ground/kernel/index.js";
import { moveIn } from "../moveIn.js";
import { NO_MAP } from "../scene.js";
import { connectionNameOf, lackOf, readChats } from "./checkChats.js";
import { countMessages, findContact, openChat, watched } from "./openChat.js";
import type { ChatFile, ReadChat, SaidOfChat } from "./readChat.js";

interface ImportInput {
  readonly connectionId: number;
  /** What the person says of each file, in the order of the files. */
  readonly said: readonly SaidOfChat[];
  readonly note: AuditNote | null;
}

const OPTIONS = { map: NO_MAP, people: "text", makesQueues: false, figures: false } as const;

export const mayImportChats = ({ profile }: Actor): boolean => profile === "admin";

/** Throws ERR_JOB_RUNNING while somebody else imports chats, or undoes an import: both may be about the same chat. */
export async function refuseBesides({ database }: Services, { actor }: Pick<Ctx, "actor">): Promise<void> {
  if (await runsElsewhere(database.sql, "chatImport", actor.id)) throw new AppError("ERR_JOB_RUNNING");
}

/**
 * Takes over uploaded chats as a job, whose steps are their messages: all of them, or none where one lacks something. What is here by an
 * import before is not written again; what was written when the person stops it stays, and the same file goes on.
 * Throws ERR_VALIDATION, ERR_JOB_RUNNING and ERR_JOB_STOPPED.
 */
export async function importChats(
  services: Services,
  ctx: Ctx,
  { connectionId, said, note }: ImportInput,
  files: readonly ChatFile[],
): Promise<readonly ImportedChatView[]> {
  const connection = connectionNameOf(services, connectionId);
  const chats = await readChats(services, ctx, said, files);
  const lacks = chats.flatMap(({ view }, at) => {
    const rule = lackOf(view);
    return rule === null ? [] : [{ field: `chats.${at}`, rule }];
  });
  if (lacks.length > 0) throw new AppError("ERR_VALIDATION", { details: lacks });
  await refuseBesides(services, ctx);
  const total = chats.reduce((sum, { view }) => sum + view.messages, 0);
  const ended = await runJob(services, ctx, { kind: "chatImport", total, may: mayImportChats }, async (job) => {
    await refuseBesides(services, ctx);
    const done: ImportedChatView[] = [];
    let [before, isStopped] = [0, false];
    for (const chat of chats) {
      const importing = { job, before, connection, connectionId, note: before === 0 ? note : null };
      const imported = await importChat(services, ctx, chat, importing);
      done.push(imported.view);
      before += chat.view.messages;
      isStopped = imported.isStopped;
      if (isStopped) break;
    }
    return { done, isStopped, result: sumOf(done) };
  });
  if (ended.isStopped) throw new AppError("ERR_JOB_STOPPED");
  return ended.done;
}

const sumOf = (done: readonly ImportedChatView[]): Readonly<Record<string, number>> => {
  const sum = (of: (chat: ImportedChatView) => number): number => done.reduce((all, chat) => all + of(chat), 0);
  return {
    chats: done.length,
    messages: sum(({ messages }) => messages),
    here: sum(({ here }) => here),
    created: sum(({ made }) => made),
    gone: sum(({ gone }) => gone),
    leftOut: sum(({ leftOut }) => leftOut),
  };
};

/** Runs an import; returns whether it has come to its end. */
async function runUntilStopped(moving: Parameters<typeof moveIn>[0]): Promise<boolean> {
  try {
    await moveIn(moving);
    return true;
  } catch (error) {
    if (error instanceof JobStopped) return false;
    throw error;
  }
}

interface Importing {
  readonly job: RunningJob;
  /** The messages of the chats before. */
  readonly before: number;
  readonly connection: string;
  readonly connectionId: number;
  readonly note: AuditNote | null;
}

async function importChat(
  services: Services,
  ctx: Ctx,
  chat: ReadChat,
  { job, before, connection, connectionId, note }: Importing,
): Promise<{ readonly view: ImportedChatView; readonly isStopped: boolean }> {
  const { database } = services;
  const { file, name, messages } = chat.view;
  const source = await openChat(database, chat, { connection, now: ctx.now });
  try {
    const known = await countMessages(database.sql, source);
    let seen = before;
    const advance = async (many: number): Promise<void> => {
      await inUnit(services, (unit) => job.advance(unit, seen));
      seen += many;
    };
    // A run that makes nothing would only stand before the one that is to be undone.
    const isNew = known.here + known.gone < messages;
    const isStopped =
      isNew &&
      !(await runUntilStopped({ database, files: services.files, source: watched(source, advance), options: OPTIONS, now: ctx.now }));
    const { here, gone, leftOut } = await countMessages(database.sql, source);
    const made = here - known.here;
    const contactId = await findContact(database.sql, source);
    const description = `${made} of ${messages} messages${isStopped ? ", stopped" : ""}`;
    const audit = { action: "contact.importChat", description, contactId, connectionId, note } as const;
    await command(services, ctx, () => Promise.resolve({ audit, result: null }));
    return { view: { file, name, messages, here, made, gone, leftOut }, isStopped };
  } finally {
    await source.close();
  }
}
