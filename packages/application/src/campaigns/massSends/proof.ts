import { CSV_BEGIN, toCsvLine } from "@balcao/platform/spreadsheets";
import type { SendProofView } from "@balcao/contracts/massSends";
import { FileAnswer } from "@balcao/contracts/route";
import { listRecipientsAfter, PROOF_QUERY, proveRun, type RecipientRow } from "@balcao/database/sendRuns";
import { command, type Ctx, type Services } from "../../ground/kernel/index.js";
import { getMassSend } from "./readMassSends.js";

/** Rows read at once. */
const PAGE = 2_000;
const COLUMNS = ["contact", "name", "state", "reason", "handedAt", "providerId", "sentAt", "deliveredAt", "readAt"] as const;

interface MassSendId {
  readonly massSendId: number;
}

/** How many recipients got the message once, and how many twice, with the query that counts it (added call). */
export async function proveMassSend(services: Services, { massSendId }: MassSendId): Promise<SendProofView> {
  await getMassSend(services, { massSendId });
  return { ...(await proveRun(services.database.sql, massSendId)), query: PROOF_QUERY };
}

/** Every recipient of a mass send with its outcome, as CSV that is written while it is sent (added call). The export is audited first. */
export async function exportMassSend(services: Services, ctx: Ctx, { massSendId }: MassSendId): Promise<FileAnswer> {
  await getMassSend(services, { massSendId });
  const related = { kind: "massSend", id: massSendId } as const;
  await command(services, ctx, () => Promise.resolve({ audit: { action: "massSend.export", related }, result: null }));
  return new FileAnswer(`envio-${massSendId}.csv`, "text/csv; charset=utf-8", csvRows(services, massSendId));
}

async function* csvRows({ database }: Services, massSendId: number): AsyncGenerator<Buffer> {
  yield Buffer.from(CSV_BEGIN + toCsvLine(COLUMNS));
  for (let afterId = 0; ;) {
    const page = await listRecipientsAfter(database.sql, massSendId, afterId, PAGE);
    if (page.length > 0) yield Buffer.from(page.map(toLine).join(""));
    if (page.length < PAGE) return;
    afterId = page.at(-1)?.contactId ?? 0;
  }
}

function toLine({ contactId, name, state, reason, handedAt, providerId, ackTimes }: RecipientRow): string {
  const acks = ["1", "2", "3"].map((ack) => ackTimes?.[ack] ?? "");
  return toCsvLine([String(contactId), name, state, reason ?? "", handedAt?.toISOString() ?? "", providerId ?? "", ...acks]);
}
