import { lazy, type ComponentType } from "react";
import { loadTexts } from "./i18n";

/** A part that is loaded, with the texts of its area, when it is first shown. */
export const lazyWithTexts = <P>(area: string, load: () => Promise<ComponentType<P>>) =>
  lazy(async () => {
    const [part] = await Promise.all([load(), loadTexts(area)]);
    return { default: part };
  });
