import createCache from "@emotion/cache";
import { CacheProvider } from "@emotion/react";
import { ThemeProvider } from "@mui/material/styles";
import { QueryClientProvider } from "@tanstack/react-query";
import { LanguageProvider } from "../i18n/LanguageProvider";
import { Announcer } from "../lib/announcer";
import { queryClient } from "../lib/queryClient";
import { ToastArea } from "../lib/toasts";
import { MODE_STORAGE_KEY, theme } from "../theme/theme";
import { AppRouter } from "./AppRouter";
import { AppRoutes } from "./AppRoutes";
import { SessionNotices } from "./SessionNotices";

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
            <ToastArea />
            <SessionNotices />
            <Announcer />
          </LanguageProvider>
        </QueryClientProvider>
      </ThemeProvider>
    </CacheProvider>
  );
}
