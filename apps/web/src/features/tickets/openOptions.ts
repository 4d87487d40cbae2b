/** How a ticket of a list is opened. */
export interface OpenOptions {
  readonly newTab: boolean;
  readonly byKeyboard: boolean;
  /** The message at which the conversation opens; its end without one. */
  readonly messageId?: string;
}
