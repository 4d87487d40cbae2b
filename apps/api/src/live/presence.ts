import { whoReadsChat } from "@balcao/application/chats";
import { toActor } from "@balcao/application/directory";
import type { Listener, LiveMessage } from "@balcao/application/live";
import type { Services } from "@balcao/application/kernel";
import { whoSees } from "@balcao/application/tickets";
import { PRESENCE_MODES } from "@balcao/contracts/live";
import { SUPER_ADMIN_ID, type Actor } from "@balcao/domain/access";
import { chatIdOf, chatRoomId } from "@balcao/contracts/chats";
import type { LiveSocket } from "./liveSocket.js";
import { PresenceBoard, type Presence } from "./presenceBoard.js";

const EXPIRE_EVERY_MS = 5_000;

export interface PresencePublisher {
  /** What a socket shows, as its client says. Anything invalid is ignored (S-20). */
  follow(socket: LiveSocket, said: unknown): void;
  /** The socket has ended. */
  forget(socket: LiveSocket): void;
  /** What another api relayed. */
  hear(text: string): void;
  stop(): void;
}

interface PresenceOptions {
  readonly services: Services;
  readonly sockets: ReadonlySet<LiveSocket>;
  /** Sends a text to the other apis. */
  readonly relay: (text: string) => void;
}

type Said = Omit<Presence, "socketId" | "userId">;

const isId = (id: unknown): id is number => typeof id === "number" && Number.isInteger(id) && id > 0 && id <= 2_147_483_647;

/** Reads what a client said: null for no room, undefined for anything invalid. */
function toSaid(said: unknown): Said | null | undefined {
  if (typeof said !== "object" || said === null) return undefined;
  const { ticketId, chatId, mode } = said as { ticketId?: unknown; chatId?: unknown; mode?: unknown };
  const known = PRESENCE_MODES.find((each) => each === mode);
  if (isId(chatId) && known) return { ticketId: chatRoomId(chatId), mode: known };
  if (ticketId === null) return null;
  return isId(ticketId) && known ? { ticketId, mode: known } : undefined;
}

/** The right to what a room is: a ticket or a chat. */
const whoSeesRoom = (services: Services, roomId: number): Promise<(actor: Actor) => boolean> => {
  const chatId = chatIdOf(roomId);
  return chatId === null ? whoSees(services, roomId) : whoReadsChat(services, chatId);
};

/** Whether a socket has joined a room. */
const hasJoined = ({ joins }: LiveSocket, roomId: number): boolean => {
  const chatId = chatIdOf(roomId);
  return chatId === null ? joins.boxes.has(roomId) : joins.chatBoxes.has(chatId);
};

/** Reads what another api relayed; it is of the same product, but possibly of another version. */
function toRelayed(text: string): Presence | { readonly socketId: string; readonly ticketId: null } | undefined {
  try {
    const relayed = JSON.parse(text) as { socketId?: unknown; userId?: unknown; ticketId?: unknown };
    const chatId = typeof relayed.ticketId === "number" ? chatIdOf(relayed.ticketId) : null;
    const said = toSaid(chatId === null ? relayed : { ...relayed, chatId });
    if (typeof relayed.socketId !== "string" || said === undefined) return undefined;
    if (said === null) return { socketId: relayed.socketId, ticketId: null };
    return typeof relayed.userId === "number" ? { ...said, socketId: relayed.socketId, userId: relayed.userId } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Who shows a ticket or chat or writes in it, sent to everybody who sees it and has it open. It is relayed
 * between the apis and never stored, informs, and locks nothing (ARCHITECTURE 8).
 */
export function createPresencePublisher({ services, sockets, relay }: PresenceOptions): PresencePublisher {
  const board = new PresenceBoard();
  /** What each socket said last, because reading its right takes time. */
  const latest = new WeakMap<LiveSocket, unknown>();
  const now = (): number => services.clock.monotonic();

  const show = async (ticketId: number): Promise<void> => {
    const joined = [...sockets].filter((socket) => hasJoined(socket, ticketId));
    if (joined.length === 0) return;
    const isSeenBy = await whoSeesRoom(services, ticketId);
    const people = peopleWho(isSeenBy, services, board.peopleAt(ticketId));
    for (const socket of joined) {
      const listener = socket.listener(services);
      if (listener && isSeenBy(listener.actor)) socket.sendAlone(toMessage(services, ticketId, people, listener));
    }
  };
  const showAll = (ticketIds: readonly number[]): void => {
    for (const ticketId of ticketIds)
      show(ticketId).catch((error: unknown) => services.logger.warn({ err: error, ticketId }, "presence was not sent"));
  };
  const remove = (socketId: string): void => {
    const left = board.remove(socketId);
    if (left.length > 0) relay(JSON.stringify({ socketId, ticketId: null }));
    showAll(left);
  };
  const put = async (socket: LiveSocket, said: Said): Promise<void> => {
    latest.set(socket, said);
    const isSeenBy = await whoSeesRoom(services, said.ticketId);
    const actor = socket.listener(services)?.actor;
    if (latest.get(socket) !== said || !sockets.has(socket)) return;
    if (!actor || !isSeenBy(actor)) return remove(socket.io.id);
    const presence = { ...said, socketId: socket.io.id, userId: actor.id };
    relay(JSON.stringify(presence));
    showAll(board.put(presence, now()));
  };
  const timer = setInterval(() => showAll(board.expire(now())), EXPIRE_EVERY_MS).unref();

  return {
    follow: (socket, said) => {
      const valid = toSaid(said);
      if (valid === undefined) return;
      if (valid)
        return void put(socket, valid).catch((error: unknown) => services.logger.warn({ err: error }, "presence was not recorded"));
      latest.delete(socket);
      remove(socket.io.id);
    },
    forget: (socket) => {
      latest.delete(socket);
      remove(socket.io.id);
    },
    hear: (text) => {
      const relayed = toRelayed(text);
      if (relayed) showAll(relayed.ticketId === null ? board.remove(relayed.socketId) : board.put(relayed, now()));
    },
    stop: () => clearInterval(timer),
  };
}

type People = ReturnType<PresenceBoard["peopleAt"]>;

/** Who lost the right to the ticket is gone from it, even while their socket still shows it. */
function peopleWho(isSeenBy: (actor: Actor) => boolean, services: Services, people: People): People {
  return people.filter(({ userId }) => {
    const actor = toActor(services.directory.current(), userId);
    return actor !== null && isSeenBy(actor);
  });
}

/** The super administrator is not shown to others [D-121]; in chats, who takes part is no secret, but reading along is. */
function toMessage(services: Services, roomId: number, people: People, { actor }: Listener): LiveMessage {
  const { users } = services.directory.current();
  const shown = people.filter(({ userId }) => userId !== SUPER_ADMIN_ID || actor.id === SUPER_ADMIN_ID);
  const named = shown.map((person) => ({ ...person, name: users.get(person.userId)?.name ?? "" }));
  const chatId = chatIdOf(roomId);
  if (chatId !== null) return { name: "chatPresence", event: { chatId, people: named } };
  return { name: "ticketPresence", event: { ticketId: roomId, people: named } };
}
