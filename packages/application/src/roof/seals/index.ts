import {
  countSealedWith,
  listKeyCopiesSealedWith,
  listSealedWith,
  replaceSealed,
  replaceSealedCopy,
  SEALED_PLACES,
  type SealedPlace,
  type SealedRow,
} from "@balcao/database/seals";
import type { Sql } from "@balcao/database/sql";
import { SealError, type Sealer } from "@balcao/platform/secrets";
import type { Services } from "../../ground/kernel/index.js";
import { messageSecretContext, unreadContentContext, webhookKeyContext } from "../../inbox/intake/index.js";
import { pushContext } from "../../inbox/push/index.js";
import { accountContext, sessionKeyContext } from "../../numbers/gatewaySessions/index.js";
import { secondFactorContext } from "../../people/auth/index.js";
import { hookBodyContext, hookKeyContext } from "../hooks/index.js";

/** Values resealed per statement: some milliseconds of work. */
const STEP = 200;

type Key = SealedRow["key"];
const hashOf = (hex = ""): Buffer => Buffer.from(hex.replace("\\x", ""), "hex");

/** The context under which the value of each place is sealed, from what names its row. */
const CONTEXTS: Readonly<Record<SealedPlace, (key: Key) => string>> = {
  account: ([id]) => accountContext(Number(id)),
  webhookKey: ([id]) => webhookKeyContext(Number(id)),
  sessionKey: ([connectionId, type = "", id = ""]) => sessionKeyContext(Number(connectionId), type, id),
  messageSecret: ([, connectionId, dedupeKey = ""]) => messageSecretContext(Number(connectionId), dedupeKey),
  unreadContent: ([messageId]) => unreadContentContext(Number(messageId)),
  pushEndpoint: ([, hash]) => pushContext("endpoint", hashOf(hash)),
  pushAuth: ([, hash]) => pushContext("auth", hashOf(hash)),
  hookKey: ([id]) => hookKeyContext(Number(id)),
  oldHookKey: ([id]) => hookKeyContext(Number(id)),
  hookBody: ([id]) => hookBodyContext(Number(id)),
  secondFactor: ([userId]) => secondFactorContext(Number(userId)),
  pendingFactor: ([userId]) => secondFactorContext(Number(userId)),
};

/**
 * Seals with the current key what an earlier key of the ring has sealed (D-560), in small steps beside everything else; does nothing
 * where there is one key. A value that somebody writes meanwhile stays as it is, and what cannot be opened is left and counted in the log.
 */
export async function resealAll(services: Services): Promise<void> {
  const { sealer, logger } = services;
  const [, ...earlier] = sealer.keyIds;
  if (earlier.length === 0) return;
  let [resealed, unreadable] = [0, 0];
  for (const place of SEALED_PLACES) {
    const done = await resealPlace(services, place, earlier);
    resealed += done.resealed;
    unreadable += done.unreadable;
  }
  resealed += await resealCopies(services, earlier);
  if (resealed + unreadable > 0) logger.info({ resealed, unreadable }, "values of an earlier key were sealed with the current one");
}

/** Counts what only an earlier key of the ring opens. */
export const countEarlierSeals = (sql: Sql, { keyIds: [, ...earlier] }: Pick<Sealer, "keyIds">): Promise<number> =>
  countSealedWith(sql, earlier);

async function resealPlace({ database: { sql }, sealer }: Services, place: SealedPlace, earlier: readonly string[]) {
  let [from, resealed, unreadable] = [0, 0, 0];
  for (;;) {
    const rows = await listSealedWith(sql, place, earlier, { from, most: STEP });
    const last = rows.at(-1);
    if (last === undefined) return { resealed, unreadable };
    const changes = rows.flatMap(({ key, sealed }) => {
      const to = resealOne(sealer, sealed, CONTEXTS[place](key));
      return to === null ? [] : [{ key, from: sealed, to }];
    });
    const replaced = changes.length === 0 ? 0 : await replaceSealed(sql, place, changes);
    resealed += replaced;
    // Rows of one number are read again until nothing of them can be resealed any more.
    if (replaced > 0) continue;
    unreadable += rows.length - changes.length;
    from = Number(last.key[0]) + 1;
  }
}

async function resealCopies({ database: { sql }, sealer }: Services, earlier: readonly string[]): Promise<number> {
  let [after, resealed] = [0, 0];
  for (;;) {
    const copy = await listKeyCopiesSealedWith(sql, earlier, after);
    if (copy === null) return resealed;
    after = copy.id;
    const keys = copy.keys.map(([type, id, sealed]) => [
      type,
      id,
      resealOne(sealer, sealed, sessionKeyContext(copy.connectionId, type, id)),
    ]);
    // A copy is restored as a whole or not at all.
    if (keys.some(([, , sealed]) => sealed === null)) continue;
    resealed += await replaceSealedCopy(sql, copy, sealer.keyIds[0], keys as [string, string, string][]);
  }
}

function resealOne(sealer: Sealer, sealed: string, context: string): string | null {
  try {
    return sealer.seal(sealer.openBytes(sealed, context), context);
  } catch (error) {
    if (error instanceof SealError) return null;
    throw error;
  }
}
