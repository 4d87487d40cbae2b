import {
  countVariables,
  findValueFaults,
  obstacleToSend,
  templateText,
  toSentTemplate,
  type TemplateFacts,
} from "@balcao/domain/templates";
import { previewText } from "@balcao/domain/texts";
import { acceptsMessages } from "@balcao/domain/tickets";
import { AppError, invalidField } from "@balcao/contracts/errors";
import type { MessageView } from "@balcao/contracts/messages";
import { getMessageRows } from "@balcao/database/messages";
import { addMessagesToTicket, type LockedTicket } from "@balcao/database/tickets";
import { askGateway } from "../gatewayCalls/index.js";
import { command, type Ctx, type Done, type House, type Unit } from "../kernel/index.js";
import { insertOutgoing, toDestination } from "../outgoing/index.js";
import { accessTemplateConnection } from "../templates/index.js";
import { accessTicket, accessTicketRow, mayOnTicket, presenterFor, recordTicketChange } from "../tickets/index.js";
import { messageView } from "./messageView.js";

/** The list that the sender chose from is good enough; what changed since is refused by Meta and shown on the message. */
const LIST_AGE_MS = 5 * 60_000;

interface SendTemplateInput {
  readonly ticketId: number;
  readonly template: { readonly name: string; readonly language?: string };
  /** One text per variable of the body, in order (D-216). */
  readonly values: readonly string[];
}

/**
 * Sends an approved template with values into an open ticket (API-031, D-075, D-086). What it says comes from the account's own list, never from
 * the caller. The same Idempotency-Key again answers the same message.
 */
export async function sendTemplate(house: House, ctx: Ctx, { ticketId, template, values }: SendTemplateInput): Promise<MessageView> {
  const seen = await accessTicketRow(house, ctx, ticketId);
  if (!mayOnTicket(house, ctx, "ticket:write", seen)) throw new AppError("ERR_NO_PERMISSION");
  const { id: connectionId } = accessTemplateConnection(house, seen.connectionId);
  // A repeat is answered whatever became of the gateway meanwhile, so that its fault matters only where the message is new.
  const chosen = await chooseTemplate(house, ctx, connectionId, template).catch((error: unknown) => ({ error }));
  const [messageId] = await command(house, ctx, async (unit) => {
    const ticket = await accessTicket(unit, house, ctx, ticketId, "ticket:write");
    return unit.once({ ticketId, template, values }, async () => {
      if ("error" in chosen) throw chosen.error;
      if (ticket.connectionId !== connectionId) throw new AppError("ERR_TICKET_TRANSITION");
      return insertTemplate(unit, house, ctx, ticket, chosen, values);
    });
  });
  const [row] = await getMessageRows(house.database.sql, messageId === undefined ? [] : [messageId]);
  if (!row) throw new AppError("ERR_FETCH_WAPP_MSG");
  return messageView(row, presenterFor(house, ctx.sessionId));
}

/** The template of the account that is meant, when it can be sent from here. A name alone means the one that can. */
async function chooseTemplate(
  house: House,
  ctx: Ctx,
  connectionId: number,
  { name, language }: SendTemplateInput["template"],
): Promise<TemplateFacts> {
  const { templates } = await askGateway(house, ctx, connectionId, "templateList", { maxAgeMs: LIST_AGE_MS });
  const meant = templates.filter((each) => each.name === name && (language === undefined || each.language === language));
  const chosen = meant.find((each) => obstacleToSend(each) === null);
  if (chosen) return chosen;
  const [known] = meant;
  if (!known) throw invalidField("template", "unknown", "Este template não existe mais.");
  throw obstacleToSend(known) === "status"
    ? invalidField("template", "status", "Somente templates aprovados podem ser enviados.")
    : invalidField("template", "unsupported", "Este template precisa de dados que não podem ser enviados por aqui.");
}

async function insertTemplate(
  unit: Unit,
  house: House,
  ctx: Ctx,
  ticket: LockedTicket,
  template: TemplateFacts,
  values: readonly string[],
): Promise<Done<readonly number[]>> {
  if (!acceptsMessages(ticket.status)) throw new AppError("ERR_TICKET_NOT_OPEN");
  checkValues(template, values);
  const { connections } = house.directory.current();
  const to = await toDestination(unit, ticket, (id) => connections.get(id)?.api);
  const { body, sent } = toSentTemplate(template, values);
  const content = { type: "template", body, quotedId: null, fileId: null, media: null, details: { ...sent } } as const;
  const id = await insertOutgoing(unit, ticket, to, content, {
    by: "agent",
    userId: ctx.actor.id,
    clientKey: ctx.idempotencyKey,
    now: ctx.now,
  });
  const last = { preview: previewText({ type: "template", body }), at: ctx.now, inboundId: null, unread: 0 };
  await recordTicketChange(unit, ticket, await addMessagesToTicket(unit, ticket.id, last), { created: [id] });
  const { id: ticketId, contactId, connectionId } = ticket;
  const audit = { action: "message.sendTemplate", ticketId, contactId, connectionId, messageId: id, description: template.name } as const;
  return { audit, result: [id] };
}

/** A value for each variable, none of them empty or with line breaks, which Meta refuses (D-216). */
function checkValues(template: TemplateFacts, values: readonly string[]): void {
  if (values.length !== countVariables(templateText(template, "BODY")))
    throw invalidField("values", "count", "Preencha todas as variáveis do template.");
  const details = findValueFaults(values).flatMap((rule, index) => (rule === null ? [] : [{ field: `values[${index}]`, rule }]));
  if (details.length === 0) return;
  const isIncomplete = details.some(({ rule }) => rule === "required");
  const sentence = isIncomplete
    ? "Preencha todas as variáveis do template."
    : "Cada valor deve ter uma única linha de até 1024 caracteres.";
  throw new AppError("ERR_VALIDATION", { sentence, details });
}
