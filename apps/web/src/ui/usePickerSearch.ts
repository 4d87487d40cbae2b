import { useQuery } from "@tanstack/react-query";
import { useSettled } from "../lib/useSettled";
import { SEARCH_DELAY_MS } from "./SearchField";

/** Searches for people start at this many characters (CONST-010). */
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
export function usePickerSearch<T>(
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
