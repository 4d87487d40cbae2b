import CloseRounded from "@mui/icons-material/CloseRounded";
import IconButton from "@mui/material/IconButton";
import type { ComponentProps } from "react";
import { Avatar } from "../Avatar";

interface ChosenPersonProps extends Omit<ComponentProps<typeof Avatar>, "size"> {
  readonly label: string;
  /** Shown beside the name, for example a number. */
  readonly fact?: string;
  readonly removeLabel: string;
  readonly onRemove: () => void;
}

/** The person who was chosen in a search field. The cross opens the search again. */
export function ChosenPerson({ label, fact, removeLabel, onRemove, ...person }: ChosenPersonProps) {
  return (
    <div className="field">
      <span className="fieldLabel">{label}</span>
      <div className="chosen">
        <Avatar {...person} size={28} />
        <span className="ellipsis">{person.name}</span>
        {fact !== undefined && <span className="searchPickerFact">{fact}</span>}
        <IconButton size="small" aria-label={removeLabel} onClick={onRemove}>
          <CloseRounded />
        </IconButton>
      </div>
    </div>
  );
}
