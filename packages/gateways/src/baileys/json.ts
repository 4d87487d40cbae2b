/** A payload as it lies in the journal: plain JSON whose shape nobody has checked. */
export type Json = Readonly<Record<string, unknown>>;

export function objectOf(value: unknown): Json | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : null;
}

export function objectAt(object: Json | null, name: string): Json | null {
  return objectOf(object?.[name]);
}

export function textAt(object: Json | null, name: string): string {
  const value = object?.[name];
  return typeof value === "string" ? value : "";
}

export function flagAt(object: Json | null, name: string): boolean {
  return object?.[name] === true;
}

/** A number, also where it was too long for one and became a text. */
export function numberAt(object: Json | null, name: string): number | null {
  const value = object?.[name];
  const number = typeof value === "string" && value !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : null;
}

export function listAt(object: Json | null, name: string): readonly unknown[] {
  const value = object?.[name];
  return Array.isArray(value) ? value : [];
}

/** A moment in seconds since 1970. */
export function dateAt(object: Json | null, name: string): Date | null {
  const seconds = numberAt(object, name);
  return seconds === null || seconds <= 0 || seconds > 8e12 ? null : new Date(seconds * 1000);
}

interface LongNumber {
  toNumber(): number;
}

/** The library's objects as plain JSON: bytes in base64, long numbers as numbers, nothing for what is not set. `inside` names the field that holds it. */
export function toJson(value: unknown, inside = ""): unknown {
  if (value === null || value === undefined || typeof value === "function") return undefined;
  if (typeof value !== "object") return typeof value === "bigint" ? Number(value) : value;
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map((each) => toJson(each, inside)).filter((each) => each !== undefined);
  if (isLong(value)) return value.toNumber();
  const entries = Object.entries(value)
    .filter(([name]) => !HEAVY.has(name) && (name !== "jpegThumbnail" || PLACES.has(inside)))
    .map(([name, each]) => [name, toJson(each, name)] as const)
    .filter(([, each]) => each !== undefined);
  return Object.fromEntries(entries);
}

/** Copies of other messages, and what is of use to players only. */
const HEAVY: ReadonlySet<string> = new Set(["quotedMessage", "scansSidecar", "scanLengths", "streamingSidecar", "messageSecret"]);
/** The only previews that are shown: a file is fetched, a map is not. */
const PLACES: ReadonlySet<string> = new Set(["locationMessage", "liveLocationMessage"]);

function isLong(value: object): value is LongNumber {
  return "toNumber" in value && typeof value.toNumber === "function" && "low" in value;
}
