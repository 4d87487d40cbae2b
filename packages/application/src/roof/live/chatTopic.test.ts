import { aCtx } from "@balcao/testing/cast";
import { createChat, readChatMessage, sendChatMessage } from "../../inbox/chats/index.js";
import { toActor } from "../../ground/directory/index.js";
import type { Ctx } from "../../ground/kernel/index.js";
import { openTestServices, type TestServices } from "../../services.fixture.js";
import type { Joins, Listener } from "./listener.js";
import { readLive, type LiveBatch } from "./readLive.js";
import { createSharing, textsFor } from "./sharedTexts.js";

const PEOPLE = Array.from({ length: 30 }, (_, index) => index + 10);
const [ANA, RUI, BIA, LEO, STRANGER] = [10, 11, 12, 13, 50];
const FILE = "11111111-2222-4333-8444-555555555555";

let test: TestServices;
let chatId: number;
let cursor: string;
let listeners: Listener[];

const sessionOf = (id: number): string => `22222222-2222-4222-8222-0000000000${id}`;
const as = (id: number): Ctx => {
  const actor = toActor(test.services.directory.current(), id);
  if (!actor) throw new Error(`There is no person ${id}.`);
  return aCtx(actor, { sessionId: sessionOf(id) });
};
const send = async (body: string): Promise<number> => {
  const view = await sendChatMessage(test.services, as(ANA), { chatId, body, quotedMessageId: undefined, type: "chat", voice: false }, []);
  return "id" in view ? Number(view.id) : 0;
};
const read = (userId: number, messageId: number) => readChatMessage(test.services, as(userId), { messageId, userId });

const joinsOf = (inBox: boolean, more: Partial<Joins> = {}): Joins => ({
  ...{ lists: new Set<string>(), boxes: new Set<number>(), notification: true, chats: true },
  ...{ chatBoxes: new Set(inBox ? [chatId] : []), ...more },
});
const listenerOf = (id: number, joins: Joins): Listener => ({ actor: as(id).actor, sessionId: sessionOf(id), joins });

/** What has been recorded since the last call. */
async function nextBatch(): Promise<LiveBatch> {
  const batch = await readLive(test.services, cursor);
  cursor = batch.cursor;
  return batch;
}

const heard = (batch: LiveBatch, listener: Listener, textsOf = createSharing(test.services, batch.events)): unknown[] =>
  textsFor(test.services, listener.sessionId, textsOf(listener)).map((text) => JSON.parse(`[${text}]`) as unknown);
const namesOf = (batch: LiveBatch, userId: number): unknown[] =>
  heard(batch, listenerOf(userId, joinsOf(true))).map((message) => (message as unknown[])[0]);

/** How many different texts are encoded for these people. */
function countTexts(batch: LiveBatch): number {
  const textsOf = createSharing(test.services, batch.events);
  return new Set(listeners.flatMap((listener) => textsOf(listener).messages)).size;
}

beforeAll(async () => {
  test = await openTestServices();
  await test.rows(
    `INSERT INTO user_account (id, name, email, password_hash) SELECT id, 'Pessoa ' || id, id || '@x.test', '' FROM unnest($1::int[]) AS id`,
    [[...PEOPLE, STRANGER]],
  );
  await test.rows(`INSERT INTO user_account (id, name, email, password_hash, profile) VALUES (60, 'Davi', 'davi@x.test', '', 'admin')`);
  await test.rows(
    `INSERT INTO file (id, path, mime, original_name, extension, size, sha256, owner_kind, owner_id) VALUES ($1, 'a/b', 'image/png', 'a.png', 'png', 3, '', 'user', $2)`,
    [FILE, ANA],
  );
  await test.rows(`UPDATE user_account SET picture_file_id = $1 WHERE id = $2`, [FILE, ANA]);
  await test.services.directory.refresh();
});
beforeEach(async () => {
  const group = { userId: undefined, otherId: undefined, isGroup: true, groupName: "Todos", userIds: PEOPLE, note: null };
  ({ id: chatId } = await createChat(test.services, as(ANA), group));
  listeners = PEOPLE.map((id) => listenerOf(id, joinsOf(true)));
  ({ cursor } = await readLive(test.services, null));
});
afterAll(() => test.close());

describe("what is sent about a group with many people", () => {
  it("is encoded once for its author and once for all who have read as much, besides the count of each [RT-012, RT-013, RT-014, RT-015]", async () => {
    await send("Bom dia a todos");
    const batch = await nextBatch();
    // Message, list and bell, for the author and for the others; and each person's own count.
    expect(countTexts(batch)).toBe(3 * 2 + PEOPLE.length);
  });

  it("is to each person what it would be if nobody else were connected [CHAT-024, CHAT-025, D-231, D-232]", async () => {
    await read(LEO, await send("Quem vem hoje?"));
    // Bia has as much unread as the author, who is Ana.
    await read(BIA, await send("E amanhã?"));
    const since = cursor;
    const batch = await nextBatch();
    const others = [
      ...listeners,
      ...[joinsOf(false), joinsOf(true, { notification: false }), joinsOf(true, { chats: false })].map((joins) => listenerOf(BIA, joins)),
      ...[joinsOf(true), joinsOf(false)].flatMap((joins) => [listenerOf(60, joins), listenerOf(STRANGER, joins)]),
    ];
    const shared = createSharing(test.services, batch.events);
    for (const listener of others) {
      const alone = await readLive(test.services, since);
      expect(heard(batch, listener, shared)).toEqual(heard(alone, listener));
    }
    const [ofAna, ofRui, ofStranger] = [ANA, RUI, STRANGER].map((id) => heard(batch, listenerOf(id, joinsOf(true)), shared));
    expect(ofAna?.[0]).toMatchObject([
      "appMessageChat",
      { message: { body: "Quem vem hoje?", fromMe: true }, chat: { messagesUnread: 0 } },
    ]);
    expect(ofRui?.[0]).toMatchObject(["appMessageChat", { message: { fromMe: false, read: false }, chat: { messagesUnread: 2 } }]);
    expect(ofStranger).toEqual([]);
    // Addresses of files are signed for the session that receives them.
    expect(JSON.stringify(ofRui)).toContain(test.services.fileUrl(sessionOf(RUI), FILE));
    expect(JSON.stringify(ofRui)).not.toContain(test.services.fileUrl(sessionOf(ANA), FILE));
  });

  it("is sent once when several people read at the same time, with each reader's own count [RT-014, D-091]", async () => {
    const id = await send("Leiam, por favor");
    await nextBatch();
    for (const userId of PEOPLE.slice(1, 11)) await read(userId, id);
    const batch = await nextBatch();
    expect(batch.events).toHaveLength(10);
    // Whoever reads nothing gets the chat as it is after the last reading.
    expect(heard(batch, listenerOf(ANA, joinsOf(true)))).toEqual([
      [
        "chat",
        expect.objectContaining({ action: "updateUnread", chat: expect.objectContaining({ [`messagesUnreadBy${RUI}`]: 0 }) as unknown }),
      ],
      ["ticketChat", expect.objectContaining({ action: "updateUnread", chatId })],
    ]);
    expect(namesOf(batch, RUI)).toEqual(["unreadMessageChat", "chat", "ticketChat"]);
    expect(namesOf(batch, PEOPLE[10] ?? 0)).toEqual(["chat", "ticketChat", "unreadMessageChat"]);
  });
});
