import type { InboundEvent, MessageRef } from "@balcao/domain/messages";
import type { GatewayDouble } from "./gatewayDouble.js";

/**
 * The edits in a journal as a person would see them; sealed edits are opened with the secret of
 * their message.
 */
export function shownEdits({ connector, journal }: GatewayDouble): { readonly target: MessageRef; readonly text: string | null }[] {
  const read = journal().map(({ kind, payload, secret }) => ({ event: connector.toInbound(kind, payload), secret }));
  const secretOf = (id: string): string | undefined =>
    read.find(({ event }) => event.kind === "message" && event.ref.externalId === id)?.secret;
  const open = (event: Extract<InboundEvent, { kind: "sealedEdit" }>): string | null => {
    const secret = secretOf(event.target.externalId);
    return secret === undefined ? null : (connector.openEdit?.(event.sealed, { secret, author: [] }) ?? null);
  };
  return read.flatMap(({ event }) => {
    if (event.kind === "edited") return [{ target: event.target, text: event.text }];
    return event.kind === "sealedEdit" ? [{ target: event.target, text: open(event) }] : [];
  });
}
