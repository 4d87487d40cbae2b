import { peerOfKey, type EditKey, type InboundEvent } from "@balcao/domain/messaging";
import { getEditKey, setMessageEdited, setMessageEditUnreadable, type StoredEditKey } from "@balcao/database/messages";
import { messageSecretContext } from "../intake/index.js";
import type { LaneStep } from "./laneStep.js";

/**
 * Opens an edit with the secret that came with its message, and applies it. One that nothing here
 * opens is marked on the message, whose text stays. "orphan" while the message itself cannot be
 * read: its secret may still come.
 */
export async function applySealedEdit(
  step: LaneStep,
  { sealed, at }: Extract<InboundEvent, { kind: "sealedEdit" }>,
  messageId: number,
): Promise<{ readonly id: number; readonly ticketId: number } | "orphan" | null> {
  const stored = await getEditKey(step.tx, messageId);
  if (stored?.isUnreadable) return "orphan";
  const key = stored && openKey(step, stored);
  const text = key && step.openEdit(sealed, key);
  return text === null ? setMessageEditUnreadable(step.tx, messageId, at) : setMessageEdited(step.tx, messageId, text, at);
}

function openKey({ house, connectionId }: LaneStep, { secretSealed, dedupeKey, author }: StoredEditKey): EditKey | null {
  if (secretSealed === null || dedupeKey === null) return null;
  try {
    const secret = house.sealer.open(secretSealed, messageSecretContext(connectionId, dedupeKey));
    return { secret, author: author.flatMap((key) => peerOfKey(key) ?? []) };
  } catch (error) {
    house.logger.error({ err: error, connectionId }, "the secret of a message could not be opened");
    return null;
  }
}
