import MoreVert from "@mui/icons-material/MoreVert";
import type { SvgIconComponent } from "@mui/icons-material";
import IconButton from "@mui/material/IconButton";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { useState } from "react";
import { Tooltip } from "../Tooltip";

export interface RowAction {
  readonly icon: SvgIconComponent;
  /** Names the action and the row. */
  readonly label: string;
  readonly dangerous?: boolean;
  readonly disabled?: boolean;
  /** True when it is shown only on cards, because the table has its own button for it. */
  readonly cardOnly?: boolean;
  readonly run: () => void;
}

/** The actions of a table's row as small buttons; their names are in tooltips. */
export function RowButtons({ actions }: { readonly actions: readonly RowAction[] }) {
  return (
    <span className="tableActions">
      {actions
        .filter(({ cardOnly }) => cardOnly !== true)
        .map(({ icon: Icon, label, dangerous = false, disabled = false, run }) => (
          <Tooltip key={label} title={label}>
            {/* A disabled button sends no events to the tooltip. */}
            <span>
              <IconButton size="small" color={dangerous ? "error" : "default"} aria-label={label} disabled={disabled} onClick={run}>
                <Icon />
              </IconButton>
            </span>
          </Tooltip>
        ))}
    </span>
  );
}

interface CardActionsProps {
  readonly actions: readonly RowAction[];
  /** Names the menu and its card. */
  readonly label: string;
}

/** The actions of a card: one is a button, several are a menu. */
export function CardActions({ actions, label }: CardActionsProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [only, ...others] = actions;
  if (!only) return null;
  if (others.length === 0) {
    const { icon: Icon } = only;
    return (
      <IconButton color={only.dangerous ? "error" : "default"} aria-label={only.label} disabled={only.disabled ?? false} onClick={only.run}>
        <Icon />
      </IconButton>
    );
  }
  return (
    <>
      <IconButton aria-label={label} aria-haspopup="menu" onClick={(event) => setAnchor(event.currentTarget)}>
        <MoreVert />
      </IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {actions.map(({ icon: Icon, label: text, disabled = false, run }) => (
          <MenuItem
            key={text}
            disabled={disabled}
            onClick={() => {
              setAnchor(null);
              run();
            }}
          >
            <Icon aria-hidden />
            {text}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
