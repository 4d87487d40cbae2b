import type { TemplateFacts } from "@balcao/domain/templates";
import { GatewayError, type GatewaySession, type TemplateDesk } from "@balcao/gateways/port";
import type { House } from "../kernel/index.js";

interface Shelf {
  readonly readAt: number;
  readonly templates: readonly TemplateFacts[];
}

// Meta counts questions about templates by the hour (gateways.md D.9): a list that was just shown serves the sending that follows it.
const shelves = new WeakMap<GatewaySession, Shelf>();

/** The connector's template desk; `unsupported` where it has none. */
export function templateDeskOf(session: GatewaySession): TemplateDesk {
  if (!session.templates) throw new GatewayError("unsupported", "this connector has no templates");
  return session.templates;
}

/** All templates of a session's account, asked of the gateway unless this process did so at most `maxAgeMs` ago. */
export async function readTemplates(house: House, session: GatewaySession, maxAgeMs: number): Promise<readonly TemplateFacts[]> {
  const known = shelves.get(session);
  const now = house.clock.monotonic();
  if (known && now - known.readAt < maxAgeMs) return known.templates;
  const templates = await templateDeskOf(session).list();
  shelves.set(session, { readAt: now, templates });
  return templates;
}
