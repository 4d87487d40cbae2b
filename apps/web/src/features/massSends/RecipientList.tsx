import type { RecipientView } from "@balcao/contracts/massSends";
import { RECIPIENT_STATES, type RecipientState } from "@balcao/domain/sends";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../lib/api";
import { toDateAndClock } from "../../lib/time";
import { ErrorCard, SelectField, Spinner } from "../../ui";
import { EndOfList } from "../../ui/list";

const KNOWN_REASONS = [
  "optedOut",
  "noRight",
  "gone",
  "duplicate",
  "unreachable",
  "unregistered",
  "windowClosed",
  "templateValue",
  "fileTooLarge",
  "fileRefused",
  "fileGone",
  "connectionGone",
  "expired",
] as const;

/** The recipients of a mass send page by page, all or those in one state. */
export function useRecipients(sendId: number, state: RecipientState | null = null) {
  return useInfiniteQuery({
    queryKey: ["massSendRecipients", sendId, state],
    queryFn: ({ pageParam, signal }) =>
      call(
        "massSends",
        "recipients",
        { params: { massSendId: sendId }, query: { pageNumber: pageParam, ...(state && { state }) } },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: (page, _pages, pageNumber) => (page.hasMore ? pageNumber + 1 : undefined),
    placeholderData: (before) => before,
    meta: { live: true },
  });
}

/** Every recipient of a mass send with how far the message is, by state. */
export function RecipientList({ sendId }: { readonly sendId: number }) {
  const { t } = useTranslation("massSends");
  const [state, setState] = useState<RecipientState | null>(null);
  const read = useRecipients(sendId, state);
  if (!read.data)
    return read.error ? <ErrorCard title={t("detail.failed")} error={read.error} onRetry={() => void read.refetch()} /> : <Spinner />;
  const counts = read.data.pages[0]?.counts ?? {};
  const states = RECIPIENT_STATES.filter((each) => counts[each] !== undefined || each === state);
  return (
    <>
      <SelectField
        label={t("detail.filter")}
        value={state ?? "every"}
        options={[
          { value: "every", label: t("detail.every") },
          ...states.map((each) => ({ value: each, label: `${t(`state.${each}`)} (${counts[each] ?? 0})` })),
        ]}
        onChange={(value) => setState(RECIPIENT_STATES.find((each) => each === value) ?? null)}
      />
      <ul className="sendRecipients" aria-label={t("detail.recipients")}>
        {read.data.pages
          .flatMap((page) => page.recipients)
          .map((recipient) => (
            <Recipient key={recipient.contactId} recipient={recipient} />
          ))}
      </ul>
      {read.hasNextPage && !read.isFetchingNextPage && (
        <EndOfList onReached={() => void read.fetchNextPage()} failed={read.error !== null} />
      )}
    </>
  );
}

function Recipient({ recipient: { name, state, reason, changedAt } }: { readonly recipient: RecipientView }) {
  return (
    <li>
      <span className="ellipsis">{name}</span>
      <Outcome state={state} reason={reason} />
      <span className="recipientTime">{changedAt !== null && toDateAndClock(changedAt)}</span>
    </li>
  );
}

/** How far a recipient's message is, and why it went no further. */
export function Outcome({ state, reason }: Pick<RecipientView, "state" | "reason">) {
  const { t } = useTranslation("massSends");
  const known = KNOWN_REASONS.find((each) => each === reason);
  return (
    <span className="recipientState" data-state={state}>
      {t(`state.${state}`)}
      {reason !== null && `: ${known ? t(`reason.${known}`) : reason}`}
    </span>
  );
}
