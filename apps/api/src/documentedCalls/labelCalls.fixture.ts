import { FLAG, form, LIST, NUMBER, someLike, TEXT, type CallScene, type DocumentedCall } from "./documentedCall.fixture.js";

/** The documented calls about tags, quick answers and questions. */
export const labelCalls = ({ contactId, freeContactId, tagId, quickAnswerId, questionId, queueId }: CallScene): DocumentedCall[] => [
  {
    id: "API-073",
    method: "POST",
    path: "/tag",
    who: "maintain",
    body: { name: "VIP", color: "#ff8800", contacts: [contactId] },
    answers: { id: NUMBER },
  },
  { id: "API-071", method: "GET", path: "/tag", answers: someLike({ id: NUMBER, name: "VIP", color: "#ff8800", contactsCount: 1 }) },
  {
    id: "API-074",
    method: "PUT",
    path: `/tag/${tagId}`,
    body: { name: "Antigo", color: "#00aa55", contacts: `${contactId},${freeContactId}` },
  },
  { id: "API-072", method: "GET", path: `/tag/${tagId}`, answers: { id: tagId, contacts: someLike({ id: contactId, name: TEXT }) } },
  { id: "API-075", method: "DELETE", path: `/tag/${tagId}` },
  { id: "API-034", method: "GET", path: "/quickAnswers/?searchParam=hor&pageNumber=1", answers: { quickAnswers: LIST, hasMore: FLAG } },
  { id: "API-035", method: "GET", path: `/quickAnswers/${quickAnswerId}`, answers: { id: quickAnswerId, shortcut: TEXT, message: TEXT } },
  { id: "API-036", method: "POST", path: "/quickAnswers", body: form({ shortcut: "pix", message: "Nossa chave é esta." }) },
  { id: "API-037", method: "PUT", path: `/quickAnswers/${quickAnswerId}`, body: form({ shortcut: "hora", message: "Abrimos às nove." }) },
  { id: "API-038", method: "DELETE", path: `/quickAnswers/${quickAnswerId}` },
  {
    id: "API-111",
    method: "GET",
    path: "/pergunta",
    answers: someLike({ id: questionId, pergunta: TEXT, resposta: TEXT, openTicket: FLAG }),
  },
  { id: "API-112", method: "GET", path: `/pergunta/${questionId}`, answers: { id: questionId, pergunta: TEXT, queueId: null } },
  {
    id: "API-113",
    method: "POST",
    path: "/pergunta",
    who: "maintain",
    body: { pergunta: "Onde fica?", resposta: "No centro.", queueId, openTicket: true },
    answers: { id: NUMBER, pergunta: "Onde fica?", resposta: "No centro.", queueId, openTicket: true },
  },
  {
    id: "API-114",
    method: "PUT",
    path: `/pergunta/${questionId}`,
    body: { pergunta: "E o horário?", resposta: "Das 9 às 17.", queueId: "", openTicket: false },
    answers: { id: questionId, pergunta: "E o horário?", queueId: null, openTicket: false },
  },
  { id: "API-115", method: "DELETE", path: `/pergunta/${questionId}` },
];
