import { type ComponentType, lazy, useState } from "react";
import { loadTexts } from "./i18n";

/** A component that is loaded when it is first shown, or when `preload` is called. */
export type LazyComponent<P> = ComponentType<P> & { readonly preload: () => Promise<unknown> };

/**
 * A component that is loaded, with the texts of its areas, when it is first shown. One that was loaded before is drawn at once: where React
 * has to wait, however shortly, it shows what comes after the wait 300 ms later.
 */
export function lazyWithTexts<P extends object>(
  areas: string | readonly string[],
  load: () => Promise<ComponentType<P>>,
): LazyComponent<P> {
  let loaded: ComponentType<P> | undefined;
  const preload = async () => {
    const [part] = await Promise.all([load(), loadTexts(...[areas].flat())]);
    loaded = part;
    return { default: part };
  };
  const Waiting = lazy(preload);
  function LazyWithTexts(props: P) {
    const [Part] = useState<ComponentType<P>>(() => loaded ?? Waiting);
    return <Part {...props} />;
  }
  return Object.assign(LazyWithTexts, { preload });
}
