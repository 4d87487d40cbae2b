/** A message's key, as the page serialises it. */
export interface PageKey {
  readonly fromMe: boolean;
  readonly remote: string;
  readonly id: string;
  readonly participant?: string;
}

/** A message between the servers and the page; fields as WhatsApp Web names them. */
export interface PageMessage {
  readonly key: PageKey;
  readonly type: string;
  readonly from: string;
  readonly to: string;
  readonly author?: string;
  readonly t: number;
  readonly ack: number;
  readonly [field: string]: unknown;
}

/** A message that this account sent through the page, as the customer's phone shows it. */
export interface ShownMessage {
  readonly id: string;
  readonly serialized: string;
  readonly chat: string;
  readonly type: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly bytes: Buffer | null;
  readonly isRevoked: boolean;
}

export interface PageGroup {
  readonly id: string;
  readonly subject: string;
  readonly desc: string;
  readonly participants: readonly { readonly id: string; readonly isAdmin: boolean; readonly isSuperAdmin: boolean }[];
}

/** A contact of the page: people and groups, saved or not. */
export interface PageContact {
  readonly id: string;
  /** The phone of a contact that is kept under its LID. */
  readonly phoneNumber?: string;
  /** The name under which the owner saved the contact. */
  readonly name?: string;
  readonly pushname?: string;
  readonly isMyContact: boolean;
}

/** An event that the servers send to the page; `kind` names the page's listener. */
export type PageEvent = Readonly<Record<string, unknown>> & { readonly kind: string };

/** The fault of the next message that the page sends. */
export interface SendFault {
  /** Whether the servers accept it: the customer sees it even when the answer is lost. */
  readonly taken: boolean;
  /** "refuse" answers with an error; "silence" never answers. */
  readonly answer: "refuse" | "silence";
  /** Called when the message has arrived. */
  readonly then?: () => void;
}

/** A request of the page other than a message. */
export interface PageAsk {
  readonly what: "seen" | "chatState" | "react" | "stanza" | "presence";
  readonly question: Readonly<Record<string, unknown>>;
}
