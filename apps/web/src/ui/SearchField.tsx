import Close from "@mui/icons-material/Close";
import Search from "@mui/icons-material/Search";
import IconButton from "@mui/material/IconButton";
import InputAdornment from "@mui/material/InputAdornment";
import OutlinedInput from "@mui/material/OutlinedInput";
import { useEffect, type KeyboardEvent, type Ref } from "react";
import { useTranslation } from "react-i18next";
import { announce } from "../lib/announcer";
import { Spinner } from "./Spinner";

/**
 * The delay between the last key and the announcement of the count of results, in milliseconds
 * (CONST-001).
 */
export const SEARCH_DELAY_MS = 500;

interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** A text such as "23 resultados", announced when typing pauses. */
  readonly found?: string | undefined;
  readonly className?: string;
  /** Enter searches at once. */
  readonly onEnter?: () => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  /** A search is running. */
  readonly busy?: boolean;
  readonly invalid?: boolean;
  readonly inputRef?: Ref<HTMLInputElement>;
}

/** A search field: Esc or the cross clears it, the count of results is announced. */
export function SearchField({ label, value, onChange, found, className, ...field }: SearchFieldProps) {
  const { onEnter, busy = false, invalid = false } = field;
  const { t } = useTranslation();
  useEffect(() => {
    if (found === undefined) return;
    const timer = setTimeout(() => announce(found), SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [found]);
  return (
    <OutlinedInput
      className={className ?? ""}
      size="small"
      type="text"
      value={value}
      error={invalid}
      {...(field.inputRef && { inputRef: field.inputRef })}
      placeholder={label}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => {
        field.onKeyDown?.(event);
        if (event.defaultPrevented) return;
        if (event.key === "Enter") onEnter?.();
        if (event.key !== "Escape" || value === "") return;
        event.stopPropagation();
        onChange("");
      }}
      slotProps={{ input: { "aria-label": label, role: "searchbox", enterKeyHint: "search", autoComplete: "off" } }}
      startAdornment={
        <InputAdornment position="start" sx={{ marginRight: "-4px", color: "var(--text-secondary)" }}>
          <Search />
        </InputAdornment>
      }
      endAdornment={
        value !== "" && (
          <InputAdornment position="end">
            {busy && <Spinner />}
            <IconButton size="small" aria-label={t("action.clearSearch")} onClick={() => onChange("")}>
              <Close />
            </IconButton>
          </InputAdornment>
        )
      }
    />
  );
}
