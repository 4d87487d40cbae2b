import { AsyncLocalStorage } from "node:async_hooks";

/** Ids that every log line carries while a piece of work runs; never texts or numbers. */
export type LogContext = Readonly<{
  requestId?: string;
  connectionId?: number;
  eventId?: number;
  messageId?: number;
  outboxId?: string;
}>;

const contexts = new AsyncLocalStorage<LogContext>();

/** Runs `work`; the log lines that it writes carry these ids besides those of the work around it. */
export function withLogContext<T>(context: LogContext, work: () => T): T {
  return contexts.run({ ...contexts.getStore(), ...context }, work);
}

/** The ids of the running work. */
export function logContext(): LogContext {
  return contexts.getStore() ?? {};
}
