import type { TicketView } from "@balcao/contracts/tickets";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTexts } from "../../i18n/useTexts";
import { announce } from "../../lib/announcer";
import { unreadTicketsQuery } from "../../lib/data/unreadTickets";
import { countNews, NEWS_PAUSE_MS } from "./newsCount";

/**
 * Announces to screen readers how many messages came into other conversations, at most every ten
 * seconds (B4.9). It is a part of its own, so that the page is not rendered for each message.
 */
export function SpokenNews({ shownId }: { readonly shownId: number | null }) {
  const { t } = useTexts("tickets");
  const tickets = useQuery(unreadTicketsQuery).data?.tickets;
  const known = useRef<readonly TicketView[] | undefined>(undefined);
  const count = useRef(0);
  const spokenAt = useRef(-NEWS_PAUSE_MS);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => {
    if (known.current && tickets) count.current += countNews(known.current, tickets, shownId);
    known.current = tickets;
    if (count.current === 0 || timer.current !== undefined) return;
    const speak = () => {
      announce(t("news", { count: count.current }));
      timer.current = undefined;
      count.current = 0;
      spokenAt.current = performance.now();
    };
    timer.current = setTimeout(speak, Math.max(0, spokenAt.current + NEWS_PAUSE_MS - performance.now()));
  }, [tickets, shownId, t]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  return null;
}
