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
import type { ClientToServer, ServerToClient } from "@balcao/contracts/live";
import type { SettingView } from "@balcao/contracts/settings";
import {
  applyConnectionToList,
  applyContactToList,
  applyMessageToList,
  applyTicketEvent,
  type BelongsToList,
  type TicketListView,
  type TicketOrder,
  type TicketView,
} from "@balcao/contracts/tickets";
import type { UserView } from "@balcao/contracts/users";
import type { Socket } from "socket.io-client";

export type LiveClientSocket = Socket<ServerToClient, ClientToServer>;

/** A browser's cache of the server's data, changed by events through the web's own reducers. */
export interface Screen {
  /** The names of the events that arrived, in order. */
  readonly eventNames: string[];
  readonly lists: ReadonlyMap<ListName, TicketListView>;
  readonly pages: ReadonlyMap<number, MessagePageView>;
  /** Applies the events of this socket from now on. */
  listenTo(socket: LiveClientSocket): void;
  /** Sends the joins of the whole inbox. */
  join(socket: LiveClientSocket): void;
  watchCounts(socket: LiveClientSocket): void;
  /** Loads a conversation's newest page, which events change from then on. */
  open(ticketId: number): Promise<MessagePageView>;
  /** Loads the messages around one of them instead, which events change from then on. */
  openAround(ticketId: number, messageId: string): Promise<MessagePageView>;
  /** Loads the messages that follow the loaded ones. */
  readOn(ticketId: number): Promise<MessagePageView>;
  /** Reads settings and lists again, as the web does when a setting changes. */
  reload(): Promise<void>;
  /** Reads everything that is loaded again, as the web does on `resync`. */
  reloadAll(): Promise<void>;
  /** Throws unless lists, counts and open conversations equal a new GET. */
  compare(): Promise<void>;
}

export interface Calls {
  call(method: string, path: string): Promise<{ status: number; body: unknown }>;
  ask<T>(method: string, path: string, body?: unknown): Promise<T>;
}

/** The lists of the inbox, and the waiting one by the longest wait. */
const LISTS = [...LIST_STATUSES, "longestWait"] as const;
type ListName = (typeof LISTS)[number];
const statusOf = (name: ListName): ListStatus => (name === "longestWait" ? "pending" : name);
const orderOf = (name: ListName): TicketOrder => (name === "longestWait" ? "wait" : "activity");

type ListChange = (list: TicketListView, name: ListName) => TicketListView;
type PageChange = (page: MessagePageView) => MessagePageView;

