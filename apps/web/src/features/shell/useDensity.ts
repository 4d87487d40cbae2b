import { useEffect } from "react";
import { usePreference } from "../../lib/storage";

/** Row heights of lists and tables, per person and browser. */
export function useDensity() {
  return usePreference("balcao-density", ["comfortable", "compact"]);
}

/** Puts the density on `<html data-density>`, where plain CSS reads it. */
export function useDensityAttribute(): void {
  const [density] = useDensity();
  useEffect(() => {
    document.documentElement.dataset["density"] = density;
  }, [density]);
}
