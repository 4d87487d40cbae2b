import type { UseQueryResult } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { toErrorText } from "../../lib/api";
import { toasts } from "../../lib/toasts";

/** Shows a toast each time that the reading of a widget fails; the others live on (DASH-018). */
export function useFailureToast(title: string, { error, errorUpdatedAt }: Pick<UseQueryResult, "error" | "errorUpdatedAt">): void {
  useEffect(() => {
    if (error) toasts.error(`${title}: ${toErrorText(error)}`);
  }, [title, error, errorUpdatedAt]);
}

/** A value as it was before the last pause of typing, so that a chart is not drawn for each key. */
export function useDelayed<T>(value: T, delayMs: number): T {
  const [delayed, setDelayed] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return delayed;
}
