import { LIST, NUMBER, someLike, TEXT, type CallScene, type DocumentedCall } from "./documentedCall.fixture.js";

/** The documented calls about mass sends and schedules. */
export const sendCalls = ({ contactId, freeContactId, tagId, massSendId, scheduleId }: CallScene): DocumentedCall[] => [
  {
    id: "API-118",
    method: "POST",
    path: "/envioMassa",
    who: "sendToMany",
    body: {
      mensagem: "Olá, {{name}}",
      allContacts: false,
      contactsIds: `${contactId},${freeContactId}`,
      tagsIds: "",
      log: { userId: 1, userName: "Ana" },
    },
    answers: { id: NUMBER, contactsIds: `${contactId},${freeContactId}`, enviados: 0, total: 0 },
  },
  { id: "API-116", method: "GET", path: "/envioMassa", answers: someLike({ id: NUMBER, mensagem: TEXT, enviados: NUMBER, total: NUMBER }) },
  {
    id: "API-119",
    method: "PUT",
    path: `/envioMassa/${massSendId}`,
    who: "sendToMany",
    body: { mensagem: "Oi", allContacts: true, contactsIds: "", tagsIds: String(tagId), log: { userId: 1, userName: "Ana" } },
    answers: { mensagem: "Oi", allContacts: true, contactsIds: "", tagsIds: "" },
  },
  { id: "API-117", method: "GET", path: `/envioMassa/${massSendId}`, answers: { id: massSendId, mensagem: TEXT } },
  {
    id: "API-120",
    method: "GET",
    path: "/agendamento",
    answers: someLike({ id: scheduleId, title: TEXT, recurrence: "every_day", RValue: "", enviados: 0, total: 0 }),
  },
  { id: "API-121", method: "GET", path: `/agendamento/${scheduleId}`, answers: { id: scheduleId, message: TEXT, sendAt: TEXT } },
  { id: "API-122", method: "GET", path: `/agendamento/logs/${scheduleId}`, answers: LIST as readonly unknown[] },
  { id: "API-123", method: "DELETE", path: `/agendamento/${scheduleId}` },
];
