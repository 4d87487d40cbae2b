import type { Database } from "@balcao/database/sql";
import { networkOf } from "@balcao/platform/http";
import type { Logger } from "@balcao/platform/logger";
import { recordAudit, recordSystemAudit } from "../../ground/audit/index.js";

/** A call that was refused because the caller lacks a right. */
export interface RefusedCall {
  /** Who asked; null without a session. */
  readonly who: { readonly userId: number; readonly sessionId: string } | null;
  readonly ip: string | null;
  readonly method: string;
  /** The pattern of the route: one person's calls to one route are counted together. */
  readonly route: string;
  readonly path: string;
}

/**
 * Writes refused calls into the audit: the first at once, more of the same kind as one entry
 * per minute.
 */
export interface RefusalAudit {
  /**
   * Resolves when the entry is written, or the call counted. A failing database is logged, never
   * thrown.
   */
  note(call: RefusedCall): Promise<void>;
  /** Writes the entries of all counted calls. */
  close(): Promise<void>;
}

interface Counted {
  readonly call: RefusedCall;
  readonly timer: NodeJS.Timeout;
  more: number;
}

const WINDOW_MS = 60_000;
/** Limit of separate counters; beyond it, all callers without a session share one. */
const MOST_KINDS = 5_000;
const MOST_CHARACTERS = 255;

export function createRefusalAudit(
  parts: { readonly database: Pick<Database, "sql">; readonly logger: Logger },
  windowMs = WINDOW_MS,
): RefusalAudit {
  const { database, logger } = parts;
  const kinds = new Map<string, Counted>();

  const write = async ({ who, ip }: RefusedCall, words: string): Promise<void> => {
    const description = words.slice(0, MOST_CHARACTERS);
    try {
      if (who)
        await recordAudit(
          database.sql,
          { actor: { id: who.userId }, sessionId: who.sessionId, ip },
          { action: "access.refused", description },
        );
      else await recordSystemAudit(database.sql, "access.refused", { ip, description });
    } catch (error) {
      logger.error({ err: error }, "a refused call could not be written into the audit");
    }
  };
  const finish = async (kind: string): Promise<void> => {
    const counted = kinds.get(kind);
    if (!counted) return;
    kinds.delete(kind);
    clearTimeout(counted.timer);
    const { call, more } = counted;
    if (more > 0) await write(call, `${call.method} ${call.route} (${more} more)`);
  };
  const kindOf = ({ who, ip, method, route }: RefusedCall): string => {
    const kind = `${who ? `user ${who.userId}` : networkOf(ip)} ${method} ${route}`;
    return who || kinds.has(kind) || kinds.size < MOST_KINDS ? kind : "others";
  };
  return {
    note: async (call) => {
      const kind = kindOf(call);
      const counted = kinds.get(kind);
      if (counted) {
        counted.more += 1;
        return;
      }
      kinds.set(kind, { call, more: 0, timer: setTimeout(() => void finish(kind), windowMs).unref() });
      await write(call, `${call.method} ${call.path}`);
    },
    close: async () => {
      await Promise.all([...kinds.keys()].map(finish));
    },
  };
}
