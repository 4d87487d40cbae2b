import { lazy, type ComponentType } from "react";
import { loadTexts } from "../i18n/i18n";

const RELOADED_KEY = "balcao-reloaded";

/**
 * After a deploy the files of the old page are gone: reloads once, and shows the error when that
 * did not help.
 */
function reloadOnce(error: unknown): never | Promise<never> {
  const last = Number(sessionStorage.getItem(RELOADED_KEY) ?? 0);
  if (Date.now() - last < 60_000) throw error;
  sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
  window.location.reload();
  return new Promise<never>(() => undefined);
}

/** A page that is loaded, with the texts of its areas, when it is first shown. */
export function lazyPage(load: () => Promise<ComponentType>, ...areas: string[]) {
  return lazy(async () => {
    const [page] = await Promise.all([load().catch(reloadOnce), loadTexts(...areas)]);
    return { default: page };
  });
}
