import {
  applyChatMessage,
  applyChatReads,
  applyChatToList,
  isChatOf,
  toRoomPage,
  type ChatListView,
  type ChatMessagePageView,
  type ChatMessageView,
  type ChatReadersView,
  type ChatView,
} from "@balcao/contracts/chats";
import type { MessagePageView } from "@balcao/contracts/messages";
import type { Agent } from "./agent.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { openWorld, type World } from "./world.fixture.js";

const PNG = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");

/** What a person's browser holds of the chats: loaded once, and changed by events alone. */
interface ChatScreen {
  readonly list: () => ChatListView;
  readonly page: (chatId: number) => MessagePageView | undefined;
  readonly open: (chatId: number) => Promise<void>;
  readonly isInStep: () => Promise<void>;
}

async function openChats(agent: Agent, showAll = false): Promise<ChatScreen> {
  const pages = new Map<number, MessagePageView>();
  const query = showAll ? "?showAll=true&limit=100" : "?limit=100";
  const readPage = async (chatId: number) =>
    toRoomPage(await agent.ask<ChatMessagePageView>("POST", "/chats/messages/get", { chatId, pageNumber: 1 }));
  agent.socket.emit("joinChats", agent.id);
  let list = await agent.ask<ChatListView>("GET", `/chats${query}`);
  agent.socket.on("chat", (event) => {
    list = applyChatToList(list, event, isChatOf(agent.id, showAll));
    const page = pages.get(event.chatId);
    if (event.action === "delete") pages.delete(event.chatId);
    else if (page) pages.set(event.chatId, applyChatReads(page, event.chat, agent.id));
  });
  agent.socket.on("appMessageChat", (event) => {
    const page = pages.get(event.message.chatId);
    if (page) pages.set(event.message.chatId, applyChatMessage(page, event));
  });
  /** Addresses of files are signed anew for each answer. */
  const unsigned = (value: unknown): unknown => JSON.parse(JSON.stringify(value).replace(/\?expires[^"]*/g, ""));
  return {
    list: () => list,
    page: (chatId) => pages.get(chatId),
    open: async (chatId) => {
      agent.socket.emit("joinChatBox", `chat-${chatId}`);
      pages.set(chatId, await readPage(chatId));
    },
    isInStep: () =>
      eventually(async () => {
        expect(unsigned(list)).toEqual(unsigned(await agent.ask("GET", `/chats${query}`)));
        for (const [chatId, page] of pages) expect([chatId, unsigned(page)]).toEqual([chatId, unsigned(await readPage(chatId))]);
      }),
  };
}

describe("internal chats", () => {
  let world: World;
  let ana: Agent;
  let rui: Agent;
  let bia: Agent;
  let screens: Readonly<Record<"ana" | "rui" | "bia" | "davi", ChatScreen>>;
  let pair: ChatView;
  let group: ChatView;

  beforeAll(async () => {
    world = await openWorld({ ownWorker: false });
    ana = await world.person("Ana");
    rui = await world.person("Rui");
    bia = await world.person("Bia");
    screens = { ana: await openChats(ana), rui: await openChats(rui), bia: await openChats(bia), davi: await openChats(world.davi, true) };
    pair = await ana.ask<ChatView>("POST", "/chats", { userId: ana.id, callingUserId: rui.id });
    group = await ana.ask<ChatView>("POST", "/chats", { isGroup: true, groupName: "Vendas", users: [rui.id, ana.id] });
    await Promise.all([screens.ana, screens.rui].flatMap((screen) => [screen.open(pair.id), screen.open(group.id)]));
  }, 90_000);
  afterAll(() => world.close());

  const inStep = () => Promise.all(Object.values(screens).map((screen) => screen.isInStep()));
  const write = (agent: Agent, chatId: number, body: string, more: object = {}) =>
    agent.ask<ChatMessageView>("POST", `/chats/messages/${chatId}`, { sender: agent.id, body, ...more });
  const chatOf = (agent: Agent, chatId: number) => agent.ask<ChatView>("GET", `/chats/${chatId}`);
  const eventsOf = <T>(agent: Agent, name: string): T[] =>
    agent.received.filter((line) => line.startsWith(`${name} `)).map((line) => JSON.parse(line.slice(name.length + 1)) as T);
  const sendFile = async (agent: Agent, chatId: number) => {
    const form = new FormData();
    form.append("sender", String(agent.id));
    form.append("body", "O logo novo");
    form.append("medias", new Blob([new Uint8Array(PNG)]), "logo.png");
    return (await agent.call("POST", `/chats/messages/${chatId}`, form)).body as ChatMessageView;
  };

  it("open once for two people and each time for a group, and name everybody in them [CHAT-001, CHAT-024, API-102, API-103, API-104, D-089, D-090]", async () => {
    expect(await rui.ask<ChatView>("POST", "/chats", { callingUserId: ana.id })).toMatchObject({ id: pair.id });
    const second = await ana.ask<ChatView>("POST", "/chats", { isGroup: true, groupName: "Vendas", users: String(bia.id) });
    expect(second.id).not.toBe(group.id);
    expect(pair).toEqual({
      id: pair.id,
      isGroup: false,
      groupName: null,
      userId: ana.id,
      callingUserId: rui.id,
      user: { id: ana.id, name: "Ana", profilePicUrl: null },
      callingUser: { id: rui.id, name: "Rui", profilePicUrl: null },
      userName: null,
      callingName: null,
      users: [
        { id: ana.id, name: "Ana", active: true, isDeleted: false, readMessageId: null },
        { id: rui.id, name: "Rui", active: true, isDeleted: false, readMessageId: null },
      ],
      lastMessage: "",
      lastSenderId: null,
      updatedAt: expect.any(String),
      messagesUnread: 0,
      [`messagesUnreadBy${ana.id}`]: 0,
      [`messagesUnreadBy${rui.id}`]: 0,
      mayWrite: true,
      version: 1,
    });
    expect(group).toMatchObject({ isGroup: true, groupName: "Vendas", callingUserId: null, callingUser: null });
    await inStep();
    expect(screens.bia.list().chats.map(({ id }) => id)).toEqual([second.id]);
    expect(screens.davi.list().chats.map(({ id }) => id)).toEqual(expect.arrayContaining([pair.id, group.id, second.id]));
    const search = await ana.ask<ChatListView>("GET", "/chats?searchParam=RUI");
    expect(search.chats.map(({ id }) => id).sort()).toEqual([pair.id, group.id].sort());
    // What the specification gives no meaning is ignored, and "show all" is an administrator's (D-088).
    expect((await bia.ask<ChatListView>("GET", "/chats?showAll=true&status=closed&queueIds=[99]")).count).toBe(1);
    expect((await ana.ask<ChatListView>("GET", "/chats?date=2001-01-01")).count).toBe(0);
  });

  it("refuse oneself, strangers, the inactive and the deleted, and groups without a name or people [CHAT-020, CHAT-022, CHAT-023, D-089]", async () => {
    const teo = await world.person("Téo");
    await world.davi.ask("PUT", `/users/${teo.id}`, { active: false });
    const nina = await world.person("Nina");
    await world.davi.ask("DELETE", `/users/${nina.id}`);
    const before = screens.davi.list().count;
    const self = "Você não pode abrir um chat para você mesmo";
    for (const [body, status, answer] of [
      [{ callingUserId: ana.id }, 400, { code: "ERR_CHAT_WITH_SELF", message: self, error: self }],
      [{ userId: rui.id, callingUserId: bia.id }, 403, { code: "ERR_NO_PERMISSION" }],
      [{ callingUserId: 99_999 }, 404, { code: "ERR_NO_USER_FOUND" }],
      [{ callingUserId: nina.id }, 404, { code: "ERR_NO_USER_FOUND" }],
      [{ callingUserId: teo.id }, 400, { code: "ERR_USER_NO_ACTIVE" }],
      // User 1 is hidden from everybody else (D-121).
      [{ callingUserId: world.davi.id }, 404, { code: "ERR_NO_USER_FOUND" }],
      [{}, 400, { details: [{ field: "callingUserId", rule: "required" }] }],
      [{ isGroup: true, groupName: "", users: [rui.id] }, 400, { details: [{ field: "groupName", rule: "required" }] }],
      [{ isGroup: true, groupName: "Nós", users: [ana.id] }, 400, { details: [{ field: "users", rule: "required" }] }],
      [{ isGroup: true, groupName: "Nós", users: [rui.id, teo.id] }, 400, { code: "ERR_USER_NO_ACTIVE" }],
    ] as const)
      expect([body, await ana.call("POST", "/chats", body)]).toMatchObject([body, { status, body: answer }]);
    expect((await world.davi.ask<ChatListView>("GET", "/chats?showAll=true")).count).toBe(before);
  });

  it("bring a message to everybody in them at once, counted as unread until it is read, with two ticks when all have read it [CHAT-011, CHAT-017, CHAT-018, CHAT-025, API-107, API-108, API-110, RT-003, RT-012, RT-013, RT-014, RT-015, D-091, D-231, D-232]", async () => {
    const first = await write(ana, group.id, "Bom dia");
    expect(first).toEqual({
      id: expect.any(String),
      chatId: group.id,
      senderId: ana.id,
      sender: { id: ana.id, name: "Ana" },
      body: "Bom dia",
      mediaType: "chat",
      mediaUrl: null,
      media: null,
      quotedMsgId: null,
      quotedMsg: null,
      editedMsg: null,
      isEdited: false,
      isDeleted: false,
      ack: 1,
      fromMe: true,
      read: true,
      createdAt: expect.any(String),
      clientKey: null,
    });
    const reply = await write(rui, group.id, "Bom dia, Ana", { quotedMsg: { id: first.id } });
    expect(reply).toMatchObject({ quotedMsgId: first.id, quotedMsg: { id: first.id, body: "Bom dia", senderName: "Ana" } });
    await write(rui, group.id, "Tudo bem?");
    await inStep();
    expect(await chatOf(ana, group.id)).toMatchObject({ messagesUnread: 2, [`messagesUnreadBy${rui.id}`]: 0, lastMessage: "Tudo bem?" });
    expect(screens.ana.list().chats[0]).toMatchObject({ id: group.id, messagesUnread: 2 });
    expect(screens.ana.page(group.id)?.messages.map(({ ack, read }) => [ack, read])).toEqual([
      [3, true],
      [1, false],
      [1, false],
    ]);
    const bell = () => ana.ask<ChatListView>("GET", "/chats?withUnreadMessages=true");
    expect((await bell()).chats.map(({ id }) => id)).toEqual([group.id]);
    const last = Number(reply.id) + 1;
    expect(await ana.call("POST", `/chats/messages/read/${last}`, { userId: rui.id })).toMatchObject({ status: 403 });
    expect(await ana.ask("POST", `/chats/messages/read/${reply.id}`, { userId: ana.id })).toEqual({ messagesUnread: 1 });
    expect(await ana.ask("POST", `/chats/messages/read/${last}`, { userId: ana.id })).toEqual({ messagesUnread: 0 });
    // An earlier message takes nothing back.
    expect(await ana.ask("POST", `/chats/messages/read/${reply.id}`, {})).toEqual({ messagesUnread: 0 });
    await inStep();
    expect(screens.rui.page(group.id)?.messages.map(({ ack }) => ack)).toEqual([3, 3, 3]);
    expect((await bell()).chats).toEqual([]);
    // Counts are read when they are sent, so several changes may come with the last count.
    const counts = () => eventsOf<{ messagesUnread: number }>(ana, "unreadMessageChat").map(({ messagesUnread }) => messagesUnread);
    await eventually(() => expect(counts().at(-1)).toBe(0));
    expect(Math.max(...counts())).toBe(2);
    expect(eventsOf<{ userId: number }>(ana, "unreadMessageChat").every(({ userId }) => userId === ana.id)).toBe(true);
    expect(eventsOf<{ action: string }>(rui, "ticketChat").map(({ action }) => action)).toContain("updateUnread");
    expect(bia.received.filter((line) => line.includes("Bom dia"))).toEqual([]);
    const readers = await rui.ask<ChatReadersView>("GET", `/chats/messages/info/${reply.id}`);
    expect(readers).toEqual({ readers: [{ userId: ana.id, name: "Ana", readAt: expect.any(String) }] });
    expect(await rui.ask("GET", `/chats/messages/info/${first.id}`)).toMatchObject({
      readers: [{ userId: rui.id, readAt: expect.any(String) }],
    });
  });

  it("let people change and delete their own words alone, in every loaded page and quote [CHAT-012, CHAT-013, API-109, D-087]", async () => {
    const text = await write(ana, pair.id, "São dez");
    const answer = await write(rui, pair.id, "Obrigado", { quotedMsg: text.id });
    const edited = await ana.ask<ChatMessageView>("PUT", `/chats/messages/${pair.id}`, { editedMsg: { id: text.id }, body: "São doze" });
    expect(edited).toMatchObject({ body: "São doze", editedMsg: "São dez", isEdited: true });
    await inStep();
    expect(screens.rui.page(pair.id)?.messages.at(-1)?.quotedMsg?.body).toBe("São doze");
    for (const [method, path, body] of [
      ["PUT", `/chats/messages/${pair.id}`, { editedMsg: text.id, body: "São treze" }],
      ["DELETE", `/chats/messages/${text.id}`, undefined],
    ] as const)
      for (const agent of [rui, bia, world.davi]) expect([method, (await agent.call(method, path, body)).status]).toEqual([method, 403]);
    expect((await ana.call("PUT", `/chats/messages/${group.id}`, { editedMsg: text.id, body: "x" })).status).toBe(404);
    expect((await write(rui, pair.id, "De outro chat")).quotedMsg).toBeNull();
    expect((await rui.call("POST", `/chats/messages/${group.id}`, { body: "x", quotedMsg: text.id })).status).toBe(404);
    const file = await sendFile(rui, pair.id);
    expect(file).toMatchObject({ mediaType: "image", body: "O logo novo", media: { fileName: "logo.png", width: 1, height: 1 } });
    await inStep();
    const fetchFile = async (agent: Agent) => {
      const page = await agent.ask<ChatMessagePageView>("POST", "/chats/messages/get", { chatId: pair.id });
      const url = page.messages.at(-1)?.mediaUrl ?? "";
      return (await world.stage.call("GET", url.replace(world.stage.origin, ""))).status;
    };
    expect([await fetchFile(ana), await fetchFile(world.davi)]).toEqual([200, 200]);
    const deleted = await rui.ask<ChatMessageView>("DELETE", `/chats/messages/${file.id}`);
    expect(deleted).toMatchObject({ isDeleted: true, body: "", mediaType: "image", mediaUrl: null, media: null });
    await rui.ask("DELETE", `/chats/messages/${answer.id}`);
    expect((await rui.call("PUT", `/chats/messages/${pair.id}`, { editedMsg: answer.id, body: "Volta" })).status).toBe(400);
    await inStep();
    expect((await chatOf(ana, pair.id)).lastMessage).toBe("Mensagem apagada");
    expect(screens.ana.page(pair.id)?.messages.at(-1)).toMatchObject({ isDeleted: true, body: "" });
    expect(await world.rows("SELECT owner_kind AS kind FROM file WHERE original_name = 'logo.png'")).toEqual([{ kind: "incoming" }]);
  });

  it("are closed to others; an administrator reads them, which is audited, and does not write [CHAT-009, CHAT-010, API-104, API-106, D-093]", async () => {
    const sentence = "Você não tem permissão para acessar esse chat";
    const messageId = screens.ana.page(pair.id)?.messages[0]?.id ?? "";
    for (const [method, path, body] of [
      ["GET", `/chats/${pair.id}`, undefined],
      ["GET", `/chats/search/${pair.id}?messageToSearch=doze`, undefined],
      ["POST", "/chats/messages/get", { chatId: pair.id, pageNumber: 1, user: ana.id }],
      ["POST", `/chats/messages/${pair.id}`, { body: "Oi", sender: ana.id }],
      ["POST", `/chats/messages/read/${messageId}`, {}],
      ["GET", `/chats/messages/info/${messageId}`, undefined],
      ["PUT", `/chats/${pair.id}`, { users: [bia.id] }],
    ] as const)
      expect([path, await bia.call(method, path, body)]).toMatchObject([
        path,
        { status: 403, body: { code: "ERR_NO_CHAT_PERMISSION", message: sentence, error: sentence } },
      ]);
    expect((await bia.call("GET", "/chats/99999")).status).toBe(404);
    expect((await world.davi.ask<ChatView>("GET", `/chats/${pair.id}`)).mayWrite).toBe(false);
    await screens.davi.open(pair.id);
    expect(await world.davi.call("POST", `/chats/messages/${pair.id}`, { body: "Oi" })).toMatchObject({
      status: 403,
      body: { code: "ERR_CHAT_READ_ONLY" },
    });
    expect((await world.davi.call("POST", `/chats/messages/read/${messageId}`, {})).status).toBe(403);
    await write(ana, pair.id, "Cinquenta_por 100%");
    await inStep();
    const found = await rui.ask<ChatMessagePageView>("GET", `/chats/search/${pair.id}?messageToSearch=TA_POR%20100%25&userId=${rui.id}`);
    expect(found.messages.map(({ body }) => body)).toEqual(["Cinquenta_por 100%"]);
    expect(
      await world.rows(`SELECT user_id AS "userId" FROM audit_entry WHERE action = 'chat.read' AND related_id = $1`, [pair.id]),
    ).toEqual(expect.arrayContaining([{ userId: world.davi.id }]));
    const others = await world.rows("SELECT 1 FROM audit_entry WHERE action = 'chat.read' AND user_id <> $1", [world.davi.id]);
    expect(others).toEqual([]);
  });

  it("show who has them open and who types, to those who read them alone [CHAT-005]", async () => {
    for (const agent of [ana, rui, bia]) agent.socket.emit("joinChatBox", `chat-${pair.id}`);
    bia.socket.emit("presence", { chatId: pair.id, mode: "typing" });
    rui.socket.emit("presence", { chatId: pair.id, mode: "typing" });
    const people = (agent: Agent) => eventsOf<{ chatId: number; people: unknown }>(agent, "chatPresence").at(-1);
    await eventually(() => expect(people(ana)).toEqual({ chatId: pair.id, people: [{ userId: rui.id, name: "Rui", mode: "typing" }] }));
    rui.socket.emit("presence", { ticketId: null, mode: "viewing" });
    await eventually(() => expect(people(ana)).toEqual({ chatId: pair.id, people: [] }));
    expect(people(bia)).toBeUndefined();
  });

  it("change their people by any of them, whose creator leaves by themselves; who is removed loses the chat at once [CHAT-006, API-105, D-092]", async () => {
    const changed = await rui.ask<ChatView>("PUT", `/chats/${group.id}`, {
      users: [ana.id, rui.id, bia.id],
      groupName: "Vendas e suporte",
    });
    expect(changed).toMatchObject({ groupName: "Vendas e suporte", [`messagesUnreadBy${bia.id}`]: 0 });
    await inStep();
    expect(screens.bia.list().chats.map(({ id }) => id)).toContain(group.id);
    await screens.bia.open(group.id);
    expect(await bia.call("PUT", `/chats/${group.id}`, { users: [bia.id] })).toMatchObject({
      status: 403,
      body: { code: "ERR_CHAT_CREATOR" },
    });
    expect((await bia.call("PUT", `/chats/${group.id}`, { users: [] })).status).toBe(400);
    expect(await ana.call("PUT", `/chats/${pair.id}`, { users: [ana.id, bia.id] })).toMatchObject({ body: { code: "ERR_CHAT_NOT_GROUP" } });
    await write(bia, group.id, "Cheguei");
    await world.davi.ask("PUT", `/chats/${group.id}`, { users: [ana.id, bia.id] });
    expect(await rui.call("POST", `/chats/messages/${group.id}`, { body: "Ainda aqui?" })).toMatchObject({ status: 403 });
    await inStep();
    expect(screens.rui.list().chats.map(({ id }) => id)).not.toContain(group.id);
    await eventually(() => expect(eventsOf(rui, "ticketChat")).toContainEqual({ action: "delete", chatId: group.id }));
    await write(ana, group.id, "Só nós agora");
    await inStep();
    expect(rui.received.filter((line) => line.includes("Só nós agora"))).toEqual([]);
    await ana.ask("PUT", `/chats/${group.id}`, { users: [bia.id] });
    await inStep();
    expect((await ana.call("GET", `/chats/${group.id}`)).status).toBe(403);
  });

  it("are written once for a repeated Idempotency-Key, and hold long talks in pages of twenty, oldest first [API-107, D-094]", async () => {
    const once = () => ana.call("POST", `/chats/messages/${pair.id}`, { body: "Uma vez" }, { "Idempotency-Key": "one-chat-message" });
    const [one, two] = [await once(), await once()];
    expect([one.status, two]).toEqual([200, one]);
    expect(one.body).toMatchObject({ clientKey: "one-chat-message" });
    // Days later the message itself still has the key (D-275).
    await world.rows("DELETE FROM idempotency WHERE key = 'one-chat-message'");
    expect(await once()).toEqual(one);
    const { id: longId } = await bia.ask<ChatView>("POST", "/chats", { isGroup: true, groupName: "Antigo", users: [ana.id] });
    // Nobody has this chat open, and its row stays as it is.
    await world.rows(
      `INSERT INTO chat_message (chat_id, sender_id, type, body, created_at) SELECT $1, $2, 'chat', 'n' || n, now() FROM generate_series(1, 45) n`,
      [longId, bia.id],
    );
    const read = (more: object) => bia.ask<ChatMessagePageView>("POST", "/chats/messages/get", { chatId: longId, ...more });
    const bodies = ({ messages }: ChatMessagePageView) => [messages[0]?.body, messages.at(-1)?.body, messages.length];
    const newest = await read({ pageNumber: 1 });
    expect([bodies(newest), newest.hasMore, newest.hasNewer]).toEqual([["n26", "n45", 20], true, false]);
    const oldest = await read({ pageNumber: 3 });
    expect([bodies(oldest), oldest.hasMore]).toEqual([["n1", "n5", 5], false]);
    const before = await read({ before: newest.messages[0]?.id });
    expect([bodies(before), before.hasMore, before.hasNewer]).toEqual([["n6", "n25", 20], true, true]);
    const long = await read({ before: newest.messages[0]?.id, limit: 24 });
    expect([bodies(long), long.hasMore, long.hasNewer]).toEqual([["n2", "n25", 24], true, true]);
    const around = await read({ around: before.messages[4]?.id });
    expect([bodies(around), around.hasMore, around.hasNewer]).toEqual([["n1", "n19", 19], false, true]);
    const after = await read({ after: around.messages.at(-1)?.id });
    expect([bodies(after), after.hasNewer]).toEqual([["n20", "n39", 20], true]);
    expect(
      (await bia.call("POST", "/chats/messages/get", { chatId: longId, around: Number(one.body && (one.body as ChatMessageView).id) }))
        .status,
    ).toBe(404);
  });

  it("stay under the name of somebody whose account is deleted, and are read-only then [CHAT-021, CHAT-024, D-096]", async () => {
    const begun = await rui.ask<ChatView>("POST", "/chats", { callingUserId: bia.id });
    expect(begun).toMatchObject({ userId: rui.id, userName: null });
    await world.davi.ask("DELETE", `/users/${rui.id}`);
    await eventually(() =>
      expect(screens.ana.list().chats.find(({ id }) => id === pair.id)).toMatchObject({ callingName: "Rui", mayWrite: false }),
    );
    expect(await chatOf(ana, pair.id)).toMatchObject({ callingUser: { name: "Rui", profilePicUrl: null }, mayWrite: false });
    expect(await chatOf(bia, begun.id)).toMatchObject({ userName: "Rui", callingName: null, mayWrite: false });
    expect(await ana.call("POST", `/chats/messages/${pair.id}`, { body: "Rui?" })).toMatchObject({
      status: 403,
      body: { code: "ERR_CHAT_READ_ONLY" },
    });
    await Promise.all([screens.ana, screens.bia, screens.davi].map((screen) => screen.isInStep()));
  });

  it("ignore joins of others' lists and of no chat [RT-003, D-231]", async () => {
    for (const join of [ana.id, "x", null, {}, [bia.id]]) bia.socket.emit("joinChats", join as never);
    for (const join of [`chat-${pair.id}`, "chat-0", "chat-x", `chat-${"9".repeat(12)}`]) bia.socket.emit("joinChatBox", join);
    await write(ana, (await ana.ask<ChatView>("POST", "/chats", { callingUserId: bia.id })).id, "Para Bia");
    await eventually(() => expect(bia.received.some((line) => line.includes("Para Bia"))).toBe(true));
    expect(bia.received.filter((line) => line.includes("Cinquenta_por"))).toEqual([]);
  });
});
