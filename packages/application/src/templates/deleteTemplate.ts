import { askGateway } from "../gatewayCalls/index.js";
import { command, type Ctx, type House } from "../kernel/index.js";
import { accessTemplateConnection } from "./accessTemplateConnection.js";

/** Deletes a template at Meta, in every language that its name has (API-033, D-219). */
export async function deleteTemplate(
  house: House,
  ctx: Ctx,
  { connectionId, name }: { readonly connectionId: number; readonly name: string },
): Promise<{ message: string }> {
  accessTemplateConnection(house, connectionId);
  await askGateway(house, ctx, connectionId, "templateDelete", { name });
  await command(house, ctx, async (unit) => {
    await unit.live("template", { action: "delete", connectionId, name });
    return { audit: { action: "template.delete", connectionId, description: name }, result: null };
  });
  return { message: "Template deleted" };
}
