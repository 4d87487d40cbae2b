import { whoReadsChat } from "@balcao/application/inbox/chats";
import type { Services } from "@balcao/application/ground/kernel";
import { whoSees } from "@balcao/application/inbox/tickets";
import { PRESENCE_MODES } from "@balcao/contracts/live";
import type { Actor } from "@balcao/domain/access";
import { chatIdOf, chatRoomId } from "@balcao/contracts/chats";
import type { LiveSocket } from "./liveSocket.js";
import { PresenceBoard, type Presence, peopleWho, presenceMessage } from "./presenceBoard.js";
import { createRowPresence } from "./rowPresence.js";

const EXPIRE_EVERY_MS = 5_000;

export interface PresencePublisher {
  /** What a socket shows, as its client says. Anything invalid is ignored. */
  follow(socket: LiveSocket, said: unknown): void;
  /** The rows of tickets that a socket shows; the same holds. */
  watch(socket: LiveSocket, said: unknown): void;
  /** The socket has ended. */
  forget(socket: LiveSocket): void;
  /** What another api relayed. */
  hear(text: string): void;
  stop(): Promise<void>;
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

/** Sends who is at a room to everybody who has joined and sees it. */
async function show(
  { services, sockets }: Pick<PresenceOptions, "services" | "sockets">,
  board: PresenceBoard,
  roomId: number,
): Promise<void> {
  const joined = [...sockets].filter((socket) => hasJoined(socket, roomId));
  if (joined.length === 0) return;
  const isSeenBy = await whoSeesRoom(services, roomId);
  const people = peopleWho(isSeenBy, services, board.peopleAt(roomId));
  for (const socket of joined) {
    const listener = socket.listener(services);
    if (listener && isSeenBy(listener.actor)) socket.sendAlone(presenceMessage(services, roomId, people, listener.actor));
  }
}

/**
 * Who shows a ticket or chat or writes in it, sent to everybody who sees it and has it open. It is relayed
 * between the apis and never stored, informs, and locks nothing (ADR 6).
 */
export function createPresencePublisher({ services, sockets, relay }: PresenceOptions): PresencePublisher {
  const board = new PresenceBoard();
  const rows = createRowPresence({ services, sockets, board });
  /** What each socket said last, because reading its right takes time. */
  const latest = new WeakMap<LiveSocket, unknown>();
  const now = (): number => services.clock.monotonic();

  const showAll = (ticketIds: readonly number[]): void => {
    rows.touch(ticketIds);
    for (const ticketId of ticketIds)
      show({ services, sockets }, board, ticketId).catch((error: unknown) =>
        services.logger.warn({ err: error, ticketId }, "presence was not sent"),
      );
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
    watch: rows.watch,
    stop: () => {
      clearInterval(timer);
      return rows.stop();
    },
  };
}
