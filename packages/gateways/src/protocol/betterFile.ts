import { CAPABILITIES, type ConnectorApi } from "@balcao/domain/connections";
import type { InboundEvent } from "@balcao/domain/messages";
import { GatewayError } from "../port/index.js";
import { ignored } from "./inboundEvents.js";
import { idAt, numberAt, objectAt, textAt, type PlainObject } from "./plainJson.js";

/**
 * What a message is besides another one, which its key names: the same picture or film in a better quality, a copy in a format
 * that browsers do not play, or the second in which a photo moves. Names and numbers are those of `MessageAssociation.AssociationType` (WAProto, August 2026).
 */
interface Association {
  readonly as: "better" | "copy";
  readonly parentId: string;
}

const NAMES: Readonly<Record<string, Association["as"]>> = {
  HD_VIDEO_DUAL_UPLOAD: "better",
  HD_IMAGE_DUAL_UPLOAD: "better",
  HEVC_VIDEO_DUAL_UPLOAD: "copy",
  MOTION_PHOTO: "copy",
};
const NUMBERS: Readonly<Record<number, Association["as"]>> = { 5: "better", 10: "better", 12: "copy", 19: "copy" };

/** The association of a type, in whatever way it is written, and a parent's key; null for another one, and without a parent. */
export function associationOf(fields: PlainObject | null, type: string, key: PlainObject | null): Association | null {
  const number = numberAt(fields, type);
  const as = number === null ? NAMES[textAt(fields, type).toUpperCase()] : NUMBERS[number];
  const parentId = idAt(key, "id");
  return as === undefined || parentId === "" ? null : { as, parentId };
}

/** The association of a `Message`, which stands beside or within the envelope of a child. */
export function associationIn(tree: PlainObject | null): Association | null {
  const inner = objectAt(objectAt(tree, "associatedChildMessage"), "message");
  for (const each of [tree, inner]) {
    const association = objectAt(objectAt(each, "messageContextInfo"), "messageAssociation");
    const found = associationOf(association, "associationType", objectAt(association, "parentMessageKey"));
    if (found) return found;
  }
  return null;
}

/** A message as the other file of its parent, whichever of the two comes first; a copy is nothing. */
export function asOtherFile(event: InboundEvent, association: Association | null): InboundEvent {
  if (event.kind !== "message" || association === null) return event;
  if (association.as === "copy") return ignored("a copy of a file");
  return { ...event, ref: { ...event.ref, externalId: association.parentId }, better: true };
}

/** A file that is too large to be kept is refused before it is fetched. `bytes` is what the sender announced; null when nothing was. */
export function refuseTooLarge(api: ConnectorApi, bytes: number | null): void {
  if (bytes !== null && bytes > CAPABILITIES[api].uploadLimitBytes)
    throw new GatewayError("unsupported", `a file of ${bytes} bytes is too large`, { code: "ERR_FILE_TOO_LARGE" });
}
