import ExpandMore from "@mui/icons-material/ExpandMore";
import Checkbox from "@mui/material/Checkbox";
import Popover from "@mui/material/Popover";
import { useState, type CSSProperties } from "react";
import { useTexts } from "../../i18n/useTexts";
import type { QueueChoice } from "./queueSelection";

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
  const toggle = (id: number) =>
    onSelect(offered.map((queue) => queue.id).filter((each) => (each === id ? !ids.includes(id) : ids.includes(each))));
  const color = (queue: QueueChoice) => ({ "--queue": queue.color }) as CSSProperties;
  return (
    <>
      <button
        type="button"
        className="queuePicker"
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <span className="queuePickerDots" aria-hidden="true">
          {offered
            .filter(({ id }) => ids.includes(id))
            .slice(0, 3)
            .map((queue) => (
              <span key={queue.id} className="queueDot" style={color(queue)} />
            ))}
        </span>
        <span className="ellipsis">{all ? t("queues.all") : t("queues.some", { count: ids.length, total: offered.length })}</span>
        <ExpandMore aria-hidden />
      </button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: "bottom", horizontal: "left" }}
        slotProps={{ paper: { role: "dialog", "aria-label": t("queues.label"), sx: { width: 264, marginTop: "6px", padding: "4px" } } }}
      >
        <label className="queueOption queueOptionAll">
          <Checkbox
            size="small"
            checked={all}
            indeterminate={!all && ids.length > 0}
            onChange={() => onSelect(all ? [] : offered.map(({ id }) => id))}
          />
          {t("queues.every")}
        </label>
        {offered.map((queue) => (
          <label key={queue.id} className="queueOption">
            <Checkbox size="small" checked={ids.includes(queue.id)} onChange={() => toggle(queue.id)} />
            <span className="queueDot" style={color(queue)} />
            <span className="ellipsis">{queue.name}</span>
          </label>
        ))}
      </Popover>
    </>
  );
}
