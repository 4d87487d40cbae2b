import { type ListStatus, LIST_STATUSES } from "@balcao/domain/tickets";
import type { MessagePageView, MessageView } from "@balcao/contracts/messages";
import type { TicketListView, TicketView } from "@balcao/contracts/tickets";
import type { UserView } from "@balcao/contracts/users";
import { io } from "socket.io-client";
import type { ApiStage } from "../apiStage.fixture.js";
import { eventually } from "./eventually.fixture.js";
import { openScreen, type LiveClientSocket } from "./screen.fixture.js";

/** A signed-in person at a browser, whose cached lists and conversations change by the web's own reducers. */
export interface Agent {
  readonly name: string;
  readonly id: number;
  readonly token: string;
  readonly socket: LiveClientSocket;
  /** The names of the events that arrived, in order. */
  readonly eventNames: string[];
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
  /** Opens a conversation at one of its messages. */
  opensAround(ticketId: number, messageId: string): Promise<MessagePageView>;
  /** Loads the messages after the loaded ones. */
  readsOn(ticketId: number): Promise<MessagePageView>;
  messages(ticketId: number): MessagePageView;
  writes(ticketId: number, body: string, more?: object): Promise<MessageView>;
  /** Every message that this person's socket received, as text. */
  readonly received: string[];
  /** Waits until the list holds exactly these tickets, by events alone. */
  sees(status: ListStatus, ticketIds: readonly number[]): Promise<void>;
  /** Waits until the list holds this ticket, among others, by events alone. */
  holds(status: ListStatus, ticketId: number): Promise<void>;
  /** Waits until no list holds this ticket any more, by events alone. */
  loses(ticketId: number): Promise<void>;
  /** Reads settings and lists again, as the web does when a setting changes. */
  reloads(): Promise<void>;
  /** Checks that cached lists, counts and open conversations equal a new GET. */
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
    const reason = answer.status === 500 ? (stage.errors.at(-1) ?? "") : "";
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)} ${reason}`);
    return answer.body as T;
  };
  const { token: socketToken } = await ask<{ token: string }>("POST", "/auth/socket", {});
  const socket: LiveClientSocket = io(stage.origin, {
    path: "/socket.io",
    auth: { token: socketToken },
    transports: ["websocket"],
    forceNew: true,
    reconnection: false,
  });
  const received: string[] = [];
  socket.onAny((name: string, ...args: unknown[]) => void received.push(`${name} ${JSON.stringify(args[0])}`));
  await new Promise<void>((resolve, reject) => {
    socket.once("ready", () => resolve());
    socket.once("connect_error", reject);
  });
  const screen = await openScreen({ call, ask }, me, showAll);
  screen.listenTo(socket);
  screen.join(socket);
  await screen.reload();
  screen.watchCounts(socket);

  const agent: Agent = {
    name,
    id: me.id,
    token,
    socket,
    eventNames: screen.eventNames,
    received,
    call,
    ask,
    list: (status) => screen.lists.get(status) ?? { tickets: [], hasMore: false, count: 0 },
    accepts: (ticketId, more = {}) => ask("PUT", `/tickets/${ticketId}`, { status: "open", userId: me.id, ...more }),
    opens: (ticketId) => {
      socket.emit("joinChatBox", ticketId);
      return screen.open(ticketId);
    },
    opensAround: (ticketId, messageId) => {
      socket.emit("joinChatBox", ticketId);
      return screen.openAround(ticketId, messageId);
    },
    readsOn: screen.readOn,
    messages: (ticketId) => screen.pages.get(ticketId) ?? { messages: [], hasMore: false, hasNewer: false },
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
    reloads: screen.reload,
    isInStep: () => eventually(screen.compare),
    leaves: () => socket.disconnect(),
  };
  return agent;
}
