import Search from "@mui/icons-material/Search";
import InputAdornment from "@mui/material/InputAdornment";
import { useId, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { toErrorText } from "../lib/api";
import { PickerOptions, useActiveOption } from "./PickerOptions";
import { Spinner } from "./Spinner";
import { TextInput } from "./TextInput";
import { usePickerSearch } from "./usePickerSearch";

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
  /** Shown below the results, for example "Adicionar contato". */
  readonly after?: (text: string, found: number) => ReactNode;
  readonly autoFocus?: boolean;
}

/** A field that finds one of many: asks the api from three characters on, 500 ms after the last key; arrows and Enter choose. */
export function SearchPicker<T>({ name, search, toKey, toLabel, draw, onPick, after, help, ...field }: SearchPickerProps<T>) {
  const { t } = useTranslation();
  const listId = useId();
  const [text, setText] = useState("");
  const { found, settled, answered, isFetching, error, tooShort } = usePickerSearch(name, text, search);
  const { active, activate, onKeyDown } = useActiveOption(found, onPick);
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
            "aria-expanded": found.length > 0,
            "aria-controls": listId,
            "aria-autocomplete": "list",
            ...(active !== undefined && { "aria-activedescendant": toId(active) }),
          },
        }}
      />
      <PickerOptions
        id={listId}
        label={field.label}
        options={found}
        active={active}
        toId={toId}
        toLabel={toLabel}
        draw={draw}
        onActivate={activate}
        onPick={onPick}
      />
      {answered && found.length === 0 && <p className="searchPickerNone">{t("search.nothing", { text: settled })}</p>}
      {answered && after?.(text.trim(), found.length)}
    </div>
  );
}
