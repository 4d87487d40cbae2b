import type { SessionView } from "@balcao/contracts/auth";
import type { Answer } from "@balcao/contracts/route";
import type { Routes } from "@balcao/contracts/routes";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { ApiError } from "../api/apiError";
import { call, connectSession } from "../api/call";
import { loadConfig } from "../config";
import { queryClient } from "../queryClient";
import { onStored, readStored, writeStored } from "../storage";
import { openEmail, sealCredentials } from "./envelope";
import { SOCKET_TOKEN_STORAGE_KEY, TOKEN_STORAGE_KEY } from "./tokens";

/** One's own account, with the e-mail readable. */
export type Self = SessionView["user"];

/** Why a session ended without the person asking for it. */
export type SessionEnd = "ERR_SESSION_EXPIRED" | "ERR_USER_NO_ACTIVE" | "ERR_INVALID_WORKING_TIME";

type EndListener = (end: SessionEnd) => void;
const endListeners = new Set<EndListener>();

/** Calls back when the session ended by itself; returns the end of the subscription. */
export function onSessionEnd(listener: EndListener): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: restore,
  staleTime: Infinity,
  gcTime: Infinity,
});

/** The stored session, renewed; null when nobody is signed in. Rejects when the server does not answer. */
async function restore(): Promise<Self | null> {
  if (readStored(TOKEN_STORAGE_KEY) === null) return null;
  try {
    return await renew();
  } catch (error) {
    if (error instanceof ApiError && (error.status === 401 || error.status === 403)) {
      forget();
      return null;
    }
    throw error;
  }
}

async function renew(): Promise<Self> {
  return keep(await call("auth", "refresh", {}));
}

async function keep(session: Answer<Routes["auth"]["login"]>): Promise<Self> {
  writeStored(TOKEN_STORAGE_KEY, session.token);
  const { transportSecret } = await loadConfig();
  return { ...session.user, email: await openEmail(session.user.email, transportSecret) };
}

function forget(): void {
  writeStored(TOKEN_STORAGE_KEY, null);
  writeStored(SOCKET_TOKEN_STORAGE_KEY, null);
}

/** Everything but who is signed in and what the installation says. */
const isPersonal = ({ queryKey }: { readonly queryKey: readonly unknown[] }): boolean => !PUBLIC_KEYS.has(queryKey[0]);
const PUBLIC_KEYS: ReadonlySet<unknown> = new Set(["session", "config", "licence"]);

/** Both tokens are gone and nothing of the last person stays in memory (AUTH-007, AUTH-014). */
function leave(): void {
  queryClient.setQueryData(sessionQuery.queryKey, null);
  forget();
  void queryClient.cancelQueries({ predicate: isPersonal });
  queryClient.removeQueries({ predicate: isPersonal });
}

const toEnd = (error: ApiError): SessionEnd =>
  error.code === "ERR_USER_NO_ACTIVE" || error.code === "ERR_INVALID_WORKING_TIME" ? error.code : "ERR_SESSION_EXPIRED";

/** Ends the session because the server or a rule said so, with its reason for the person (D-013). */
export function endSession(end: SessionEnd): void {
  if (queryClient.getQueryData(sessionQuery.queryKey) === null) return;
  leave();
  endListeners.forEach((listener) => listener(end));
}

connectSession({
  refresh: async () => {
    try {
      queryClient.setQueryData(sessionQuery.queryKey, await renew());
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) endSession(toEnd(error));
      throw error;
    }
  },
  onUnauthorized: (error) => endSession(toEnd(error)),
});

// Logging out in one tab ends the others too.
onStored(TOKEN_STORAGE_KEY, () => {
  if (readStored(TOKEN_STORAGE_KEY) === null && queryClient.getQueryData(sessionQuery.queryKey)) leave();
});

/** Signs in with e-mail and password, sealed on the way (AUTH-010); rejects as the api refuses. */
export async function login(email: string, password: string): Promise<Self> {
  const { transportSecret } = await loadConfig();
  const user = await keep(await call("auth", "login", { body: await sealCredentials({ email, password }, transportSecret) }));
  queryClient.setQueryData(sessionQuery.queryKey, user);
  return user;
}

/** Signs out here; the server is told, and a server that does not answer keeps nobody in (D-005). */
export async function logout(): Promise<void> {
  await call("auth", "logout", {}, { timeoutMs: 5_000 }).catch(() => undefined);
  leave();
}

/** Who is signed in: `user` is undefined while that is being found out, null for nobody. */
export function useSession() {
  const { data: user, error, refetch } = useQuery(sessionQuery);
  return { user, error, retry: () => void refetch() };
}

/** The signed-in person, for pages behind the login. */
export function useSelf(): Self {
  const { user } = useSession();
  if (!user) throw new Error("This part is shown to signed-in people only.");
  return user;
}

/** Whether this browser has held a session; the server decides whether it still lives. */
export function hasSession(): boolean {
  return readStored(TOKEN_STORAGE_KEY) !== null;
}

/** Starts finding out who is signed in, before the first page is drawn. */
export function startSession(): void {
  queryClient.query(sessionQuery).catch(() => undefined);
}
