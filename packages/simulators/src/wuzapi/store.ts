import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ChatMessage, Customer, Group, Phone, StoredFile, WuzapiUser } from "./types.js";
import type { World } from "./world.types.js";

const FILE_NAME = "simulator.json";
const FORMAT = 1;
const SAVE_DELAY_MS = 300;
const AGAIN_MS = 2_000;

interface SavedWorld {
  readonly format: typeof FORMAT;
  readonly users: WuzapiUser[];
  readonly phones: Phone[];
  readonly customers: Customer[];
  readonly groups: Group[];
  readonly chats: [string, ChatMessage[]][];
  readonly files: StoredFile[];
  readonly avatars: [string, string][];
}

/** Saves the state in `<dataDir>/simulator.json`, always as a whole. */
export interface WorldStore {
  /**
   * Restores the saved state. The running records then have the stored settings, as after a restart
   * of the real server.
   */
  load(): void;
  /** Saves soon; many calls become one write. What cannot be written is tried again. */
  saveSoon(): void;
  /** Saves now. */
  save(): void;
}

/**
 * A store; without a data folder it does nothing. Throws a sentence when the saved file cannot be
 * read.
 */
export function createWorldStore(world: World, dataDir: string | undefined): WorldStore {
  if (dataDir === undefined) return { load: () => undefined, saveSoon: () => undefined, save: () => undefined };
  const path = join(dataDir, FILE_NAME);
  let timer: NodeJS.Timeout | null = null;
  const save = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    // The name contains the process id, so that two writers never share a half-written file.
    const part = `${path}.${process.pid}.part`;
    writeFileSync(part, JSON.stringify(toSaved(world)), { mode: 0o600 });
    renameSync(part, path);
  };
  const trySave = (): void => {
    try {
      save();
    } catch {
      // The disk is full: all is in memory, and the next try may have room.
      if (!world.closed) timer ??= setTimeout(trySave, AGAIN_MS).unref();
    }
  };
  return {
    load() {
      const saved = readSaved(path);
      if (saved !== null) restore(world, saved);
    },
    saveSoon() {
      if (!world.closed) timer ??= setTimeout(trySave, SAVE_DELAY_MS);
    },
    save,
  };
}

function toSaved(world: World): SavedWorld {
  return {
    format: FORMAT,
    users: [...world.users.values()],
    phones: [...world.phones.values()],
    customers: [...world.customers.values()],
    groups: [...world.groups.values()],
    chats: [...world.chats.entries()],
    files: world.files.list(),
    avatars: [...world.avatars.entries()],
  };
}

function restore(world: World, saved: SavedWorld): void {
  for (const user of saved.users) world.users.set(user.id, { ...user, live: { ...user.stored }, qrcode: "" });
  for (const phone of saved.phones) world.phones.set(phone.number, phone);
  for (const customer of saved.customers) world.customers.set(customer.phone, customer);
  for (const group of saved.groups) world.groups.set(group.jid, group);
  for (const [key, messages] of saved.chats) world.chats.set(key, messages);
  for (const [phone, key] of saved.avatars) world.avatars.set(phone, key);
  world.files.load(saved.files);
}

function readSaved(path: string): SavedWorld | null {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    return null;
  }
  const saved = parse(text);
  if (!isSaved(saved)) throw new Error(`The simulator cannot read ${path}. Move the file away to begin with an empty simulator.`);
  return saved;
}

function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return null;
  }
}

/** Only this program writes the file, so its format number is a sufficient check. */
function isSaved(value: unknown): value is SavedWorld {
  return typeof value === "object" && value !== null && "format" in value && value.format === FORMAT;
}
