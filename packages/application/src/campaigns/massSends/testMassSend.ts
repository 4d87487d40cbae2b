import { AppError, invalidField } from "@balcao/contracts/errors";
import type { TemplateChoice } from "@balcao/contracts/templates";
import { getKnownContact } from "@balcao/database/contacts";
import { lockLiveTicket } from "@balcao/database/tickets";
import { findOrCreateContact } from "../../people/contacts/index.js";
import { createCommand, type Ctx, type Services } from "../../ground/kernel/index.js";
import { ownTemplateFiles } from "../../inbox/templates/index.js";
import { createFill, filesOf, findDestination, nextContent, readTemplate, writeToContact } from "../sendRuns/index.js";
import { defaultConnection } from "./defaultConnection.js";

const CLOSED = "Fora da janela de 24 horas só chega um template com todos os valores preenchidos.";

interface TestInput {
  readonly message: string;
  /** What goes to a number outside of the 24-hour window. */
  readonly template: TemplateChoice | null;
  readonly number: string;
}

/**
 * Sends a text at once to the number of the person who tries it, with the placeholders of that
 * contact (added call). It belongs to no run, so it waits for none.
 */
export async function testMassSend(services: Services, ctx: Ctx, { message, template, number }: TestInput): Promise<{ message: string }> {
  const { id: connectionId, status } = defaultConnection(services);
  if (status !== "CONNECTED") throw new AppError("ERR_WAPP_NOT_INITIALIZED");
  const contents = { message, fileIds: [], template: await readTemplate(services, ctx, { connectionId, choice: template }) };
  const { users } = services.directory.current();
  const known = await findOrCreateContact(
    services,
    { ...ctx, idempotencyKey: null },
    { name: users.get(ctx.actor.id)?.name ?? number, number, email: "" },
  );
  await createCommand(services, ctx, { message, template, number }, async (unit) => {
    const contact = await getKnownContact(unit, known.id);
    if (!contact) throw new AppError("ERR_WAPP_INVALID_CONTACT");
    const live = await lockLiveTicket(unit, contact.id, connectionId);
    const to = await findDestination(unit, services, { contact, connectionId, live });
    if (to === null) throw new AppError("ERR_WAPP_INVALID_CONTACT");
    const userId = ctx.actor.id;
    const fill = createFill(services, { contact, live, userId });
    const next = await nextContent(unit, services, contents, { contactId: contact.id, to, partsLeft: 0, parts: null, fill });
    if (typeof next === "string") throw invalidField("template", next, CLOSED);
    const about = { runId: null, origin: "campaign", userId, contact, to } as const;
    if (next.content.type === "template") await ownTemplateFiles(unit, filesOf(contents.template), "schedule", null);
    const { messageId: id, ticket } = await writeToContact(unit, services, { ...about, content: next.content, ticket: live });
    let place = ticket;
    for (const content of next.rest) place = (await writeToContact(unit, services, { ...about, content, ticket: place })).ticket;
    return { audit: { action: "massSend.test", contactId: contact.id, messageId: id }, result: id };
  });
  return { message: "Test sent" };
}
