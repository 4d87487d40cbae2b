import { useEffect } from "react";
import { usePreference } from "../../lib/storage";

/** The row height of lists and tables, stored per person and browser. */
export function useDensity() {
  return usePreference("balcao-density", ["comfortable", "compact"]);
}

/** Sets the density as `<html data-density>` for plain CSS. */
export function useDensityAttribute(): void {
  const [density] = useDensity();
  useEffect(() => {
    document.documentElement.dataset["density"] = density;
  }, [density]);
}
