import { AppError } from "@balcao/contracts/errors";
import { deleteGatewayCall, insertGatewayCall, readGatewayCall, type GatewayCallRow } from "@balcao/database/gatewayCalls";
import type { ConnectorApi } from "@balcao/domain/connections";
import type { OutboundMessage, SendOutcome } from "@balcao/domain/messages";
import { versionOf, type TemplateDraft, type TemplateFacts } from "@balcao/domain/templates";
import {
  GatewayError,
  type AccountFault,
  type GatewaySession,
  type GroupFacts,
  type SavedContact,
  type TemplateCatalog,
} from "@balcao/gateways/port";
import { newUuid } from "@balcao/platform/ids";
import { WAKE, type Ctx, type Services } from "../kernel/index.js";

/**
 * Identifies a message as its row does; `chat` and `author` are address keys, `me` for our side.
 */
export interface StoredRef {
  readonly externalId: string;
  readonly chat: string;
  readonly author: string;
  readonly fromMe: boolean;
}

/** The file of a template's header, by its path in the store. */
export interface StoredSample {
  readonly stored: string;
  readonly mime: string;
  readonly fileName: string;
  readonly size: number;
}

/** The questions to a session, with their inputs. */
export interface GatewayInputs {
  /** Start the same session again. */
  start: null;
  /** End the pairing and offer a new QR. */
  renew: null;
  /** End the pairing. */
  logout: null;
  /** Remove the account, because the connection is about to be deleted. */
  remove: null;
  qr: null;
  pair: { readonly phone: string };
  checkNumber: { readonly digits: string };
  addressBook: null;
  edit: { readonly target: StoredRef; readonly text: string };
  deleteMessage: { readonly target: StoredRef };
  react: { readonly target: StoredRef; readonly emoji: string | null };
  group: { readonly chat: string };
  /** Accepts a cached list that is at most `maxAgeMs` old. */
  templateList: { readonly maxAgeMs: number };
  /** `sample` is a stored file. */
  templateCreate: { readonly draft: TemplateDraft; readonly sample: StoredSample | null };
  templateDelete: { readonly name: string };
}

/** The questions to a connector that concern no connection, with their inputs. */
export interface ConnectorInputs {
  /** An account that an administrator entered: sealed, because it contains a token [S-72]. */
  checkAccount: { readonly sealed: string };
}

export interface ConnectorAnswers {
  /** The first fault of the account, or null. */
  checkAccount: { readonly fault: AccountFault | null };
}

/** The context under which the account of a question is sealed. */
export const CHECK_CONTEXT = "gateway_call.account";

export interface GatewayAnswers {
  start: null;
  renew: null;
  logout: null;
  remove: null;
  /** Null while connected. */
  qr: { readonly qrcode: string | null };
  pair: { readonly code: string };
  /** The number as the network writes it; null when it is not registered there. */
  checkNumber: { readonly phone: string | null };
  addressBook: { readonly contacts: readonly SavedContact[] };
  edit: null;
  deleteMessage: null;
  react: null;
  group: GroupFacts;
  templateList: { readonly templates: readonly TemplateFacts[] };
  templateCreate: { readonly template: TemplateFacts };
  templateDelete: null;
}

export type GatewayCallKind = keyof GatewayInputs;

export const GATEWAY_CALL_KINDS = [
  "start",
  "renew",
  "logout",
  "remove",
  "qr",
  "pair",
  "checkNumber",
  "addressBook",
  "edit",
  "deleteMessage",
  "react",
  "group",
  "templateList",
  "templateCreate",
  "templateDelete",
] as const satisfies readonly GatewayCallKind[];

/** The longest time that a request waits for a gateway. */
const TIMEOUT_MS = 10_000;
const POLL_MS = 100;

/**
 * Asks a gateway a question. The question is a row, and the process that holds the connection's
 * lease writes the answer into it (ADR 9).
 * Throws ERR_GATEWAY with the code of its sentence when the gateway refuses, and
 * ERR_GATEWAY_TIMEOUT without an answer in ten seconds; the question is deleted in either case.
 */
