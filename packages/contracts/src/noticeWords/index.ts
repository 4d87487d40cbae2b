import type { HeldReason } from "@balcao/domain/sends";
import type { TargetKind } from "@balcao/domain/targets";
import type { NoticeView } from "../notices/notices.views.js";

type NoticeLanguage = "pt" | "en" | "es";

interface NoticeWords {
  readonly mention: (by: string) => string;
  /** `by` is null where a rule gave the conversation on, `queue` where it is for the person herself, and empty where it is for everybody. */
  readonly handover: (by: string | null, queue: string | null) => string;
  readonly target: Readonly<Record<TargetKind, readonly [soon: string, over: string]>>;
  readonly massSend: string;
  readonly schedule: string;
  readonly held: Readonly<Record<HeldReason, string>>;
}

const WORDS: Readonly<Record<NoticeLanguage, NoticeWords>> = {
  pt: {
    mention: (by) => `${by} mencionou você`,
    handover: (by, queue) => {
      const to = queue === null ? "para você" : queue === "" ? "para todos os atendentes" : `para a fila ${queue}`;
      return by === null ? `Conversa passada ${to}` : `${by} transferiu ${to}`;
    },
    target: {
      firstAnswer: ["Primeira resposta vence em breve", "Primeira resposta vencida"],
      nextAnswer: ["Resposta vence em breve", "Resposta vencida"],
      resolution: ["Resolução vence em breve", "Resolução vencida"],
    },
    massSend: "Envio em massa parado",
    schedule: "Agendamento parado",
    held: {
      paused: "um colega pausou",
      cancelled: "um colega cancelou",
      noRight: "falta o direito de enviar para muitos",
      nobody: "não há mais quem receba",
      late: "o horário passou enquanto a instalação estava parada",
      connectionGone: "a conexão foi excluída",
      expired: "a conexão ficou 24 horas sem enviar",
      stopped: "a conexão parou de enviar por recusas da rede",
      allFailed: "nenhuma mensagem foi entregue à rede",
    },
  },
  en: {
    mention: (by) => `${by} mentioned you`,
    handover: (by, queue) => {
      const to = queue === null ? "to you" : queue === "" ? "to all agents" : `to queue ${queue}`;
      return by === null ? `Conversation passed ${to}` : `${by} transferred it ${to}`;
    },
    target: {
      firstAnswer: ["First answer due soon", "First answer overdue"],
      nextAnswer: ["Answer due soon", "Answer overdue"],
      resolution: ["Resolution due soon", "Resolution overdue"],
    },
    massSend: "Mass send stopped",
    schedule: "Schedule stopped",
    held: {
      paused: "a colleague paused it",
      cancelled: "a colleague cancelled it",
      noRight: "the author can no longer send to many contacts",
      nobody: "there is nobody left to receive it",
      late: "its time passed while the system was stopped",
      connectionGone: "the connection was deleted",
      expired: "the connection has sent nothing for 24 hours",
      stopped: "the connection stopped sending because messages were refused",
      allFailed: "no message reached WhatsApp",
    },
  },
  es: {
    mention: (by) => `${by} mencionó a usted`,
    handover: (by, queue) => {
      const to = queue === null ? "a usted" : queue === "" ? "a todos los agentes" : `a la cola ${queue}`;
      return by === null ? `Conversación pasada ${to}` : `${by} transfirió ${to}`;
    },
    target: {
      firstAnswer: ["Primera respuesta vence pronto", "Primera respuesta vencida"],
      nextAnswer: ["Respuesta vence pronto", "Respuesta vencida"],
      resolution: ["Resolución vence pronto", "Resolución vencida"],
    },
    massSend: "Envío masivo detenido",
    schedule: "Programación detenida",
    held: {
      paused: "un colega lo pausó",
      cancelled: "un colega lo canceló",
      noRight: "falta el derecho de enviar a muchos",
      nobody: "no queda quien lo reciba",
      late: "la hora pasó mientras la instalación estaba detenida",
      connectionGone: "la conexión fue eliminada",
      expired: "la conexión lleva 24 horas sin enviar",
      stopped: "la conexión dejó de enviar por rechazos de la red",
      allFailed: "ningún mensaje llegó a la red",
    },
  },
};

const isLanguage = (value: string): value is NoticeLanguage => Object.hasOwn(WORDS, value);

/** Title and text of a notice in the language of its reader, for bell, notification and push; Portuguese for an unknown one. */
export function noticeText(
  language: string,
  {
    kind,
    place,
    author,
    handover,
    reason,
    text,
    contact,
    target,
  }: Pick<NoticeView, "kind" | "place" | "author" | "handover" | "reason" | "text" | "contact" | "target">,
): { readonly title: string; readonly text: string } {
  const words = WORDS[isLanguage(language) ? language : "pt"];
  const title = contact?.name ?? "";
  if (place.kind === "target") return { title, text: targetText(words, target) };
  if (place.kind !== "message") return { title: words[place.kind], text: joined(reason && words.held[reason], text) };
  const heads = {
    mention: author && words.mention(author.name),
    handover: words.handover(author?.name ?? null, queueOf(handover)),
    // The comment says it.
    failedSend: null,
    heldSend: null,
    target: null,
  };
  return { title, text: joined(heads[kind], handover ? (handover.note ?? "") : text) };
}

const targetText = (words: NoticeWords, target: NoticeView["target"]): string =>
  target ? words.target[target.of][target.isOver ? 1 : 0] : "";

/** The queue that a conversation was given to; null where it is for a person. */
const queueOf = (handover: NoticeView["handover"]): string | null => (handover?.user === null ? handover.queue.name : null);

const joined = (head: string | null, text: string): string => [head, text].filter(Boolean).join(": ");
