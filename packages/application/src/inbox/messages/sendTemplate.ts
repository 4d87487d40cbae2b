import { filesOfSent, readSentTemplate, type TemplateWithValues } from "@balcao/domain/templates";
import { previewText } from "@balcao/domain/texts";
import { acceptsMessages } from "@balcao/domain/tickets";
import { AppError } from "@balcao/contracts/errors";
import type { MessageView } from "@balcao/contracts/messages";
import { getMessageRows } from "@balcao/database/messages";
import { addMessagesToTicket, ANSWERED, type LockedTicket } from "@balcao/database/tickets";
import { command, type Ctx, type Done, type Services, type Unit } from "../../ground/kernel/index.js";
import { insertOutgoing, toDestination } from "../outgoing/index.js";
import {
  accessTemplateConnection,
  chooseTemplate,
  ownTemplateFiles,
  readTemplateValues,
  toTemplateContent,
  type TemplateName,
} from "../templates/index.js";
import { accessTicket, accessTicketRow, mayOnTicket, presenterFor, recordTicketChange } from "../tickets/index.js";
import { messageView } from "./messageView.js";

interface SendTemplateInput {
  readonly ticketId: number;
  readonly template: TemplateName;
  /** One value per field of the template, from top to bottom (D-320). */
  readonly values: readonly string[];
}

/**
 * Sends an approved template with values into an open ticket [API-031]. Its text
 * comes from the account's list, never from the caller. The same Idempotency-Key again returns the
 * same message.
 */
export async function sendTemplate(services: Services, ctx: Ctx, { ticketId, template, values }: SendTemplateInput): Promise<MessageView> {
  const seen = await accessTicketRow(services, ctx, ticketId);
  if (!mayOnTicket(services, ctx, "ticket:write", seen)) throw new AppError("ERR_NO_PERMISSION");
  const { id: connectionId } = accessTemplateConnection(services, seen.connectionId);
  // A repeated request must succeed even if the gateway fails now, so the error is thrown only for
  // a new message.
  const chosen = await choose(services, ctx, connectionId, { template, values }).catch((error: unknown) => ({ error }));
  const [messageId] = await command(services, ctx, async (unit) => {
    const ticket = await accessTicket(unit, services, ctx, { ticketId, rule: "ticket:write" });
    const create = async () => {
      if ("error" in chosen) throw chosen.error;
      if (ticket.connectionId !== connectionId) throw new AppError("ERR_TICKET_TRANSITION");
      return insertTemplate(unit, services, ctx, { ticket, ...chosen });
    };
    return unit.once({ ticketId, template, values }, create, { of: "message", id: ticket.id });
  });
  const [row] = await getMessageRows(services.database.sql, messageId === undefined ? [] : [messageId]);
  if (!row) throw new AppError("ERR_FETCH_WAPP_MSG");
  return messageView(row, presenterFor(services, ctx));
}

async function choose(
  services: Services,
  ctx: Ctx,
  connectionId: number,
  { template: name, values }: Pick<SendTemplateInput, "template" | "values">,
): Promise<TemplateWithValues> {
  const template = await chooseTemplate(services, ctx, connectionId, name);
  return readTemplateValues(services, ctx, { template, values });
}

interface NewTemplateMessage extends TemplateWithValues {
  readonly ticket: LockedTicket;
}

async function insertTemplate(
  unit: Unit,
  services: Services,
  ctx: Ctx,
  { ticket, template, values }: NewTemplateMessage,
): Promise<Done<readonly number[]>> {
  if (!acceptsMessages(ticket.status)) throw new AppError("ERR_TICKET_NOT_OPEN");
  const { connections } = services.directory.current();
  const to = await toDestination(unit, ticket, (id) => connections.get(id)?.api);
  const content = toTemplateContent(template, values);
  const id = await insertOutgoing(unit, { ticket, to }, content, {
    by: "agent",
    userId: ctx.actor.id,
    clientKey: ctx.idempotencyKey,
    now: ctx.now,
  });
  const sent = readSentTemplate(content.details);
  await ownTemplateFiles(unit, sent ? filesOfSent(sent) : [], "message", id);
  const last = { ...ANSWERED, preview: previewText(content), at: ctx.now };
  await recordTicketChange(unit, ticket, await addMessagesToTicket(unit, ticket.id, last), { created: [id] });
  const { id: ticketId, contactId, connectionId } = ticket;
  const audit = { action: "message.sendTemplate", ticketId, contactId, connectionId, messageId: id, description: template.name } as const;
  return { audit, result: [id] };
}
