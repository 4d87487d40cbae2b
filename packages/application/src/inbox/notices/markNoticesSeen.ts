import { deleteSeenNotices } from "@balcao/database/notices";
import { inUnit, type Ctx, type Services } from "../../ground/kernel/index.js";

/** Takes notices of the person from her bell: she has looked at what they are about. Those of others are left alone. */
export async function markNoticesSeen(
  services: Services,
  { actor }: Ctx,
  { noticeIds }: { readonly noticeIds: readonly string[] },
): Promise<{ message: string }> {
  await inUnit(services, async (unit) => {
    const keys = await deleteSeenNotices(unit, actor.id, noticeIds);
    if (keys.length > 0) await unit.live("notice", { action: "delete", keys, userIds: [actor.id] });
  });
  return { message: "Notices seen" };
}
