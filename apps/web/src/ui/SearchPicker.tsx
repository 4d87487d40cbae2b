import { foldText } from "@balcao/domain/texts";
import Search from "@mui/icons-material/Search";
import InputAdornment from "@mui/material/InputAdornment";
import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { toErrorText } from "../lib/api";
import { useSettled } from "../lib/useSettled";
import { SEARCH_DELAY_MS } from "./SearchField";
import { Spinner } from "./Spinner";
import { TextInput } from "./TextInput";

interface ActiveOption<T> {
  readonly active: T | undefined;
  readonly activate: (place: number) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** Which option the arrows have reached; Enter picks it. */
function useActiveOption<T>(options: readonly T[], onPick: (option: T) => void): ActiveOption<T> {
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

/** The list below a search field, which keeps the focus; hidden when it is empty. */
function PickerOptions<T>({ id, label, options, active, toId, toLabel, draw, onActivate, onPick }: PickerOptionsProps<T>) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label={label}
      className="searchPickerList"
      hidden={options.length === 0}
      onMouseDown={(event) => event.preventDefault()}
    >
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

/** Searches for people start at this many characters. */
const MIN_SEARCH_LENGTH = 3;

interface PickerSearch<T> {
  /** What was found; empty while the text is too short. */
  readonly found: readonly T[];
  /** The text that was searched for. */
  readonly settled: string;
  /** Whether an answer for the text is there. */
  readonly answered: boolean;
  readonly isFetching: boolean;
  readonly error: Error | null;
  readonly tooShort: boolean;
}

/** Searches for a typed text, from three characters on and 500 ms after the last key. */
function usePickerSearch<T>(
  name: string,
  typed: string,
  search: (text: string, signal: AbortSignal) => Promise<readonly T[]>,
): PickerSearch<T> {
  const text = typed.trim();
  const { settled } = useSettled(text, SEARCH_DELAY_MS);
  const enough = settled.length >= MIN_SEARCH_LENGTH;
  const { data, isFetching, error } = useQuery({
    queryKey: ["search", name, settled],
    queryFn: ({ signal }) => search(settled, signal),
    enabled: enough,
    placeholderData: (before) => before,
    staleTime: 10_000,
  });
  return {
    found: (enough && text.length >= MIN_SEARCH_LENGTH && data) || [],
    settled,
    answered: enough && !isFetching,
    isFetching,
    error,
    tooShort: text.length > 0 && text.length < MIN_SEARCH_LENGTH,
  };
}

interface SearchPickerProps<T> {
  readonly label: string;
  readonly optional?: string;
  readonly placeholder?: string;
  readonly help?: ReactNode;
  readonly error?: string | undefined;
  /** Names the kind of thing in the cache of searches. */
  readonly name: string;
  /** Who or what is shown before a search begins. */
  readonly offered?: readonly T[];
  readonly search: (text: string, signal: AbortSignal) => Promise<readonly T[]>;
  readonly toKey: (item: T) => number;
  readonly toLabel: (item: T) => string;
  readonly draw: (item: T) => ReactNode;
  readonly onPick: (item: T) => void;
  /** Shown below the results, for example "Adicionar contato". */
  readonly after?: (text: string, found: number) => ReactNode;
  readonly autoFocus?: boolean;
}

/**
 * A field that finds one of many: asks the api from three characters on, 500 ms after the last key; arrows and Enter choose. It keeps
 * the focus, and is empty again after a choice.
 */
export function SearchPicker<T>(props: SearchPickerProps<T>) {
  const { name, offered = [], search, toKey, toLabel, draw, onPick, after, help, ...field } = props;
  const { t } = useTranslation();
  const listId = useId();
  const [text, setText] = useState("");
  const { found, settled, answered, isFetching, error, tooShort } = usePickerSearch(name, text, search);
  const begun = text.trim().length >= MIN_SEARCH_LENGTH;
  const options = begun ? found : offered.filter((item) => foldText(toLabel(item)).includes(foldText(text.trim())));
  const pick = (item: T) => {
    setText("");
    onPick(item);
  };
  const { active, activate, onKeyDown } = useActiveOption(options, pick);
  const toId = (item: T) => `${listId}-${toKey(item)}`;
  return (
    <div className="searchPicker">
      <TextInput
        {...field}
        type="text"
        value={text}
        autoComplete="off"
        help={error ? toErrorText(error) : tooShort ? t("search.tooShort") : help}
        onChange={(event) => {
          setText(event.target.value);
          activate(0);
        }}
        onKeyDown={onKeyDown}
        startAdornment={
          <InputAdornment position="start" sx={{ marginRight: "-4px", color: "var(--text-secondary)" }}>
            <Search />
          </InputAdornment>
        }
        endAdornment={isFetching ? <Spinner /> : undefined}
        slotProps={{
          input: {
            role: "combobox",
            "aria-expanded": options.length > 0,
            "aria-controls": listId,
            "aria-autocomplete": "list",
            ...(active !== undefined && { "aria-activedescendant": toId(active) }),
          },
        }}
      />
      <PickerOptions
        id={listId}
        label={field.label}
        options={options}
        active={active}
        toId={toId}
        toLabel={toLabel}
        draw={draw}
        onActivate={activate}
        onPick={pick}
      />
      {answered && found.length === 0 && <p className="searchPickerNone">{t("search.nothing", { text: settled })}</p>}
      {answered && after?.(text.trim(), found.length)}
    </div>
  );
}
