import Checkbox from "@mui/material/Checkbox";
import Popover from "@mui/material/Popover";
import { useTexts } from "../../i18n/useTexts";
import { queueColor, type QueueChoice } from "./queueSelection";

interface QueueChoicesProps {
  readonly anchor: HTMLElement;
  readonly offered: readonly QueueChoice[];
  readonly selected: readonly number[];
  readonly onSelect: (ids: readonly number[]) => void;
  readonly onClose: () => void;
}

/** The open choice of queues. */
export function QueueChoices({ anchor, offered, selected, onSelect, onClose }: QueueChoicesProps) {
  const { t } = useTexts("tickets");
  const all = selected.length === offered.length;
  const toggle = (id: number) =>
    onSelect(offered.map((queue) => queue.id).filter((each) => (each === id ? !selected.includes(id) : selected.includes(each))));
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: "bottom", horizontal: "left" }}
      slotProps={{ paper: { role: "dialog", "aria-label": t("queues.label"), sx: { width: 264, marginTop: "6px", padding: "4px" } } }}
    >
      <label className="queueOption queueOptionAll">
        <Checkbox
          size="small"
          checked={all}
          indeterminate={!all && selected.length > 0}
          onChange={() => onSelect(all ? [] : offered.map(({ id }) => id))}
        />
        {t("queues.every")}
      </label>
      {offered.map((queue) => (
        <label key={queue.id} className="queueOption">
          <Checkbox size="small" checked={selected.includes(queue.id)} onChange={() => toggle(queue.id)} />
          <span className="queueDot" style={queueColor(queue)} />
          <span className="ellipsis">{queue.name}</span>
        </label>
      ))}
    </Popover>
  );
}
