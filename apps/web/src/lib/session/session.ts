import type { SessionView } from "@balcao/contracts/auth";
import type { Answer } from "@balcao/contracts/route";
import type { Routes } from "@balcao/contracts/routes";
import type { UserView } from "@balcao/contracts/users";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { createContext, useContext } from "react";
import { ApiError } from "../api/apiError";
import { call, connectSession } from "../api/call";
import { loadConfig } from "../config";
import { queryClient } from "../queryClient";
import { onStored, readStored, writeStored } from "../storage";
import { openEmail, sealCredentials } from "./envelope";
import { PUSH_STORAGE_KEY, SOCKET_TOKEN_STORAGE_KEY, TOKEN_STORAGE_KEY } from "./tokens";

/** The signed-in person's own account; `useOwnEmail` has the readable e-mail. */
export type Self = Omit<SessionView["user"], "email"> & { readonly sealedEmail: string };

/** Why a session ended although the person did not sign out. */
export type SessionEnd = "ERR_SESSION_EXPIRED" | "ERR_PASSWORD_CHANGED" | "ERR_USER_NO_ACTIVE" | "ERR_INVALID_WORKING_TIME";

type EndListener = (end: SessionEnd) => void;
const endListeners = new Set<EndListener>();

/** Calls `listener` when the session ended by itself; returns the function that unsubscribes. */
export function onSessionEnd(listener: EndListener): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

const leaveListeners = new Set<() => void>();

/**
 * Calls `listener` when the person begins to sign out, and when the session ends in whatever way:
 * from then on nothing may be loaded. Returns the function that unsubscribes.
 */
export function onLeave(listener: () => void): () => void {
  leaveListeners.add(listener);
  return () => leaveListeners.delete(listener);
}

const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: restore,
  staleTime: Infinity,
  gcTime: Infinity,
});

/**
 * The stored session, renewed; null when nobody is signed in. Rejects without an answer from the
 * server.
 */
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

let liveCursor = "";

/** A place in the live events before everything that is read since the session was begun or renewed; empty before that. */
export const cursorOfSession = (): string => liveCursor;

function keep({ token, liveCursor: cursor, user: { email: sealedEmail, ...user } }: Answer<Routes["auth"]["login"]>): Self {
  liveCursor = cursor;
  writeStored(TOKEN_STORAGE_KEY, token);
  return { ...user, sealedEmail };
}

function forget(): void {
  writeStored(TOKEN_STORAGE_KEY, null);
  writeStored(SOCKET_TOKEN_STORAGE_KEY, null);
  writeStored(PUSH_STORAGE_KEY, null);
}

/**
 * Whether a query holds personal data: all do, except the session, the configuration and the
 * licence.
 */
const isPersonal = ({ queryKey }: { readonly queryKey: readonly unknown[] }): boolean => !PUBLIC_KEYS.has(queryKey[0]);
const PUBLIC_KEYS: ReadonlySet<unknown> = new Set(["session", "config", "licence"]);

/** Ends what loads data of the person, which would be refused from now on. */
async function stopLoading(): Promise<void> {
  leaveListeners.forEach((listener) => listener());
  await queryClient.cancelQueries({ predicate: isPersonal });
}

/** Ends the session in this browser; what shows data of the person goes, and then the data (AUTH-007). */
function leave(): void {
  queryClient.setQueryData(sessionQuery.queryKey, null);
  forget();
  void stopLoading();
}

/**
 * Removes all data of the person from memory after the session ended. Called when nothing shows it
 * any more: what is shown while its data is removed asks for it again.
 */
export function forgetPerson(): void {
  if (queryClient.getQueryData(sessionQuery.queryKey) === null) queryClient.removeQueries({ predicate: isPersonal });
}

const REASONS: readonly SessionEnd[] = ["ERR_USER_NO_ACTIVE", "ERR_INVALID_WORKING_TIME", "ERR_PASSWORD_CHANGED"];

const toEnd = ({ code }: ApiError): SessionEnd => REASONS.find((reason) => reason === code) ?? "ERR_SESSION_EXPIRED";

/**
 * Ends the session because the server or a rule requires it, and shows the reason to the person.
 */
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

