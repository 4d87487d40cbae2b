import type { PlanFailure, Recurrence } from "@balcao/domain/schedules";
import type { RunState } from "@balcao/domain/sends";
import type { AuthorView, ChosenTemplateView, SendStopView } from "../massSends/index.js";
import { path } from "../route/route.js";

/** A schedule (SCHED-011). Ids of contacts and tags are joined by commas; sent and total are those of its last run. */
export interface ScheduleView {
  readonly id: number;
  readonly title: string;
  readonly message: string;
  readonly recurrence: Recurrence;
  readonly RValue: string;
  readonly sendAt: string;
  readonly allContacts: boolean;
  readonly contactsIds: string;
  readonly tagsIds: string;
  /** Added field: how many of its tags were deleted. Where these are all, it has no runs until others are chosen. */
  readonly missingTags: number;
  readonly enviados: number;
  readonly total: number;
  /** Null: the default connection when it goes out. */
  readonly whatsapp: { readonly id: number; readonly name: string } | null;
  /** Added field: who created it. */
  readonly user: AuthorView | null;
  readonly updatedAt: string;
  /** Added field: how far the last run is; null before the first one. */
  readonly status: RunState | null;
  /** Added field: it waits until somebody resumes it. */
  readonly paused: boolean;
  /** Added field: when it goes out next; null when it does not any more. */
  readonly nextAt: string | null;
  /** Added field: its connection has stopped by itself, until a person lets it go on. */
  readonly stop: SendStopView | null;
  /** Added field: it does not go out, because whoever answers for it may not send to many any more. */
  readonly held: boolean;
  /** Added field: what goes to recipients outside of the 24-hour window; null: they are skipped. */
  readonly template: ChosenTemplateView | null;
  /** Added field: its files in their order; the first one has the message as its caption. */
  readonly medias: readonly ScheduleMediaView[];
  /** Added field: the conversation in which it was scheduled; null for a schedule of the page (D-273). */
  readonly ticketId: number | null;
  /** Added field: whether a message of a conversation is signed with its author's name. */
  readonly signed: boolean;
  /** Added field: why a message of a conversation did not go out; null while it waits, and when it did. */
  readonly failure: PlanFailure | null;
}

/** A file of a schedule. `url` is a signed address. */
interface ScheduleMediaView {
  readonly id: string;
  readonly url: string;
  readonly name: string;
  readonly mimetype: string;
  /** In bytes. */
  readonly size: number;
}

/** What a run sent to one contact (SCHED-012). */
export interface ScheduleLogView {
  readonly id: string;
  readonly contact: { readonly id: number; readonly name: string };
  readonly wasSend: boolean;
  readonly createdAt: string;
  readonly body: string;
}

export const schedulePaths = {
  list: path("GET", "/agendamento"),
  /** Added: what is scheduled in a conversation, and what of it did not go out. */
  ofTicket: path("GET", "/agendamento/ticket/:ticketId"),
  logs: path("GET", "/agendamento/logs/:scheduleId"),
  get: path("GET", "/agendamento/:scheduleId"),
  create: path("POST", "/agendamento"),
  change: path("PUT", "/agendamento/:scheduleId"),
  delete: path("DELETE", "/agendamento/:scheduleId"),
  /** Added: nothing of it goes out until it is resumed, and what was due meanwhile is passed over. */
  pause: path("POST", "/agendamento/:scheduleId/pause"),
  resume: path("POST", "/agendamento/:scheduleId/resume"),
} as const;

/** The order of schedules: the newest first. For `sort`. */
export const byNewestSchedule = (one: Pick<ScheduleView, "id">, other: Pick<ScheduleView, "id">): number => other.id - one.id;

/** Why a moment of a message that is scheduled in a conversation is refused (D-273). */
export const PLANNED_SENTENCES = {
  past: "Este horário já passou. Escolha outro.",
  far: "Agende para no máximo um ano à frente.",
  many: "Esta conversa já tem mensagens agendadas demais. Cancele uma antes.",
  comment: "Um comentário interno não pode ser agendado.",
  sent: "Esta mensagem já saiu e não pode mais ser alterada.",
} as const;
