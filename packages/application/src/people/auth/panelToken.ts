import type { ApiScope } from "@balcao/domain/apiTokens";
import type { PanelTokenView } from "@balcao/contracts/apiTokens";
import { AppError } from "@balcao/contracts/errors";
import { dropOldPanelTokens, insertApiToken } from "@balcao/database/apiTokens";
import { command, type Ctx } from "../../ground/kernel/index.js";
import { accessTicketRow } from "../../inbox/tickets/index.js";
import { makeApiToken } from "./apiTokenText.js";
import { after, type AuthServices } from "./auth.js";

/** Long enough to work on a conversation, in seconds; the panel asks again. */
const LASTS = 15 * 60;
const AREAS = { conversations: "write", contacts: "read", texts: "read" } as const;
/** The name in the audit. */
const NAME = "Painel externo";

/**
 * Makes the token that a person lets the external panel have beside a conversation: for the conversations of its queue, or for the own
 * ones where the conversation is the person's or has no queue (D-630). Throws ERR_NOT_FOUND without a panel, and the errors of reading the ticket.
 */
export async function createPanelToken(
  { services, apiTokens }: AuthServices,
  ctx: Ctx,
  { ticketId }: { readonly ticketId: number },
): Promise<PanelTokenView> {
  if (services.directory.current().settings.uriIframe === "") throw new AppError("ERR_NOT_FOUND");
  const { userId, queueId } = await accessTicketRow(services, ctx, ticketId);
  const scope: Pick<ApiScope, "reach" | "queueIds"> =
    queueId === null || userId === ctx.actor.id ? { reach: "own", queueIds: [] } : { reach: "queues", queueIds: [queueId] };
  const { id, text, secretHash } = makeApiToken();
  const expiresAt = after(ctx.now, LASTS);
  const row = { ...scope, id, secretHash, userId: ctx.actor.id, name: NAME, areas: AREAS, createdAt: ctx.now, expiresAt };
  await command(services, ctx, async (unit) => {
    await dropOldPanelTokens(unit, ctx.actor.id, ctx.now);
    await insertApiToken(unit, { ...row, installation: false, addresses: [], panel: true });
    return { audit: { action: "user.createToken", subjectUserId: ctx.actor.id, ticketId, description: NAME }, result: null };
  });
  apiTokens.forget(id);
  return { token: text, expiresAt: expiresAt.toISOString() };
}
