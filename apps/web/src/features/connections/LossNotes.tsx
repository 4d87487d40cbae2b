import WarningRounded from "@mui/icons-material/WarningRounded";
import Button from "@mui/material/Button";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call, toErrorText } from "../../lib/api";
import { connectionsQuery, isWhole, toLosses, type Connection } from "../../lib/data/connections";
import { addRemark } from "../../lib/data/remarks";
import { queryClient } from "../../lib/queryClient";
import { toDateAndClock, toClock, toDayKey } from "../../lib/time";
import { toasts } from "../../lib/toasts";

interface LossNotesProps {
  readonly connections: readonly Connection[];
  readonly onDetails: (connection: Connection) => void;
}

/** A period such as `21/11/26 10:02`; the end shows only what differs from the start. */
const toSpan = ({ from, until }: { readonly from: string; readonly until: string }) => ({
  from: toDateAndClock(from),
  until: toDayKey(from) === toDayKey(until) ? toClock(until) : toDateAndClock(until),
});

interface ConnectionNoteProps {
  readonly connection: Connection;
  readonly text: string;
  /**
   * The accessible name of the button. It contains the connection's name, because there may be
   * several strips.
   */
  readonly actionLabel: string;
  readonly onDetails: (connection: Connection) => void;
}

function ConnectionNote({ connection, text, actionLabel, onDetails }: ConnectionNoteProps) {
  const { t } = useTranslation("connections");
  return (
    <div className="note connectionsNote" data-tone="warning" role="status">
      <WarningRounded aria-hidden />
      <p>
        <strong>{connection.name}:</strong> {text}
      </p>
      <Button variant="text" size="small" color="inherit" aria-label={actionLabel} onClick={() => onDetails(connection)}>
        {t("lossSee")}
      </Button>
    </div>
  );
}

/**
 * A strip for each connection that may have lost messages, until an administrator resolves it.
 */
export function LossNotes({ connections, onDetails }: LossNotesProps) {
  const { t } = useTranslation("connections");
  return toLosses(connections).map(({ connection, gap }) => (
    <ConnectionNote
      key={connection.id}
      connection={connection}
      text={t("loss", toSpan(gap))}
      actionLabel={t("lossSeeOf", { name: connection.name })}
      onDetails={onDetails}
    />
  ));
}

/**
 * A strip for each connection with events that could not be applied, until an administrator
 * resolves them.
 */
export function ParkedNotes({ connections, onDetails }: LossNotesProps) {
  const { t } = useTranslation("connections");
  const withParked = connections.filter(isWhole).filter(({ parkedEvents }) => parkedEvents > 0);
  return withParked.map((connection) => (
    <ConnectionNote
      key={connection.id}
      connection={connection}
      text={t("parked.note", { count: connection.parkedEvents })}
      actionLabel={t("parked.seeOf", { name: connection.name })}
      onDetails={onDetails}
    />
  ));
}

/**
 * A strip for each Meta connection whose messages are dropped, with a button that switches them on.
 */
export function MetaOffNotes({ connections }: Pick<LossNotesProps, "connections">) {
  const { t } = useTranslation("connections");
  const { mutate, isPending } = useMutation({
    mutationFn: (whatsappId: number) => call("connections", "change", { params: { whatsappId }, body: { metaIntegration: true } }),
    onSuccess: (_changed, whatsappId) => {
      void queryClient.invalidateQueries({ queryKey: connectionsQuery.queryKey });
      addRemark({ descricao: "Ligou a integração com a Meta", origem: "Conexões", whatsappId });
    },
    onError: (error) => toasts.error(toErrorText(error)),
  });
  return connections.filter(isWhole).flatMap((connection) =>
    connection.api !== "cloud_api" || connection.metaIntegration
      ? []
      : [
          <div key={connection.id} className="note connectionsNote" data-tone="warning" role="status">
            <WarningRounded aria-hidden />
            <p>
              <strong>{connection.name}:</strong> {t("fact.metaOff")}{" "}
              {connection.metaDroppedSince !== null &&
                t("meta.dropped", { count: connection.metaDropped, since: toDateAndClock(connection.metaDroppedSince) })}
            </p>
            <Button
              variant="text"
              size="small"
              color="inherit"
              disabled={isPending}
              aria-label={t("meta.switchOnOf", { name: connection.name })}
              onClick={() => mutate(connection.id)}
            >
              {t("meta.switchOn")}
            </Button>
          </div>,
        ],
  );
}
