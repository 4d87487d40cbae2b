import type { TemplateFacts } from "@balcao/domain/templates";
import { GatewayError, type GatewaySession, type TemplateCatalog } from "@balcao/gateways/port";
import type { Services } from "../kernel/index.js";

interface CachedTemplates {
  readonly readAt: number;
  readonly templates: readonly TemplateFacts[];
}

// Meta limits requests about templates per hour: sending a template reuses the list that was just
// shown.
const caches = new WeakMap<GatewaySession, CachedTemplates>();

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
  const templates = await templateCatalogOf(session).list();
  caches.set(session, { readAt: now, templates });
  return templates;
}
