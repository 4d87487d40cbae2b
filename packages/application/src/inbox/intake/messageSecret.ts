/** The context under which the secret of a message's edits is sealed. */
export function messageSecretContext(connectionId: number, dedupeKey: string): string {
  return `inbound_event.secret:${connectionId}:${dedupeKey}`;
}
