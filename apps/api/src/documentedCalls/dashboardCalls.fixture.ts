import { FLAG, LIST, NUMBER, someLike, TEXT, type CallScene, type DocumentedCall } from "./documentedCall.fixture.js";

/** The dashboard. The scene's tickets are of today, so the period is this month and the next. */
export function dashboardCalls({ userId, queueId, contactId }: CallScene): DocumentedCall[] {
  const today = new Date();
  const dayOf = (monthsLater: number): string =>
    new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + monthsLater, 1)).toISOString();
  const filter = `firstDate=${dayOf(-1).slice(0, 10)}&lastDate=${dayOf(2).slice(0, 10)}&queueId=${queueId}&userId=${userId}`;
  const call = (id: string, path: string, answers: NonNullable<DocumentedCall["answers"]>): DocumentedCall => ({
    id,
    who: "admin",
    method: "GET",
    path,
    answers,
  });
  return [
    call("API-095", `/dashboard/stats?${filter}`, {
      ...{ user: NUMBER, userTotal: NUMBER, queue: NUMBER, whatsapp: NUMBER, whatsappTotal: NUMBER, group: NUMBER },
      ...{ agendamento: NUMBER, tags: NUMBER, tickets: NUMBER, messages: NUMBER, contacts: NUMBER },
      tme: someLike({ createdAt: TEXT, acceptedAt: TEXT }),
      tma: LIST,
      complete: FLAG,
    }),
    call(
      "API-096",
      `/dashboard/users?${filter}`,
      someLike({ id: userId, name: TEXT, status: TEXT, profilePicUrl: TEXT, open: NUMBER, closed: NUMBER, nps: null, npsCount: 0 }),
    ),
    call("API-097", `/dashboard/users/${userId}?queueId=${queueId}`, { tickets: someLike({ id: NUMBER, userId }), count: NUMBER }),
    call("API-098", `/ticketColaborador?${filter}`, someLike({ Total: NUMBER, user: { id: userId, name: TEXT } })),
    call("API-099", `/ticketCliente?${filter}`, someLike({ Total: NUMBER, contact: { id: contactId, name: TEXT } })),
    call("API-100", `/ticketQueue?${filter}`, someLike({ Total: NUMBER, queue: { id: queueId, name: TEXT, color: TEXT } })),
  ];
}
