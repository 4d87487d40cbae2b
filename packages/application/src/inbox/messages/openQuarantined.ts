import { AppError } from "@balcao/contracts/errors";
import type { QuarantinedView } from "@balcao/contracts/messages";
import { getMessageRows } from "@balcao/database/messages";
import { command, type Ctx, type Services } from "../../ground/kernel/index.js";
import { accessTicket, seesMessage } from "../tickets/index.js";

/**
 * Gives an administrator the address of a file that was refused for its danger, and records that [D-360]. Throws ERR_FETCH_WAPP_MSG
 * where no such file is kept.
 */
export function openQuarantined(services: Services, ctx: Ctx, { messageId }: { readonly messageId: number }): Promise<QuarantinedView> {
  return command(services, ctx, async (unit) => {
    const [row] = await getMessageRows(unit, [messageId]);
    if (!row) throw new AppError("ERR_FETCH_WAPP_MSG");
    const { ticketId } = row;
    const ticket = await accessTicket(unit, services, ctx, { ticketId, rule: "ticket:open" });
    const fileId = row.media?.["quarantined"];
    if (typeof fileId !== "string" || row.isDeleted || !seesMessage(services, ctx, row)) throw new AppError("ERR_FETCH_WAPP_MSG");
    return {
      audit: { action: "message.openQuarantined", ticketId, contactId: ticket.contactId, messageId },
      result: { url: services.fileUrl(ctx.sessionId, fileId) },
    };
  });
}
