import type { ParkedEventView } from "@balcao/contracts/connections";
import Button from "@mui/material/Button";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call, toErrorText } from "../../../lib/api";
import { parkedQuery } from "../../../lib/data/connections";
import { addRemark } from "../../../lib/data/remarks";
import { queryClient } from "../../../lib/queryClient";
import { toDateAndClock } from "../../../lib/time";
import { toasts } from "../../../lib/toasts";
import "./details.css";

/**
 * The events that could not be applied, each with time, kind and reason, and buttons to retry or
 * discard it. Empty without such events.
 */
export function ParkedEvents({ connectionId }: { readonly connectionId: number }) {
  const { t } = useTranslation("connections");
  const { data } = useQuery(parkedQuery(connectionId));
  if (!data || data.length === 0) return null;
  return (
    <>
      <h3>{t("parked.title")}</h3>
      <p className="detailsNothing">{t("parked.explain")}</p>
      <ul className="gaps" aria-label={t("parked.title")}>
        {data.map((event) => (
          <ParkedEvent key={event.id} event={event} connectionId={connectionId} />
        ))}
      </ul>
    </>
  );
}

const REMARKS = {
  retryParked: "Tentou aplicar de novo o evento",
  discardParked: "Descartou o evento",
} as const;

function ParkedEvent({ event, connectionId }: { readonly event: ParkedEventView; readonly connectionId: number }) {
  const { t } = useTranslation("connections");
  const when = toDateAndClock(event.receivedAt);
  const { mutate, isPending } = useMutation({
    mutationFn: (action: keyof typeof REMARKS) => call("connections", action, { params: { whatsappId: connectionId, eventId: event.id } }),
    onSuccess: (events, action) => {
      queryClient.setQueryData(parkedQuery(connectionId).queryKey, events);
      addRemark({ descricao: `${REMARKS[action]} de ${when}`, origem: "Conexões", whatsappId: connectionId });
    },
    onError: (error) => toasts.error(toErrorText(error)),
  });
  return (
    <li className="gap" data-grave>
      <span className="gapWhen">
        <time dateTime={event.receivedAt}>{when}</time> · {event.kind}
      </span>
      <span className="gapLasted">{t("parked.attempts", { count: event.attempts })}</span>
      <span className="gapReason">{event.reason}</span>
      <span className="parkedActions">
        <Button
          size="small"
          variant="outlined"
          color="inherit"
          disabled={isPending}
          aria-label={t("parked.retryOf", { when })}
          onClick={() => mutate("retryParked")}
        >
          {t("parked.retry")}
        </Button>
        <Button
          size="small"
          variant="text"
          color="inherit"
          disabled={isPending}
          aria-label={t("parked.discardOf", { when })}
          onClick={() => mutate("discardParked")}
        >
          {t("parked.discard")}
        </Button>
      </span>
    </li>
  );
}
