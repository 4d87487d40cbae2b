import type { AnyRoute } from "@balcao/contracts/route";

/** Ids of rows on the stage to which the documented calls refer. */
export interface CallScene {
  readonly userId: number;
  /** A person whom no other call names. */
  readonly spareUserId: number;
  readonly queueId: number;
  readonly contactId: number;
  readonly freeContactId: number;
  /** A contact without tickets, whom no other call names. */
  readonly spareContactId: number;
  readonly connectionId: number;
  /** A connection that no other call uses. */
  readonly spareConnectionId: number;
  readonly ticketId: number;
  /** A ticket that no other call uses. */
  readonly spareTicketId: number;
  readonly protocolId: number;
  /** The agent's own texts in the ticket: one to be changed and one to be deleted. */
  readonly messageId: number;
  readonly spareMessageId: number;
  /** A message of the customer, whose payload is in the journal. */
  readonly receivedId: number;
  /** A sound that the agent sent. */
  readonly audioId: number;
  /** The contact of a group. */
  readonly groupId: number;
  readonly tagId: number;
  readonly quickAnswerId: number;
  readonly questionId: number;
  /** A ticket that the bot has, in the agent's queue. */
  readonly botTicketId: number;
  /** A queue that no other call names. */
  readonly spareQueueId: number;
  /** A mass send whose recipients are not listed yet. */
  readonly massSendId: number;
  readonly scheduleId: number;
  /** The agent's chat with a colleague, with a message of the agent and one of the colleague; and a group of both. */
  readonly chatId: number;
  readonly chatMessageId: number;
  readonly spareChatMessageId: number;
  readonly groupChatId: number;
  readonly seal: (field: "email" | "password" | "currentPassword", text: string) => string;
}

type Shape = Readonly<Record<string, unknown>> | readonly unknown[];

export const TEXT: unknown = expect.any(String);
export const NUMBER: unknown = expect.any(Number);
export const FLAG: unknown = expect.any(Boolean);
export const LIST: unknown = expect.any(Array);

/** A list with at least one element like this. */
export const someLike = (shape: Shape): readonly unknown[] => expect.arrayContaining([expect.objectContaining(shape)]) as unknown[];

export interface DocumentedCall {
  /** Requirement of the specification that names the call. */
  readonly id: string;
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>> | FormData;
  /** The fields that the specification promises of the answer; it may have more. */
  readonly answers?: Shape;
  /** The answer is a file. */
  readonly file?: true;
  /** Who may make it, after the access matrix of the decisions; everybody signed in by default. Such a person makes it. */
  readonly who?: CallerKind;
  /** Another session than the one that `who` gives. */
  readonly as?: "admin";
}

/** `sendToMany` and `maintain` are everybody unless a setting says otherwise (D-269). `super`: user 1 alone. `ticket` and `chat`: who may open what the call is about. */
export type CallerKind =
  | "public"
  | "cookie"
  | "everyone"
  | "ticket"
  | "chat"
  | "addContact"
  | "editContact"
  | "delContact"
  | "sendToMany"
  | "maintain"
  | "manager"
  | "admin"
  | "super";