// Logging out in one tab ends the session in the others too.
onStored(TOKEN_STORAGE_KEY, () => {
  if (readStored(TOKEN_STORAGE_KEY) === null && queryClient.getQueryData(sessionQuery.queryKey)) leave();
});

/** Goes on with a session that the api has begun. */
export function enter(session: Answer<Routes["auth"]["login"]>): Self {
  const user = keep(session);
  queryClient.setQueryData(sessionQuery.queryKey, user);
  return user;
}

/** Signs in with e-mail and password, both sealed; rejects with the refusal of the api. */
export async function login(email: string, password: string): Promise<Self> {
  const { transportSecret } = await loadConfig();
  const sealed = await sealCredentials({ email, password }, transportSecret);
  return enter(await call("auth", "login", { body: sealed }));
}

/** Removes this browser from those that get pushes; the server does so, too, when the session ends. */
async function endPushes(): Promise<void> {
  const key = readStored(PUSH_STORAGE_KEY);
  const userId = queryClient.getQueryData(sessionQuery.queryKey)?.id;
  if (key === null || userId === undefined) return;
  await call("push", "unregister", { body: { userId, key } }, { timeoutMs: 2_000 }).catch(() => undefined);
}

/**
 * Signs out in this browser and notifies the server; it also succeeds without an answer.
 */
export async function logout(): Promise<void> {
  await endPushes();
  await stopLoading();
  const left = await call("auth", "logout", {}, { timeoutMs: 8_000 }).catch(() => undefined);
  leave();
  // The provider ends its own session, too, and comes back to the sign-in.
  if (typeof left?.address === "string") window.location.assign(left.address);
}

/**
 * The signed-in user: undefined while the session is being restored, null when nobody is signed in.
 */
export function useSession() {
  const { data: user, error, refetch } = useQuery(sessionQuery);
  return { user, error, retry: () => void refetch() };
}

/**
 * Gives the signed-in person to everything inside. A context instead of the query: when a session
 * ends, a part that renders before the guard still finds the person.
 */
export const SelfContext = createContext<Self | null>(null);

/** The signed-in person, for pages behind the login. */
export function useSelf(): Self {
  const user = useContext(SelfContext);
  if (!user) throw new Error("This part is shown to signed-in people only.");
  return user;
}

/**
 * The e-mail of the signed-in person, opened when something shows it, so that no first load brings
 * the ciphers.
 */
const ownEmailQuery = (sealed: string) =>
  queryOptions({
    queryKey: ["ownEmail", sealed],
    queryFn: async () => openEmail(sealed, (await loadConfig()).transportSecret),
    staleTime: Infinity,
    // A changed one is under the old key until the session is renewed, also while nothing shows it.
    gcTime: Infinity,
    // A renewed session seals it anew.
    placeholderData: keepPreviousData,
  });

/** The signed-in person's e-mail; undefined while it is being opened. */
export function useOwnEmail(): string | undefined {
  return useQuery(ownEmailQuery(useSelf().sealedEmail)).data;
}

/** Lets a person go on who had to change the password, or to set up a second factor, first. */
export function admit(done: Partial<Pick<Self, "mustChangePassword" | "secondFactorDue" | "secondFactor">>): void {
  queryClient.setQueryData(sessionQuery.queryKey, (self) => self && { ...self, ...done });
}

/** Shows a change of the person's own account at once, wherever it was made. */
export function updateSelf({ email, ...user }: UserView): void {
  const self = queryClient.getQueryData(sessionQuery.queryKey);
  if (self?.id !== user.id) return;
  queryClient.setQueryData(ownEmailQuery(self.sealedEmail).queryKey, email);
  queryClient.setQueryData(sessionQuery.queryKey, { ...self, ...user });
}

/** Whether this browser has had a session; only the server decides whether it is still valid. */
export function hasSession(): boolean {
  return readStored(TOKEN_STORAGE_KEY) !== null;
}

/** Starts restoring the session before the first page is rendered; resolves when it is known, or cannot be. */
export async function startSession(): Promise<void> {
  await queryClient.query(sessionQuery).catch(() => undefined);
}
