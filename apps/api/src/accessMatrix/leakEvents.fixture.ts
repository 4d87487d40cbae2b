import { inUnit, type LivePayloads, type LiveTopic } from "@balcao/application/ground/kernel";
import { SETTING_KEYS } from "@balcao/domain/settings";
import { LIST_STATUSES, type TicketFacts } from "@balcao/domain/tickets";
import { io } from "socket.io-client";
import type { LiveClientSocket } from "../stories/screen.fixture.js";
import type { LeakScene } from "./leakScene.fixture.js";
import type { Caller } from "./matrixScene.fixture.js";

interface Rows {
  readonly leaks: LeakScene;
  readonly tickets: readonly (TicketFacts & { readonly id: number; readonly messageIds: readonly number[] })[];
  readonly chats: readonly { readonly id: number; readonly messageIds: readonly number[] }[];
}

/** The payloads of one topic, with the ticket that each belongs to. */
type EventsOf<T extends LiveTopic> = (rows: Rows) => readonly { readonly payload: LivePayloads[T]; readonly ticketId?: number }[];

const of = ({ params }: LeakScene, param: string): readonly number[] => (params[param] ?? []).map(Number);

/** Each row changes, and is gone. */
const ofRows =
  (param: string) =>
  ({ leaks }: Rows): readonly { readonly payload: { readonly id: number; readonly action: "update" | "delete" } }[] =>
    of(leaks, param).flatMap((id) => (["update", "delete"] as const).map((action) => ({ payload: { id, action } })));

const TEMPLATE = { id: "1", name: "pedido", category: "UTILITY", language: "pt_BR", status: "APPROVED", reason: null, components: [] };

/** Every kind of event about every row of the scene; a new topic does not compile without. */
const EVENTS: { readonly [T in LiveTopic]: EventsOf<T> } = {
  // Each ticket comes from wherever another one is and from the bot, and goes to the bot; all its messages are new and changed.
  ticket: ({ tickets }) =>
    tickets.flatMap(({ id: ticketId, messageIds, ...facts }) => {
      const inBot = { ...facts, status: "bot" } as const;
      const befores = [null, inBot, ...tickets.map(({ id: _id, messageIds: _messages, ...before }) => before)];
      const messages = { createdMessages: messageIds, updatedMessages: messageIds };
      return befores.flatMap((before) =>
        [facts, inBot].flatMap((after) =>
          (["changed", "read", "deleted"] as const).map((change) => ({
            ticketId,
            payload: { change, before, after, version: 1_000, ...messages },
          })),
        ),
      );
    }),
  chat: ({ leaks, chats }) =>
    chats.flatMap(({ id, messageIds }) =>
      (["create", "update", "updateUnread"] as const).map((action) => {
        const messages = { created: messageIds, updated: messageIds, deleted: messageIds };
        return { payload: { id, action, left: of(leaks, "userId"), ...messages } };
      }),
    ),
  notice: ({ leaks, tickets }) =>
    (["create", "delete"] as const).map((action) => ({
      payload: {
        action,
        keys: tickets.flatMap(({ messageIds }) => messageIds.map((id) => `message-${id}`)),
        userIds: of(leaks, "userId"),
      },
    })),
  job: ({ leaks }) =>
    leaks.scene.jobs.flatMap(({ ids, facts }) => (facts ? [{ payload: { id: ids["endedJobId"] ?? 0, userId: facts.userId } }] : [])),
  account: ({ leaks }) => of(leaks, "userId").map((userId) => ({ payload: { userId, change: "signIn", userAgent: "Firefox" } })),
  setting: () => SETTING_KEYS.map((key) => ({ payload: { key } })),
  template: ({ leaks }) =>
    of(leaks, "whatsappId").map((connectionId) => ({ payload: { action: "update", connectionId, template: TEMPLATE } })),
  contacts: () => [{ payload: {} }],
  // It shows nothing, and sockets get `resync` in place of its batch.
  everything: () => [],
  contact: ofRows("contactId"),
  user: ofRows("userId"),
  userStatus: ofRows("userId"),
  queue: ofRows("queueId"),
  connection: ofRows("whatsappId"),
  session: ofRows("whatsappId"),
  protocol: ofRows("protocolId"),
  question: ofRows("questionId"),
  tag: ofRows("tagId"),
  quickAnswer: ofRows("quickAnswerId"),
  // Of everybody's queues in turn, so that whoever hears of a view and may not shows.
  savedView: ({ leaks }) =>
    of(leaks, "viewId").flatMap((id) =>
      [null, ...of(leaks, "queueId")].map((queueId) => {
        const owner = { userId: of(leaks, "userId")[0] ?? 0, queueId };
        return { payload: { id, action: "update" as const, before: owner, after: owner } };
      }),
    ),
  massSend: ofRows("massSendId"),
  schedule: ofRows("scheduleId"),
  planned: ofRows("scheduleId"),
};

