import { sortTemplates, type TemplateListView } from "@balcao/contracts/templates";
import { askGateway } from "../gatewayCalls/index.js";
import type { Ctx, House } from "../kernel/index.js";
import { accessTicketRow } from "../tickets/index.js";
import { accessTemplateConnection } from "./accessTemplateConnection.js";
import { templateView } from "./templateView.js";

/** All templates of a connection's account, every status, read at Meta now, sorted by name (API-030, D-218, D-220, TMPL-020). */
export async function listTemplates(
  house: House,
  ctx: Pick<Ctx, "actor">,
  { connectionId }: { readonly connectionId: number },
): Promise<TemplateListView> {
  accessTemplateConnection(house, connectionId);
  const { templates } = await askGateway(house, ctx, connectionId, "templateList", { maxAgeMs: 0 });
  return { data: sortTemplates(templates.map(templateView)) };
}

/** The same for a ticket that the person may open: its connection's (API-029). */
export async function listTicketTemplates(
  house: House,
  ctx: Pick<Ctx, "actor">,
  { ticketId }: { readonly ticketId: number },
): Promise<TemplateListView> {
  const ticket = await accessTicketRow(house, ctx, ticketId);
  const { id } = accessTemplateConnection(house, ticket.connectionId);
  return listTemplates(house, ctx, { connectionId: id });
}
