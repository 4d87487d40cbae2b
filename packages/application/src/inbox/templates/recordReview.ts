import type { GatewaySession } from "@balcao/gateways/port";
import { readTemplates } from "../../ground/gatewayCalls/index.js";
import { inUnit, type Services, type TemplateLivePayload } from "../../ground/kernel/index.js";

/**
 * A webhook of Meta about a template: the outcome of its review, or its new category. A null field
 * did not change.
 */
export interface TemplateReview {
  readonly name: string;
  readonly language: string;
  readonly status: string | null;
  readonly category: string | null;
  readonly reason: string | null;
}

/**
 * Records the live event of a review with the whole template, which the webhook does not contain.
 */
export async function recordReview(
  services: Services,
  connectionId: number,
  session: GatewaySession,
  review: TemplateReview,
): Promise<void> {
  const payload = await toPayload(services, connectionId, session, review);
  if (!payload) return;
  await inUnit(services, (unit) => unit.live("template", payload));
}

async function toPayload(
  services: Services,
  connectionId: number,
  session: GatewaySession,
  { name, language, status, category, reason }: TemplateReview,
): Promise<TemplateLivePayload | null> {
  const ofName = (await readTemplates(services, session, 0)).filter((template) => template.name === name);
  if (ofName.length === 0) return { action: "delete", connectionId, name };
  const template = ofName.find((each) => each.language === language);
  // The webhook's fields win, because Meta's list may be older.
  if (!template) return null;
  const reviewed = { status: status ?? template.status, category: category ?? template.category, reason: reason ?? template.reason };
  return { action: "update", connectionId, template: { ...template, ...reviewed } };
}
