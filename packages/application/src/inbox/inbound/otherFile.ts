import { joinFiles } from "@balcao/database/messages";
import { lockTicket } from "@balcao/database/tickets";
import { findInConversation } from "./findInConversation.js";
import { followMedia } from "./followUps.js";
import type { LaneChanges } from "./laneBatch.js";
import type { LaneStep } from "./laneStep.js";
import type { MessageEvent } from "./toDraft.js";

/**
 * Whether a message is the other file of a stored one: WhatsApp sends a picture or film in HD as two messages, in any order, which
 * are one here with the better file (D-411). The caption is whichever of them has one.
 */
export async function isOtherFile(step: LaneStep, event: MessageEvent, changes: LaneChanges): Promise<boolean> {
  const { tx, connectionId } = step;
  const { content, ref, better = false } = event;
  if (content.kind !== "media" || content.source === null || (content.media !== "image" && content.media !== "video")) return false;
  const known = await findInConversation(tx, connectionId, ref);
  const ticket = known && (await lockTicket(tx, known.ticketId));
  if (!ticket || !(await joinFiles(tx, known.id, { better, caption: content.caption }))) return false;
  await followMedia(step, event, known.id, "other");
  changes.addTextChange(ticket, known.id);
  return true;
}
