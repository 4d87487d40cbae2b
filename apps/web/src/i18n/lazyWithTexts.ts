import { lazy, type ComponentType } from "react";
import { loadTexts } from "./i18n";

/** A component that is loaded, with the texts of its areas, when it is first shown. */
export const lazyWithTexts = <P>(areas: string | readonly string[], load: () => Promise<ComponentType<P>>) =>
  lazy(async () => {
    const [part] = await Promise.all([load(), loadTexts(...[areas].flat())]);
    return { default: part };
  });
