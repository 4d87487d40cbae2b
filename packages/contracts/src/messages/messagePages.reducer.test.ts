import { applyContactToPages, applyReadToPages, upsertMessage } from "./messagePages.reducer.js";
import type { MessagePageView, MessageView } from "./messages.views.js";

const message = (id: number, second: number, more: Partial<MessageView> = {}): MessageView => ({
  id: String(id),
  body: `m${id}`,
  fromMe: false,
  mediaType: "conversation",
  mediaUrl: null,
  mediaUrlLiteral: null,
  ack: 0,
  read: false,
  createdAt: `2026-11-20T12:00:${String(second).padStart(2, "0")}.000Z`,
  quotedMsg: null,
  isEdited: false,
  editUnreadable: false,
  editedMsg: null,
  isDeleted: false,
  forward: false,
  errorLog: null,
  templateData: null,
  dataJson: null,
  downloadAttempts: 0,
  ticketId: 1,
  contact: null,
  userId: null,
  userName: null,
  media: null,
  sending: null,
  clientKey: null,
  reactions: [],
  ...more,
});
const page = (messages: readonly MessageView[], hasMore = false): MessagePageView => ({ messages, hasMore });
const ids = ({ messages }: MessagePageView): string[] => messages.map(({ id }) => id);

describe("the loaded messages of a ticket and the events that arrive", () => {
  it("puts a message at its place in time, ids of one second in their order [CONV-050]", () => {
    expect(ids(upsertMessage(page([message(1, 1), message(4, 3)]), message(3, 3)))).toEqual(["1", "3", "4"]);
  });

  it("replaces what is loaded of a message, and never takes an ack back", () => {
    const loaded = page([message(1, 1, { fromMe: true, ack: 3 })]);
    expect(upsertMessage(loaded, message(1, 1, { fromMe: true, ack: 2, body: "edited" })).messages[0]).toMatchObject({
      ack: 3,
      body: "edited",
    });
    expect(upsertMessage(page([message(1, 1, { ack: 1 })]), message(1, 1, { ack: -1 })).messages[0]?.ack).toBe(-1);
  });

  it("recognises our own message by the key that we gave it", () => {
    const waiting = message(0, 5, { id: "key-1", clientKey: "key-1", fromMe: true });
    expect(ids(upsertMessage(page([waiting]), message(12, 5, { clientKey: "key-1", fromMe: true })))).toEqual(["12"]);
  });

  it("leaves what is older than everything loaded to the next page while there is one [CONV-025]", () => {
    expect(ids(upsertMessage(page([message(2, 5)], true), message(1, 1)))).toEqual(["2"]);
    expect(ids(upsertMessage(page([message(2, 5)], false), message(1, 1)))).toEqual(["1", "2"]);
  });

  it("marks everything read when the ticket was read", () => {
    expect(applyReadToPages(page([message(1, 1), message(2, 2)])).messages.every(({ read }) => read)).toBe(true);
  });

  it("shows whoever wrote under an old name with the new one [INBOX-030]", () => {
    const contact = {
      id: 7,
      name: "Novo",
      number: "5511900000007",
      email: "",
      profilePicUrl: null,
      isGroup: false,
      respostaAutomatica: true,
      tags: [],
      extraInfo: [],
    };
    const loaded = page([message(1, 1, { contact: { id: 7, name: "Velho" } }), message(2, 2, { contact: { id: 8, name: "Outro" } })]);
    expect(applyContactToPages(loaded, { action: "update", contact, contactId: 7 }).messages.map((each) => each.contact?.name)).toEqual([
      "Novo",
      "Outro",
    ]);
    const quote = { id: "1", body: "oi", fromMe: false, mediaType: "conversation", contact: { id: 7, name: "Velho" } } as const;
    const quoting = page([message(3, 3, { contact: null, quotedMsg: quote })]);
    expect(applyContactToPages(quoting, { action: "update", contact, contactId: 7 }).messages[0]?.quotedMsg?.contact).toEqual({
      id: 7,
      name: "Novo",
    });
    expect(applyContactToPages(loaded, { action: "delete", contactId: 7 })).toBe(loaded);
  });
});
