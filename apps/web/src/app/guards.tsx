import { useEffect, type ReactNode } from "react";
import { Navigate, Outlet, useLocation } from "react-router-dom";
import { ptOnly } from "../i18n/literals";
import { useLicence } from "../lib/licence";
import { useSelf, useSession } from "../lib/session";
import { toasts } from "../lib/toasts";
import { FullPageNoAnswer, FullPageSpinner } from "../ui";

/** Lets signed-in people of a released system through; everyone else goes to the login and comes back later (AUTH-002, AUTH-004, AUTH-005). */
export function RequireSession({ children }: { readonly children: ReactNode }) {
  const { user, error, retry } = useSession();
  const { blocked } = useLicence();
  const { pathname, search } = useLocation();
  if (user === undefined) return error ? <FullPageNoAnswer onRetry={retry} /> : <FullPageSpinner />;
  if (user === null || blocked) return <Navigate replace to="/login" state={{ returnPath: pathname === "/" ? null : pathname + search }} />;
  return children;
}

const cameFromLogin = (state: unknown): boolean => typeof state === "object" && state !== null && "fromLogin" in state;

/** Lets administrators through; others are told and go to the tickets (SHELL-021), silently when the login sent them here (D-008). */
export function RequireAdmin() {
  const { profile } = useSelf();
  const { state } = useLocation() as { state: unknown };
  const refused = profile !== "admin";
  const told = refused && !cameFromLogin(state);
  useEffect(() => {
    if (told) toasts.error(ptOnly.noPermissionPage);
  }, [told]);
  return refused ? <Navigate replace to="/tickets" /> : <Outlet />;
}
