import { LIMITS } from "@balcao/domain/limits";
import { auditNote, toAuditNote } from "../log/auditNote.js";
import { route } from "../route/route.js";
import { flag, idOrNone, object, text } from "../route/wire.js";
import { questionPaths, type QuestionView } from "./index.js";

const limits = LIMITS.question;

const question = () => text(limits.question.max).min(limits.question.min, "min");
const answer = () => text(limits.answer.max).min(limits.answer.min, "min");

/** Questions of the bot: everybody who is signed in sees them, and changes her own (API-111…API-115, D-269). In a change, absent fields stay as they are. */
export const questionRoutes = {
  list: route<readonly QuestionView[]>()(questionPaths.list, { policy: "signedIn", toInput: () => null }),
  get: route<QuestionView>()(questionPaths.get, {
    policy: "signedIn",
    toInput: ({ params }) => params,
    errors: ["ERR_NOT_FOUND"],
  }),
  create: route<QuestionView>()(questionPaths.create, {
    policy: "maintain",
    body: object({
      pergunta: question().required("required"),
      resposta: answer().required("required"),
      /** Null, 0 and absent: every queue. */
      queueId: idOrNone(),
      openTicket: flag().default(false),
      log: auditNote(),
    }),
    toInput: ({ body: { pergunta, resposta, queueId, openTicket, log } }) => ({
      fields: { question: pergunta, answer: resposta, queueId: queueId ?? null, opensTicket: openTicket },
      note: toAuditNote(log),
    }),
    errors: ["ERR_NO_QUEUE_FOUND"],
  }),
  change: route<QuestionView>()(questionPaths.change, {
    policy: "signedIn",
    /** Null and 0: every queue. */
    body: object({ pergunta: question(), resposta: answer(), queueId: idOrNone(), openTicket: flag(), log: auditNote() }),
    toInput: ({ params, body: { pergunta, resposta, queueId, openTicket, log } }) => ({
      ...params,
      fields: { question: pergunta, answer: resposta, queueId, opensTicket: openTicket },
      note: toAuditNote(log),
    }),
    errors: ["ERR_NOT_FOUND", "ERR_NO_QUEUE_FOUND", "ERR_NO_PERMISSION"],
  }),
  delete: route<{ readonly message: string }>()(questionPaths.delete, {
    policy: "signedIn",
    toInput: ({ params }) => params,
    errors: ["ERR_NOT_FOUND", "ERR_NO_PERMISSION"],
  }),
} as const;
