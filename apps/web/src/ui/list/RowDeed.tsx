import type { SvgIconComponent } from "@mui/icons-material";
import IconButton from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";

interface RowDeedProps {
  readonly icon: SvgIconComponent;
  /** Names the deed and the row. */
  readonly label: string;
  readonly dangerous?: boolean;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

/** A small button at the end of a table's row; its name stands in a tooltip. */
export function RowDeed({ icon: Icon, label, dangerous = false, disabled = false, onClick }: RowDeedProps) {
  return (
    <Tooltip title={label}>
      {/* A disabled button tells the tooltip nothing. */}
      <span>
        <IconButton size="small" color={dangerous ? "error" : "default"} aria-label={label} disabled={disabled} onClick={onClick}>
          <Icon />
        </IconButton>
      </span>
    </Tooltip>
  );
}
