import { useSyncExternalStore } from "react";
import { loadedLibrary, subscribeToLibrary } from "./toasts";

/** The place of the toasts, empty until their code is loaded. */
export function ToastHost() {
  const library = useSyncExternalStore(subscribeToLibrary, loadedLibrary);
  return library && <library.ToastArea />;
}
