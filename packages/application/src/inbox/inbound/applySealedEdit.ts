import { peerOfKey, type EditKey, type InboundEvent } from "@balcao/domain/messages";
import { getEditKey, setMessageEdited, setMessageEditUnreadable, type StoredEditKey } from "@balcao/database/messages";
import { messageSecretContext } from "../intake/index.js";
import type { LaneStep } from "./laneStep.js";

/**
 * Decrypts an edit with the secret that came with its message, and applies it. If that fails, the
 * message keeps its text and is marked. Returns "orphan" while the message itself is unreadable,
 * because its secret may still arrive.
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

function openKey({ services, connectionId }: LaneStep, { secretSealed, dedupeKey, author }: StoredEditKey): EditKey | null {
  if (secretSealed === null || dedupeKey === null) return null;
  try {
    const secret = services.sealer.open(secretSealed, messageSecretContext(connectionId, dedupeKey));
    return { secret, author: author.flatMap((key) => peerOfKey(key) ?? []) };
  } catch (error) {
    services.logger.error({ err: error, connectionId }, "the secret of a message could not be opened");
    return null;
  }
}
