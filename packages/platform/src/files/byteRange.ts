/** First and last byte, both inclusive. */
export type ByteRange = Readonly<{ start: number; end: number }>;

/**
 * The single range of a `Range` header for `size` bytes. Undefined means to send the whole file (no
 * header, or one that may be ignored); "unsatisfiable" means 416.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | "unsatisfiable" | undefined {
  const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "") ?? [];
  if (first === "") return last === "" ? undefined : lastBytes(Number(last), size);
  const start = Number(first);
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== "" && Number(last) < start) return undefined;
  return start >= size ? "unsatisfiable" : { start, end };
}

function lastBytes(count: number, size: number): ByteRange | "unsatisfiable" {
  const length = Math.min(count, size);
  return length === 0 ? "unsatisfiable" : { start: size - length, end: size - 1 };
}
