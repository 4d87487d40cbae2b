import type { BinaryNode } from "@whiskeysockets/baileys";
import type { ServerIdentity } from "./identity.js";
import type { MediaServer } from "./mediaServer.js";
import { userOf } from "./node.js";

/** One message of a conversation's history. */
export interface PastMessage {
  readonly id: string;
  /** The phone of the other side. */
  readonly from: string;
  readonly fromMe: boolean;
  readonly text: string;
  readonly at: Date;
}

/** One client's socket, as the parts of the relay use it. */
export interface Wire {
  readonly world: World;
  readonly account: Account | null;
  /** The companion's key while it is being linked by a code. */
  companionKey: Buffer | null;
  /** The client's noise key. */
  readonly noiseKey: Buffer;
  /** Retired secrets, which no phone accepts in QR codes. */
  readonly retired: Set<string>;
  /** Ids of retirements that the client has not acknowledged; its pairing waits for them. */
  readonly unacknowledged: Set<string>;
  /** The pairing that waits. */
  waitingLink: (() => void) | null;
  /** Whether stanzas are delivered: after the client declared itself active. */
  readonly active: boolean;
  /** A silent connection answers nothing, like one that is broken. */
  silent: boolean;
  /** Sends stanzas in one piece. */
  send(...nodes: BinaryNode[]): void;
  answer(question: BinaryNode, content?: BinaryNode["content"]): void;
  /** Answers a query with an error: 429 rate-overlimit, for example (whatsmeow `ErrIQRateOverLimit`). */
  refuse(question: BinaryNode, code: string, text: string): void;
  /** Ends the stream with a code of `stream:error`, then the socket. */
  end(code: string, reason?: BinaryNode): void;
  /** Ends the socket without a stream error. */
  cut(): void;
}

/** One WhatsApp account with its linked device. */
export interface Account {
  readonly phone: string;
  readonly lid: string;
  name: string;
  /** Number of the linked device; each linking gives a new one. */
  device: number;
  linked: boolean;
  /** Whether the device has logged in since it was linked: the first login delivers the history. */
  welcomed: boolean;
  registration: Buffer;
  identity: Buffer;
  signedPreKey: BinaryNode | null;
  preKeys: BinaryNode[];
  connection: Wire | null;
  /** Messages for the device without a receipt: WhatsApp redelivers them at the next login. */
  readonly pending: Map<string, BinaryNode>;
  /** Every delivered message, the newest last. */
  readonly delivered: BinaryNode[];
  /** The network hides the number of the LID. */
  hidesPhone: boolean;
  picture: { readonly bytes: Buffer; readonly mime: string } | null;
  /** The phone's own history: sent at the first login of a device, and on request. */
  readonly past: PastMessage[];
  /** The network loses the device's messages: only the phone has them. */
  dropsEvents: boolean;
  /** The change of the next message for the device. */
  nextMessage: MessageChange;
}

/** How a message differs from what its sender sent. */
export interface MessageChange {
  /**
   * It cannot be decrypted. With `comesAgain` its sender gets the retry request; else nobody does.
   */
  readonly spoiled?: { readonly comesAgain: boolean };
  /** The timestamp in the stanza, in seconds. */
  readonly stamp?: string;
}

export interface Group {
  readonly id: string;
  subject: string;
  description: string;
  readonly members: string[];
  readonly admins: Set<string>;
  addressing: "pn" | "lid";
}

/** The fault of the next message that a client sends. */
export type MessageFault =
  | { readonly kind: "cutBefore" }
  | { readonly kind: "cutAfter" }
  | { readonly kind: "silent" }
  | { readonly kind: "refuse"; readonly code: string }
  /** It is acknowledged and refused in one piece. */
  | { readonly kind: "both"; readonly code: string };

/** The phone's result of a scanned code: "refused" is WhatsApp's "Couldn't link device". */
export type Scanned = "linked" | "refused" | "nobody";

/** A stanza that a client sent. */
export interface ReceivedStanza {
  readonly phone: string;
  readonly node: BinaryNode;
  readonly at: number;
}

/** The whole state of the relay. */
export interface World {
  /** How many more queries about people are answered; null without a limit. */
  questionsLeft: number | null;
  readonly identity: ServerIdentity;
  readonly media: MediaServer;
  readonly accounts: Map<string, Account>;
  readonly groups: Map<string, Group>;
  readonly received: ReceivedStanza[];
  /** Sockets that show a code and wait for a phone, the newest last. */
  readonly waiting: Wire[];
  readonly faults: MessageFault[];
  /** Ids of corrupted messages whose senders get no retry request. */
  readonly lost: Set<string>;
  /** The oldest version of WhatsApp Web that may log in, by its third number. */
  readonly oldestVersion: { tertiary: number };
  /** Phones whose accounts need a passkey to link a device. */
  readonly passkeys: Set<string>;
  /** Phones whose logins are refused, with the code of `<failure>` and what is left of a ban, in seconds. */
  readonly refusals: Map<string, { readonly code: string; readonly expire: number | undefined }>;
  readonly logins: { open: number; most: number; readonly at: number[] };
  pictureUrl: (account: Account) => string;
}

/** The account of an address, by phone or by LID. */
export function accountOf(world: World, jid: string | undefined): Account | undefined {
  const user = userOf(jid);
  return world.accounts.get(user) ?? [...world.accounts.values()].find(({ lid }) => lid === user);
}

/** The account of a phone, created when there is none. */
export function openAccount(world: World, phone: string): Account {
  const known = world.accounts.get(phone);
  if (known !== undefined) return known;
  const account: Account = {
    phone,
    lid: `1${phone.split("").reverse().join("")}`,
    name: `Pessoa ${phone.slice(-4)}`,
    device: 0,
    linked: false,
    welcomed: false,
    registration: Buffer.alloc(4),
    identity: Buffer.alloc(32),
    signedPreKey: null,
    preKeys: [],
    connection: null,
    pending: new Map(),
    delivered: [],
    hidesPhone: false,
    picture: null,
    past: [],
    dropsEvents: false,
    nextMessage: {},
  };
  world.accounts.set(phone, account);
  return account;
}

export function phoneJid({ phone, device }: Account, withDevice = true): string {
  return withDevice ? `${phone}:${device}@s.whatsapp.net` : `${phone}@s.whatsapp.net`;
}

export function lidJid({ lid, device }: Account, withDevice = true): string {
  return withDevice ? `${lid}:${device}@lid` : `${lid}@lid`;
}
