import { Refusal, ok, type Answer, type Fields } from "./http.js";
import { requireJid, type Jid } from "./jid.js";
import type { ChatMessage } from "./types.js";
import type { World } from "./world.types.js";

/** The fields of every send route. */
export interface SendBasics {
  readonly to: Jid;
  readonly id: string;
  readonly quotedId: string;
  readonly forwarded: boolean;
  readonly mentions: readonly string[];
}

/** Reads `Phone`, `Id` and `ContextInfo`; refuses StanzaId or Participant without the other. */
export function readBasics(fields: Fields): SendBasics {
  const to = requireJid(fields.required("Phone"));
  const context = fields.object("ContextInfo");
  const stanzaId = context?.text("StanzaId") ?? "";
  const participant = context?.text("Participant") ?? "";
  if (stanzaId !== "" && participant === "") throw new Refusal(400, "missing Participant in ContextInfo");
  if (participant !== "" && stanzaId === "") throw new Refusal(400, "missing StanzaId in ContextInfo");
  return {
    to,
    id: fields.text("Id"),
    quotedId: stanzaId,
    forwarded: context?.flag("IsForwarded") ?? false,
    mentions: context?.texts("MentionedJID") ?? [],
  };
}

/** The answer of a send: Details, Timestamp in unix seconds and the message's id. */
export function sentAnswer(world: World, message: ChatMessage, details = "Sent"): Answer {
  return ok({ Details: details, Timestamp: Math.floor(world.clock.now() / 1000), Id: message.id });
}
