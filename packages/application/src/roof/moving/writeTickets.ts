import { cleanText, type MovedTicket } from "@balcao/domain/moving";
import {
  changeMovedTickets,
  insertMovedTickets,
  listGroupsAmong,
  listLivePlaces,
  placeKey,
  setItemStates,
  type NewItem,
  type NewTicket,
} from "@balcao/database/moving";
import type { Sql } from "@balcao/database/sql";
import { contactsByKey } from "./writeContacts.js";
import { leave, put, type KnownRow, type Scene, type Writer } from "./scene.js";

/** What the other system says of a ticket, by which a change is noticed. */
const stateOf = ({ status, queueKey, personKey, connectionKey, closedAt, updatedAt }: MovedTicket, connectionId: number | null): string =>
  [status, queueKey, personKey, connectionKey, connectionId, closedAt?.getTime(), status === "closed" ? "" : updatedAt?.getTime()].join(
    " ",
  );

/** A ticket as it comes here. */
interface Judged {
  readonly row: MovedTicket;
  readonly ticket: NewTicket;
  readonly state: string;
}

/** What theirs mean here. */
interface Meanings {
  readonly queues: ReadonlyMap<string, number>;
  readonly people: ReadonlyMap<string, number>;
  readonly groups: ReadonlySet<number>;
}

/** An open ticket needs a connection to be answered on, and a person who is here; otherwise it ends or waits. */
function statusOf({ status }: MovedTicket, place: Pick<NewTicket, "connectionId" | "isGroup">, isThere: boolean): string {
  if (place.connectionId === null || status === "closed") return "closed";
  if (place.isGroup) return "group";
  return status === "open" && isThere ? "open" : "pending";
}

function timesOf(row: MovedTicket, now: Date): Pick<NewTicket, "createdAt" | "lastActivity" | "acceptedAt"> {
  const createdAt = row.createdAt ?? row.updatedAt ?? row.closedAt ?? now;
  return { createdAt, lastActivity: row.updatedAt ?? row.closedAt ?? createdAt, acceptedAt: row.acceptedAt };
}

const endOf = ({ reason, closedAt }: MovedTicket, lastActivity: Date): Pick<NewTicket, "closedAt" | "closing"> => ({
  closedAt: closedAt ?? lastActivity,
  closing: reason === null ? null : JSON.stringify({ reason: null, note: cleanText(reason).slice(0, 500) }),
});

function judgeOne(scene: Scene, row: MovedTicket, contactId: number, { queues, people, groups }: Meanings): Judged {
  const connectionId = scene.connections.get(row.connectionKey ?? "") ?? null;
  const isGroup = groups.has(contactId);
  const userId = isGroup ? null : (people.get(row.personKey ?? "") ?? null);
  const isThere = userId !== null && scene.directory.current().users.get(userId)?.active === true;
  const status = statusOf(row, { connectionId, isGroup }, isThere);
  const times = timesOf(row, scene.now);
  const end = status === "closed" ? endOf(row, times.lastActivity) : { closedAt: null, closing: null };
  const queueId = queues.get(row.queueKey ?? "") ?? null;
  const ticket = { ...times, ...end, status, contactId, connectionId, queueId, userId: status === "pending" ? null : userId, isGroup };
  return { row, state: stateOf(row, connectionId), ticket };
}

async function judge(scene: Scene, tx: Sql, rows: readonly MovedTicket[]): Promise<{ judged: Judged[]; out: NewItem[] }> {
  const contacts = await contactsByKey(
    scene,
    tx,
    rows.map(({ contactKey }) => contactKey),
  );
  const meanings: Meanings = {
    queues: await scene.ours(tx, "queues"),
    people: await scene.ours(tx, "people"),
    groups: await listGroupsAmong(tx, [...new Set(contacts.values())]),
  };
  const out: NewItem[] = [];
  const judged = rows.flatMap((row): Judged[] => {
    const contactId = contacts.get(row.contactKey ?? "");
    if (contactId !== undefined) return [judgeOne(scene, row, contactId, meanings)];
    out.push(leave(row.sourceKey, "noContact"));
    return [];
  });
  return { judged, out };
}

const asClosed = (ticket: NewTicket): NewTicket => ({ ...ticket, status: "closed", closedAt: ticket.closedAt ?? ticket.lastActivity });

/** Closes what would be a second live ticket of its contact on its connection, of theirs or beside one of ours. */
async function oneLive(tx: Sql, judged: readonly Judged[]): Promise<Judged[]> {
  const live = judged.filter(({ ticket }) => ticket.status !== "closed");
  const taken =
    live.length > 0
      ? await listLivePlaces(
          tx,
          live.map(({ ticket }) => ticket),
        )
      : new Set<string>();
  return judged.map((each) => {
    const { contactId, connectionId, status } = each.ticket;
    if (status === "closed" || connectionId === null) return each;
    const place = placeKey(contactId, connectionId);
    if (taken.has(place)) return { ...each, ticket: asClosed(each.ticket), state: `${each.state} second` };
    taken.add(place);
    return each;
  });
}

/** Tickets with their states; what is known and was changed there changes here while nobody has done anything in it. */
export const writeTickets: Writer<MovedTicket> = async (scene, tx, fresh, known) => {
  const { judged: all, out } = await judge(scene, tx, fresh);
  const judged = await oneLive(tx, all);
  const imported = scene.run.figures ? "counted" : "apart";
  const ids = await insertMovedTickets(
    tx,
    judged.map(({ ticket }) => ticket),
    imported,
  );
  const missed = judged.filter((_, at) => ids[at] === undefined);
  const again = await insertMovedTickets(
    tx,
    missed.map(({ ticket }) => asClosed(ticket)),
    imported,
  );
  const items = judged.map(({ row, state }, at): NewItem => {
    const missedAt = missed.findIndex((each) => each.row === row);
    const id = ids[at] ?? again[missedAt];
    return id === undefined
      ? leave(row.sourceKey, "noPlace")
      : put(row.sourceKey, id, true, ids[at] === undefined ? `${state} second` : state);
  });
  return { items: [...out, ...items], changed: await follow(scene, tx, known) };
};

/** Changes what was changed there since the last run; returns how many. */
async function follow(scene: Scene, tx: Sql, known: readonly KnownRow<MovedTicket>[]): Promise<number> {
  const moved = known.filter(({ row, item }) => {
    const state = stateOf(row, scene.connections.get(row.connectionKey ?? "") ?? null);
    return item.state !== state && item.state !== `${state} second`;
  });
  if (moved.length === 0) return 0;
  const { judged } = await judge(
    scene,
    tx,
    moved.map(({ row }) => row),
  );
  const idOf = new Map(moved.map(({ row, item }) => [row.sourceKey, item.id]));
  const changed = await changeMovedTickets(
    tx,
    judged.map(({ row, ticket }) => ({ ...ticket, id: idOf.get(row.sourceKey) ?? 0 })),
  );
  await setItemStates(
    tx,
    scene.run.sourceId,
    "tickets",
    judged.map(({ row, state }) => ({ key: row.sourceKey, state })),
  );
  return changed.size;
}
