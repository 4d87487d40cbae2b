import { CAPABILITIES } from "@balcao/domain/connections";
import { windowFrom } from "@balcao/domain/messages";
import { oneAudience, type Audience, type RecipientState } from "@balcao/domain/sends";
import { AppError } from "@balcao/contracts/errors";
import type { AudienceView, MassSendView, RecipientListView } from "@balcao/contracts/massSends";
import type { DirectoryConnectionRow } from "@balcao/database/directory";
import {
  countAudience,
  countBeginnings,
  countClosedWindows,
  countRecipients,
  listAudienceSamples,
  listMassRuns,
  listRecipients,
  listRunsByIds,
} from "@balcao/database/sendRuns";
import { zoneOfNumber } from "@balcao/domain/contacts";
import type { Services } from "../../ground/kernel/index.js";
import { defaultConnection } from "./defaultConnection.js";
import { toMassSendView } from "./massSendView.js";

const LIST = 500;
const PAGE = 50;
/** Recipients for whom the form shows the filled text. */
const SAMPLES = 3;

interface MassSendId {
  readonly massSendId: number;
}

/** Mass sends, the newest first (API-116). */
export async function listMassSends(services: Services): Promise<MassSendView[]> {
  const directory = services.directory.current();
  return (await listMassRuns(services.database.sql, LIST)).map((run) => toMassSendView(run, directory));
}

/** One mass send (API-117). */
export async function getMassSend(services: Services, { massSendId }: MassSendId): Promise<MassSendView> {
  const [run] = await listRunsByIds(services.database.sql, [massSendId]);
  if (!run || run.scheduleId !== null) throw new AppError("ERR_NOT_FOUND");
  return toMassSendView(run, services.directory.current());
}

interface CountInput {
  readonly audience: Audience;
  /** Null: the default connection. */
  readonly connectionId: number | null;
}

/** How many contacts would receive a message now, how many not, and how many only a template (added call). */
export async function countMassSend(services: Services, { audience: chosen, connectionId }: CountInput): Promise<AudienceView> {
  const { id, api, metaIntegration } = connectionId === null ? defaultConnection(services) : namedConnection(services, connectionId);
  const templatesOf = CAPABILITIES[api].templates && metaIntegration ? id : null;
  const audience = oneAudience(chosen);
  if (!audience) return { total: 0, leftOut: {}, windowClosed: 0, templatesOf, samples: [], zones: {} };
  const { sql } = services.database;
  const windowClosed = CAPABILITIES[api].window24h ? await countClosedWindows(sql, id, audience, windowFrom(services.clock.now())) : 0;
  const samples = await listAudienceSamples(sql, id, audience, SAMPLES);
  const zones: Record<string, number> = {};
  for (const { beginning, n } of await countBeginnings(sql, id, audience)) {
    const zone = zoneOfNumber(beginning);
    if (zone !== null) zones[zone] = (zones[zone] ?? 0) + n;
  }
  return { ...(await countAudience(sql, id, audience)), windowClosed, templatesOf, samples, zones };
}

function namedConnection(services: Services, connectionId: number): DirectoryConnectionRow {
  const found = services.directory.current().connections.get(connectionId);
  if (!found) throw new AppError("ERR_NO_WAPP_FOUND");
  return found;
}

/** A page of a mass send's recipients (added call). */
export async function listMassSendRecipients(
  services: Services,
  { massSendId, pageNumber, state }: MassSendId & { readonly pageNumber: number; readonly state: RecipientState | null },
): Promise<RecipientListView> {
  await getMassSend(services, { massSendId });
  const { sql } = services.database;
  const rows = await listRecipients(sql, massSendId, { state, offset: (pageNumber - 1) * PAGE, limit: PAGE + 1 });
  const counts = await countRecipients(sql, massSendId);
  return {
    recipients: rows.slice(0, PAGE).map(({ handedAt, changedAt, messageId, ackTimes, ...row }) => ({
      ...row,
      ackTimes: ackTimes ?? {},
      handedAt: handedAt?.toISOString() ?? null,
      changedAt: changedAt?.toISOString() ?? null,
      messageId: messageId === null ? null : String(messageId),
    })),
    hasMore: rows.length > PAGE,
    counts: Object.fromEntries(counts.map((each) => [each.state, each.n])),
  };
}
