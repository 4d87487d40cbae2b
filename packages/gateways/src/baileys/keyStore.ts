import type { AuthenticationCreds, AuthenticationState, SignalDataSet, SignalDataTypeMap, SignalKeyStore } from "@whiskeysockets/baileys";
import type { SessionKeyChange, SessionKeys } from "../port/index.js";
import type { Baileys } from "./library.js";

const CREDS = "creds";

/** Writes changes of a session's keys; see `insist`. */
export type Writer = (changes: readonly SessionKeyChange[]) => Promise<void>;

/**
 * The stored credentials, or new ones when none exist. A pairing by code that was never finished
 * counts as none.
 */
export async function readCreds(baileys: Baileys, keys: SessionKeys): Promise<AuthenticationCreds> {
  const stored = (await keys.read(CREDS, [""])).get("");
  if (stored === undefined) return baileys.initAuthCreds();
  const creds: unknown = JSON.parse(stored, baileys.BufferJSON.reviver);
  return isCreds(creds) && isLinked(creds) ? creds : baileys.initAuthCreds();
}

function isCreds(value: unknown): value is AuthenticationCreds {
  return typeof value === "object" && value !== null && "noiseKey" in value && "signedIdentityKey" in value;
}

/** Whether a phone has linked these credentials. */
export function isLinked(creds: AuthenticationCreds): boolean {
  return creds.me?.id !== undefined && creds.account !== undefined;
}

export function credsChange(baileys: Baileys, creds: AuthenticationCreds): SessionKeyChange {
  return { type: CREDS, id: "", value: JSON.stringify(creds, baileys.BufferJSON.replacer) };
}

interface KeyStoreParts {
  readonly keys: SessionKeys;
  readonly write: Writer;
  readonly logger: Parameters<Baileys["makeCacheableSignalKeyStore"]>[1];
}

/**
 * The library's key store on top of the session's keys: every `set` is one write, all or nothing.
 */
export function createAuthState(baileys: Baileys, creds: AuthenticationCreds, { keys, write, logger }: KeyStoreParts): AuthenticationState {
  const { BufferJSON, proto } = baileys;
  const open = (type: string, text: string): unknown => {
    const value: unknown = JSON.parse(text, BufferJSON.reviver);
    if (type !== "app-state-sync-key" || typeof value !== "object" || value === null) return value;
    return proto.Message.AppStateSyncKeyData.fromObject(value);
  };
  const store: SignalKeyStore = {
    get: async <Type extends keyof SignalDataTypeMap>(type: Type, ids: string[]) => {
      const found: Record<string, SignalDataTypeMap[Type]> = {};
      // Only the library writes these values, so the type of a key determines the type of its
      // value.
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
