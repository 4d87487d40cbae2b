/** Where the key of a message's edits is sealed for; the same words open it. */
export function messageSecretContext(connectionId: number, dedupeKey: string): string {
  return `inbound_event.secret:${connectionId}:${dedupeKey}`;
}
