import type { NoticeView } from "@balcao/contracts/notices";
import { listNewNotices } from "@balcao/database/notices";
import type { Ctx, Services } from "../../ground/kernel/index.js";
import { presenterFor } from "../tickets/index.js";
import { readNotices } from "./noticeViews.js";

const MOST = 100;

/** Lists the notices of the person at which she has not looked, as far as she may see what they are about now, newest first. */
export async function listNotices(services: Services, ctx: Ctx): Promise<readonly NoticeView[]> {
  const { sql } = services.database;
  const presenter = presenterFor(services, ctx);
  const notices = await readNotices(sql, await listNewNotices(sql, ctx.actor.id, MOST));
  return notices.filter(({ seenBy }) => seenBy(ctx.actor, presenter.directory)).map(({ toView }) => toView(presenter));
}
