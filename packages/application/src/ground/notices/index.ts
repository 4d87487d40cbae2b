import type { HeldReason } from "@balcao/domain/sends";
import { deleteNotices, insertNotices, listHandoverKeys, type NewNotice } from "@balcao/database/notices";
import { insertPushEvent } from "@balcao/database/push";
import type { Unit } from "../kernel/index.js";

type Telling = Omit<NewNotice, "reason"> & { readonly reason?: HeldReason | "soon" | "over" };

/** The kind of push and the id of its row. */
function subjectOf(about: NewNotice["about"]): { readonly kind: string; readonly objectId: number } {
  if ("messageId" in about) return { kind: "message", objectId: about.messageId };
  if ("clockId" in about) return { kind: "target", objectId: about.clockId };
  return "runId" in about ? { kind: "massSend", objectId: about.runId } : { kind: "schedule", objectId: about.scheduleId };
}

/**
 * Tells people of something, in bell, sound and push, until they have looked at it [D-430]; whoever has the same notice already gets
 * no second one. What they may not see is left out when it is shown.
 */
export async function tellPeople(unit: Unit, { reason, ...notice }: Telling): Promise<void> {
  if (notice.userIds.length === 0) return;
  const told = await insertNotices(unit, { ...notice, reason: reason ?? null });
  const [first] = told;
  if (!first) return;
  await unit.live("notice", { action: "create", keys: [first.key], userIds: told.map(({ userId }) => userId) });
  await insertPushEvent(unit, subjectOf(notice.about));
}

/** Takes a notice from all bells: what it is about is gone or settled. */
export async function withdrawNotices(unit: Unit, about: NewNotice["about"]): Promise<void> {
  const { kind, objectId } = subjectOf(about);
  await withdraw(unit, [`${kind}-${objectId}`]);
}

/** Takes what was said of earlier transfers of a ticket from all bells. */
export const withdrawHandovers = async (unit: Unit, ticketId: number): Promise<void> =>
  withdraw(unit, await listHandoverKeys(unit, ticketId));

async function withdraw(unit: Unit, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  const userIds = (await deleteNotices(unit, keys)).map(({ userId }) => userId);
  if (userIds.length > 0) await unit.live("notice", { action: "delete", keys, userIds });
}
