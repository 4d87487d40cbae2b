import ErrorOutline from "@mui/icons-material/ErrorOutlineOutlined";
import ExploreOffOutlined from "@mui/icons-material/ExploreOffOutlined";
import Button from "@mui/material/Button";
import { type ComponentType, Suspense, useState } from "react";
import { ErrorBoundary, type FallbackProps } from "react-error-boundary";
import { useTranslation } from "react-i18next";
import { Link, matchPath, Navigate, Outlet, Route, Routes, useLocation, useNavigate } from "react-router-dom";
import { lazyWithTexts } from "../i18n/lazyWithTexts";
import { randomId } from "../lib/randomId";
import { EmptyState, FullPageSpinner, useLongWait, usePageTitle } from "../ui";
import { RequireAdmin, RequireSession } from "./guards";
import { LazySignedIn } from "./lazySignedIn";

function Crash({ resetErrorBoundary }: FallbackProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [id] = useState(() => randomId().slice(0, 8));
  return (
    <EmptyState heading="h1" icon={ErrorOutline} title={t("crash.title")} text={t("crash.text", { id })}>
      <Button variant="contained" color="primary" onClick={() => resetErrorBoundary()}>
        {t("action.retry")}
      </Button>
      <Button
        onClick={() => {
          void navigate("/tickets");
          resetErrorBoundary();
        }}
      >
        {t("action.goToTickets")}
      </Button>
    </EmptyState>
  );
}

function PageWait() {
  const { t } = useTranslation();
  return useLongWait() ? (
    <p role="status" className="visuallyHidden">
      {t("state.loading")}
    </p>
  ) : null;
}

/** Keeps the shell on screen while a page is loading or when it fails. */
function PageBoundary() {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary FallbackComponent={Crash} resetKeys={[pathname]}>
      <Suspense fallback={<PageWait />}>
        <Outlet />
      </Suspense>
    </ErrorBoundary>
  );
}

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
const lazyPage = (load: () => Promise<ComponentType>, ...areas: string[]) => lazyWithTexts(areas, () => load().catch(reloadOnce));

/** The page for an unknown address. */
function NotFoundPage() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  usePageTitle(t("notFound.title"));
  return (
    <EmptyState heading="h1" icon={ExploreOffOutlined} title={t("notFound.title")} text={t("notFound.text", { path: pathname })}>
      <Button variant="contained" color="primary" component={Link} to="/tickets">
        {t("action.goToTickets")}
      </Button>
    </EmptyState>
  );
}

const LoginPage = lazyPage(() => import("../features/login").then((door) => door.LoginPage), "login");

/** Pages by their addresses. */
type Pages = Readonly<Record<string, ReturnType<typeof lazyPage>>>;

/** Of everybody who is signed in. */
const OPEN: Pages = {
  "/tickets/:ticketId?/:chatId?": lazyPage(() => import("../features/tickets").then((door) => door.TicketsPage), "tickets"),
  "/contacts": lazyPage(
    () => import("../features/contacts").then((door) => door.ContactsPage),
    "contacts",
    "jobs",
    "sheets",
    "chatImports",
  ),
  "/quickAnswers": lazyPage(
    () => import("../features/quickAnswers/QuickAnswersPage").then((page) => page.QuickAnswersPage),
    "quickAnswers",
  ),
  "/protocolos": lazyPage(() => import("../features/protocols/ProtocolsPage").then((page) => page.ProtocolsPage), "protocols"),
  "/ticketsBot": lazyPage(() => import("../features/botTickets/BotTicketsPage").then((page) => page.BotTicketsPage), "botTickets"),
  "/perguntas": lazyPage(() => import("../features/questions/QuestionsPage").then((page) => page.QuestionsPage), "questions"),
  "/tags": lazyPage(() => import("../features/tags/TagsPage").then((page) => page.TagsPage), "tags"),
  "/agendamentos": lazyPage(
    () => import("../features/schedules/SchedulesPage").then((page) => page.SchedulesPage),
    "schedules",
    "audience",
    "connections",
  ),
  "/envios": lazyPage(
    () => import("../features/massSends/MassSendsPage").then((page) => page.MassSendsPage),
    "massSends",
    "audience",
    "connections",
  ),
  "/report": lazyPage(() => import("../features/reports/ReportsPage").then((page) => page.ReportsPage), "reports"),
  "/envios/:massSendId/prova": lazyPage(() => import("../features/massSends/ProofPage").then((page) => page.ProofPage), "massSends"),
  "/security": lazyPage(() => import("../features/account/SecurityPage").then((page) => page.SecurityPage), "account"),
  "/tokens": lazyPage(() => import("../features/apiTokens/ApiTokensPage").then((page) => page.ApiTokensPage), "apiTokens"),
  "/templates": lazyPage(() => import("../features/templates").then((door) => door.TemplatesPage), "templates"),
};

