/** The kinds of journalled events. */
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
  "handover",
  "status",
  "unknown",
] as const;
export type IntakeKind = (typeof INTAKE_KINDS)[number];

/** One event of a webhook, ready to be journalled; unique per connection and `dedupeKey`. */
export interface IntakeEvent {
  readonly kind: IntakeKind;
  /** The `peerKey` of its conversation, or `session`. */
  readonly chat: string;
  readonly dedupeKey: string;
  readonly sentAt: Date;
  /** Plain JSON for `GatewayConnector.toInbound`. */
  readonly payload: unknown;
  /**
   * Ids of the spooled files that the payload refers to; other files of the same body are not
   * needed.
   */
  readonly fileIds: readonly string[];
  /** What the gateway says of the file: it separates kinds of text that have the same bytes. */
  readonly declared?: { readonly mime: string; readonly fileName: string };
  /**
   * The payload without its file, which the gateway then gives out later like other media; absent
   * where it could not.
   */
  readonly payloadWithoutFile?: unknown;
  /**
   * The message's secret for later edits, in base64. It is stored sealed and is not in the payload.
   */
  readonly secret?: string;
  /** What an event of kind `unknown` is called by its provider. */
  readonly name?: string;
}
