import { Suspense } from "react";
import { Navigate, Route, Routes } from "react-router-dom";
import { FullPageSpinner } from "../ui";
import { RequireAdmin, RequireSession } from "./guards";
import { lazyPage } from "./lazyPage";
import { LazySignedIn } from "./lazySignedIn";
import { NotFoundPage } from "./NotFoundPage";
import { PageBoundary } from "./PageBoundary";

const LoginPage = lazyPage(() => import("../features/login").then((door) => door.LoginPage), "login");
const TicketsPage = lazyPage(() => import("../features/tickets").then((door) => door.TicketsPage), "tickets", "conversation");
const ConnectionsPage = lazyPage(() => import("../features/connections").then((door) => door.ConnectionsPage), "connections");
const QueuesPage = lazyPage(() => import("../features/queues").then((door) => door.QueuesPage), "queues");
const UsersPage = lazyPage(() => import("../features/users").then((door) => door.UsersPage), "users");
const TemplatesPage = lazyPage(() => import("../features/templates").then((door) => door.TemplatesPage), "templates");

/** Every address of the app; they match whatever the case (D-015). An administrator's `/` is the inbox while there is no dashboard. */
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
            <Route path="/templates" element={<TemplatesPage />} />
            <Route element={<RequireAdmin />}>
              <Route path="/" element={<Navigate replace to="/tickets" />} />
              <Route path="/connections" element={<ConnectionsPage />} />
              <Route path="/queues" element={<QueuesPage />} />
              <Route path="/users" element={<UsersPage />} />
            </Route>
            <Route path="*" element={<NotFoundPage />} />
          </Route>
        </Route>
      </Routes>
    </Suspense>
  );
}
