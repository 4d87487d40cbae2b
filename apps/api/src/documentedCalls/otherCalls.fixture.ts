import { ADMIN } from "../apiStage.fixture.js";
import { FLAG, LIST, log, NUMBER, someLike, TEXT, type CallScene, type DocumentedCall } from "./documentedCall.fixture.js";

/** Settings, notes and the log. */
export function otherCalls({ userId, queueId, contactId, ticketId, seal }: CallScene): DocumentedCall[] {
  return [
    { id: "API-088", method: "GET", path: "/settings", answers: someLike({ key: TEXT, value: TEXT }) },
    {
      id: "API-089",
      method: "PUT",
      path: "/settings/forceSign",
      who: "admin",
      body: { value: "enabled" },
      answers: { key: "forceSign", value: "enabled" },
    },
    {
      id: "API-090",
      method: "POST",
      path: "/settings/files/check",
      who: "super",
      answers: { orphans: NUMBER, orphanBytes: NUMBER, missing: NUMBER },
    },
    { id: "API-091", method: "POST", path: "/settings/files/count", who: "super", answers: { files: NUMBER, bytes: NUMBER } },
    {
      id: "API-092",
      method: "DELETE",
      path: "/settings/files/delete",
      who: "super",
      // The specification shows no body; S-52 asks for the password again.
      body: { currentPassword: seal("currentPassword", ADMIN.password) },
      answers: { deleted: NUMBER, bytes: NUMBER },
    },
    { id: "API-093", method: "GET", path: "/notes", answers: { notes: LIST, count: NUMBER } },
    {
      id: "API-094",
      method: "POST",
      path: "/log",
      body: { ...log("Abriu o ticket", "Tickets"), userId, ticketId, contactId, queueId, whatsappId: null, messageId: null },
      answers: { message: TEXT },
    },
    {
      id: "API-094",
      method: "POST",
      path: "/log",
      body: { log: { ...log("Excluiu etiqueta", "Tags"), userId, contactId } },
      answers: { message: TEXT },
    },
  ];
}

/** The reports, whose names the specification gives. */
export function reportCalls({ userId, queueId, contactId }: CallScene): DocumentedCall[] {
  const body = { startDate: "2026-01-01", endDate: "2026-01-31", userId, contactId, queueId, status: "closed" };
  return [
    { id: "API-124", method: "POST", path: "/report/ticket", body, answers: { file: "relatorio-tickets.pdf" } },
    { id: "API-125", method: "POST", path: "/report/contact", body, answers: { file: "relatorio-contatos.pdf" } },
    { id: "API-126", method: "POST", path: "/report/queue", body, answers: { file: "relatorio-filas.pdf" } },
    { id: "API-127", method: "POST", path: "/report/user", body, answers: { file: "relatorio-atendimentos-users.pdf" } },
    {
      id: "API-128",
      method: "POST",
      path: "/report/message",
      body: { startDate: "2026-01-01", endDate: "2026-01-31", contactId },
      answers: { file: "report_contact_messages.pdf" },
    },
  ];
}

/** Protocols and ratings. */
export function protocolCalls({ userId, queueId, contactId, ticketId, protocolId }: CallScene): DocumentedCall[] {
  const contact = { name: TEXT, number: TEXT };
  const one = { id: NUMBER, protocolo: TEXT, mensagem: TEXT, ticketId, contact, createdAt: TEXT };
  return [
    { id: "API-041", who: "ticket", method: "POST", path: "/protocolos", body: { contactId, ticketId }, answers: one },
    {
      id: "API-039",
      who: "ticket",
      method: "GET",
      path: `/protocolos/ticket/${ticketId}`,
      answers: someLike({ id: protocolId, ticketId }),
    },
    { id: "API-040", method: "GET", path: `/protocolos/contact/${contactId}`, answers: someLike({ id: protocolId, ticketId }) },
    {
      id: "API-042",
      method: "GET",
      path: `/protocolos/?searchParam=Cliente&pageNumber=1&user=${userId}`,
      answers: { protocolos: someLike({ id: protocolId }), hasMore: FLAG },
    },
    { id: "API-043", who: "ticket", method: "GET", path: `/protocolos/${protocolId}`, answers: one },
    {
      id: "API-044",
      who: "ticket",
      method: "PUT",
      path: `/protocolos/${protocolId}`,
      body: { mensagem: "Troca de endereço" },
      answers: { ...one, mensagem: "Troca de endereço" },
    },
    {
      id: "API-101",
      who: "admin",
      method: "GET",
      path: `/ticketNPS?firstDate=2026-03-01&lastDate=2026-03-31&queueId=${queueId}&userId=${userId}`,
      answers: someLike({
        id: NUMBER,
        rate: 4,
        userId,
        user: { id: userId, name: TEXT },
        contact: { id: contactId, name: TEXT, number: TEXT, profilePicUrl: null },
        createdAt: TEXT,
        ticketId,
      }),
    },
  ];
}

/** A browser that wants pushes, as `PushSubscription.toJSON` describes it. */
const SUBSCRIPTION = {
  endpoint: "https://push.example.com/wpush/v2/gAAAAABk",
  expirationTime: null,
  keys: {
    p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
  },
};

/** Pushes to browsers. */
export function pushCalls({ userId }: CallScene): DocumentedCall[] {
  return [
    { id: "API-005", method: "GET", path: "/push/public_key", answers: { publicKey: TEXT } },
    { id: "API-006", method: "POST", path: "/push/register", body: { subscription: SUBSCRIPTION, userId } },
    { id: "API-007", method: "POST", path: "/push/unregister", body: { userId, key: SUBSCRIPTION.endpoint } },
  ];
}
