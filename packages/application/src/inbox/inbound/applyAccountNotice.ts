import { phoneForms } from "@balcao/domain/contacts";
import type { InboundEvent } from "@balcao/domain/messages";
import { clearAccountNotices, putAccountNotice } from "@balcao/database/connections";
import { SESSION_WAKE } from "../../ground/kernel/index.js";
import type { LaneStep } from "./laneStep.js";

type NoticeEvent = Extract<InboundEvent, { kind: "accountNotice" }>;

/**
 * Keeps what the network says of the account or of this number until it takes it back (D-310), and has the session's state asked.
 * Meta tells every number of an account what concerns one of them: another one's is left out.
 */
export async function applyAccountNotice(step: LaneStep, event: NoticeEvent): Promise<"done"> {
  const { tx, services, connectionId } = step;
  if (isOfAnother(services.directory.current().connections.get(connectionId)?.number ?? null, event.number)) return "done";
  for (const subject of event.subjects) await clearAccountNotices(tx, connectionId, subject, event.at);
  for (const notice of event.notices) await putAccountNotice(tx, connectionId, notice, event.at);
  const types = event.notices.map(({ subject, type }) => `${subject} ${type}`);
  if (types.length > 0) services.logger.warn({ connectionId, types }, "a network said something of the account");
  await tx.live("session", { id: connectionId, action: "update" });
  tx.wake(SESSION_WAKE.event(connectionId));
  return "done";
}

/** Where the connection's own number is not known yet, everything is its own. */
const isOfAnother = (own: string | null, about: string | null): boolean =>
  own !== null && about !== null && own !== about && !phoneForms(own).includes(about);
