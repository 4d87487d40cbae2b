import { matches, type Actor } from "@balcao/domain/access";
import { toSettings } from "@balcao/domain/settings";
import { bucketOf, LIST_STATUSES, listCondition, type ListStatus, type TicketCondition } from "@balcao/domain/tickets";
import {
  applyContactToPages,
  applyMessageToPages,
  applyReadToPages,
  type MessagePageView,
  type MessageView,
} from "@balcao/contracts/messages";
import type { AppMessageEvent, ClientToServer, ServerToClient } from "@balcao/contracts/realtime";
import type { SettingView } from "@balcao/contracts/settings";
import {
  applyConnectionToList,
  applyContactToList,
  applyMessageToList,
  applyTicketEvent,
  type BelongsToList,
  type TicketListView,
  type TicketView,
} from "@balcao/contracts/tickets";
import type { UserView } from "@balcao/contracts/users";
import { io, type Socket } from "socket.io-client";
import type { ApiStage } from "../apiStage.fixture.js";
import { eventually } from "./eventually.fixture.js";

/** A person at a browser: signed in, listening, keeping what the web keeps and changing it by the same reducers. */
export interface Agent {
  readonly name: string;
  readonly id: number;
  readonly token: string;
  readonly socket: Socket<ServerToClient, ClientToServer>;
  /** The names of the events that arrived, in order. */
  readonly heard: string[];
  list(status: ListStatus): TicketListView;
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<{ status: number; body: unknown }>;
  /** As `call`, for calls that must succeed. */
  ask<T>(method: string, path: string, body?: unknown): Promise<T>;
  accepts(ticketId: number, more?: object): Promise<TicketView>;
  opens(ticketId: number): Promise<MessagePageView>;
  messages(ticketId: number): MessagePageView;
  writes(ticketId: number, body: string, more?: object): Promise<MessageView>;
  /** Everything that the server ever told this person's socket, as text. */
  readonly told: string[];
  /** Waits until the list holds exactly these tickets, by events alone. */
  sees(status: ListStatus, ticketIds: readonly number[]): Promise<void>;
  /** Waits until the list holds this ticket, among others, by events alone. */
  holds(status: ListStatus, ticketId: number): Promise<void>;
  /** Waits until no list holds this ticket any more, by events alone. */
  loses(ticketId: number): Promise<void>;
  /** Reads settings and lists afresh, as the web does when a setting changes. */
  reloads(): Promise<void>;
  /** Cached lists, counts and open conversations together with the events equal a fresh GET. */
  isInStep(): Promise<void>;
  leaves(): void;
}

interface Person {
  readonly name: string;
  readonly email: string;
  readonly showAll?: boolean;
}