/** A socket that has joined whatever there is, and what it has received. */
export interface LeakSocket {
  readonly caller: Caller;
  readonly received: { readonly name: string; readonly text: string; readonly event: unknown }[];
  close(): void;
}

/** Opens the socket of a person and joins everything, allowed or not. */
export async function openLeakSocket(leaks: LeakScene, caller: Caller): Promise<LeakSocket> {
  const { stage } = leaks.scene;
  const answer = await stage.call("POST", "/api/auth/socket", { token: caller.token, body: {} });
  const { token } = (await answer.json()) as { readonly token: string };
  const socket: LiveClientSocket = io(stage.origin, { auth: { token }, transports: ["websocket"], forceNew: true, reconnection: false });
  const received: LeakSocket["received"] = [];
  socket.onAny((name: string, event: unknown) => void received.push({ name, event, text: JSON.stringify(event) }));
  await new Promise<void>((resolve, reject) => {
    socket.once("ready", () => resolve());
    socket.once("connect_error", reject);
  });
  socket.emit("joinNotification");
  for (const status of LIST_STATUSES) socket.emit("joinTickets", status);
  for (const id of of(leaks, "userId")) socket.emit("joinChats", id);
  for (const id of [...of(leaks, "ticketId"), ...of(leaks, "chatId")]) socket.emit("joinChatBox", id);
  socket.emit("watchPresence", { ticketIds: of(leaks, "ticketId") });
  for (const ticketId of of(leaks, "ticketId")) socket.emit("presence", { ticketId, mode: "viewing" });
  return { caller, received, close: () => void socket.close() };
}

/** Records every event of every topic in one transaction. */
export async function recordEverything(leaks: LeakScene): Promise<void> {
  const { auth, test } = leaks.scene.stage;
  const ask = test.database.sql.ask.bind(test.database.sql);
  const rows: Rows = {
    leaks,
    tickets: await ask(
      `SELECT id, status, is_group AS "isGroup", queue_id AS "queueId", user_id AS "userId", guest_ids AS "guestIds",
         ARRAY(SELECT m.id FROM message m WHERE m.ticket_id = ticket.id) AS "messageIds" FROM ticket`,
    ),
    chats: await ask(`SELECT id, ARRAY(SELECT m.id FROM chat_message m WHERE m.chat_id = chat.id) AS "messageIds" FROM chat`),
  };
  // Everybody is told of every message; only who may see it hears of that.
  await ask(`INSERT INTO comment_mention (user_id, message_id) SELECT u.id, m.id FROM user_account u, message m ON CONFLICT DO NOTHING`);
  await inUnit(auth.services, async (unit) => {
    const record = async <T extends LiveTopic>(topic: T): Promise<void> => {
      for (const { payload, ticketId } of EVENTS[topic](rows)) await unit.live(topic, payload, ticketId);
    };
    for (const topic of Object.keys(EVENTS) as LiveTopic[]) await record(topic);
  });
}
