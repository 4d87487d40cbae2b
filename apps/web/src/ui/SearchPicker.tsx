import Search from "@mui/icons-material/Search";
import InputAdornment from "@mui/material/InputAdornment";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useState, type KeyboardEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { toErrorText } from "../lib/api";
import { SEARCH_DELAY_MS } from "./SearchField";
import { Spinner } from "./Spinner";
import { TextInput } from "./TextInput";
import "./searchPicker.css";

/** Searches for people start at this many characters (CONST-010). */
const MIN_SEARCH_LENGTH = 3;

interface SearchPickerProps<T> {
  readonly label: string;
  readonly optional?: string;
  readonly placeholder?: string;
  readonly help?: ReactNode;
  readonly error?: string | undefined;
  /** Names the kind of thing in the cache of searches. */
  readonly name: string;
  readonly search: (text: string, signal: AbortSignal) => Promise<readonly T[]>;
  readonly toKey: (item: T) => number;
  readonly toLabel: (item: T) => string;
  readonly draw: (item: T) => ReactNode;
  readonly onPick: (item: T) => void;
  /** Stands below the results, for example "Adicionar contato". */
  readonly after?: (text: string, found: number) => ReactNode;
  readonly autoFocus?: boolean;
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** A field that finds one of many: asks the api from three characters on, 500 ms after the last key; arrows and Enter choose. */
export function SearchPicker<T>({ name, search, toKey, toLabel, draw, onPick, after, help, ...field }: SearchPickerProps<T>) {
  const { t } = useTranslation();
  const listId = useId();
  const [text, setText] = useState("");
  const [active, setActive] = useState(0);
  const settled = useSettled(text.trim());
  const enough = settled.length >= MIN_SEARCH_LENGTH;
  const {
    data: found = [],
    isFetching,
    error,
  } = useQuery({
    queryKey: ["search", name, settled],
    queryFn: ({ signal }) => search(settled, signal),
    enabled: enough,
    placeholderData: (before) => before,
    staleTime: 10_000,
  });
  const shown = enough && text.trim().length >= MIN_SEARCH_LENGTH ? found : [];
  const at = Math.min(active, Math.max(0, shown.length - 1));
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = shown[at];
    if (step !== undefined && shown.length > 0) setActive((at + step + shown.length) % shown.length);
    else if (event.key === "Enter" && chosen !== undefined) onPick(chosen);
    else return;
    event.preventDefault();
  };
  const optionId = (item: T) => `${listId}-${toKey(item)}`;
  const current = shown[at];
  return (
    <div className="searchPicker">
      <TextInput
        {...field}
        type="text"
        value={text}
        autoComplete="off"
        help={error ? toErrorText(error) : text.trim().length > 0 && text.trim().length < MIN_SEARCH_LENGTH ? t("search.tooShort") : help}
        onChange={(event) => {
          setText(event.target.value);
          setActive(0);
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
            "aria-expanded": shown.length > 0,
            "aria-controls": listId,
            "aria-autocomplete": "list",
            ...(current !== undefined && { "aria-activedescendant": optionId(current) }),
          },
        }}
      />
      <div id={listId} role="listbox" aria-label={field.label} className="searchPickerList" hidden={shown.length === 0}>
        {shown.map((item, index) => (
          <div
            key={toKey(item)}
            id={optionId(item)}
            role="option"
            aria-label={toLabel(item)}
            aria-selected={index === at}
            className="searchPickerOption"
            onPointerEnter={() => setActive(index)}
            onClick={() => onPick(item)}
          >
            {draw(item)}
          </div>
        ))}
      </div>
      {enough && !isFetching && shown.length === 0 && <p className="searchPickerNone">{t("search.nothing", { text: settled })}</p>}
      {enough && !isFetching && after?.(text.trim(), shown.length)}
    </div>
  );
}
