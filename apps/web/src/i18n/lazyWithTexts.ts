import type { ComponentType } from "react";
import { preloadable, type Preloadable } from "../lib/preloadable";
import { loadTexts } from "./i18n";

/** A component that is loaded, with the texts of its areas, when it is first shown. */
export function lazyWithTexts<P extends object>(areas: string | readonly string[], load: () => Promise<ComponentType<P>>): Preloadable<P> {
  return preloadable(async () => {
    const [part] = await Promise.all([load(), loadTexts(...[areas].flat())]);
    return part;
  });
}