export async function askGateway<K extends GatewayCallKind>(
  services: Services,
  ctx: Pick<Ctx, "actor">,
  { connectionId, kind, input }: { readonly connectionId: number; readonly kind: K; readonly input: GatewayInputs[K] },
): Promise<GatewayAnswers[K]> {
  return (await ask(services, ctx, { connectionId, api: null, kind, input })) as GatewayAnswers[K];
}

/**
 * Asks a connector a question that concerns no connection. Any process with this connector answers;
 * the errors are those of `askGateway`.
 */
export async function askConnector<K extends keyof ConnectorInputs>(
  services: Services,
  ctx: Pick<Ctx, "actor">,
  { api, kind, input }: { readonly api: ConnectorApi; readonly kind: K; readonly input: ConnectorInputs[K] },
): Promise<ConnectorAnswers[K]> {
  return (await ask(services, ctx, { connectionId: null, api, kind, input })) as ConnectorAnswers[K];
}

async function ask(services: Services, ctx: Pick<Ctx, "actor">, question: Omit<GatewayCallRow, "id">): Promise<unknown> {
  const id = newUuid();
  const { sql } = services.database;
  const deadline = services.clock.monotonic() + TIMEOUT_MS;
  let wake: () => void = () => undefined;
  const stopListening = services.waker.listen(WAKE.gatewayAnswers, () => wake());
  try {
    await insertGatewayCall(sql, { id, ...question, userId: ctx.actor.id, timeoutMs: TIMEOUT_MS });
    while (services.clock.monotonic() < deadline) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, POLL_MS);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      const row = await readGatewayCall(sql, id);
      if (row?.state === "answered") return row.answer;
      if (row?.state === "refused") throw new AppError("ERR_GATEWAY", { sentence: row.error ?? "ERR_GATEWAY" });
    }
    throw new AppError("ERR_GATEWAY_TIMEOUT");
  } finally {
    stopListening();
    await deleteGatewayCall(sql, id);
  }
}

interface CachedTemplates {
  readonly readAt: number;
  readonly templates: Promise<readonly TemplateFacts[]>;
}

// Meta limits requests about templates per hour: sending a template reuses the list that was just
// shown, and messages that leave together one reading.
const caches = new WeakMap<GatewaySession, CachedTemplates>();
/** How old the list may be by which a message that leaves is judged: 180 requests an hour at most. */
const JUDGED_BY_MS = 20_000;

/** Returns the connector's template functions; throws `unsupported` if it has none. */
export function templateCatalogOf(session: GatewaySession): TemplateCatalog {
  if (!session.templates) throw new GatewayError("unsupported", "this connector has no templates");
  return session.templates;
}

/**
 * Returns all templates of a session's account, from this process's cache if it is at most
 * `maxAgeMs` old.
 */
export async function readTemplates(services: Services, session: GatewaySession, maxAgeMs: number): Promise<readonly TemplateFacts[]> {
  const known = caches.get(session);
  const now = services.clock.monotonic();
  if (known && now - known.readAt < maxAgeMs) return known.templates;
  const templates = templateCatalogOf(session).list();
  caches.set(session, { readAt: now, templates });
  try {
    return await templates;
  } catch (error) {
    if (caches.get(session)?.templates === templates) caches.delete(session);
    throw error;
  }
}

/**
 * Sends a message over a session. A template whose parts are others than those which the sender previewed is
 * refused and does not leave (D-321); where Meta does not answer, it decides itself.
 */
export async function sendAsPreviewed(services: Services, session: GatewaySession, message: OutboundMessage): Promise<SendOutcome> {
  const { content } = message;
  if (content.kind !== "template" || content.version === null || !session.templates) return session.send(message);
  const templates = await readTemplates(services, session, JUDGED_BY_MS).catch((): readonly TemplateFacts[] => []);
  const current = templates.find(({ name, language }) => name === content.name && language === content.language);
  return current && versionOf(current) !== content.version ? CHANGED : session.send(message);
}

const CHANGED: SendOutcome = {
  state: "refused",
  retry: false,
  retryAfterMs: null,
  error: { code: "ERR_TEMPLATE_CHANGED", title: "", message: "The template has other parts than those which were previewed", details: "" },
};
