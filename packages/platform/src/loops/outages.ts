import { storeTroubleOf } from "../errors/index.js";
import type { Logger } from "../logger/index.js";

interface Outage {
  readonly since: number;
  failures: number;
}

/** The outages that processes, by their loggers, have logged and not seen end. */
const outages = new WeakMap<Logger, Outage>();

/**
 * Logs a failure. Of a store that is away one line with its cause is written per process and outage, whatever fails by it and however
 * often; the others are counted.
 */
export function logFailure(logger: Logger, error: unknown, { facts, words }: { readonly facts: object; readonly words: string }): void {
  if (storeTroubleOf(error) === "away") {
    const outage = outages.get(logger);
    if (outage) return void (outage.failures += 1);
    outages.set(logger, { since: performance.now(), failures: 1 });
  }
  logger.error({ err: error, ...facts }, words);
}

/** Logs, once, that the store answers again: for how long it did not, and how much has failed by that. */
export function logReturn(logger: Logger): void {
  const outage = outages.get(logger);
  if (!outage) return;
  outages.delete(logger);
  const seconds = Math.round((performance.now() - outage.since) / 100) / 10;
  logger.info({ seconds, failures: outage.failures }, "the store answers again");
}
