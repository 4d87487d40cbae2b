import type { GatewaySession } from "@balcao/gateways/port";
import { readTemplates } from "../gatewayCalls/index.js";
import { inUnit, type House, type TemplateLivePayload } from "../kernel/index.js";

/** What Meta told of a template: the outcome of its review, or its new category; what is null did not change. */
export interface TemplateReview {
  readonly name: string;
  readonly language: string;
  readonly status: string | null;
  readonly category: string | null;
  readonly reason: string | null;
}

/** Tells everybody the outcome of a review, with the whole template, which the news did not bring (D-220). */
export async function tellReview(house: House, connectionId: number, session: GatewaySession, review: TemplateReview): Promise<void> {
  const payload = await toPayload(house, connectionId, session, review);
  if (!payload) return;
  await inUnit(house, (unit) => unit.live("template", payload));
}

async function toPayload(
  house: House,
  connectionId: number,
  session: GatewaySession,
  { name, language, status, category, reason }: TemplateReview,
): Promise<TemplateLivePayload | null> {
  const ofName = (await readTemplates(house, session, 0)).filter((template) => template.name === name);
  if (ofName.length === 0) return { action: "delete", connectionId, name };
  const template = ofName.find((each) => each.language === language);
  // The news decide: the list may lag behind them.
  if (!template) return null;
  const told = { status: status ?? template.status, category: category ?? template.category, reason: reason ?? template.reason };
  return { action: "update", connectionId, template: { ...template, ...told } };
}
