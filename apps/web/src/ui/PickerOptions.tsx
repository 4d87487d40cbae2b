import { useState, type KeyboardEvent, type ReactNode } from "react";

interface ActiveOption<T> {
  readonly active: T | undefined;
  readonly activate: (place: number) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** Which option the arrows have reached; Enter picks it. */
export function useActiveOption<T>(options: readonly T[], onPick: (option: T) => void): ActiveOption<T> {
  const [place, setPlace] = useState(0);
  const at = Math.min(place, Math.max(0, options.length - 1));
  const active = options[at];
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && options.length > 0) setPlace((at + step + options.length) % options.length);
    else if (event.key === "Enter" && active !== undefined) onPick(active);
    else return;
    event.preventDefault();
  };
  return { active, activate: setPlace, onKeyDown };
}

interface PickerOptionsProps<T> {
  readonly id: string;
  readonly label: string;
  readonly options: readonly T[];
  readonly active: T | undefined;
  readonly toId: (option: T) => string;
  readonly toLabel: (option: T) => string;
  readonly draw: (option: T) => ReactNode;
  readonly onActivate: (place: number) => void;
  readonly onPick: (option: T) => void;
}

/** The list below a search field; hidden when it is empty. */
export function PickerOptions<T>({ id, label, options, active, toId, toLabel, draw, onActivate, onPick }: PickerOptionsProps<T>) {
  return (
    <div id={id} role="listbox" aria-label={label} className="searchPickerList" hidden={options.length === 0}>
      {options.map((option, place) => (
        <div
          key={toId(option)}
          id={toId(option)}
          role="option"
          aria-label={toLabel(option)}
          aria-selected={option === active}
          className="searchPickerOption"
          onPointerEnter={() => onActivate(place)}
          onClick={() => onPick(option)}
        >
          {draw(option)}
        </div>
      ))}
    </div>
  );
}
