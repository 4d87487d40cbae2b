import type { MentionView } from "@balcao/contracts/mentions";
import { listNewMentions } from "@balcao/database/mentions";
import type { Ctx, Services } from "../../ground/kernel/index.js";
import { presenterFor, readTicketMessages } from "../tickets/index.js";
import { readsMention, toMentionView } from "./readMentions.js";

const MOST = 100;

/** Lists the comments that mention the person, who has not looked at them and reads them now, newest first. */
export async function listMentions(services: Services, ctx: Ctx): Promise<readonly MentionView[]> {
  const { sql } = services.database;
  const presenter = presenterFor(services, ctx);
  const rows = await readTicketMessages(sql, await listNewMentions(sql, ctx.actor.id, MOST));
  return rows.filter((row) => readsMention(ctx.actor, row, presenter.directory)).map((row) => toMentionView(row, presenter));
}
