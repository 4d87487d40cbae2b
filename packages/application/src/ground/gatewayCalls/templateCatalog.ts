import { versionOf, type TemplateFacts } from "@balcao/domain/templates";
import type { OutboundMessage, SendOutcome } from "@balcao/domain/messages";
import { GatewayError, type GatewaySession, type TemplateCatalog } from "@balcao/gateways/port";
import type { Services } from "../kernel/index.js";

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
