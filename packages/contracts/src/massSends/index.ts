import type { LeftOut, RecipientState, RunState } from "@balcao/domain/sends";
import { path } from "../route/route.js";
import type { TemplateFile } from "@balcao/domain/templates";

/** Who began something that goes out later. It goes on without them, so whoever is not active any more is shown as such. */
export interface AuthorView {
  readonly id: number;
  readonly name: string;
  readonly active: boolean;
}

/** A mass send (SEND-008). Ids of contacts and tags are joined by commas. */
export interface MassSendView {
  readonly id: number;
  readonly mensagem: string;
  readonly allContacts: boolean;
  readonly contactsIds: string;
  readonly tagsIds: string;
  /** Recipients with an outcome. */
  readonly enviados: number;
  /** 0 until all recipients are listed (SEND-002). */
  readonly total: number;
  /** Added field: how far it is. */
  readonly status: RunState;
  /** Added field: it goes out again when its connection is connected. */
  readonly waiting: boolean;
  /** Added field: how many contacts are left out, by the reason. */
  readonly leftOut: LeftOut;
  /** Added field: the connection over which it goes out; null after the connection was deleted. */
  readonly whatsapp: { readonly id: number; readonly name: string } | null;
  /** Added field: who started it. */
  readonly user: AuthorView | null;
  readonly createdAt: string;
  readonly finishedAt: string | null;
  /** Added field: its connection has stopped by itself, until a person lets it go on. */
  readonly stop: SendStopView | null;
  /** Added field: it does not go out, because whoever answers for it may not send to many any more. */
  readonly held: boolean;
  /** Added field: what goes to recipients outside of the 24-hour window; null: they are skipped. */
  readonly template: ChosenTemplateView | null;
}

/** A template that was chosen with its texts, whose placeholders are filled for each recipient. */
export interface ChosenTemplateView {
  readonly name: string;
  readonly language: string;
  /** The body of the template, with its variables. */
  readonly body: string;
  /** Added field: the body with its values, whose placeholders are still to be filled. */
  readonly text: string;
  readonly values: readonly string[];
  /** Added field: the files that its values name. */
  readonly files: readonly TemplateFile[];
  /** Added field: that of the template which was previewed. */
  readonly version: string;
}

/** Why the mass and scheduled messages of a connection stopped. */
export interface SendStopView {
  readonly connectionId: number;
  readonly at: string;
  /** Five refusals in a row, or a sign that the network has blocked the number. */
  readonly reason: "refusals" | "blocked";
  /** What the network said, or a reason of a session. */
  readonly detail: string;
}

/** A recipient with how far the message has come (added call). */
export interface RecipientView {
  readonly contactId: number;
  readonly name: string;
  readonly state: RecipientState;
  /** Why it failed or was left out. */
  readonly reason: string | null;
  readonly handedAt: string | null;
  readonly changedAt: string | null;
  readonly messageId: string | null;
  readonly ticketId: number | null;
  /** The message's id in the network; null until the network has given one. */
  readonly providerId: string | null;
  /** How far the network says it came, and when it reached each ack: 1 sent, 2 delivered, 3 read. */
  readonly ack: number | null;
  readonly ackTimes: Readonly<Record<string, string>>;
}

/** How often the recipients of a mass send got its message, counted from what was handed over (added call). */
export interface SendProofView {
  readonly recipients: number;
  readonly once: number;
  readonly twice: number;
  /** Hand-offs that were repeated under the same id, which is the same message. */
  readonly repeated: number;
  /** The query that counted them. */
  readonly query: string;
}

/** A page of 50 recipients, with how many there are in each state (added call). */
export interface RecipientListView {
  readonly recipients: readonly RecipientView[];
  readonly hasMore: boolean;
  readonly counts: Readonly<Partial<Record<RecipientState, number>>>;
}

/** Who would receive a message (added call). */
export interface AudienceView {
  readonly total: number;
  readonly leftOut: LeftOut;
  /** How many of them the network lets no free text reach now; they get a template, or nothing. */
  readonly windowClosed: number;
  /** The connection over which it would go out, if that has templates. */
  readonly templatesOf: number | null;
  /** How many of them live in which IANA zone, as far as their numbers say. */
  readonly zones: Readonly<Record<string, number>>;
  /** The first three of them, for a preview of the placeholders. */
  readonly samples: readonly { readonly name: string; readonly number: string }[];
}

export const massSendPaths = {
  list: path("GET", "/envioMassa"),
  get: path("GET", "/envioMassa/:massSendId"),
  create: path("POST", "/envioMassa"),
  change: path("PUT", "/envioMassa/:massSendId"),
  count: path("POST", "/envioMassa/count"),
  test: path("POST", "/envioMassa/test"),
  recipients: path("GET", "/envioMassa/:massSendId/recipients"),
  proof: path("GET", "/envioMassa/:massSendId/proof"),
  export: path("POST", "/envioMassa/:massSendId/export"),
  pause: path("POST", "/envioMassa/:massSendId/pause"),
  resume: path("POST", "/envioMassa/:massSendId/resume"),
  cancel: path("POST", "/envioMassa/:massSendId/cancel"),
  lift: path("POST", "/envioMassa/stops/:whatsappId/lift"),
} as const;

/** The order of mass sends: the newest first. For `sort`. */
export const byNewestSend = (one: Pick<MassSendView, "id">, other: Pick<MassSendView, "id">): number => other.id - one.id;
