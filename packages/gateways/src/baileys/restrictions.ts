import type { SessionReason } from "@balcao/domain/connections";
import type { BaileysEventMap } from "@whiskeysockets/baileys";

/**
 * WhatsApp's error code for a message of an account that may not write to strangers at the moment.
 */
const RESTRICTED_CODE = "463";

/**
 * The restriction of the account in a batch, for administrators: null when it is
 * lifted, undefined when the batch does not mention it.
 */
export function restrictionIn(batch: Partial<BaileysEventMap>): SessionReason | null | undefined {
  const lock = batch["connection.update"]?.reachoutTimeLock;
  if (lock !== undefined) return lock.isActive === true ? "restricted" : null;
  const capping = batch["message-capping.update"];
  if (capping === undefined) return undefined;
  switch (String(capping.capping_status)) {
    case "CAPPED":
      return "capped";
    case "FIRST_WARNING":
    case "SECOND_WARNING":
      return "nearCap";
    default:
      return null;
  }
}

/** The restriction that an error code of one message means, or undefined. */
export const restrictionOf = (code: string | undefined): SessionReason | undefined => (code === RESTRICTED_CODE ? "restricted" : undefined);
