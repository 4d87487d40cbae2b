import { useInfiniteQuery } from "@tanstack/react-query";
import Button from "@mui/material/Button";
import { useTranslation } from "react-i18next";
import type { DashboardFilter } from "../../lib/data/dashboard";
import { ratingsQuery } from "../../lib/data/ratings";
import { toDateAndClock } from "../../lib/time";
import { ErrorCard, Spinner } from "../../ui";
import { ReadDialog } from "../../ui/ReadDialog";

/** The ratings that the gauge is made of, newest first. */
export function RatingsDialog({ filter, onClose }: { readonly filter: DashboardFilter; readonly onClose: () => void }) {
  const { t } = useTranslation("dashboard");
  const { firstDate, lastDate, userId, queueId } = filter;
  const query = useInfiniteQuery(ratingsQuery({ first: firstDate, last: lastDate, userId, queueId }));
  const ratings = query.data?.pages.flat();
  const title = t("rating.title");
  return (
    <ReadDialog title={title} onClose={onClose}>
      {query.error && <ErrorCard title={title} error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Spinner />}
      {ratings?.length === 0 && <p>{t("rating.none")}</p>}
      <ul className="dashTickets">
        {ratings?.map((rating) => (
          <li key={rating.id}>
            <span className="dashTicketName">{`${rating.contact.name} · ${t("rating.of5", { rate: rating.rate })}`}</span>
            <span className="dashSecondary">{[rating.user?.name, toDateAndClock(rating.createdAt)].filter(Boolean).join(" · ")}</span>
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t("figure.more")}
        </Button>
      )}
    </ReadDialog>
  );
}
