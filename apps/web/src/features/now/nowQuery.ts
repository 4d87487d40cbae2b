import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { call, toErrorText } from "../../lib/api";
import { queuesQuery } from "../../lib/data/queues";
import { addRemark } from "../../lib/data/remarks";
import { ticketCountsQuery } from "../../lib/data/ticketLists";
import { allUsersQuery } from "../../lib/data/users";
import { toDuration } from "../../lib/duration";
import { useJoin } from "../../lib/live";
import { queryClient } from "../../lib/queryClient";
import { toasts } from "../../lib/toasts";

/** The key of everything about the team as it is now. */
const NOW_KEY = ["now"] as const;
/** Waits and targets change by time alone; the dashboard reads as often. */
const EVERY_MS = 60_000;
/** Events cause a reading at most so often, so that many screens cost little. */
const APART_MS = 8_000;

const teamNowQuery = queryOptions({
  queryKey: [...NOW_KEY, "team"],
  queryFn: ({ signal }) => call("dashboard", "now", {}, { signal }),
  refetchInterval: EVERY_MS,
  staleTime: 0,
  meta: { live: true },
});

/** Which conversations of now: of a queue, 0 for none, or of a person. */
export interface NowChoice {
  readonly status: "open" | "pending";
  readonly queueId?: number;
  readonly userId?: number;
}

/** The conversations behind a number. */
export const nowTicketsQuery = (choice: NowChoice) =>
  queryOptions({
    queryKey: [...NOW_KEY, "tickets", choice],
    queryFn: ({ signal }) => call("dashboard", "nowTickets", { query: choice }, { signal }),
    staleTime: 0,
    meta: { live: true },
  });

/** Reads everything about now again. */
export const refreshNow = (): Promise<void> => queryClient.invalidateQueries({ queryKey: NOW_KEY });

/** The team as it is now: read again soon after counts, people or queues change, and every minute. */
export function useTeamNow() {
  useJoin("watchCounts", { showAll: true, queueIds: null });
  const query = useQuery(teamNowQuery);
  const changes = [useQuery(ticketCountsQuery), useQuery(allUsersQuery), useQuery(queuesQuery)]
    .map(({ dataUpdatedAt }) => dataUpdatedAt)
    .join();
  const readAt = useRef(0);
  const known = useRef(changes);
  useEffect(() => {
    if (known.current === changes) return;
    const timer = setTimeout(
      () => {
        known.current = changes;
        readAt.current = Date.now();
        void refreshNow();
      },
      Math.max(0, readAt.current + APART_MS - Date.now()),
    );
    return () => clearTimeout(timer);
  }, [changes]);
  return query;
}

/** What a manager changes of what distribution gives to a person; what is absent stays. */
export interface SharesChange {
  readonly userId: number;
  readonly name: string;
  readonly takesShares?: boolean;
  readonly openLimit?: number | null;
  readonly addedQueueIds?: number[];
  readonly removedQueueIds?: number[];
}

/** Changes what distribution gives to a person; a refusal becomes a toast. */
export const useSharesChange = () =>
  useMutation({
    mutationFn: ({ userId, name: _name, ...body }: SharesChange) => call("users", "changeShares", { params: { userId }, body }),
    onSuccess: (_shares, { name }) => addRemark({ descricao: `Alterou a distribuição de ${name}`, origem: "Agora" }),
    onError: (error) => toasts.error(toErrorText(error)),
    onSettled: refreshNow,
  });

const MINUTE_MS = 60_000;

/** How long ago an instant was, in whole minutes, by the shared clock of the rows. */
export function useSince(now: number): (at: string) => string {
  const { t, i18n } = useTranslation("now");
  return (at) => {
    // The clock of the rows is up to a minute behind.
    const minutes = Math.floor(Math.max(0, now - Date.parse(at)) / MINUTE_MS);
    return minutes === 0 ? t("moment") : toDuration(minutes * MINUTE_MS, i18n.language);
  };
}
