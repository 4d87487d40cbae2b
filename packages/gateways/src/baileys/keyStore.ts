import type { AuthenticationCreds, AuthenticationState, SignalDataSet, SignalDataTypeMap, SignalKeyStore } from "@whiskeysockets/baileys";
import type { SessionKeyChange, SessionKeys } from "../port/index.js";
import type { Baileys } from "./library.js";

const CREDS = "creds";

/** Where a session's changes go; see `insist`. */
export type Writer = (changes: readonly SessionKeyChange[]) => Promise<void>;

/** What the phone gave this session, or new keys where it gave none. A pairing by code that was never finished is none. */
export async function readCreds(baileys: Baileys, keys: SessionKeys): Promise<AuthenticationCreds> {
  const stored = (await keys.read(CREDS, [""])).get("");
  if (stored === undefined) return baileys.initAuthCreds();
  const creds: unknown = JSON.parse(stored, baileys.BufferJSON.reviver);
  return isCreds(creds) && isLinked(creds) ? creds : baileys.initAuthCreds();
}

function isCreds(value: unknown): value is AuthenticationCreds {
  return typeof value === "object" && value !== null && "noiseKey" in value && "signedIdentityKey" in value;
}

/** Whether a phone has accepted these keys. */
export function isLinked(creds: AuthenticationCreds): boolean {
  return creds.me?.id !== undefined && creds.account !== undefined;
}

export function credsChange(baileys: Baileys, creds: AuthenticationCreds): SessionKeyChange {
  return { type: CREDS, id: "", value: JSON.stringify(creds, baileys.BufferJSON.replacer) };
}

/** The library's store on the session's keys: every `set` is one write, whole or not at all (A.5). */
export function createAuthState(
  baileys: Baileys,
  creds: AuthenticationCreds,
  keys: SessionKeys,
  write: Writer,
  logger: Parameters<Baileys["makeCacheableSignalKeyStore"]>[1],
): AuthenticationState {
  const { BufferJSON, proto } = baileys;
  const open = (type: string, text: string): unknown => {
    const value: unknown = JSON.parse(text, BufferJSON.reviver);
    if (type !== "app-state-sync-key" || typeof value !== "object" || value === null) return value;
    return proto.Message.AppStateSyncKeyData.fromObject(value);
  };
  const store: SignalKeyStore = {
    get: async <Type extends keyof SignalDataTypeMap>(type: Type, ids: string[]) => {
      const found: Record<string, SignalDataTypeMap[Type]> = {};
      // The library wrote what it reads: the type of a key says what its value is.
      for (const [id, text] of await keys.read(type, ids)) found[id] = open(type, text) as SignalDataTypeMap[Type];
      return found;
    },
    set: (data) => write(changesOf(data, (value) => JSON.stringify(value, BufferJSON.replacer))),
  };
  return { creds, keys: baileys.makeCacheableSignalKeyStore(store, logger) };
}

function changesOf(data: SignalDataSet, seal: (value: unknown) => string): SessionKeyChange[] {
  return Object.entries(data).flatMap(([type, values]) =>
    Object.entries(values ?? {}).map(([id, value]) => ({ type, id, value: value === null || value === undefined ? null : seal(value) })),
  );
}
