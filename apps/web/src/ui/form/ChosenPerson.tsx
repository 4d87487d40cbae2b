import CloseRounded from "@mui/icons-material/CloseRounded";
import IconButton from "@mui/material/IconButton";
import { useLayoutEffect, useRef, type ComponentProps, type MouseEvent } from "react";
import { focusWhenLost } from "../../lib/keyboard";
import { Avatar } from "../Avatar";

interface ChosenPersonProps extends Omit<ComponentProps<typeof Avatar>, "size"> {
  readonly label: string;
  /** Shown beside the name, for example a number. */
  readonly fact?: string;
  readonly removeLabel: string;
  readonly onRemove: () => void;
}

/** The person who was chosen in a search field, whose place and focus it takes. The cross opens the search again. */
export function ChosenPerson({ label, fact, removeLabel, onRemove, ...person }: ChosenPersonProps) {
  const cross = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (document.activeElement === document.body) cross.current?.focus();
  }, []);
  const remove = ({ currentTarget }: MouseEvent) => {
    const around = currentTarget.closest(".field")?.parentElement;
    onRemove();
    focusWhenLost(() => around?.querySelector<HTMLElement>("[role='combobox']") ?? null);
  };
  return (
    <div className="field">
      <span className="fieldLabel">{label}</span>
      <div className="chosen">
        <Avatar {...person} size={28} />
        <span className="ellipsis">{person.name}</span>
        {fact !== undefined && <span className="searchPickerFact">{fact}</span>}
        <IconButton ref={cross} size="small" aria-label={removeLabel} onClick={remove}>
          <CloseRounded />
        </IconButton>
      </div>
    </div>
  );
}
