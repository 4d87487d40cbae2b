import type { ChatImportView, ChatUndoneView } from "@balcao/contracts/chatImports";
import { AppError, invalidField } from "@balcao/contracts/errors";
import type { AuditNote } from "@balcao/contracts/log";
import { listChatRuns, type ChatRun } from "@balcao/database/moving";
import { runJob } from "../../../ground/jobs/index.js";
import { command, type Ctx, type Services } from "../../../ground/kernel/index.js";
import { listSystemImports } from "../systemImports.js";
import { undoMove } from "../undoMove.js";
import { mayImportChats, refuseBesides } from "./importChats.js";

const isAfter = (run: ChatRun, other: ChatRun): boolean => run.sourceId === other.sourceId && run.id > other.id;

/** The name of a chat's source, with its connection and its customer's digits. */
const SOURCE = /^chat:(.*):(\d{8,15})$/s;

/** Lists the imports that have not been undone, the newest first: of chats, where they have made something, and of other systems. */
export async function listChatImports(services: Services): Promise<readonly ChatImportView[]> {
  const { database } = services;
  const runs = (await listChatRuns(database.sql)).filter(({ made }) => made > 0);
  const chats = runs.flatMap((run): ChatImportView[] => {
    const [, connection, digits] = SOURCE.exec(run.source) ?? [];
    // Nothing is left of a person who was erased.
    if (connection === undefined || digits === undefined) return [];
    const view = {
      ...{ id: run.id, name: run.contact ?? `+${digits}`, connection, messages: run.messages },
      ...{ startedAt: run.startedAt.toISOString(), endedAt: run.endedAt?.toISOString() ?? null },
      hasLater: runs.some((other) => isAfter(other, run)),
    };
    return [{ ...view, system: null, now: null, kinds: [] }];
  });
  return [...(await listSystemImports(services)), ...chats].sort((one, other) => other.id - one.id);
}

interface UndoInput {
  readonly runId: number;
  readonly note: AuditNote | null;
}

/**
 * Deletes what an import of a chat has made, as a job; a conversation in which somebody has done something since stays whole.
 * Throws ERR_NOT_FOUND, ERR_JOB_RUNNING, and ERR_VALIDATION while a later import of the same chat is here.
 */
export async function undoChatImport(services: Services, ctx: Ctx, { runId, note }: UndoInput): Promise<ChatUndoneView> {
  const { database } = services;
  const runs = await listChatRuns(database.sql);
  const run = runs.find(({ id, made }) => id === runId && made > 0);
  if (run === undefined) throw new AppError("ERR_NOT_FOUND");
  const later = runs.filter((other) => isAfter(other, run));
  if (later.some(({ made }) => made > 0)) throw invalidField("runId", "later", "Desfaça antes a importação mais nova desta conversa.");
  await refuseBesides(services, ctx);
  const { undone } = await runJob(services, ctx, { kind: "chatImport", total: run.messages, may: mayImportChats }, async () => {
    await refuseBesides(services, ctx);
    // Later runs that have made nothing only stand before it.
    for (const { id } of later) await undoMove({ database, runId: id, now: ctx.now });
    const report = await undoMove({ database, runId, now: ctx.now });
    const description = `${report.messages} messages, ${report.tickets} conversations, ${report.contacts} contacts`;
    const audit = { action: "contact.undoChat", description, note } as const;
    await command(services, ctx, () => Promise.resolve({ audit, result: null }));
    return { undone: report, isStopped: false, result: { undone: report.messages, kept: report.kept.length } };
  });
  return undone;
}
