import type { Call } from "../wuzapi/http.js";
import { failure } from "./failure.js";

/** One page of a list in Graph's form, with cursors: `limit` entries after the cursor `after`. */
export function pageOf<Entry>(list: readonly Entry[], call: Call, address: string) {
  const limit = Math.min(100, Math.max(1, Number(call.query.get("limit") ?? "25")));
  const cursor = call.query.get("after");
  const from = cursor === null ? 0 : Number(Buffer.from(cursor, "base64").toString());
  if (!Number.isInteger(from) || from < 0) throw failure(100, "Invalid cursor");
  const page = list.slice(from, from + limit);
  const after = Buffer.from(String(from + page.length)).toString("base64");
  const isLast = from + page.length >= list.length;
  return {
    page,
    paging: {
      cursors: { before: Buffer.from(String(from)).toString("base64"), after },
      ...(isLast ? {} : { next: `${address}?after=${after}` }),
    },
  };
}
