import { sheetBytes } from "../sheet.fixture.js";
import { FLAG, LIST, log, NUMBER, someLike, TEXT, type CallScene, type DocumentedCall } from "./documentedCall.fixture.js";

const CONTACT = { id: NUMBER, name: TEXT, number: TEXT, email: TEXT, queue: LIST, user: LIST, redirect: LIST };

const CONTACTS = await sheetBytes([
  ["Nome", "Número", "Email", "Resposta automática", "Tags"],
  ["Cliente Seis", "5511977770006", "", "Sim", "Cliente antigo"],
]);
const DELEGATION = await sheetBytes([
  ["Nome", "Número", "Fila", "Usuário"],
  ["Cliente Um", "5511977770001", "Vendas", "Ana"],
]);

function sheet(bytes: Uint8Array<ArrayBuffer>): FormData {
  const data = new FormData();
  data.append("medias", new Blob([bytes]), "contatos.xlsx");
  return data;
}

/** Contacts of customers. */
export function contactCalls({ tagId, contactId, spareContactId, queueId, userId }: CallScene): DocumentedCall[] {
  return [
    { id: "API-045", method: "GET", path: "/contacts/?searchParam=&pageNumber=1", answers: { contacts: someLike(CONTACT), hasMore: FLAG } },
    {
      id: "API-045",
      method: "GET",
      path: "/contacts?all=true&ignoreGroup=true",
      answers: { contacts: someLike({ id: NUMBER, name: TEXT, number: TEXT }), hasMore: FLAG },
    },
    { id: "API-046", method: "GET", path: `/contacts/${contactId}`, answers: CONTACT },
    {
      id: "API-047",
      method: "POST",
      path: "/contacts",
      who: "addContact",
      answers: CONTACT,
      body: {
        name: "Cliente Três",
        number: "5511977770003",
        email: "",
        respostaAutomatica: true,
        tagIds: [tagId],
        queueId: [queueId],
        userId: [userId],
        redirect: [{ queueId, userId }],
        extraInfo: [{ name: "CPF", value: "1" }],
        log: log("Criou contato", "Contatos"),
      },
    },
    {
      id: "API-048",
      method: "PUT",
      path: `/contacts/${contactId}`,
      who: "editContact",
      answers: CONTACT,
      body: {
        name: "Cliente Um",
        number: "5511977770001",
        email: "um@example.com",
        respostaAutomatica: true,
        tagIds: [tagId],
        queueId: [queueId],
        userId: [userId],
        redirect: [{ queueId, userId }],
        extraInfo: [{ name: "CPF", value: "1" }],
        log: log("Alterou contato", "Contatos"),
      },
    },
    {
      id: "API-049",
      method: "POST",
      path: "/contact",
      as: "admin",
      body: { name: "Cliente Quatro", number: "5511977770004", email: "" },
      answers: CONTACT,
    },
    { id: "API-056", method: "DELETE", path: `/contacts/${spareContactId}`, who: "delContact", answers: { message: TEXT } },
    {
      id: "API-051",
      method: "POST",
      path: "/contacts/import",
      who: "editContact",
      body: sheet(CONTACTS),
      answers: { created: NUMBER, skipped: NUMBER },
    },
    { id: "API-052", method: "POST", path: "/contacts/export", who: "editContact", file: true },
    { id: "API-053", method: "POST", path: "/contacts/export/delegation", who: "addContact", file: true },
    {
      id: "API-054",
      method: "POST",
      path: "/contacts/delegation/",
      who: "addContact",
      body: sheet(DELEGATION),
      answers: { created: NUMBER },
    },
    { id: "API-055", method: "POST", path: "/contacts/clear", who: "delContact", answers: { deleted: NUMBER, kept: NUMBER } },
  ];
}
