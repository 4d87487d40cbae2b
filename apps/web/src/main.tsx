import "./theme/base.css";
import "./ui/styles.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/App";
import { loadSignedIn } from "./app/lazySignedIn";
import { startI18n } from "./i18n/i18n";
import { loadConfig } from "./lib/config";
import { holdPresses } from "./lib/heldPress";
import { hasSession, startSession } from "./lib/session";

const root = document.getElementById("root");
if (!root) throw new Error("The page has no #root.");

// What every page needs is requested at once: the session, the configuration and the texts.
const company = loadConfig().then(
  ({ language }) => language,
  () => null,
);
startSession();
holdPresses();
if (hasSession()) void loadSignedIn();
else window.addEventListener("input", () => void loadSignedIn(), { once: true });
await startI18n(() => company);
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
