/** What a journalled row is about. */
export const INTAKE_KINDS = [
  "message",
  "ack",
  "edit",
  "revoke",
  "reaction",
  "readOnPhone",
  "call",
  "contact",
  "group",
  "template",
  "status",
] as const;
export type IntakeKind = (typeof INTAKE_KINDS)[number];

/** One thing that a webhook told, ready to be journalled; unique per connection and `dedupeKey` (ARCHITECTURE 2, M-1). */
export interface IntakeEvent {
  readonly kind: IntakeKind;
  /** The `peerKey` of the conversation it belongs to, or `session`. */
  readonly chat: string;
  readonly dedupeKey: string;
  readonly sentAt: Date;
  /** What `GatewayConnector.toInbound` reads; plain JSON. */
  readonly payload: unknown;
  /** Ids of the spooled files that the payload stands on; other files of the same body are not needed. */
  readonly fileIds: readonly string[];
  /**
   * The key of later edits of a message, in base64. It is kept sealed and is not in the payload.
   */
  readonly secret?: string;
}
