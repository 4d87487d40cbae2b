import ExpandMore from "@mui/icons-material/ExpandMore";
import { lazy, Suspense, useState } from "react";
import { useTexts } from "../../i18n/useTexts";
import { queueColor, type QueueChoice } from "./queueSelection";

const QueueChoices = lazy(() => import("./QueueChoices").then((door) => ({ default: door.QueueChoices })));

interface QueuePickerProps {
  readonly offered: readonly QueueChoice[];
  /** The ids of the chosen queues; null means every queue. */
  readonly selected: readonly number[] | null;
  readonly onSelect: (ids: readonly number[]) => void;
}

/** The choice of queues whose tickets the lists show (INBOX-005). */
export function QueuePicker({ offered, selected, onSelect }: QueuePickerProps) {
  const { t } = useTexts("tickets");
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const ids = selected ?? offered.map(({ id }) => id);
  const all = ids.length === offered.length;
  return (
    <>
      <button
        type="button"
        className="queuePicker"
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {!all && (
          <span className="queuePickerDots" aria-hidden="true">
            {offered
              .filter(({ id }) => ids.includes(id))
              .slice(0, 3)
              .map((queue) => (
                <span key={queue.id} className="queueDot" style={queueColor(queue)} />
              ))}
          </span>
        )}
        <span className="ellipsis">{all ? t("queues.all") : t("queues.some", { count: ids.length, total: offered.length })}</span>
        <ExpandMore aria-hidden />
      </button>
      {anchor && (
        <Suspense>
          <QueueChoices {...{ anchor, offered, selected: ids, onSelect }} onClose={() => setAnchor(null)} />
        </Suspense>
      )}
    </>
  );
}
