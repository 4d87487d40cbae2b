import { FLAG, form, LIST, someLike, TEXT, type CallScene, type DocumentedCall } from "./documentedCall.fixture.js";

/** Messages of an open ticket. */
export function messageCalls({
  userId,
  freeContactId,
  ticketId,
  messageId,
  spareMessageId,
  receivedId,
  audioId,
  groupId,
}: CallScene): DocumentedCall[] {
  return [
    {
      id: "API-019",
      who: "ticket",
      method: "GET",
      path: `/messages/${ticketId}?pageNumber=1&ios=false&userId=${userId}`,
      answers: { messages: someLike({ id: TEXT, body: TEXT, fromMe: FLAG }), hasMore: FLAG },
    },
    {
      id: "API-027",
      who: "ticket",
      method: "GET",
      path: `/messages/search/${ticketId}?messageToSearch=dia&userId=${userId}`,
      answers: { messages: LIST },
    },
    {
      id: "API-020",
      who: "ticket",
      method: "GET",
      path: `/messages/ios/${ticketId}?pageNumber=1`,
      answers: { messages: someLike({ id: TEXT, body: TEXT, fromMe: FLAG }), hasMore: FLAG },
    },
    {
      id: "API-021",
      who: "ticket",
      method: "POST",
      path: `/messages/${ticketId}`,
      body: { read: 1, fromMe: true, mediaUrl: "", body: "Bom dia", quotedMsg: null, editedMsg: null, userId },
    },
    {
      id: "API-021",
      who: "ticket",
      method: "POST",
      path: `/messages/${ticketId}`,
      body: { read: 1, fromMe: true, mediaUrl: "", body: "Respondo a isto", quotedMsg: { id: receivedId }, editedMsg: null, userId },
    },
    {
      id: "API-021",
      who: "ticket",
      method: "POST",
      path: `/messages/${ticketId}`,
      body: form({ body: "um arquivo", fromMe: "true", userId: String(userId) }),
    },
    {
      id: "API-022",
      who: "ticket",
      method: "PUT",
      path: `/messages/${ticketId}`,
      body: { read: 1, fromMe: true, mediaUrl: "", body: "São dez reais", quotedMsg: null, editedMsg: { id: messageId }, userId },
      answers: { isEdited: true, editedMsg: expect.anything() },
    },
    {
      id: "API-023",
      who: "ticket",
      method: "POST",
      path: `/messages/vcard/${ticketId}`,
      body: { contactId: freeContactId },
      answers: { mediaType: TEXT },
    },
    {
      id: "API-024",
      who: "ticket",
      method: "POST",
      path: `/messages/forward/${messageId}`,
      body: { contacts: [freeContactId], log: { descricao: "Encaminhou", origem: "Mensagens" } },
    },
    { id: "API-025", who: "ticket", method: "DELETE", path: `/messages/${spareMessageId}` },
    {
      id: "API-026",
      who: "ticket",
      method: "POST",
      path: `/messages/transcribe/${audioId}`,
      answers: { transcription: TEXT },
    },
    {
      id: "API-028",
      who: "ticket",
      method: "POST",
      path: "/whatsapp/meow/webhook/Loja_token",
      body: { dataJson: `{"eventId":1,"messageId":${receivedId}}`, reprocess: true },
    },
    { id: "API-050", method: "GET", path: `/contact/group/${groupId}`, answers: { participants: LIST, desc: TEXT } },
  ];
}
