import type { InboundEvent } from "@balcao/domain/messages";
import type { IntakeEvent } from "../port/index.js";
import { receivedAt } from "../protocol/inboundEvents.js";
import { digestOf, labelOf } from "../protocol/intakeLabel.js";
import { objectAt, textAt, toObject, type PlainObject } from "../protocol/plainJson.js";
import { cleanTree } from "../streaming/cleanTree.js";
import { toInbound } from "./wwebjsInbound.js";

/** The journal's event for one payload; null when the payload is ignored. */
export function toIntake(given: PlainObject): IntakeEvent | null {
  const payload = toObject(cleanTree(given, new Set())) ?? {};
  const event = toInbound(payload);
  const label = labelOf(event, { mark: markOf(event, payload), at: receivedAt(payload) });
  return label === null ? null : { ...label, payload, fileIds: [] };
}

/** The page gives events no ids, so their contents distinguish them. */
function markOf(event: InboundEvent, payload: PlainObject): string {
  switch (event.kind) {
    case "edited":
      return textAt(payload, "edition") || digestOf(event.text);
    case "reaction":
      return `${textAt(objectAt(payload, "key"), "id")}:${event.at.getTime()}:${digestOf(event.emoji ?? "")}`;
    case "groupChanged":
      return textAt(payload, "notice");
    default:
      return "";
  }
}
