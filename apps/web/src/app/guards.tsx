import i18next from "i18next";
import { lazy, useEffect, type ReactNode } from "react";
import { Navigate, Outlet, useLocation } from "react-router-dom";
import { useLicence } from "../lib/licence";
import { forgetPerson, SelfContext, useSelf, useSession, type Self } from "../lib/session";
import { toasts } from "../lib/toasts";
import { FullPageNoAnswer, FullPageSpinner } from "../ui";

/** Loaded when it is needed: it brings the shell and the socket, which the login page must not wait for. */
const RequiredPassword = lazy(() => import("./RequiredPassword").then((module) => ({ default: module.RequiredPassword })));

const RequiredSecondFactor = lazy(() => import("./RequiredSecondFactor").then((module) => ({ default: module.RequiredSecondFactor })));

/**
 * Shows its children to signed-in people of a released system. Everyone else goes to the login and
 * returns afterwards (AUTH-002, AUTH-004, AUTH-005).
 */
export function RequireSession({ children }: { readonly children: ReactNode }) {
  const { user, error, retry } = useSession();
  const { blocked } = useLicence();
  const { pathname, search } = useLocation();
  if (user === undefined) return error ? <FullPageNoAnswer onRetry={retry} /> : <FullPageSpinner />;
  if (user === null || blocked) return <Navigate replace to="/login" state={{ returnPath: pathname === "/" ? null : pathname + search }} />;
  return <SignedIn user={user}>{children}</SignedIn>;
}

/** Gives the person to its children, until the session ends. */
function SignedIn({ user, children }: { readonly user: Self; readonly children: ReactNode }) {
  useEffect(() => forgetPerson, []);
  return (
    <SelfContext value={user}>
      {user.mustChangePassword ? <RequiredPassword /> : isDue(user) ? <RequiredSecondFactor /> : children}
    </SelfContext>
  );
}

/** Whether the api refuses everything else until a second factor is set up. */
const isDue = ({ secondFactorDue }: Self): boolean => secondFactorDue !== null && Date.parse(secondFactorDue) <= Date.now();

const cameFromLogin = (state: unknown): boolean => typeof state === "object" && state !== null && "fromLogin" in state;

/**
 * Admits administrators, and managers where they are named. Others get a notice and go to the tickets (SHELL-021); without the notice
 * when the login sent them here (D-008).
 */
export function RequireAdmin({ managers = false }: { readonly managers?: boolean }) {
  const { profile } = useSelf();
  const { state } = useLocation() as { state: unknown };
  const refused = profile !== "admin" && !(managers && profile === "gerente");
  const notified = refused && !cameFromLogin(state);
  useEffect(() => {
    if (notified) toasts.error(i18next.t("noPermission"));
  }, [notified]);
  return refused ? <Navigate replace to="/tickets" /> : <Outlet />;
}
