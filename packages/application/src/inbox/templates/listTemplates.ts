import { sortTemplates, type TemplateListView } from "@balcao/contracts/templates";
import { askGateway } from "../../ground/gatewayCalls/index.js";
import type { Ctx, Services } from "../../ground/kernel/index.js";
import { accessTicketRow } from "../tickets/index.js";
import { accessTemplateConnection } from "./accessTemplateConnection.js";
import { templateView } from "./templateView.js";

/**
 * Lists all templates of a connection's account with any status, read from Meta now, sorted by name
 * [API-030, TMPL-020].
 */
export async function listTemplates(
  services: Services,
  ctx: Pick<Ctx, "actor">,
  { connectionId }: { readonly connectionId: number },
): Promise<TemplateListView> {
  accessTemplateConnection(services, connectionId);
  const { templates } = await askGateway(services, ctx, { connectionId, kind: "templateList", input: { maxAgeMs: 0 } });
  return { data: sortTemplates(templates.map(templateView)) };
}

/** Lists the templates of a ticket's connection, if the person may open the ticket [API-029]. */
export async function listTicketTemplates(
  services: Services,
  ctx: Pick<Ctx, "actor">,
  { ticketId }: { readonly ticketId: number },
): Promise<TemplateListView> {
  const ticket = await accessTicketRow(services, ctx, ticketId);
  const { id } = accessTemplateConnection(services, ticket.connectionId);
  return listTemplates(services, ctx, { connectionId: id });
}
