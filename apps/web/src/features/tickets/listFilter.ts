import { mayUseShowAll } from "@balcao/domain/tickets";
import { useQuery } from "@tanstack/react-query";
import { useState, useSyncExternalStore } from "react";
import { queuesQuery } from "../../lib/data/queues";
import { useSettings } from "../../lib/data/settings";
import { toActor, useSelf } from "../../lib/session";
import { onStored, readStored, writeStored } from "../../lib/storage";
import { readSelection, type QueueChoice } from "./queueSelection";

/** The queues that the lists show, remembered per person (INBOX-005). An administrator chooses among all, others among their own. */
export function useQueueSelection() {
  const self = useSelf();
  const { data: all = [] } = useQuery(queuesQuery);
  const offered: readonly QueueChoice[] = self.profile === "admin" ? all : self.queues;
  const key = `balcao-queues-${self.id}`;
  const stored = useSyncExternalStore(
    (listener) => onStored(key, listener),
    () => readStored(key),
  );
  const selected = offered.length === 0 ? null : readSelection(stored, offered);
  return { offered, selected, select: (ids: readonly number[]) => writeStored(key, ids.length === offered.length ? null : ids.join(",")) };
}

/** The switch "show all": who may use it and how it stands; on at first for admin and gerente (INBOX-007, INBOX-008). */
export function useShowAll() {
  const self = useSelf();
  const allowed = mayUseShowAll(toActor(self), useSettings());
  const key = `balcao-show-all-${self.id}`;
  const [on, setOn] = useState(() => sessionStorage.getItem(key) ?? (self.profile === "user" ? "off" : "on"));
  return {
    allowed,
    showAll: allowed && on === "on",
    setShowAll: (next: boolean) => {
      sessionStorage.setItem(key, next ? "on" : "off");
      setOn(next ? "on" : "off");
    },
  };
}
