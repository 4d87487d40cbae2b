import { boolean, number, object, type InferType } from "yup";
import { LIMITS } from "../limits/index.js";
import { requiredText } from "./fields.js";

const limits = LIMITS.question;

/** A question of the bot (BOT-011); queue 0 means every queue. */
export const questionForm = object({
  pergunta: requiredText(limits.question),
  resposta: requiredText(limits.answer),
  queueId: number().integer().min(0).required(),
  openTicket: boolean().required(),
});

export type QuestionForm = InferType<typeof questionForm>;
