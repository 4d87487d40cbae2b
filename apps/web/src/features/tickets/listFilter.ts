import { mayUseShowAll, type ListStatus } from "@balcao/domain/tickets";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useSyncExternalStore } from "react";
import type { TicketListFilter } from "../../lib/data/belongsToList";
import { queuesQuery } from "../../lib/data/queues";
import { useSettings } from "../../lib/data/settings";
import { toActor, useSelf } from "../../lib/session";
import { usePreference, useStored, writeStored } from "../../lib/storage";
import { readSelection, type QueueChoice } from "./queueSelection";

/**
 * The queues whose tickets the lists show, stored per person. An administrator chooses
 * among all queues, others among their own; `isUnread` when these could not be read.
 */
export function useQueueSelection() {
  const self = useSelf();
  const { data: all = [], isError } = useQuery(queuesQuery);
  const offered: readonly QueueChoice[] = self.profile === "admin" ? all : self.queues;
  const key = `balcao-queues-${self.id}`;
  const stored = useStored(key);
  const selected = offered.length === 0 ? null : readSelection(stored, offered);
  const select = (ids: readonly number[]) => writeStored(key, ids.length === offered.length ? null : ids.join(","));
  return { offered, selected, select, isUnread: isError && self.profile === "admin" };
}

const showAllListeners = new Set<() => void>();

function onShowAll(listener: () => void): () => void {
  showAllListeners.add(listener);
  return () => void showAllListeners.delete(listener);
}

/**
 * The switch "show all": whether the person may use it, and its state. It is on by default for
 * admin and gerente (INBOX-008).
 */
export function useShowAll() {
  const self = useSelf();
  const allowed = mayUseShowAll(toActor(self), useSettings());
  const key = `balcao-show-all-${self.id}`;
  const stored = useSyncExternalStore(onShowAll, () => sessionStorage.getItem(key));
  const on = stored ?? (self.profile === "user" ? "off" : "on");
  return {
    allowed,
    showAll: allowed && on === "on",
    setShowAll: (next: boolean) => {
      sessionStorage.setItem(key, next ? "on" : "off");
      showAllListeners.forEach((listener) => listener());
    },
  };
}

/** The order of the waiting list, stored per person (D-341). */
export const useWaitingOrder = () => usePreference(`balcao-waiting-order-${useSelf().id}`, ["activity", "wait"]);

/** Whether the waiting and the open list begin with what is due first, stored per person (D-512). */
export const useDueOrder = () => usePreference(`balcao-due-order-${useSelf().id}`, ["off", "on"]);

/** The filters of the lists, as the person has chosen queues, tickets and order; the same function while these are. */
export function useListFilter(): (status: ListStatus) => TicketListFilter {
  const { selected } = useQueueSelection();
  const { showAll } = useShowAll();
  const [order] = useWaitingOrder();
  const [due] = useDueOrder();
  const key = JSON.stringify([showAll, selected]);
  return useMemo(() => {
    const [all, queueIds] = JSON.parse(key) as [boolean, number[] | null];
    return (status) => ({
      ...{ status, showAll: all, queueIds },
      ...(status === "pending" && order === "wait" && { order }),
      ...((status === "pending" || status === "open") && due === "on" && { order: "due" }),
    });
  }, [key, order, due]);
}
