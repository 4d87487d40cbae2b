import type { AuditNote } from "@balcao/contracts/log";
import type { ProtocolView } from "@balcao/contracts/protocols";
import { setProtocolMessage } from "@balcao/database/protocols";
import { command, type Ctx, type Services } from "../../ground/kernel/index.js";
import { accessTicket } from "../tickets/index.js";
import { accessProtocol, getProtocol } from "./readProtocols.js";

interface ChangeProtocolInput {
  readonly protocolId: number;
  readonly message: string;
  readonly note: AuditNote | null;
}

/** Changes the details of a protocol; its number, ticket and contact never change [API-044, PROT-005, D-204]. */
export async function changeProtocol(
  services: Services,
  ctx: Ctx,
  { protocolId, message, note }: ChangeProtocolInput,
): Promise<ProtocolView> {
  await command(services, ctx, async (unit) => {
    const { ticketId } = await accessProtocol(unit, services, ctx, protocolId);
    await accessTicket(unit, services, ctx, { ticketId, rule: "ticket:write" });
    // Read again under the ticket's lock, so that of two equal changes one is recorded.
    const row = await accessProtocol(unit, services, ctx, protocolId);
    if (row.message === message) return { audit: "unchanged", result: null };
    await setProtocolMessage(unit, protocolId, message);
    await unit.live("protocol", { id: protocolId, action: "update" });
    const { contactId, number } = row;
    return { audit: { action: "protocol.change", ticketId, contactId, description: number, note }, result: null };
  });
  return getProtocol(services, ctx, { protocolId });
}
