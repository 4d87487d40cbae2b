import type { MessageView } from "@balcao/contracts/messages";
import type { SessionStatus } from "@balcao/domain/connections";
import type { OutgoingMessage } from "../outbox";

/** Why a message has not been sent yet; null when it only takes its turn. */
export type WaitingReason =
  { readonly kind: "network" | "server" | "earlier" | "preparing" | "late" } | { readonly kind: "connection"; readonly name: string };

interface WaitingFacts {
  /** The message as this browser holds it; undefined when the api has it. */
  readonly outgoing: Pick<OutgoingMessage, "waitsFor" | "state"> | undefined;
  readonly media: Pick<NonNullable<MessageView["media"]>, "voice" | "mime"> | null;
  readonly connection: { readonly name: string; readonly status: SessionStatus } | undefined;
}

/** What a message waits for, from what is known here. */
export function waitingReason({ outgoing, media, connection }: WaitingFacts): WaitingReason | null {
  if (outgoing?.state === "late") return { kind: "late" };
  if (outgoing) return outgoing.waitsFor === null ? null : { kind: outgoing.waitsFor };
  if (connection && connection.status !== "CONNECTED") return { kind: "connection", name: connection.name };
  // The server sends a voice note when it is Ogg/Opus.
  return media?.voice === true && media.mime !== "audio/ogg" ? { kind: "preparing" } : null;
}
