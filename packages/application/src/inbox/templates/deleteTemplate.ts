import { askGateway } from "../../ground/gatewayCalls/index.js";
import { command, type Ctx, type Services } from "../../ground/kernel/index.js";
import { accessTemplateConnection } from "./accessTemplateConnection.js";

/** Deletes a template at Meta, in all languages of its name [API-033, D-219]. */
export async function deleteTemplate(
  services: Services,
  ctx: Ctx,
  { connectionId, name }: { readonly connectionId: number; readonly name: string },
): Promise<{ message: string }> {
  accessTemplateConnection(services, connectionId);
  await askGateway(services, ctx, { connectionId, kind: "templateDelete", input: { name } });
  await command(services, ctx, async (unit) => {
    await unit.live("template", { action: "delete", connectionId, name });
    return { audit: { action: "template.delete", connectionId, description: name }, result: null };
  });
  return { message: "Template deleted" };
}
