interface LongNumber {
  toNumber(): number;
}

/** The library's objects as plain JSON: bytes in base64, long numbers as numbers, nothing for what is not set. `inside` names the field that holds it. */
export function toJson(value: unknown, inside = "", depth = 0): unknown {
  if (value === null || value === undefined || typeof value === "function") return undefined;
  if (typeof value !== "object") return typeof value === "bigint" ? Number(value) : value;
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  if (value instanceof Date) return value.toISOString();
  if (depth === DEEPEST) return undefined;
  if (Array.isArray(value)) return value.map((each) => toJson(each, inside, depth + 1)).filter((each) => each !== undefined);
  if (isLong(value)) return value.toNumber();
  const entries = Object.entries(value)
    .filter(([name]) => !HEAVY.has(name) && (name !== "jpegThumbnail" || PLACES.has(inside)))
    .map(([name, each]) => [name, toJson(each, name, depth + 1)] as const)
    .filter(([, each]) => each !== undefined);
  return Object.fromEntries(entries);
}

/** No message of WhatsApp is deeper; what a sender nests below is left out. */
const DEEPEST = 40;
/** Copies of other messages, and what is of use to players only. */
const HEAVY: ReadonlySet<string> = new Set(["quotedMessage", "scansSidecar", "scanLengths", "streamingSidecar"]);
/** The only previews that are shown: a file is fetched, a map is not. */
const PLACES: ReadonlySet<string> = new Set(["locationMessage", "liveLocationMessage"]);

function isLong(value: object): value is LongNumber {
  return "toNumber" in value && typeof value.toNumber === "function" && "low" in value;
}
