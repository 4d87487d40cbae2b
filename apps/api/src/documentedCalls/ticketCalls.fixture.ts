import { FLAG, LIST, log, NUMBER, someLike, TEXT, type CallScene, type DocumentedCall } from "./documentedCall.fixture.js";

const TICKETS = { tickets: LIST, hasMore: FLAG, count: NUMBER };

/** Lists, single tickets and a new one. */
export function ticketCalls({
  userId,
  queueId,
  contactId,
  freeContactId,
  connectionId,
  ticketId,
  botTicketId,
}: CallScene): DocumentedCall[] {
  return [
    {
      id: "API-009",
      method: "GET",
      path: "/tickets?searchParam=&pageNumber=1&status=open&showAll=false&queueIds=%5B%5D",
      answers: TICKETS,
    },
    {
      id: "API-009",
      method: "GET",
      path: `/tickets/?pageNumber=1&status=pending&queueIds[]=${queueId}&showAll=true`,
      answers: TICKETS,
    },
    {
      id: "API-009",
      method: "GET",
      path: "/tickets?withUnreadMessages=true&limit=20&date=2026-06-01&firstDate=2026-01-01&lastDate=2026-12-31&isGroup=false",
      answers: TICKETS,
    },
    {
      id: "API-010",
      method: "GET",
      path: `/tickets/filter?searchParam=bom&searchContact=&searchQueue=&searchUser=%5B%5D&searchTag=&searchWhatsapp=&status=&showAll=true&queueIds=%5B${queueId}%5D`,
      answers: { tickets: LIST },
    },
    {
      id: "API-011",
      who: "ticket",
      method: "GET",
      path: `/tickets/${ticketId}`,
      answers: {
        id: ticketId,
        status: "open",
        contact: { id: contactId },
        queue: { id: queueId },
        user: { id: userId },
        whatsapp: { id: connectionId },
      },
    },
    { id: "API-016", who: "ticket", method: "POST", path: `/tickets/ai/resume/${ticketId}`, answers: { resume: TEXT } },
    {
      id: "API-012",
      method: "GET",
      path: `/tickets/contact/${contactId}?whatsappId=${connectionId}`,
      answers: { status: TEXT, user: { name: TEXT }, queue: { name: TEXT } },
    },
    {
      id: "API-013",
      method: "POST",
      path: "/tickets",
      body: { contactId: freeContactId, queueId, whatsappId: connectionId, userId, status: "open" },
      answers: { id: NUMBER, status: "open" },
    },
    {
      id: "API-017",
      method: "GET",
      path: "/ticket2",
      answers: someLike({ id: botTicketId, status: "bot", lastMessage: TEXT, updatedAt: TEXT }),
    },
    {
      id: "API-018",
      who: "ticket",
      method: "PUT",
      path: `/ticket2/${botTicketId}`,
      body: { ticket: { id: botTicketId }, status: "pending", user: { id: userId } },
      answers: { id: botTicketId, status: "pending", user: null, queue: { id: queueId } },
    },
  ];
}

/** Changes of a ticket, up to its end. */
export function ticketChangeCalls({ userId, queueId, connectionId, ticketId, spareTicketId }: CallScene): DocumentedCall[] {
  return [
    {
      id: "API-014",
      who: "ticket",
      method: "PUT",
      path: `/tickets/${ticketId}`,
      body: { status: "paused", pauseTag: "Almoço", pauseMessage: "Já volto", log: log("Pausou", "Tickets") },
      answers: { id: ticketId, status: "paused" },
    },
    {
      id: "API-014",
      who: "ticket",
      method: "PUT",
      path: `/tickets/${ticketId}`,
      body: { status: "open", userId },
      answers: { id: ticketId, status: "open" },
    },
    {
      id: "API-014",
      who: "ticket",
      method: "PUT",
      path: `/tickets/${ticketId}`,
      body: {
        status: "open",
        userId,
        queueId,
        whatsappId: connectionId,
        transferMessage: "A Ana continua com você",
        recoverMessages: true,
        comment: "Cliente antigo",
        log: log("Transferiu", "Tickets"),
      },
      answers: { id: ticketId, status: "open", queue: { id: queueId }, user: { id: userId } },
    },
    {
      id: "API-014",
      who: "ticket",
      method: "PUT",
      path: `/tickets/${ticketId}`,
      body: { status: "closed", userId, onlyClose: true, log: { ...log("Fechou", "Tickets"), userId, ticketId } },
      answers: { id: ticketId, status: "closed" },
    },
    {
      id: "API-015",
      who: "admin",
      method: "DELETE",
      path: `/tickets/${spareTicketId}`,
      body: { log: log("Excluiu o ticket", "Tickets") },
      answers: { message: TEXT },
    },
  ];
}
