import { AppError, invalidField } from "@balcao/contracts/errors";
import type { MassSendView } from "@balcao/contracts/massSends";
import type { TemplateChoice } from "@balcao/contracts/templates";
import { getKnownContact } from "@balcao/database/contacts";
import {
  changeRun,
  countAudience,
  endQueuedRecipients,
  insertRun,
  liftStop,
  listRunsByIds,
  lockRun,
  setRunState,
  takeOverRun,
} from "@balcao/database/sendRuns";
import { lockLiveTicket } from "@balcao/database/tickets";
import { oneAudience, stateAfter, type Audience, type RunAction } from "@balcao/domain/sends";
import { checkMayAlter, command, createCommand, type Ctx, type Services } from "../../ground/kernel/index.js";
import { withdrawNotices } from "../../ground/notices/index.js";
import { ownTemplateFiles } from "../../inbox/templates/index.js";
import { findOrCreateContact } from "../../people/contacts/index.js";
import { createFill, filesOf, findDestination, isHeld, nextContent, readTemplate, tellOfHeld, writeToContact } from "../sendRuns/index.js";
import { defaultConnection } from "./defaultConnection.js";
import { getMassSend } from "./readMassSends.js";

interface MassSendInput {
  readonly message: string;
  readonly audience: Audience;
  /** Null removes it, undefined leaves what is stored. */
  readonly template?: TemplateChoice | null | undefined;
}

interface MassSendId {
  readonly massSendId: number;
}

const SHOWN = 80;

/**
 * Starts a mass send over the default connection, which must be connected (API-118, D-180). Its
 * recipients are listed and its messages sent by the worker.
 */
export async function createMassSend(
  services: Services,
  ctx: Ctx,
  { message, audience, template = null }: MassSendInput,
): Promise<MassSendView> {
  const chosen = readAudience(audience);
  const { id: connectionId, status } = defaultConnection(services);
  if (status !== "CONNECTED") throw new AppError("ERR_WAPP_NOT_INITIALIZED");
  await refuseNobody(services, connectionId, chosen);
  const contents = { message, fileIds: [], template: await readTemplate(services, ctx, { connectionId, choice: template }) };
  const id = await createCommand(services, ctx, { message, template, audience: chosen }, async (unit) => {
    const created = await insertRun(unit, { ...contents, ...chosen, connectionId, userId: ctx.actor.id }, ctx.now);
    if (created === null) throw new Error("a mass send has no due minute to collide with");
    await ownTemplateFiles(unit, filesOf(contents.template), "schedule", null);
    await unit.live("massSend", { id: created, action: "create" });
    const related = { kind: "massSend", id: created } as const;
    return { audit: { action: "massSend.create", connectionId, related, description: message.slice(0, SHOWN) }, result: created };
  });
  return getMassSend(services, { massSendId: id });
}

/** Changes a mass send as long as its recipients are not listed (API-119, D-181). */
export async function changeMassSend(
  services: Services,
  ctx: Ctx,
  { massSendId, message, audience, template }: MassSendInput & MassSendId,
): Promise<MassSendView> {
  const chosen = readAudience(audience);
  const [before] = await listRunsByIds(services.database.sql, [massSendId]);
  const read =
    template === undefined
      ? undefined
      : await readTemplate(services, ctx, { connectionId: before?.connectionId ?? null, choice: template });
  await command(services, ctx, async (unit) => {
    const run = await lockRun(unit, massSendId);
    if (!run || run.scheduleId !== null) throw new AppError("ERR_NOT_FOUND");
    checkMayAlter(services, ctx, "sendToMany", run.userId);
    if (run.state !== "freezing") throw new AppError("ERR_SEND_STARTED");
    await changeRun(unit, massSendId, { message, template: read === undefined ? run.template : read, ...chosen });
    await ownTemplateFiles(unit, filesOf(read), "schedule", null);
    await unit.live("massSend", { id: massSendId, action: "update" });
    const related = { kind: "massSend", id: massSendId } as const;
    return { audit: { action: "massSend.change", related, description: message.slice(0, SHOWN) }, result: null };
  });
  return getMassSend(services, { massSendId });
}

const HELD_BY = { pause: "paused", cancel: "cancelled" } as const;

/**
 * Makes the handler that pauses, resumes or cancels a mass send (added calls). What was handed over
 * already goes out; of two people who act at once, one gets ERR_SEND_STATE. Whoever resumes the one of a person who has lost the
 * right to it answers for it from then on (D-307).
 */
export const runMassSend =
  (action: RunAction) =>
  async (services: Services, ctx: Ctx, { massSendId }: MassSendId): Promise<MassSendView> => {
    await command(services, ctx, async (unit) => {
      const run = await lockRun(unit, massSendId);
      if (!run || run.scheduleId !== null) throw new AppError("ERR_NOT_FOUND");
      checkMayAlter(services, ctx, "sendToMany", run.userId);
      const state = stateAfter(run.state, action);
      if (state === null) throw new AppError("ERR_SEND_STATE");
      await setRunState(unit, massSendId, state, ctx.now);
      if (action === "resume" && isHeld(services.directory.current(), run)) await takeOverRun(unit, massSendId, ctx.actor.id);
      if (action === "cancel") await endQueuedRecipients(unit, massSendId, "cancelled", null);
      await withdrawNotices(unit, { runId: massSendId });
      if (action !== "resume") await tellOfHeld(unit, services, run, { reason: HELD_BY[action], by: ctx.actor.id });
      await unit.live("massSend", { id: massSendId, action: "update" });
      const related = { kind: "massSend", id: massSendId } as const;
      return { audit: { action: `massSend.${action}`, related, description: run.message.slice(0, SHOWN) }, result: null };
    });
    return getMassSend(services, { massSendId });
  };

/**
 * Lets the runs of a connection that stopped by itself go on (added call). Throws ERR_SEND_STATE
 * when somebody else has done so, or it never stopped.
 */
export async function liftSendStop(
  services: Services,
  ctx: Ctx,
  { connectionId }: { readonly connectionId: number },
): Promise<{ message: string }> {
  await command(services, ctx, async (unit) => {
    const reason = await liftStop(unit, connectionId, ctx.now);
    if (reason === null) throw new AppError("ERR_SEND_STATE");
    return { audit: { action: "massSend.lift", connectionId, description: reason }, result: null };
  });
  return { message: "Sends go on" };
}

function readAudience(chosen: Audience): Audience {
  const audience = oneAudience(chosen);
  if (!audience) throw invalidField("contactsIds", "required");
  return audience;
}

async function refuseNobody(services: Services, connectionId: number, audience: Audience): Promise<void> {
  const { total } = await countAudience(services.database.sql, connectionId, audience);
  if (total === 0) throw invalidField(audience.tagIds.length > 0 ? "tagsIds" : "contactsIds", "nobody");
}

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
