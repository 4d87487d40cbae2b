import type { DashboardStatsView } from "@balcao/contracts/dashboard";
import { formatDuration } from "@balcao/domain/calendar";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { countersQuery, statsQuery, type DashboardFilter, type FigureChoice } from "../../lib/data/dashboard";
import { ErrorCard, StateHint } from "../../ui";
import { useFailureToast } from "./useWidget";

interface NumbersProps {
  readonly filter: DashboardFilter;
  readonly onOpen: (choice: FigureChoice, title: string) => void;
}

const COUNTERS = ["open", "pending", "closed"] as const;

/** How many tickets are attended, wait, and were closed in the period (DASH-006). */
export function Counters({ filter, onOpen }: NumbersProps) {
  const { t } = useTranslation("dashboard");
  const query = useQuery(countersQuery(filter));
  if (query.error && query.data === undefined)
    return <ErrorCard title={t("counter.title")} error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <div className="dashCounters" role="group" aria-label={t("counter.title")}>
      {COUNTERS.map((name) => (
        <StateHint key={name} state={name === "closed" ? null : name} label={t(`counter.${name}`)}>
          <button type="button" className="dashCounter" onClick={() => onOpen({ figure: name }, t(`counter.${name}`))}>
            <span>{t(`counter.${name}`)}</span>
            <strong>{query.data?.[name] ?? "–"}</strong>
          </button>
        </StateHint>
      ))}
    </div>
  );
}

const CARDS = ["users", "queues", "connections", "schedules", "contacts", "groups", "tickets", "messages", "tme", "tma"] as const;
type Card = (typeof CARDS)[number];

/** Which tickets a card is made of; the others count other things. */
const FIGURE_OF: Partial<Record<Card, FigureChoice>> = {
  tickets: { figure: "created" },
  tme: { figure: "waited" },
  tma: { figure: "handled" },
};

/** Where the other cards lead: the list or the report of what they count. */
const PAGE_OF: Partial<Record<Card, string>> = {
  users: "/users",
  queues: "/queues",
  connections: "/connections",
  schedules: "/agendamentos",
  contacts: "/contacts",
  groups: "/tickets?tab=open&sub=groups",
  messages: "/report?card=message",
};

/** The numbers of the cards; user 1 is left out of the total of people (DASH-010, DASH-021). */
function toCards(stats: DashboardStatsView): Readonly<Record<Card, string>> {
  return {
    users: `${stats.user}/${Math.max(0, stats.userTotal - 1)}`,
    queues: String(stats.queue),
    connections: `${stats.whatsapp}/${stats.whatsappTotal}`,
    schedules: String(stats.agendamento),
    contacts: String(stats.contacts),
    groups: String(stats.group),
    tickets: String(stats.tickets),
    messages: String(stats.messages),
    tme: formatDuration(stats.averages.tme.millis),
    tma: formatDuration(stats.averages.tma.millis),
  };
}

/** The ten statistic cards in one strip. */
export function StatsStrip({ filter, onOpen }: NumbersProps) {
  const { t } = useTranslation("dashboard");
  const query = useQuery(statsQuery(filter));
  useFailureToast(t("card.title"), query);
  if (query.error && query.data === undefined)
    return <ErrorCard title={t("card.title")} error={query.error} onRetry={() => void query.refetch()} />;
  const numbers = query.data && toCards(query.data);
  return (
    <dl className="dashStrip" aria-label={t("card.title")}>
      {CARDS.map((card) => {
        const choice = FIGURE_OF[card];
        const number = numbers?.[card] ?? "–";
        return (
          <div key={card} data-card={card}>
            <dt title={card === "tme" || card === "tma" ? t("card.workingTime") : undefined}>{t(`card.${card}`)}</dt>
            <dd>
              {choice ? (
                <button type="button" className="dashLink" onClick={() => onOpen(choice, t(`card.${card}`))}>
                  {number}
                </button>
              ) : (
                <Link to={PAGE_OF[card] ?? "/"} className="dashLink">
                  {number}
                </Link>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
