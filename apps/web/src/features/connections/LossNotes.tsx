import WarningRounded from "@mui/icons-material/WarningRounded";
import Button from "@mui/material/Button";
import { useTranslation } from "react-i18next";
import { isWhole, toLosses, type Connection } from "../../lib/data/connections";
import { toDateAndClock, toClock, toDayKey } from "../../lib/time";

interface LossNotesProps {
  readonly connections: readonly Connection[];
  readonly onDetails: (connection: Connection) => void;
}

/** `21/11/26 10:02`, and what the end needs to be told apart from it. */
const toSpan = ({ from, until }: { readonly from: string; readonly until: string }) => ({
  from: toDateAndClock(from),
  until: toDayKey(from) === toDayKey(until) ? toClock(until) : toDateAndClock(until),
});

/** A strip for each number of which messages may be lost, until an administrator has seen to it (P-10). */
export function LossNotes({ connections, onDetails }: LossNotesProps) {
  const { t } = useTranslation("connections");
  return toLosses(connections).map(({ connection, gap }) => (
    <div key={connection.id} className="note connectionsNote" data-tone="warning" role="status">
      <WarningRounded aria-hidden />
      <p>
        <strong>{connection.name}:</strong> {t("loss", toSpan(gap))}
      </p>
      <Button
        variant="text"
        size="small"
        color="inherit"
        aria-label={t("lossSeeOf", { name: connection.name })}
        onClick={() => onDetails(connection)}
      >
        {t("lossSee")}
      </Button>
    </div>
  ));
}

/** A strip for each number with events that could not be applied, until an administrator has seen to them (P-7). */
export function ParkedNotes({ connections, onDetails }: LossNotesProps) {
  const { t } = useTranslation("connections");
  return connections.filter(isWhole).flatMap((connection) =>
    connection.parkedEvents === 0
      ? []
      : [
          <div key={connection.id} className="note connectionsNote" data-tone="warning" role="status">
            <WarningRounded aria-hidden />
            <p>
              <strong>{connection.name}:</strong> {t("parked.note", { count: connection.parkedEvents })}
            </p>
            <Button
              variant="text"
              size="small"
              color="inherit"
              aria-label={t("parked.seeOf", { name: connection.name })}
              onClick={() => onDetails(connection)}
            >
              {t("lossSee")}
            </Button>
          </div>,
        ],
  );
}
