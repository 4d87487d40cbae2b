import type { GatewaySession } from "@balcao/gateways/port";
import { readTemplates } from "../gatewayCalls/index.js";
import { WAKE, type House } from "../kernel/index.js";
import { recordTemplateEvent, type TemplateLivePayload } from "../live/index.js";

/** The outcome of a review as Meta told it: name, language and the new status. */
export interface TemplateReview {
  readonly name: string;
  readonly language: string;
  readonly status: string;
  readonly reason: string | null;
}

/** Tells everybody the outcome of a review, with the whole template, which the news did not bring (D-220). */
export async function tellReview(house: House, connectionId: number, session: GatewaySession, review: TemplateReview): Promise<void> {
  const payload = await toPayload(house, connectionId, session, review);
  if (!payload) return;
  await recordTemplateEvent(house.database.sql, payload);
  house.waker.signal(WAKE.live);
}

async function toPayload(
  house: House,
  connectionId: number,
  session: GatewaySession,
  { name, language, status, reason }: TemplateReview,
): Promise<TemplateLivePayload | null> {
  const ofName = (await readTemplates(house, session, 0)).filter((template) => template.name === name);
  if (ofName.length === 0) return { action: "delete", connectionId, name };
  const template = ofName.find((each) => each.language === language);
  // The news decide: the list may lag behind them.
  return template ? { action: "update", connectionId, template: { ...template, status, reason: reason ?? template.reason } } : null;
}