export async function arrive(stage: ApiStage, { name, email, showAll = false }: Person): Promise<Agent> {
  const { token, user } = await stage.signIn(email, name === "Davi" ? "Primeira-Senha-1" : undefined);
  const me = user as unknown as UserView;
  const call: Agent["call"] = async (method, path, body, headers) => {
    const answer = await stage.call(method, `/api${path}`, {
      token,
      ...(body !== undefined && { body }),
      ...(headers && { headers }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === "" ? null : (JSON.parse(text) as unknown) };
  };
  const ask = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await call(method, path, body);
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body as T;
  };
  const people = await ask<{ users: UserView[] }>("GET", "/users?all=true");
  const usersByProfile = {
    user: idsOf(people.users, "user"),
    gerente: idsOf(people.users, "gerente"),
    admin: idsOf(people.users, "admin"),
  };
  const actor: Actor = {
    id: me.id,
    profile: me.profile,
    queueIds: me.queues.map(({ id }) => id),
    active: true,
    addContact: me.addContact,
    editContact: me.editContact,
    delContact: me.delContact,
  };
  const readCondition = async (): Promise<TicketCondition> =>
    listCondition(actor, toSettings(await ask<SettingView[]>("GET", "/settings")), {
      showAll,
      queueIds: null,
      usersByProfile,
    });
  let condition = await readCondition();
  const belongs =
    (status: ListStatus): BelongsToList =>
    ({ status: state, isGroup, queueId, userId }) =>
      bucketOf({ status: state, isGroup }) === status && matches(condition, { status: state, isGroup, queueId, userId });

  const { token: socketToken } = await ask<{ token: string }>("POST", "/auth/socket", {});
  const socket: Socket<ServerToClient, ClientToServer> = io(stage.origin, {
    path: "/socket.io",
    auth: { token: socketToken },
    transports: ["websocket"],
    forceNew: true,
    reconnection: false,
  });
  const lists = new Map<ListStatus, TicketListView>();
  const counts = new Map<string, number>();
  const pages = new Map<number, MessagePageView>();
  const heard: string[] = [];
  const told: string[] = [];
  socket.onAny((name: string, ...said: unknown[]) => void told.push(`${name} ${JSON.stringify(said[0])}`));
  const eachList = (change: (list: TicketListView, status: ListStatus) => TicketListView): void => {
    for (const [status, list] of lists) lists.set(status, change(list, status));
  };
  socket.on("ticket", (event) => {
    heard.push(`ticket.${event.action}`);
    eachList((list, status) => applyTicketEvent(list, event, belongs(status)));
    const page = pages.get(event.ticketId);
    if (event.action === "updateUnread" && page) pages.set(event.ticketId, applyReadToPages(page));
    if (event.action === "update" && event.cameIntoSight === true && page) void rereads(event.ticketId);
  });
  socket.on("appMessage", (event) => {
    heard.push(`appMessage.${event.action}`);
    eachList((list, status) => applyMessageToList(list, event, belongs(status)));
    const page = pages.get(event.ticket.id);
    if (page) pages.set(event.ticket.id, applyMessageToPages(page, event));
  });
  socket.on("contact", (event) => {
    heard.push(`contact.${event.action}`);
    eachList((list) => applyContactToList(list, event));
    for (const [ticketId, page] of pages) pages.set(ticketId, applyContactToPages(page, event));
  });
  socket.on("whatsapp", (event) => eachList((list) => applyConnectionToList(list, event)));
  socket.on("ticketCounts", (event) => {
    for (const [status, n] of Object.entries(event.counts)) counts.set(status, n);
  });
  await new Promise<void>((resolve, reject) => {
    socket.once("ready", () => resolve());
    socket.once("connect_error", reject);
  });
  socket.emit("joinNotification");
  for (const status of LIST_STATUSES) socket.emit("joinTickets", status);
  const fetchList = (status: ListStatus): Promise<TicketListView> => ask("GET", `/tickets?status=${status}&showAll=${showAll}`);
  const readLists = async (): Promise<void> => {
    for (const status of LIST_STATUSES) {
      const list = await fetchList(status);
      lists.set(status, list);
      counts.set(status, list.count);
    }
  };
  await readLists();
  socket.emit("watchCounts", { showAll, queueIds: null });

  /** As the web does with the loaded pages of a ticket that comes back into sight; what is heard meanwhile is applied to the answer again. */
  const rereads = async (ticketId: number): Promise<void> => {
    const missed: AppMessageEvent[] = [];
    const collect = (event: AppMessageEvent): void => void (event.ticket.id === ticketId && missed.push(event));
    socket.on("appMessage", collect);
    const answer = await call("GET", `/messages/${ticketId}?pageNumber=1`);
    socket.off("appMessage", collect);
    if (answer.status === 200) pages.set(ticketId, missed.reduce(applyMessageToPages, answer.body as MessagePageView));
  };

  const agent: Agent = {
    name,
    id: me.id,
    token,
    socket,
    heard,
    told,
    call,
    ask,
    list: (status) => lists.get(status) ?? { tickets: [], hasMore: false, count: 0 },
    accepts: (ticketId, more = {}) => ask("PUT", `/tickets/${ticketId}`, { status: "open", userId: me.id, ...more }),
    opens: async (ticketId) => {
      socket.emit("joinChatBox", ticketId);
      const page = await ask<MessagePageView>("GET", `/messages/${ticketId}?pageNumber=1`);
      pages.set(ticketId, page);
      return page;
    },
    messages: (ticketId) => pages.get(ticketId) ?? { messages: [], hasMore: false },
    writes: (ticketId, body, more = {}) => ask("POST", `/messages/${ticketId}`, { body, ...more }),
    sees: (status, ticketIds) =>
      eventually(() => {
        expect([...agent.list(status).tickets].map(({ id }) => id).sort((a, b) => a - b)).toEqual([...ticketIds].sort((a, b) => a - b));
      }),
    holds: (status, ticketId) =>
      eventually(() => {
        expect(agent.list(status).tickets.map(({ id }) => id)).toContain(ticketId);
      }),
    loses: (ticketId) =>
      eventually(() => {
        expect(LIST_STATUSES.filter((status) => agent.list(status).tickets.some(({ id }) => id === ticketId))).toEqual([]);
      }),
    reloads: async () => {
      condition = await readCondition();
      await readLists();
    },
    isInStep: () =>
      eventually(async () => {
        for (const status of LIST_STATUSES) {
          const fresh = await fetchList(status);
          expect({ status, tickets: agent.list(status).tickets.map(withoutSignatures) }).toEqual({
            status,
            tickets: fresh.tickets.map(withoutSignatures),
          });
          expect({ status, count: counts.get(status) }).toEqual({ status, count: fresh.count });
        }
        for (const [ticketId, page] of pages) {
          const fresh = await call("GET", `/messages/${ticketId}?pageNumber=1`);
          if (fresh.status !== 200) continue;
          const { messages } = fresh.body as MessagePageView;
          // A conversation that was loaded grows; the fresh page holds its newest messages only.
          expect(page.messages.slice(-messages.length).map(withoutSignatures)).toEqual(messages.map(withoutSignatures));
        }
      }),
    leaves: () => socket.disconnect(),
  };
  return agent;
}

function idsOf(users: readonly UserView[], profile: string): number[] {
  return users.filter((user) => user.profile === profile).map(({ id }) => id);
}

/** Addresses of files are made out anew for each answer; everything else must be equal to the letter. */
function withoutSignatures(view: TicketView | MessageView): unknown {
  return JSON.parse(
    JSON.stringify(view, (key, value: unknown) =>
      (key === "profilePicUrl" || key === "mediaUrl") && typeof value === "string" ? value.split("?")[0] : value,
    ),
  );
}
