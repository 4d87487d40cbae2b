import { AsyncLocalStorage } from "node:async_hooks";
import type { SpanRef, Subject, Tracing } from "./tracing.js";

/** What a request is about: `own` once something else than a message or event has named its span. */
type RequestSubject = Subject | "own" | null;

/** A running request. Its trace is that of the first message or event that it stores, or a trace of its own. */
interface RequestTrace {
  readonly tracing: Tracing;
  readonly own: SpanRef;
  subject: RequestSubject;
}

/** What runs now, for the spans and live events that it causes. */
interface Scope {
  readonly request: RequestTrace | null;
  /** The spans that caused the work, where it is no request. */
  readonly causes: readonly SpanRef[];
  /** Messages that the running transaction has put into the outbox. */
  readonly queued: QueuedMessage[];
}

/** A message in the outbox, and what caused it: its parent, or the spans that it links. */
export interface QueuedMessage extends Origin {
  readonly messageId: number;
}

interface Origin {
  readonly parent: SpanRef | null;
  readonly links: readonly SpanRef[];
}

const scopes = new AsyncLocalStorage<Scope>();

/** Runs a request. Returns what its span is when it has ended. */
export function traceRequest(tracing: Tracing, work: () => void): () => SpanRef {
  const request: RequestTrace = { tracing, own: tracing.newRef(), subject: null };
  scopes.run({ request, causes: [], queued: [] }, work);
  return () => refOf(request);
}

/** Runs work that these spans caused. */
export function withCauses<T>(causes: readonly SpanRef[], work: () => T): T {
  return scopes.run({ request: null, causes, queued: scopes.getStore()?.queued ?? [] }, work);
}

/** One try of a transaction; the trace of the request is what it was before the try. */
export function traceTry<T>(before: RequestSubject, queued: QueuedMessage[], work: () => T): T {
  const { request = null, causes = [] } = scopes.getStore() ?? {};
  if (request) request.subject = before;
  return scopes.run({ request, causes, queued }, work);
}

/** The message or event that the running request is about so far. */
export const requestSubject = (): RequestSubject => scopes.getStore()?.request?.subject ?? null;

/** The spans that caused the running work: the request's, or those of the applied events. */
export function causes(): readonly SpanRef[] {
  const scope = scopes.getStore();
  if (!scope?.request) return scope?.causes ?? [];
  scope.request.subject ??= "own";
  return [refOf(scope.request)];
}

/** Notes a message that was put into the outbox, whose trace the running request joins. */
export function noteQueued(messageId: number): void {
  const scope = scopes.getStore();
  scope?.queued.push({ messageId, ...originOf(`message:${messageId}`) });
}

/**
 * The parent of a subject's first span: the running request, if it is about this subject. Otherwise what caused the subject is linked,
 * because a span has one trace.
 */
export function originOf(subject: Subject): Origin {
  const request = scopes.getStore()?.request ?? null;
  if (request) request.subject ??= subject;
  return request?.subject === subject ? { parent: refOf(request), links: [] } : { parent: null, links: causes() };
}

function refOf({ tracing, own, subject }: RequestTrace): SpanRef {
  return subject === null || subject === "own" ? own : tracing.refOf(subject, "request");
}
