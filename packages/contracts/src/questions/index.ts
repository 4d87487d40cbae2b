import { path } from "../route/route.js";

/** A question of the bot with its answer (BOT-010). Without a queue it is offered in every queue. */
export interface QuestionView {
  readonly id: number;
  readonly pergunta: string;
  readonly resposta: string;
  readonly queueId: number | null;
  readonly queue: { readonly id: number; readonly name: string; readonly color: string } | null;
  /** Whether its answer gives the ticket to a person. */
  readonly openTicket: boolean;
  /** Added field: the id of who made it, who may always change it. */
  readonly userId: number | null;
}

export const questionPaths = {
  list: path("GET", "/pergunta"),
  get: path("GET", "/pergunta/:questionId"),
  create: path("POST", "/pergunta"),
  change: path("PUT", "/pergunta/:questionId"),
  delete: path("DELETE", "/pergunta/:questionId"),
} as const;

/** The order of questions in lists and in the bot. For `sort`. */
export const byQuestionId = (one: Pick<QuestionView, "id">, other: Pick<QuestionView, "id">): number => one.id - other.id;

/** The fields of a question without their names on the wire. */
interface QuestionFacts extends Pick<QuestionView, "id" | "queueId" | "queue" | "openTicket" | "userId"> {
  readonly question: string;
  readonly answer: string;
}

/** A question for the wire. */
export function toQuestionView({ id, question, answer, queueId, queue, openTicket, userId }: QuestionFacts): QuestionView {
  return { id, pergunta: question, resposta: answer, queueId, queue, openTicket, userId };
}
