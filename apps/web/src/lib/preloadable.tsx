import { type ComponentType, lazy, useState } from "react";

/** A component that is loaded when it is first shown, or when `preload` is called. */
export type Preloadable<P> = ComponentType<P> & { readonly preload: () => Promise<unknown> };

/**
 * A component that is loaded when it is first shown. One that was loaded before is drawn at once: where React has to wait, however shortly, it
 * shows what comes after the wait 300 ms later.
 */
export function preloadable<P extends object>(load: () => Promise<ComponentType<P>>): Preloadable<P> {
  let loaded: ComponentType<P> | undefined;
  const preload = async () => {
    loaded = await load();
    return { default: loaded };
  };
  const Waiting = lazy(preload);
  function PreloadablePart(props: P) {
    const [Part] = useState<ComponentType<P>>(() => loaded ?? Waiting);
    return <Part {...props} />;
  }
  return Object.assign(PreloadablePart, { preload });
}
