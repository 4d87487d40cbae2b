import { recordAudit } from "../audit/index.js";
import { askGateway } from "../gatewayCalls/index.js";
import { WAKE, type Ctx, type House } from "../kernel/index.js";
import { recordTemplateEvent } from "../live/index.js";
import { accessTemplateConnection } from "./accessTemplateConnection.js";

/** Deletes a template at Meta, in every language that its name has (API-033, D-219). */
export async function deleteTemplate(
  house: House,
  ctx: Ctx,
  { connectionId, name }: { readonly connectionId: number; readonly name: string },
): Promise<{ message: string }> {
  accessTemplateConnection(house, connectionId);
  await askGateway(house, ctx, connectionId, "templateDelete", { name });
  await house.database.begin(async (tx) => {
    await recordTemplateEvent(tx, { action: "delete", connectionId, name });
    await recordAudit(tx, ctx, "template.delete", { connectionId, description: name });
  });
  house.waker.signal(WAKE.live);
  return { message: "Template deleted" };
}
