import { CONTACT_PAGE } from "@balcao/contracts/protocols";
import Button from "@mui/material/Button";
import { infiniteQueryOptions, useInfiniteQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { call } from "../../lib/api";
import { contactTicketsQuery } from "../../lib/data/contacts";
import { contactRatingsQuery } from "../../lib/data/ratings";
import { useSelf } from "../../lib/session";
import { toDate } from "../../lib/time";

interface OfContact {
  readonly contactId: number;
}

/** What happened with a contact: its tickets and protocols that the person may open, and for administrators its ratings. */
export function ContactHistory({ contactId }: OfContact) {
  const { profile } = useSelf();
  return (
    <>
      <Tickets contactId={contactId} />
      <Protocols contactId={contactId} />
      {profile === "admin" && <Ratings contactId={contactId} />}
    </>
  );
}

interface Entry {
  readonly id: number;
  readonly ticketId: number;
  readonly text: string;
  readonly facts: readonly (string | undefined)[];
  /** What was noted at its end. */
  readonly note?: string | null;
}

interface EntriesProps {
  readonly title: string;
  readonly entries: readonly Entry[];
  readonly read: { readonly hasNextPage: boolean; readonly isFetchingNextPage: boolean; readonly fetchNextPage: () => unknown };
}

/** A list of entries, each of which opens its ticket; nothing while there are none. */
function Entries({ title, entries, read: { hasNextPage, isFetchingNextPage, fetchNextPage } }: EntriesProps) {
  const { t } = useTranslation("contacts");
  if (entries.length === 0) return null;
  return (
    <section className="contactGroup" aria-label={title}>
      <h3>{title}</h3>
      <ul className="contactTickets">
        {entries.map(({ id, ticketId, text, facts, note = null }) => (
          <li key={id}>
            <Link to={`/tickets/${ticketId}`}>
              <b className="ellipsis">{text}</b>
              <span className="ellipsis">{facts.filter(Boolean).join(" · ")}</span>
              {note !== null && <span className="longText">{note}</span>}
            </Link>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button size="small" variant="text" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t("tickets.more")}
        </Button>
      )}
    </section>
  );
}

function Tickets({ contactId }: OfContact) {
  const { t } = useTranslation(["contacts", "common"]);
  const read = useInfiniteQuery(contactTicketsQuery(contactId));
  const entries = (read.data?.pages ?? [])
    .flatMap(({ tickets }) => tickets)
    .map(({ id, queue, status, origin, lastMessage, closedAt, createdAt, closing }) => ({
      ...{ id, ticketId: id, text: lastMessage || t("tickets.empty"), note: closing?.note ?? null },
      facts: [
        `#${id}`,
        origin === null ? t(`common:ticketStatus.${status}`) : t(`tickets.origin.${origin}`),
        closing?.reason?.name,
        queue?.name,
        toDate(createdAt),
        closedAt === null ? undefined : toDate(closedAt),
      ],
    }));
  return <Entries title={t("tickets.title")} entries={entries} read={read} />;
}

/** The protocols of a contact whose tickets the person may open, newest first, page by page. */
const contactProtocolsQuery = (contactId: number) =>
  infiniteQueryOptions({
    queryKey: ["contactProtocols", contactId],
    queryFn: ({ pageParam, signal }) =>
      call("protocols", "ofContact", { params: { contactId }, query: { pageNumber: pageParam } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: (page, _pages, pageNumber) => (page.length === CONTACT_PAGE ? pageNumber + 1 : undefined),
    meta: { live: true },
  });

function Protocols({ contactId }: OfContact) {
  const { t } = useTranslation("contacts");
  const read = useInfiniteQuery(contactProtocolsQuery(contactId));
  const entries = (read.data?.pages.flat() ?? []).map(({ id, ticketId, protocolo: number, mensagem: details, createdAt }) => ({
    ...{ id, ticketId, text: number },
    facts: [`#${ticketId}`, toDate(createdAt), details],
  }));
  return <Entries title={t("protocols")} entries={entries} read={read} />;
}

function Ratings({ contactId }: OfContact) {
  const { t } = useTranslation("contacts");
  const read = useInfiniteQuery(contactRatingsQuery(contactId));
  const entries = (read.data?.pages.flat() ?? []).map(({ id, ticketId, rate, user, createdAt }) => ({
    ...{ id, ticketId, text: t("ratings.rate", { rate }) },
    facts: [`#${ticketId}`, user?.name, toDate(createdAt)],
  }));
  return <Entries title={t("ratings.title")} entries={entries} read={read} />;
}
