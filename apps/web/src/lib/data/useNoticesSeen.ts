import type { NoticeView } from "@balcao/contracts/notices";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { call } from "../api";
import { noticesQuery } from "./notices";

/** How long something is on the screen before it counts as looked at, in milliseconds. */
export const LOOK_MS = 600;

const onVisibility = (listener: () => void) => {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
};

/** Whether the tab is visible. */
export const useVisible = (): boolean => useSyncExternalStore(onVisibility, () => !document.hidden);

/** Takes the person's notices about a place out of the bell, while that is shown in a visible tab. */
export function useNoticesSeen(isAbout: (place: NoticeView["place"]) => boolean, shown: boolean): void {
  const visible = useVisible();
  const { data = [] } = useQuery(noticesQuery);
  const ids = data.filter(({ place }) => isAbout(place)).map(({ id }) => id);
  const due = visible && shown ? ids.join() : "";
  useEffect(() => {
    if (due === "") return;
    const timer = setTimeout(() => void call("notices", "seen", { body: { noticeIds: due.split(",") } }).catch(() => undefined), LOOK_MS);
    return () => clearTimeout(timer);
  }, [due]);
}
