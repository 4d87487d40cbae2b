import type { InboundEvent } from "@balcao/domain/messages";
import type { IntakeEvent } from "../port/index.js";
import { receivedAt } from "../protocol/inboundEvents.js";
import { digestOf, labelOf } from "../protocol/intakeLabel.js";
import { secretOf, withoutSecrets } from "../protocol/messageSecret.js";
import { objectAt, textAt, toObject, type PlainObject } from "../protocol/plainJson.js";
import { cleanTree } from "../streaming/cleanTree.js";
import { toInbound } from "./baileysInbound.js";

/** The journal's event for one payload; null when the payload is ignored. */
export function toIntake(given: PlainObject): IntakeEvent | null {
  const secret = secretOf(objectAt(given, "message")) ?? (textAt(given, "messageSecret") || null);
  const payload = toObject(cleanTree(withoutSecrets(given), new Set())) ?? {};
  const event = toInbound(payload);
  const label = labelOf(event, { mark: markOf(event, payload), at: receivedAt(payload) });
  return label === null ? null : { ...label, payload, ...(secret === null ? {} : { secret }), fileIds: [] };
}

function markOf(event: InboundEvent, payload: PlainObject): string {
  switch (event.kind) {
    case "edited":
    case "sealedEdit":
    case "reaction":
      // The id of the stanza that brought the change, whatever message it names.
      return textAt(objectAt(payload, "key"), "id");
    case "ack":
      return textAt(payload, "participant");
    case "readOnPhone":
      return String(event.at.getTime());
    case "contactChanged":
    case "groupChanged":
      return digestOf(payload);
    default:
      return "";
  }
}
