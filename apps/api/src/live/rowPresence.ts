import type { Services } from "@balcao/application/ground/kernel";
import { whoSeesEach } from "@balcao/application/inbox/tickets";
import { SUPER_ADMIN_ID, type Actor } from "@balcao/domain/access";
import { createLoop, type Loop } from "@balcao/platform/loops";
import { textOf } from "./livePackets.js";
import type { LiveSocket } from "./liveSocket.js";
import { type PresenceBoard, peopleWho, presenceMessage } from "./presenceBoard.js";

/** A socket gets changes of its rows at most once in this time. */
const COALESCE_MS = 500;

export interface RowPresence {
  /** Somebody came to these tickets, left them, or began or ended typing. */
  touch(ticketIds: readonly number[]): void;
  /** A socket shows other rows than before, as its client says. Anything invalid is ignored. */
  watch(socket: LiveSocket, said: unknown): void;
  stop(): Promise<void>;
}

interface RowPresenceOptions {
  readonly services: Services;
  readonly sockets: ReadonlySet<LiveSocket>;
  readonly board: PresenceBoard;
}

/**
 * Who is at the tickets whose rows a socket shows (D-256): changes of all tickets are sent together, after one read of their rights, to
 * the sockets that show their rows and see them. A row that comes on the screen is answered in any case, so that the answer does not
 * tell whether there is somebody at a ticket that the person does not see.
 */
export function createRowPresence({ services, sockets, board }: RowPresenceOptions): RowPresence {
  let touched = new Set<number>();
  let asked = new Map<LiveSocket, Set<number>>();

  const ask = (socket: LiveSocket, rows: Iterable<number>): void => {
    const waiting = asked.get(socket) ?? new Set();
    asked.set(socket, waiting);
    for (const id of rows) waiting.add(id);
  };
  const work = async (): Promise<boolean> => {
    if (touched.size === 0 && asked.size === 0) return false;
    const [changed, fresh] = [touched, asked];
    [touched, asked] = [new Set(), new Map<LiveSocket, Set<number>>()];
    const plans = [...sockets].map((socket) => ({ socket, ...rowsOf(socket, changed, fresh.get(socket)) }));
    const ids = plans.flatMap((plan) => [...plan.changed, ...plan.fresh]);
    const textFor = await readTexts(services, board, [...new Set(ids)]).catch((error: unknown) => {
      changed.forEach((id) => touched.add(id));
      fresh.forEach((rows, socket) => ask(socket, rows));
      throw error;
    });
    for (const plan of plans) sendRows(services, plan, textFor);
    await new Promise((resolve) => setTimeout(resolve, COALESCE_MS));
    return false;
  };
  const loop: Loop = createLoop({ name: "rowPresence", work, idleMs: COALESCE_MS, logger: services.logger });
  loop.start();
  return {
    touch: (ticketIds) => {
      ticketIds.forEach((id) => touched.add(id));
      loop.wake();
    },
    watch: (socket, said) => {
      const rows = socket.joins.watchPresence(said);
      if (rows.length === 0) return;
      ask(socket, rows);
      loop.wake();
    },
    stop: loop.stop,
  };
}

interface Plan {
  readonly socket: LiveSocket;
  /** Rows that are on the screen, with a change; a ticket that the socket has joined is sent at once instead. */
  readonly changed: readonly number[];
  /** Rows that came on the screen. */
  readonly fresh: readonly number[];
}

function rowsOf({ joins }: LiveSocket, changed: ReadonlySet<number>, fresh: ReadonlySet<number> | undefined): Omit<Plan, "socket"> {
  const rows = [...joins.rows];
  return {
    changed: rows.filter((id) => changed.has(id) && !fresh?.has(id) && !joins.boxes.has(id)),
    fresh: fresh ? rows.filter((id) => fresh.has(id)) : [],
  };
}

/** The text about a ticket for a person, null without the right to see it. */
type TextFor = (ticketId: number, actor: Actor) => string | null;

/** Reads the rights to tickets, in one query; a text is made once for all people who get the same. */
async function readTexts(services: Services, board: PresenceBoard, ticketIds: readonly number[]): Promise<TextFor> {
  const seen = await whoSeesEach(services, ticketIds);
  const people = new Map([...seen].map(([id, isSeenBy]) => [id, peopleWho(isSeenBy, services, board.peopleAt(id))]));
  const texts = new Map<string, string>();
  return (ticketId, actor) => {
    if (seen.get(ticketId)?.(actor) !== true) return null;
    const key = `${ticketId} ${actor.id === SUPER_ADMIN_ID ? "super" : ""}`;
    const text = texts.get(key) ?? textOf(presenceMessage(services, ticketId, people.get(ticketId) ?? [], actor));
    texts.set(key, text);
    return text;
  };
}

function sendRows(services: Services, { socket, changed, fresh }: Plan, textFor: TextFor): void {
  const actor = changed.length + fresh.length > 0 ? socket.listener(services)?.actor : undefined;
  if (!actor) return;
  const empty = (id: number) => textOf(presenceMessage(services, id, [], actor));
  const texts = [...changed.map((id) => textFor(id, actor)), ...fresh.map((id) => textFor(id, actor) ?? empty(id))];
  socket.sendTogether(texts.filter((text) => text !== null));
}
