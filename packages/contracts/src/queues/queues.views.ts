/** A queue (QUEUE-009). `customOrder` 999 is the default order. */
export interface QueueView {
  readonly id: number;
  readonly name: string;
  readonly color: string;
  readonly customOrder: number;
  readonly greetingMessage: string;
}
