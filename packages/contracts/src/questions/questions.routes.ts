import { LIMITS } from "@balcao/domain/limits";
import { auditNote, toAuditNote } from "../log/auditNote.js";
import { route } from "../route/route.js";
import { flag, idOrNone, object, text } from "../route/wire.js";
import { questionPaths, type QuestionView } from "./index.js";

const limits = LIMITS.question;

const body = object({
  pergunta: text(limits.question.max).min(limits.question.min, "min").required("required"),
  resposta: text(limits.answer.max).min(limits.answer.min, "min").required("required"),
  /** Null, 0 and absent: every queue. */
  queueId: idOrNone(),
  openTicket: flag().default(false),
  log: auditNote(),
});

type Body = (typeof body)["__outputType"];

const toFields = ({ pergunta, resposta, queueId, openTicket, log }: Body) => ({
  fields: { question: pergunta, answer: resposta, queueId: queueId ?? null, opensTicket: openTicket },
  note: toAuditNote(log),
});

/** Questions of the bot, for everybody who is signed in (API-111…API-115, D-179). */
export const questionRoutes = {
  list: route<readonly QuestionView[]>()(questionPaths.list, { policy: "signedIn", toInput: () => null }),
  get: route<QuestionView>()(questionPaths.get, {
    policy: "signedIn",
    toInput: ({ params }) => params,
    errors: ["ERR_NOT_FOUND"],
  }),
  create: route<QuestionView>()(questionPaths.create, {
    policy: "signedIn",
    body,
    toInput: ({ body: given }) => toFields(given),
    errors: ["ERR_NO_QUEUE_FOUND"],
  }),
  change: route<QuestionView>()(questionPaths.change, {
    policy: "signedIn",
    body,
    toInput: ({ params, body: given }) => ({ ...params, ...toFields(given) }),
    errors: ["ERR_NOT_FOUND", "ERR_NO_QUEUE_FOUND"],
  }),
  delete: route<{ readonly message: string }>()(questionPaths.delete, {
    policy: "signedIn",
    toInput: ({ params }) => params,
    errors: ["ERR_NOT_FOUND"],
  }),
} as const;
