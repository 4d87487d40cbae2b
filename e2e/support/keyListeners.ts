import type { Page } from "@playwright/test";

/** Counts what a page adds to its document to hear keys, listeners that it removed later included; call this before the page is opened. */
export async function countKeyListeners(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const add = document.addEventListener.bind(document);
    let added = 0;
    document.addEventListener = (...[type, ...rest]: Parameters<typeof add>) => {
      if (type === "keydown") added += 1;
      add(type, ...rest);
    };
    Object.assign(window, { keyListeners: () => added });
  });
  return () => page.evaluate(() => (window as unknown as { readonly keyListeners: () => number }).keyListeners());
}
