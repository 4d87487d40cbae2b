import createCache from "@emotion/cache";
import { CacheProvider } from "@emotion/react";
import { ThemeProvider } from "@mui/material/styles";
import { QueryClientProvider } from "@tanstack/react-query";
import { startTransition, useEffect, useLayoutEffect, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Router, type Location } from "react-router-dom";
import { LanguageProvider } from "../i18n/LanguageProvider";
import { Announcer } from "../lib/announcer";
import { history } from "../lib/history";
import { queryClient } from "../lib/queryClient";
import { onSessionEnd } from "../lib/session";
import { ToastHost, toasts } from "../lib/toasts";
import { MODE_STORAGE_KEY, theme } from "../theme/theme";
import { AppRoutes } from "./AppRoutes";

const isInbox = ({ pathname }: Location): boolean => /^\/tickets(?:\/[1-9]\d*)?\/?$/i.test(pathname);

/**
 * The router of the browser's addresses. Another page is drawn in pieces while the old one is shown, because it may have to be loaded;
 * another ticket, and what else a page shows for its query, is drawn at once: nobody types into a form that is about to go.
 */
function AppRouter({ children }: { readonly children: ReactNode }) {
  const [{ action, location }, setPlace] = useState({ action: history.action, location: history.location });
  useLayoutEffect(() => {
    let before = history.location;
    return history.listen((next) => {
      const stays = before.pathname === next.location.pathname || (isInbox(before) && isInbox(next.location));
      before = next.location;
      if (stays) setPlace(next);
      else startTransition(() => setPlace(next));
    });
  }, []);
  return (
    <Router location={location} navigationType={action} navigator={history} useTransitions={false}>
      {children}
    </Router>
  );
}

/**
 * Shows why the session ended by itself: one of the two documented notices, else that it expired
 * (AUTH-014, D-013).
 */
function SessionNotices() {
  const { t } = useTranslation(["common", "errors"]);
  useEffect(
    () =>
      onSessionEnd((end) => {
        if (end === "ERR_USER_NO_ACTIVE") toasts.notice(t("common:session.inactive"));
        else if (end === "ERR_INVALID_WORKING_TIME") toasts.notice(t("common:session.outsideHours"));
        else if (end === "ERR_PASSWORD_CHANGED") toasts.info(t("errors:ERR_PASSWORD_CHANGED"));
        else toasts.info(t("common:session.expired"));
      }),
    [t],
  );
  return null;
}

/**
 * The nonce that allows this page to create style tags; the server puts a new one into every page.
 */
const nonce = document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce;
const styleCache = createCache({ key: "b", prepend: true, ...(nonce ? { nonce } : {}) });

/** The app with the providers around its pages. */
export function App() {
  return (
    <CacheProvider value={styleCache}>
      <ThemeProvider theme={theme} defaultMode="system" modeStorageKey={MODE_STORAGE_KEY} noSsr>
        <QueryClientProvider client={queryClient}>
          <LanguageProvider>
            <AppRouter>
              <AppRoutes />
            </AppRouter>
            <ToastHost />
            <SessionNotices />
            <Announcer />
          </LanguageProvider>
        </QueryClientProvider>
      </ThemeProvider>
    </CacheProvider>
  );
}
