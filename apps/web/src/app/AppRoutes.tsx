import ErrorOutline from "@mui/icons-material/ErrorOutlineOutlined";
import ExploreOffOutlined from "@mui/icons-material/ExploreOffOutlined";
import Button from "@mui/material/Button";
import { type ComponentType, lazy, Suspense, useState } from "react";
import { ErrorBoundary, type FallbackProps } from "react-error-boundary";
import { useTranslation } from "react-i18next";
import { Link, Navigate, Outlet, Route, Routes, useLocation, useNavigate } from "react-router-dom";
import { loadTexts } from "../i18n/i18n";
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
      <Button onClick={() => void navigate("/tickets")}>{t("action.goToTickets")}</Button>
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
function lazyPage(load: () => Promise<ComponentType>, ...areas: string[]) {
  return lazy(async () => {
    const [page] = await Promise.all([load().catch(reloadOnce), loadTexts(...areas)]);
    return { default: page };
  });
}

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
const TicketsPage = lazyPage(() => import("../features/tickets").then((door) => door.TicketsPage), "tickets");
const DashboardPage = lazyPage(
  () => import("../features/dashboard/DashboardPage").then((page) => page.DashboardPage),
  "dashboard",
  "jobs",
  "closing",
);
const NowPage = lazyPage(() => import("../features/now/NowPage").then((page) => page.NowPage), "now", "conversation");
const ConnectionsPage = lazyPage(() => import("../features/connections").then((door) => door.ConnectionsPage), "connections");
const QueuesPage = lazyPage(() => import("../features/queues/QueuesPage").then((page) => page.QueuesPage), "queues");
const QuestionsPage = lazyPage(() => import("../features/questions/QuestionsPage").then((page) => page.QuestionsPage), "questions");
const BotTicketsPage = lazyPage(() => import("../features/botTickets/BotTicketsPage").then((page) => page.BotTicketsPage), "botTickets");
const ContactsPage = lazyPage(
  () => import("../features/contacts").then((door) => door.ContactsPage),
  "contacts",
  "jobs",
  "sheets",
  "chatImports",
);
const TagsPage = lazyPage(() => import("../features/tags/TagsPage").then((page) => page.TagsPage), "tags");
const QuickAnswersPage = lazyPage(
  () => import("../features/quickAnswers/QuickAnswersPage").then((page) => page.QuickAnswersPage),
  "quickAnswers",
);
const ProtocolsPage = lazyPage(() => import("../features/protocols/ProtocolsPage").then((page) => page.ProtocolsPage), "protocols");
const RatingsPage = lazyPage(() => import("../features/ratings/RatingsPage").then((page) => page.RatingsPage), "ratings");
const ReportsPage = lazyPage(() => import("../features/reports/ReportsPage").then((page) => page.ReportsPage), "reports");
const MassSendsPage = lazyPage(
  () => import("../features/massSends/MassSendsPage").then((page) => page.MassSendsPage),
  "massSends",
  "audience",
  "connections",
);
const ProofPage = lazyPage(() => import("../features/massSends/ProofPage").then((page) => page.ProofPage), "massSends");
const SchedulesPage = lazyPage(
  () => import("../features/schedules/SchedulesPage").then((page) => page.SchedulesPage),
  "schedules",
  "audience",
  "connections",
);
const UsersPage = lazyPage(() => import("../features/users/UsersPage").then((page) => page.UsersPage), "users", "jobs", "sheets");
const SettingsPage = lazyPage(() => import("../features/settings/SettingsPage").then((page) => page.SettingsPage), "settings", "jobs");
const ClosingReasonsPage = lazyPage(
  () => import("../features/closingReasons/ClosingReasonsPage").then((page) => page.ClosingReasonsPage),
  "closing",
);
const HooksPage = lazyPage(() => import("../features/hooks/HooksPage").then((page) => page.HooksPage), "hooks");
const SecurityPage = lazyPage(() => import("../features/account/SecurityPage").then((page) => page.SecurityPage), "account");
const ApiTokensPage = lazyPage(() => import("../features/apiTokens/ApiTokensPage").then((page) => page.ApiTokensPage), "apiTokens");
const AuditPage = lazyPage(() => import("../features/audit/AuditPage").then((page) => page.AuditPage), "audit");
const HealthPage = lazyPage(() => import("../features/health/HealthPage").then((page) => page.HealthPage), "health", "connections");
const TemplatesPage = lazyPage(() => import("../features/templates").then((door) => door.TemplatesPage), "templates");

/** Every address of the app, matched without regard to case (D-015). */
export function AppRoutes() {
  return (
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
            <Route path="/tickets/:ticketId?/:chatId?" element={<TicketsPage />} />
            <Route path="/chats" element={<Navigate replace to="/tickets?tab=chat" />} />
            <Route path="/contacts" element={<ContactsPage />} />
            <Route path="/quickAnswers" element={<QuickAnswersPage />} />
            <Route path="/protocolos" element={<ProtocolsPage />} />
            <Route path="/ticketsBot" element={<BotTicketsPage />} />
            <Route path="/perguntas" element={<QuestionsPage />} />
            <Route path="/tags" element={<TagsPage />} />
            <Route path="/agendamentos" element={<SchedulesPage />} />
            <Route path="/envios" element={<MassSendsPage />} />
            <Route path="/report" element={<ReportsPage />} />
            <Route path="/envios/:massSendId/prova" element={<ProofPage />} />
            <Route path="/security" element={<SecurityPage />} />
            <Route path="/tokens" element={<ApiTokensPage />} />
            <Route path="/templates" element={<TemplatesPage />} />
            <Route element={<RequireAdmin managers />}>
              <Route path="/agora" element={<NowPage />} />
            </Route>
            <Route element={<RequireAdmin />}>
              <Route path="/hooks" element={<HooksPage />} />
              <Route path="/" element={<DashboardPage />} />
              <Route path="/connections" element={<ConnectionsPage />} />
              <Route path="/queues" element={<QueuesPage />} />
              <Route path="/nps" element={<RatingsPage />} />
              <Route path="/users" element={<UsersPage />} />
              <Route path="/settings" element={<SettingsPage />} />
              <Route path="/closingReasons" element={<ClosingReasonsPage />} />
              <Route path="/audit" element={<AuditPage />} />
              <Route path="/health" element={<HealthPage />} />
            </Route>
            <Route path="*" element={<NotFoundPage />} />
          </Route>
        </Route>
      </Routes>
    </Suspense>
  );
}
