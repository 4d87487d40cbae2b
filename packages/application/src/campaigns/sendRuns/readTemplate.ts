import type { TemplateWithValues } from "@balcao/domain/templates";
import type { TemplateChoice } from "@balcao/contracts/templates";
import type { Ctx, Services } from "../../ground/kernel/index.js";
import { accessTemplateConnection, checkTemplateValues, chooseTemplate } from "../../inbox/templates/index.js";

/**
 * Reads the template that a run sends to recipients outside of the 24-hour window from the account of
 * its connection, and checks its texts; null for none. It is kept as it is now, so that the
 * run needs no further question to the network.
 */
export async function readTemplate(
  services: Services,
  ctx: Ctx,
  connectionId: number | null,
  choice: TemplateChoice | null,
): Promise<TemplateWithValues | null> {
  if (choice === null) return null;
  const { name, language, values } = choice;
  const { id } = accessTemplateConnection(services, connectionId);
  const template = await chooseTemplate(services, ctx, id, { name, ...(language !== undefined && { language }) });
  checkTemplateValues(template, values);
  return { template, values };
}
