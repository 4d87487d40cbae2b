import { AppError } from "@balcao/contracts/errors";
import type { AuditNote } from "@balcao/contracts/log";
import { toQuestionView as toView, type QuestionView } from "@balcao/contracts/questions";
import { Question } from "@balcao/database/models";
import { listQuestionRows, type QuestionRow } from "@balcao/database/questions";
import type { DirectorySnapshot } from "../../ground/directory/index.js";
import { checkMayAlter, command, createCommand, givenFields, type Ctx, type Services } from "../../ground/kernel/index.js";

interface QuestionInput {
  readonly fields: Omit<QuestionRow, "id" | "userId">;
  readonly note: AuditNote | null;
}

interface QuestionId {
  readonly questionId: number;
}

interface QuestionChange extends QuestionId {
  /** An absent field stays. */
  readonly fields: { readonly [F in keyof QuestionInput["fields"]]?: QuestionInput["fields"][F] | undefined };
  readonly note: AuditNote | null;
}

/** A question for the wire. */
export function toQuestionView({ opensTicket, ...row }: QuestionRow, { queues }: Pick<DirectorySnapshot, "queues">): QuestionView {
  const queue = row.queueId === null ? undefined : queues.get(row.queueId);
  return toView({ ...row, openTicket: opensTicket, queue: queue ? { id: queue.id, name: queue.name, color: queue.color } : null });
}

/** Lists every question, in the order in which the bot offers them [API-111, D-179]. */
export async function listQuestions(services: Services): Promise<QuestionView[]> {
  const directory = services.directory.current();
  return (await listQuestionRows(services.database.sql)).map((row) => toQuestionView(row, directory));
}

/** Returns one question [API-112]. Throws ERR_NOT_FOUND. */
export async function getQuestion(services: Services, { questionId }: QuestionId): Promise<QuestionView> {
  const [row] = await listQuestionRows(services.database.sql, [questionId]);
  if (!row) throw new AppError("ERR_NOT_FOUND");
  return toQuestionView(row, services.directory.current());
}

/** Creates a question [API-113]. Throws ERR_NO_QUEUE_FOUND for a queue that does not exist. */
export async function createQuestion(services: Services, ctx: Ctx, { fields, note }: QuestionInput): Promise<QuestionView> {
  checkQueue(services, fields);
  const questionId = await createCommand(services, ctx, fields, async (unit) => {
    const { id } = await Question.create({ ...fields, userId: ctx.actor.id }, { transaction: unit.orm });
    await unit.live("question", { id, action: "create" });
    return { audit: toAudit("question.create", { id, ...fields, note }), result: id };
  });
  return getQuestion(services, { questionId });
}

/** Changes a question [API-114]; the bot uses the new words at once. */
export async function changeQuestion(services: Services, ctx: Ctx, { questionId, fields, note }: QuestionChange): Promise<QuestionView> {
  checkQueue(services, { queueId: fields.queueId ?? null });
  await command(services, ctx, async (unit) => {
    const row = await Question.findByPk(questionId, { transaction: unit.orm, lock: true });
    if (!row) throw new AppError("ERR_NOT_FOUND");
    checkMayAlter(services, ctx, "maintain", row.userId);
    const { question, queueId } = await row.update(givenFields(fields), { transaction: unit.orm });
    await unit.live("question", { id: questionId, action: "update" });
    return { audit: toAudit("question.change", { id: questionId, question, queueId, note }), result: null };
  });
  return getQuestion(services, { questionId });
}

/** Deletes a question [API-115]; a customer who still chooses it sees the questions that are left. */
export async function deleteQuestion(services: Services, ctx: Ctx, { questionId }: QuestionId): Promise<{ message: string }> {
  await command(services, ctx, async (unit) => {
    const row = await Question.findByPk(questionId, { transaction: unit.orm, lock: true });
    if (!row) throw new AppError("ERR_NOT_FOUND");
    checkMayAlter(services, ctx, "maintain", row.userId);
    await row.destroy({ transaction: unit.orm });
    await unit.live("question", { id: questionId, action: "delete" });
    return {
      audit: toAudit("question.delete", { id: questionId, question: row.question, queueId: row.queueId, note: null }),
      result: null,
    };
  });
  return { message: "Pergunta deleted" };
}

function checkQueue(services: Services, { queueId }: Pick<QuestionRow, "queueId">): void {
  if (queueId !== null && !services.directory.current().queues.has(queueId)) throw new AppError("ERR_NO_QUEUE_FOUND");
}

interface Audited extends Pick<QuestionRow, "id" | "question" | "queueId"> {
  readonly note: AuditNote | null;
}

const toAudit = (action: `question.${"create" | "change" | "delete"}`, { id, question, queueId, note }: Audited) => ({
  action,
  related: { kind: "question" as const, id },
  description: question,
  queueId,
  note,
});
