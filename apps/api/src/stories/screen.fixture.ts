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
import type { Socket } from "socket.io-client";

export type LiveClientSocket = Socket<ServerToClient, ClientToServer>;

/** What a browser keeps of the server's data, changed by events through the web's own reducers. */
export interface Screen {
  /** The names of the events that arrived, in order. */
  readonly heard: string[];
  readonly lists: ReadonlyMap<ListStatus, TicketListView>;
  readonly pages: ReadonlyMap<number, MessagePageView>;
  /** Applies what this socket says from now on. */
  listenTo(socket: LiveClientSocket): void;
  /** Says the joins of the whole inbox. */
  join(socket: LiveClientSocket): void;
  watchCounts(socket: LiveClientSocket): void;
  /** Loads a conversation's newest page; it is kept up from then on. */
  open(ticketId: number): Promise<MessagePageView>;
  /** Reads settings and lists afresh, as the web does when a setting changes. */
  reload(): Promise<void>;
  /** Reads everything that is loaded afresh, as the web does on `resync`. */
  reloadAll(): Promise<void>;
  /** Throws unless lists, counts and open conversations equal a fresh GET. */
  compare(): Promise<void>;
}

export interface Calls {
  call(method: string, path: string): Promise<{ status: number; body: unknown }>;
  ask<T>(method: string, path: string, body?: unknown): Promise<T>;
}

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
  };
  const readCondition = async (): Promise<TicketCondition> =>
    listCondition(actor, toSettings(await ask<SettingView[]>("GET", "/settings")), { showAll, queueIds: null, usersByProfile });
  let condition = await readCondition();
  const belongs =
    (status: ListStatus): BelongsToList =>
    ({ status: state, isGroup, queueId, userId }) =>
      bucketOf({ status: state, isGroup }) === status && matches(condition, { status: state, isGroup, queueId, userId });

  const lists = new Map<ListStatus, TicketListView>();
  const counts = new Map<string, number>();
  const pages = new Map<number, MessagePageView>();
  const heard: string[] = [];
  /** Messages that came while pages were read: applied to the answers again, which may be older. */
  const reading = new Set<AppMessageEvent[]>();
  const eachList = (change: (list: TicketListView, status: ListStatus) => TicketListView): void => {
    for (const [status, list] of lists) lists.set(status, change(list, status));
  };
  const fetchList = (status: ListStatus): Promise<TicketListView> => ask("GET", `/tickets?status=${status}&showAll=${showAll}`);
  const readLists = async (): Promise<void> => {
    for (const status of LIST_STATUSES) {
      const list = await fetchList(status);
      lists.set(status, list);
      counts.set(status, list.count);
    }
  };
  const readPage = async (ticketId: number): Promise<void> => {
    const meanwhile: AppMessageEvent[] = [];
    reading.add(meanwhile);
    const { status, body } = await call("GET", `/messages/${ticketId}?pageNumber=1`);
    reading.delete(meanwhile);
    const ofTicket = meanwhile.filter(({ ticket }) => ticket.id === ticketId);
    if (status === 200) pages.set(ticketId, ofTicket.reduce(applyMessageToPages, body as MessagePageView));
  };
  await readLists();

  return {
    heard,
    lists,
    pages,
    listenTo: (socket) => {
      socket.on("ticket", (event) => {
        heard.push(`ticket.${event.action}`);
        eachList((list, status) => applyTicketEvent(list, event, belongs(status)));
        const page = pages.get(event.ticketId);
        if (event.action === "updateUnread" && page) pages.set(event.ticketId, applyReadToPages(page));
        if (event.action === "update" && event.cameIntoSight === true && page) void readPage(event.ticketId);
      });
      socket.on("appMessage", (event) => {
        heard.push(`appMessage.${event.action}`);
        for (const meanwhile of reading) meanwhile.push(event);
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
    },
    join: (socket) => {
      socket.emit("joinNotification");
      for (const status of LIST_STATUSES) socket.emit("joinTickets", status);
      for (const ticketId of pages.keys()) socket.emit("joinChatBox", ticketId);
    },
    watchCounts: (socket) => socket.emit("watchCounts", { showAll, queueIds: null }),
    open: async (ticketId) => {
      const page = await ask<MessagePageView>("GET", `/messages/${ticketId}?pageNumber=1`);
      pages.set(ticketId, page);
      return page;
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
      for (const status of LIST_STATUSES) {
        const fresh = await fetchList(status);
        const list = lists.get(status);
        expect({ status, tickets: list?.tickets.map(withoutSignatures) }).toEqual({
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
    },
  };
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