/** Of managers and administrators. */
const MANAGED: Pages = {
  "/agora": lazyPage(() => import("../features/now/NowPage").then((page) => page.NowPage), "now", "conversation"),
};

/** Of administrators. */
const ADMINISTERED: Pages = {
  "/hooks": lazyPage(() => import("../features/hooks/HooksPage").then((page) => page.HooksPage), "hooks"),
  "/": lazyPage(() => import("../features/dashboard/DashboardPage").then((page) => page.DashboardPage), "dashboard", "jobs", "closing"),
  "/connections": lazyPage(() => import("../features/connections").then((door) => door.ConnectionsPage), "connections"),
  "/queues": lazyPage(() => import("../features/queues/QueuesPage").then((page) => page.QueuesPage), "queues"),
  "/nps": lazyPage(() => import("../features/ratings/RatingsPage").then((page) => page.RatingsPage), "ratings"),
  "/users": lazyPage(() => import("../features/users/UsersPage").then((page) => page.UsersPage), "users", "jobs", "sheets"),
  "/settings": lazyPage(() => import("../features/settings/SettingsPage").then((page) => page.SettingsPage), "settings", "jobs"),
  "/closingReasons": lazyPage(
    () => import("../features/closingReasons/ClosingReasonsPage").then((page) => page.ClosingReasonsPage),
    "closing",
  ),
  "/audit": lazyPage(() => import("../features/audit/AuditPage").then((page) => page.AuditPage), "audit"),
  "/health": lazyPage(() => import("../features/health/HealthPage").then((page) => page.HealthPage), "health", "connections"),
};

/** Loads the page of an address, of whoever may see it. */
export async function preloadPage(pathname: string): Promise<void> {
  const pages = Object.entries({ "/login": LoginPage, ...OPEN, ...MANAGED, ...ADMINISTERED });
  await pages.find(([path]) => matchPath(path, pathname))?.[1].preload();
}

const routesOf = (pages: Pages) => Object.entries(pages).map(([path, Page]) => <Route key={path} path={path} element={<Page />} />);

/** Every address of the app, matched without regard to case (D-015). */
export function AppRoutes() {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary
      FallbackComponent={Crash}
      resetKeys={[pathname]}
      // What failed to load around a page is remembered as failed, so that a new try is a new load.
      onReset={({ reason }) => reason === "imperative-api" && window.location.reload()}
    >
      <Suspense fallback={<FullPageSpinner />}>
        <Routes>
          <Route path="/login" element={<LoginPage />} />
          <Route
            element={
              <RequireSession>
                <LazySignedIn />
              </RequireSession>
            }
          >
            <Route element={<PageBoundary />}>
              {routesOf(OPEN)}
              <Route path="/chats" element={<Navigate replace to="/tickets?tab=chat" />} />
              <Route element={<RequireAdmin managers />}>{routesOf(MANAGED)}</Route>
              <Route element={<RequireAdmin />}>{routesOf(ADMINISTERED)}</Route>
              <Route path="*" element={<NotFoundPage />} />
            </Route>
          </Route>
        </Routes>
      </Suspense>
    </ErrorBoundary>
  );
}
