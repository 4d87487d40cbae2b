import type { BinaryNode } from "@whiskeysockets/baileys";
import type { ServerIdentity } from "./identity.js";
import type { MediaServer } from "./mediaServer.js";
import { userOf } from "./node.js";

/** One message of a conversation's past. */
export interface PastMessage {
  readonly id: string;
  /** The other side's phone. */
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
  /** Secrets of QR codes that no phone takes any more. */
  readonly retired: Set<string>;
  /** Whether stanzas flow: after the client declared itself active. */
  readonly active: boolean;
  /** A silent connection answers nothing, as one that died without a word. */
  silent: boolean;
  send(node: BinaryNode): void;
  answer(question: BinaryNode, content?: BinaryNode["content"]): void;
  /** Ends the stream with a code of `stream:error`, then the socket. */
  end(code: string, reason?: BinaryNode): void;
  /** Ends the socket without a word. */
  cut(): void;
}

/** One WhatsApp account with the device that is linked to it. */
export interface Account {
  readonly phone: string;
  readonly lid: string;
  name: string;
  /** Number of the linked device; each linking makes a new one. */
  device: number;
  linked: boolean;
  /** Whether the device has logged in since it was linked: the first login brings the history. */
  welcomed: boolean;
  registration: Buffer;
  identity: Buffer;
  signedPreKey: BinaryNode | null;
  preKeys: BinaryNode[];
  connection: Wire | null;
  /** What was sent to the device and not receipted yet: WhatsApp sends it again at the next login. */
  readonly pending: Map<string, BinaryNode>;
  /** Every message that was brought, the newest last. */
  readonly brought: BinaryNode[];
  /** The network tells nobody the number behind the LID. */
  hidesPhone: boolean;
  picture: { readonly bytes: Buffer; readonly mime: string } | null;
  /** What the phone itself remembers of its conversations: told at the first login of a device, and where a device asks for it. */
  readonly past: PastMessage[];
  /** The network loses what is for the device: the phone has it alone. */
  losesNews: boolean;
  /** What befalls the next message to the device. */
  nextMessage: MessageChange;
}

/** How a message differs from what its sender handed over. */
export interface MessageChange {
  /**
   * Its content cannot be opened. `comesAgain` when its sender hears that; otherwise nobody does.
   */
  readonly spoiled?: { readonly comesAgain: boolean };
  /** Its instant as the stanza has it, in seconds. */
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

/** What befalls the next message that a client hands over. */
export type MessageFault =
  | { readonly kind: "cutBefore" }
  | { readonly kind: "cutAfter" }
  | { readonly kind: "silent" }
  | { readonly kind: "refuse"; readonly code: string };

/** What the phone says of a scanned code: "refused" is WhatsApp's "Couldn't link device". */
export type Scanned = "linked" | "refused" | "nobody";

/** A stanza that a client sent. */
export interface HeardStanza {
  readonly phone: string;
  readonly node: BinaryNode;
  readonly at: number;
}

/** Everything that the relay knows. */
export interface World {
  readonly identity: ServerIdentity;
  readonly media: MediaServer;
  readonly accounts: Map<string, Account>;
  readonly groups: Map<string, Group>;
  readonly heard: HeardStanza[];
  /** Sockets that show a code and wait for a phone, the newest last. */
  readonly waiting: Wire[];
  readonly faults: MessageFault[];
  /** Ids of spoiled messages of which no sender hears. */
  readonly lost: Set<string>;
  /** Logins of this phone end with this `<failure>` code. */
  readonly refusals: Map<string, string>;
  readonly logins: { open: number; most: number; readonly at: number[] };
  pictureUrl: (account: Account) => string;
}

/** The account that an address means, by phone or by LID. */
export function accountOf(world: World, jid: string | undefined): Account | undefined {
  const user = userOf(jid);
  return world.accounts.get(user) ?? [...world.accounts.values()].find(({ lid }) => lid === user);
}

/** The account of a phone, made when nobody had it yet. */
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
    brought: [],
    hidesPhone: false,
    picture: null,
    past: [],
    losesNews: false,
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
