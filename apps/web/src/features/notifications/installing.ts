/** Chromium's offer to install the app, which is not in the library of browser types. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

let offer: InstallEvent | null = null;
const listeners = new Set<() => void>();

function change(next: InstallEvent | null): void {
  offer = next;
  listeners.forEach((listener) => listener());
}

window.addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  change(event as InstallEvent);
});
window.addEventListener("appinstalled", () => change(null));

export function onInstallable(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Whether the browser offers to install the app. */
export const readInstallable = (): boolean => offer !== null;

/** Whether this page is the installed app. */
export const isInstalled = (): boolean => matchMedia("(display-mode: standalone)").matches;

/** Asks the person through the browser's own question; the offer is good for one. */
export async function install(): Promise<void> {
  const current = offer;
  change(null);
  await current?.prompt();
}