/** Our calls that are not in the specification, and who may make them. */
export const ADDED_CALLS: Readonly<Record<string, CallerKind>> = {
  "DELETE /chats/messages/:messageId": "chat",
  "GET /chats/messages/info/:messageId": "chat",
  "DELETE /users/:userId/sessions/:session": "everyone",
  "DELETE /whatsapp/:whatsappId/parked/:eventId": "admin",
  "DELETE /whatsappsession/:whatsappId": "admin",
  "GET /audit": "admin",
  "GET /audit/actions": "admin",
  "GET /health/details": "admin",
  "POST /health/alerts/test": "admin",
  "GET /dashboard/counters": "admin",
  "GET /dashboard/rating": "admin",
  "GET /dashboard/reasons": "admin",
  "GET /tickets/ids": "everyone",
  "GET /tokens": "everyone",
  "POST /tokens": "everyone",
  "POST /tokens/panel": "everyone",
  "DELETE /tokens/:token": "everyone",
  "GET /hooks": "admin",
  "POST /hooks": "admin",
  "PUT /hooks/:hookId": "admin",
  "DELETE /hooks/:hookId": "admin",
  "POST /hooks/:hookId/pause": "admin",
  "POST /hooks/:hookId/resume": "admin",
  "POST /hooks/:hookId/key": "admin",
  "DELETE /hooks/:hookId/key": "admin",
  "POST /hooks/:hookId/test": "admin",
  "GET /hooks/:hookId/deliveries": "admin",
  "GET /hooks/:hookId/deliveries/:deliveryId": "admin",
  "POST /hooks/:hookId/resend": "admin",
  "POST /tickets/many": "everyone",
  "GET /dashboard/tickets": "admin",
  "GET /dashboard/targets": "admin",
  "POST /report/target": "everyone",
  "GET /dashboard/now": "manager",
  "GET /dashboard/now/tickets": "manager",
  "GET /dashboard/recount": "admin",
  "POST /dashboard/recount": "admin",
  "GET /envioMassa/:massSendId/recipients": "everyone",
  "POST /agendamento/:scheduleId/pause": "everyone",
  "POST /agendamento/:scheduleId/resume": "everyone",
  "POST /envioMassa/:massSendId/cancel": "everyone",
  "POST /envioMassa/:massSendId/pause": "everyone",
  "POST /envioMassa/:massSendId/resume": "sendToMany",
  "POST /agendamento": "everyone",
  "POST /envioMassa/count": "everyone",
  "GET /envioMassa/:massSendId/proof": "everyone",
  "POST /envioMassa/:massSendId/export": "everyone",
  "POST /envioMassa/test": "sendToMany",
  "POST /envioMassa/stops/:whatsappId/lift": "admin",
  "POST /contacts/:contactId/optOut": "editContact",
  "DELETE /contacts/:contactId/optOut": "editContact",
  "GET /queue/:queueId/use": "admin",
  "GET /ticketNPS/summary": "admin",
  "POST /ticketNPS/export": "admin",
  "GET /contacts/:contactId/erasure": "admin",
  "POST /contacts/:contactId/erasure": "admin",
  "POST /contacts/:contactId/data": "admin",
  "GET /erasures": "admin",
  "GET /chatImports": "admin",
  "POST /chatImports": "admin",
  "POST /chatImports/check": "admin",
  "POST /chatImports/:runId/undo": "admin",
  "POST /erasures/:erasureId": "admin",
  "POST /retention": "admin",
  "POST /contacts/many/tags": "editContact",
  "POST /contacts/many/delete": "delContact",
  "GET /contacts/duplicates": "delContact",
  "GET /contacts/:contactId/merge/:otherId": "delContact",
  "POST /contacts/:contactId/merge/:otherId": "delContact",
  "POST /contacts/:contactId/separate/:otherId": "delContact",
  "GET /contacts/:contactId/merges": "delContact",
  "POST /contacts/:contactId/merges/:mergeId/undo": "delContact",
  "POST /idempotency/:key/close": "everyone",
  "GET /jobs": "everyone",
  "POST /jobs/:jobId/stop": "everyone",
  "DELETE /jobs/:jobId": "everyone",
  "GET /agendamento/ticket/:ticketId": "ticket",
  "PUT /agendamento/:scheduleId": "everyone",
  "GET /messages/gallery/:ticketId": "ticket",
  "GET /notices": "everyone",
  "POST /notices/seen": "everyone",
  "GET /mentions/:ticketId": "ticket",
  "GET /tickets/history/:contactId": "everyone",
  "GET /tickets/next": "everyone",
  "GET /tickets/invited": "everyone",
  "GET /views": "everyone",
  "GET /views/counts": "everyone",
  "GET /views/ads": "everyone",
  "POST /views": "everyone",
  "PUT /views/:viewId": "everyone",
  "DELETE /views/:viewId": "everyone",
  "POST /tickets/:ticketId/guests": "ticket",
  "DELETE /tickets/:ticketId/guests/:userId": "ticket",
  "GET /report": "everyone",
  "GET /messages/info/:messageId": "ticket",
  "GET /push/test/:testId": "everyone",
  "GET /tickets/:ticketId/decisions": "ticket",
  "POST /tickets/:ticketId/unread": "ticket",
  "POST /meta/templates/files": "everyone",
  "POST /quickAnswers/:quickAnswerId/use": "everyone",
  "GET /ticketNPS/contact/:contactId": "admin",
  "GET /users/:userId/ownedTickets": "admin",
  "GET /users/:userId/sessions": "everyone",
  "PUT /users/:userId/shares": "manager",
  "GET /whatsapp/:whatsappId/gaps": "admin",
  "GET /whatsapp/:whatsappId/keyCopies": "admin",
  "GET /whatsapp/:whatsappId/parked": "admin",
  "POST /audit/verify": "admin",
  "POST /settings/logo": "admin",
  "POST /settings/panel/test": "admin",
  "POST /auth/signup": "public",
  "POST /auth/password_link": "public",
  "POST /auth/provider": "public",
  "POST /auth/provider/session": "public",
  "POST /auth/second_step": "public",
  "POST /auth/password": "public",
  "GET /auth/second_factor": "everyone",
  "POST /auth/second_factor": "everyone",
  "POST /auth/second_factor/confirm": "everyone",
  "POST /auth/second_factor/recovery_codes": "everyone",
  "DELETE /auth/second_factor": "everyone",
  "POST /auth/second_step/passkey": "public",
  "POST /auth/passkeys/begin": "everyone",
  "POST /auth/passkeys": "everyone",
  "DELETE /auth/passkeys/:passkeyId": "everyone",
  "DELETE /users/:userId/second_factor": "admin",
  "POST /send": "everyone",
  "POST /messages/media/:messageId": "ticket",
  "POST /messages/quarantine/:messageId": "admin",
  "POST /messages/reaction/:messageId": "ticket",
  "POST /messages/unconfirmed/:messageId": "ticket",
  "POST /push/test": "everyone",
  "POST /users/import/:userId/preview": "admin",
  "POST /whatsapp/:whatsappId/gaps/:gapId/resolve": "admin",
  "POST /whatsapp/:whatsappId/keyCopies/:copyId/restore": "admin",
  "POST /whatsapp/:whatsappId/parked/:eventId/retry": "admin",
};

/** The documented calls of a route. */
export function callsOf({ method, path }: AnyRoute, calls: readonly DocumentedCall[]): readonly DocumentedCall[] {
  const address = new RegExp(
    `^${method} ${String(path)
      .replace(/:\w+Id/g, "\\d+")
      .replace(/:\w+/g, "\\w+")}$`,
  );
  return calls.filter((call) => address.test(`${call.method} ${call.path.split("?")[0]?.replace(/\/$/, "") ?? ""}`));
}

/** A multipart body with one file. */
export function form(fields: Readonly<Record<string, string>>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  data.append("medias", new Blob(["um texto"], { type: "text/plain" }), "nota.txt");
  return data;
}

/** What the documented client adds for the audit. */
export const log = (description: string, origin: string) => ({ descricao: description, origem: origin });