/** Opens the screen of a signed-in person; `showAll` is the switch above the lists. */
export async function openScreen({ call, ask }: Calls, me: UserView, showAll: boolean): Promise<Screen> {
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
    sendToMany: me.sendToMany,
    maintain: me.maintain,
  };
  const readCondition = async (): Promise<TicketCondition> =>
    listCondition(actor, toSettings(await ask<SettingView[]>("GET", "/settings")), { showAll, queueIds: null, usersByProfile });
  let condition = await readCondition();
  const belongs =
    (name: ListName): BelongsToList =>
    ({ status: state, isGroup, origin, queueId, userId }) =>
      bucketOf({ status: state, isGroup, origin }) === statusOf(name) && matches(condition, { status: state, isGroup, queueId, userId });

  const lists = new Map<ListName, TicketListView>();
  const counts = new Map<string, number>();
  const pages = new Map<number, MessagePageView>();
  /** The message around which a conversation was opened; absent when it was opened at its end. */
  const anchors = new Map<number, string>();
  const eventNames: string[] = [];
  /** The changes of conversations while these are read. They are applied to the answers, which may be older. */
  const reading = new Set<{ readonly ticketId: number; readonly meanwhile: PageChange[] }>();
  /** The same for lists, and how often counts arrived. */
  const readingLists = new Set<ListChange[]>();
  let countsHeard = 0;
  const eachList = (change: ListChange): void => {
    for (const meanwhile of readingLists) meanwhile.push(change);
    for (const [name, list] of lists) lists.set(name, change(list, name));
  };
  const changePage = (ticketId: number, change: PageChange): void => {
    for (const each of reading) if (each.ticketId === ticketId) each.meanwhile.push(change);
    const page = pages.get(ticketId);
    if (page) pages.set(ticketId, change(page));
  };
  const fetchList = (name: ListName): Promise<TicketListView> =>
    ask("GET", `/tickets?status=${statusOf(name)}&order=${orderOf(name)}&showAll=${showAll}`);
  const readLists = async (): Promise<void> => {
    for (const name of LISTS) {
      const meanwhile: ListChange[] = [];
      const heardBefore = countsHeard;
      readingLists.add(meanwhile);
      const list = await fetchList(name);
      readingLists.delete(meanwhile);
      lists.set(
        name,
        meanwhile.reduce((changed, change) => change(changed, name), list),
      );
      if (countsHeard === heardBefore) counts.set(statusOf(name), list.count);
    }
  };
  const fetchPage = async (ticketId: number, query: string): Promise<MessagePageView | null> => {
    const read = { ticketId, meanwhile: [] as PageChange[] };
    reading.add(read);
    const { status, body } = await call("GET", `/messages/${ticketId}?${query}`);
    reading.delete(read);
    return status === 200 ? read.meanwhile.reduce((changed, change) => change(changed), body as MessagePageView) : null;
  };
  const placeOf = (ticketId: number): string => {
    const anchor = anchors.get(ticketId);
    return anchor === undefined ? "pageNumber=1" : `around=${anchor}`;
  };
  const readPage = async (ticketId: number): Promise<void> => {
    const page = await fetchPage(ticketId, placeOf(ticketId));
    if (page) pages.set(ticketId, page);
  };
  const openPage = async (ticketId: number, anchor: string | null): Promise<MessagePageView> => {
    const page = await fetchPage(ticketId, anchor === null ? "pageNumber=1" : `around=${anchor}`);
    if (!page) throw new Error(`The messages of ticket ${ticketId} were refused.`);
    if (anchor === null) anchors.delete(ticketId);
    else anchors.set(ticketId, anchor);
    pages.set(ticketId, page);
    return page;
  };
  await readLists();

  return {
    eventNames,
    lists,
    pages,
    listenTo: (socket) => {
      socket.on("ticket", (event) => {
        eventNames.push(`ticket.${event.action}`);
        eachList((list, name) => applyTicketEvent(list, event, belongs(name), orderOf(name)));
        if (event.action === "updateUnread") changePage(event.ticketId, applyReadToPages);
        if (event.action === "update" && event.cameIntoSight === true && pages.has(event.ticketId)) void readPage(event.ticketId);
      });
      socket.on("appMessage", (event) => {
        eventNames.push(`appMessage.${event.action}`);
        eachList((list, name) => applyMessageToList(list, event, belongs(name), orderOf(name)));
        changePage(event.ticket.id, (page) => applyMessageToPages(page, event));
      });
      socket.on("contact", (event) => {
        eventNames.push(`contact.${event.action}`);
        if (event.action === "reload") return;
        eachList((list) => applyContactToList(list, event));
        for (const [ticketId, page] of pages) pages.set(ticketId, applyContactToPages(page, event));
      });
      socket.on("whatsapp", (event) => eachList((list) => applyConnectionToList(list, event)));
      socket.on("ticketCounts", (event) => {
        countsHeard += 1;
        for (const [status, n] of Object.entries(event.counts)) counts.set(status, n);
      });
    },
    join: (socket) => {
      socket.emit("joinNotification");
      for (const status of LIST_STATUSES) socket.emit("joinTickets", status);
      for (const ticketId of pages.keys()) socket.emit("joinChatBox", ticketId);
    },
    watchCounts: (socket) => socket.emit("watchCounts", { showAll, queueIds: null }),
    open: (ticketId) => openPage(ticketId, null),
    openAround: (ticketId, messageId) => openPage(ticketId, messageId),
    readOn: async (ticketId) => {
      const last = pages.get(ticketId)?.messages.at(-1)?.id ?? "0";
      const next = await fetchPage(ticketId, `after=${last}`);
      const page = pages.get(ticketId);
      if (!page || !next) throw new Error("There is nothing to read on.");
      const joined = { ...page, messages: [...page.messages, ...next.messages], hasNewer: next.hasNewer };
      pages.set(ticketId, joined);
      return joined;
    },
    reload: async () => {
      condition = await readCondition();
      await readLists();
    },
    reloadAll: async () => {
      await readLists();
      for (const ticketId of [...pages.keys()]) await readPage(ticketId);
    },
    compare: async () => {
      for (const name of LISTS) {
        const fresh = await fetchList(name);
        // A list that was loaded grows; a fresh page holds its first rows only.
        const shown = lists.get(name)?.tickets.slice(0, fresh.hasMore ? fresh.tickets.length : undefined);
        expect({ name, tickets: shown?.map(withoutSignatures) }).toEqual({
          name,
          tickets: fresh.tickets.map(withoutSignatures),
        });
        expect({ name, count: counts.get(statusOf(name)) }).toEqual({ name, count: fresh.count });
      }
      for (const [ticketId, page] of pages) await comparePage(ticketId, page);
    },
  };

  async function comparePage(ticketId: number, page: MessagePageView): Promise<void> {
    const shown = page.messages.map(withoutSignatures);
    const readAgain = async (query: string) => {
      const { status, body } = await call("GET", `/messages/${ticketId}?${query}`);
      return status === 200 ? (body as MessagePageView).messages : null;
    };
    // A conversation that was loaded grows; a fresh page holds some of its messages only.
    const newest = page.hasNewer ? null : await readAgain("pageNumber=1");
    if (newest) expect(shown.slice(-newest.length)).toEqual(newest.map(withoutSignatures));
    const middle = anchors.has(ticketId) ? await readAgain(placeOf(ticketId)) : null;
    const from = page.messages.findIndex(({ id }) => id === middle?.[0]?.id);
    if (middle) expect(shown.slice(from, from + middle.length)).toEqual(middle.map(withoutSignatures));
  }
}

function idsOf(users: readonly UserView[], profile: string): number[] {
  return users.filter((user) => user.profile === profile).map(({ id }) => id);
}

/** The view without addresses of files, which are signed anew for each answer. */
function withoutSignatures(view: TicketView | MessageView): unknown {
  return JSON.parse(
    JSON.stringify(view, (key, value: unknown) =>
      (key === "profilePicUrl" || key === "mediaUrl" || key === "thumbUrl") && typeof value === "string" ? value.split("?")[0] : value,
    ),
  );
}
