import type { BaileysEventMap } from "@whiskeysockets/baileys";

/** WhatsApp's answer to a message of an account that may not write to strangers at the moment (gateways.md A.9). */
const RESTRICTED_CODE = "463";
const RESTRICTED = "O WhatsApp restringiu este número: ele não pode escrever a quem nunca lhe escreveu. Não insista com novas conversas.";
const CAPPED = "O WhatsApp limitou as conversas novas deste número até o fim do período. Não insista com novas conversas.";
const NEAR_CAP = "Este número está perto do limite de conversas novas do WhatsApp. Diminua o ritmo.";

/** What WhatsApp tells of an account that goes on, for administrators: a sentence, null when it takes it back, undefined when it tells nothing of it. */
export function restrictionIn(batch: Partial<BaileysEventMap>): string | null | undefined {
  const lock = batch["connection.update"]?.reachoutTimeLock;
  if (lock !== undefined) return lock.isActive === true ? RESTRICTED : null;
  const capping = batch["message-capping.update"];
  if (capping === undefined) return undefined;
  switch (String(capping.capping_status)) {
    case "CAPPED":
      return CAPPED;
    case "FIRST_WARNING":
    case "SECOND_WARNING":
      return NEAR_CAP;
    default:
      return null;
  }
}

/** The same of WhatsApp's answer to one message. */
export const restrictionOf = (code: string | undefined): string | undefined => (code === RESTRICTED_CODE ? RESTRICTED : undefined);
