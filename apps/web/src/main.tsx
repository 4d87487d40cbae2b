import "./theme/base.css";
import "./ui/styles.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/App";
import { preloadPage } from "./app/AppRoutes";
import { LazySignedIn } from "./app/lazySignedIn";
import { startI18n } from "./i18n/i18n";
import { loadConfig } from "./lib/config";
import { holdPresses } from "./lib/heldPress";
import { hasSession, startSession } from "./lib/session";

/** The longest time that the page of the address may take before something else is drawn in its place, in ms. */
const PATIENCE_MS = 3_000;

const root = document.getElementById("root");
if (!root) throw new Error("The page has no #root.");

// What every page needs is requested at once: the session, the configuration, the texts, and the page itself.
const company = loadConfig().then(
  ({ language }) => language,
  () => null,
);
const session = startSession();
const texts = startI18n(() => company);
holdPresses();
// A part that fails to load is asked for again by what shows it, and fails there.
const parts = Promise.allSettled(
  hasSession() ? [session, LazySignedIn.preload(), preloadPage(window.location.pathname)] : [preloadPage("/login")],
);
if (!hasSession()) window.addEventListener("input", () => void LazySignedIn.preload().catch(() => undefined), { once: true });
await texts;
// A page that is there is drawn in one piece.
await Promise.race([parts, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
