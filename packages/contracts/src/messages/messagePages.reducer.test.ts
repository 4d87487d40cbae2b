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
  transcription: null,
  mentions: [],
  handover: null,
  reactions: [],
  ...more,
});
const page = (messages: readonly MessageView[], hasMore = false, hasNewer = false): MessagePageView => ({ messages, hasMore, hasNewer });
const ids = ({ messages }: MessagePageView): string[] => messages.map(({ id }) => id);

describe("the loaded messages of a ticket after events", () => {
  it("inserts a message by its time, and messages of the same second by id [CONV-050]", () => {
    expect(ids(upsertMessage(page([message(1, 1), message(4, 3)]), message(3, 3)))).toEqual(["1", "3", "4"]);
    expect(ids(upsertMessage(page([message(5, 1), message(6, 3)]), message(2, 2)))).toEqual(["5", "2", "6"]);
  });

  it("replaces a loaded message and never lowers its ack", () => {
    const loaded = page([message(1, 1, { fromMe: true, ack: 3 })]);
    expect(upsertMessage(loaded, message(1, 1, { fromMe: true, ack: 2, body: "edited" })).messages[0]).toMatchObject({
      ack: 3,
      body: "edited",
    });
    expect(upsertMessage(page([message(1, 1, { ack: 1 })]), message(1, 1, { ack: -1 })).messages[0]?.ack).toBe(-1);
    expect(upsertMessage(page([message(1, 1, { ack: -1 })]), message(1, 1, { ack: 2 })).messages[0]?.ack).toBe(2);
  });

  it("recognises our own message by its client key", () => {
    const waiting = message(0, 5, { id: "key-1", clientKey: "key-1", fromMe: true });
    expect(ids(upsertMessage(page([waiting]), message(12, 5, { clientKey: "key-1", fromMe: true })))).toEqual(["12"]);
    expect(ids(upsertMessage(page([waiting]), message(12, 6, { clientKey: "key-2", fromMe: true })))).toEqual(["key-1", "12"]);
  });

  it("leaves a message older than all loaded ones to the next page while there is one [CONV-025]", () => {
    expect(ids(upsertMessage(page([message(2, 5)], true), message(1, 1)))).toEqual(["2"]);
    expect(ids(upsertMessage(page([message(2, 5)], false), message(1, 1)))).toEqual(["1", "2"]);
  });

  it("leaves what is newer than everything loaded to the next page while there is one, and still changes what is loaded", () => {
    const middle = page([message(1, 1), message(2, 5)], true, true);
    expect(upsertMessage(middle, message(3, 6))).toBe(middle);
    expect(upsertMessage(middle, message(2, 5, { body: "changed" })).messages.at(-1)?.body).toBe("changed");
    expect(ids(upsertMessage(page([message(1, 1)], true, false), message(3, 6)))).toEqual(["1", "3"]);
    expect(upsertMessage(page([], false, true), message(3, 6)).messages).toEqual([]);
  });

  it("marks every message as read when the ticket was read", () => {
    const read = applyReadToPages(page([message(1, 1), message(2, 2)]));
    expect(read.messages.every((each) => each.read)).toBe(true);
    expect(applyReadToPages(read)).toBe(read);
  });

  it("shows the new name of a renamed contact on its messages [INBOX-030]", () => {
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
      queue: [],
      user: [],
      redirect: [],
      optOut: null,
    };
    const loaded = page([message(1, 1, { contact: { id: 7, name: "Velho" } }), message(2, 2, { contact: { id: 8, name: "Outro" } })]);
    expect(applyContactToPages(loaded, { action: "update", contact, contactId: 7 }).messages.map((each) => each.contact?.name)).toEqual([
      "Novo",
      "Outro",
    ]);
    const quote = {
      id: "1",
      body: "oi",
      fromMe: false,
      mediaType: "conversation",
      contact: { id: 7, name: "Velho" },
      fileName: null,
    } as const;
    const of = { contact: { id: 8, name: "Outro" } };
    const [quoting, other] = [message(3, 3, { ...of, quotedMsg: quote }), message(4, 4, { ...of, quotedMsg: { ...quote, ...of } })];
    const renamed = applyContactToPages(page([quoting, other]), { action: "update", contact, contactId: 7 });
    expect(renamed.messages[0]).toEqual({ ...quoting, quotedMsg: { ...quote, contact: { id: 7, name: "Novo" } } });
    // What nothing was to be changed in is the same object, which is not drawn again.
    expect(renamed.messages[1]).toBe(other);
    expect(applyContactToPages(renamed, { action: "update", contact, contactId: 7 })).toBe(renamed);
    expect(applyContactToPages(loaded, { action: "delete", contactId: 7 })).toBe(loaded);
  });
});
