import { mayChangeView, mayShareWith, VIEW_LIMITS, type ViewFilter, type ViewOwner } from "@balcao/domain/savedViews";
import { AppError, invalidField } from "@balcao/contracts/errors";
import type { SavedViewView } from "@balcao/contracts/savedViews";
import { deleteView, getViewRow, insertView, lockViews, pinView, updateView, type SavedViewRow } from "@balcao/database/savedViews";
import { command, createCommand, type Ctx, type Services, type Unit } from "../../ground/kernel/index.js";
import { accessView, listSeenViews, toSavedView, missingOf } from "./readViews.js";

type Given<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** The fields of a view as they come: what is absent stays, empty texts ask for nothing. */
interface ViewFields extends Given<
  Pick<ViewFilter, "waitingMinutes" | "fromAd"> & Pick<SavedViewRow, "name" | "order" | "columns" | "pinned">
> {
  readonly sharedQueueId?: number | null | undefined;
  readonly status?: ViewFilter["status"] | "" | undefined;
  readonly queueIds?: readonly number[] | undefined;
  readonly owner?: string | undefined;
  readonly tagIds?: readonly number[] | undefined;
  readonly whatsappId?: number | null | undefined;
  readonly target?: ViewFilter["target"] | "" | undefined;
  readonly reason?: string | undefined;
  readonly ad?: string | undefined;
}

type Written = Pick<SavedViewRow, "name" | "queueId" | "order" | "columns" | "filter">;

const NEW: Written = {
  ...{ name: "", queueId: null, order: "activity", columns: null },
  filter: {
    ...{ status: null, queueIds: [], owner: null, tagIds: [], connectionId: null },
    ...{ waitingMinutes: null, target: null, reason: null, fromAd: false, ad: null },
  },
};

/** A text that was given, null for an empty one, or what there was. */
const given = <T extends string>(text: T | "" | null | undefined, before: T | null): T | null =>
  text === undefined ? before : text === "" ? null : text;
const or = <T>(value: T | undefined, before: T): T => (value === undefined ? before : value);

function toWritten({ name, queueId, order, columns, filter }: Written, fields: ViewFields): Written {
  return {
    name: or(fields.name, name),
    queueId: or(fields.sharedQueueId, queueId),
    order: or(fields.order, order),
    columns: or(fields.columns, columns),
    filter: {
      status: given(fields.status, filter.status),
      queueIds: [...new Set(or(fields.queueIds, filter.queueIds))],
      owner: given(fields.owner, filter.owner),
      tagIds: [...new Set(or(fields.tagIds, filter.tagIds))],
      connectionId: or(fields.whatsappId, filter.connectionId),
      waitingMinutes: or(fields.waitingMinutes, filter.waitingMinutes),
      target: given(fields.target, filter.target),
      reason: given(fields.reason, filter.reason),
      fromAd: or(fields.fromAd, filter.fromAd),
      ad: given(fields.ad, filter.ad),
    },
  };
}

const ownerOf = ({ userId, queueId }: SavedViewRow): ViewOwner => ({ userId, queueId });

const FIELD_OF = { queue: "queueIds", owner: "owner", tag: "tagIds", connection: "whatsappId", reason: "reason" } as const;

/** The view as it was written. Refuses one that names what does not exist, and one that is now shared with a queue of others. */
async function checkWritten(
  unit: Unit,
  services: Services,
  { actor }: Ctx,
  { id, queueId: before }: { readonly id: number; readonly queueId: number | null },
): Promise<SavedViewRow> {
  const row = await getViewRow(unit, actor.id, id);
  if (!row) throw new AppError("ERR_NOT_FOUND");
  const { queueId } = row;
  if (queueId !== null && queueId !== before && !mayShareWith(actor, queueId)) throw new AppError("ERR_USER_NO_LINKED_IN_QUEUE");
  const [missing] = missingOf(services.directory.current(), row);
  if (missing) throw invalidField(FIELD_OF[missing], "exists");
  return row;
}

/** Makes a view a tab of the person, at most seven, or takes the tab away. */
async function pin(unit: Unit, { actor }: Ctx, id: number, pinned: boolean): Promise<void> {
  const others = (await listSeenViews(unit, actor)).filter((row) => row.pinned && row.id !== id);
  if (pinned && others.length >= VIEW_LIMITS.pinned) throw invalidField("pinned", "max");
  await pinView(unit, actor.id, { id, pinned });
}

/** Saves a filter with a name; names are unique within one's own and within each queue, without regard to case (D-553). */
export async function createSavedView(
  services: Services,
  ctx: Ctx,
  fields: ViewFields & { readonly name: string },
): Promise<SavedViewView> {
  const { actor } = ctx;
  const id = await createCommand(services, ctx, fields, async (unit) => {
    await lockViews(unit, actor.id, null);
    const own = (await listSeenViews(unit, actor)).filter(({ userId }) => userId === actor.id);
    if (own.length >= VIEW_LIMITS.own) throw invalidField("name", "full");
    const created = await insertView(unit, actor.id, toWritten(NEW, fields));
    const { name, queueId } = await checkWritten(unit, services, ctx, { id: created, queueId: null });
    if (fields.pinned) await pin(unit, ctx, created, true);
    await unit.live("savedView", { id: created, action: "create", before: null, after: { userId: actor.id, queueId } });
    return { audit: { action: "ticket.createView", description: name, ...(queueId !== null && { queueId }) }, result: created };
  });
  return readView(services, ctx, id);
}

/** Changes a view, or only whether it is a tab of the person (D-553). */
export async function changeSavedView(
  services: Services,
  ctx: Ctx,
  { viewId, pinned, ...fields }: ViewFields & { readonly viewId: number },
): Promise<SavedViewView> {
  await command(services, ctx, async (unit) => {
    await lockViews(unit, ctx.actor.id, viewId);
    const before = await accessView(unit, ctx.actor, viewId);
    if (pinned !== undefined) await pin(unit, ctx, viewId, pinned);
    const live = { id: viewId, action: "update", before: ownerOf(before) } as const;
    if (Object.values(fields).every((value) => value === undefined)) {
      if (pinned !== undefined) await unit.live("savedView", { ...live, after: ownerOf(before), onlyUserId: ctx.actor.id });
      return { audit: "unchanged", result: null };
    }
    if (!mayChangeView(ctx.actor, before)) throw new AppError("ERR_NO_PERMISSION");
    await updateView(unit, viewId, toWritten(before, fields));
    const { name, userId, queueId } = await checkWritten(unit, services, ctx, before);
    await unit.live("savedView", { ...live, after: { userId, queueId } });
    return { audit: { action: "ticket.changeView", description: name, ...(queueId !== null && { queueId }) }, result: null };
  });
  return readView(services, ctx, viewId);
}

/** Deletes a view, for everybody who has it. */
export async function deleteSavedView(services: Services, ctx: Ctx, { viewId }: { readonly viewId: number }): Promise<{ message: string }> {
  await command(services, ctx, async (unit) => {
    const row = await accessView(unit, ctx.actor, viewId);
    if (!mayChangeView(ctx.actor, row)) throw new AppError("ERR_NO_PERMISSION");
    await deleteView(unit, viewId);
    await unit.live("savedView", { id: viewId, action: "delete", before: ownerOf(row), after: null });
    return { audit: { action: "ticket.deleteView", description: row.name }, result: null };
  });
  return { message: "View deleted" };
}

async function readView(services: Services, { actor }: Ctx, viewId: number): Promise<SavedViewView> {
  return toSavedView(services.directory.current(), actor, await accessView(services.database.sql, actor, viewId));
}
